/**
 * Signs in with an authorization code and PKCE. The token lives in this page's memory only: a reload signs in anew, which
 * is silent while the session at the identity provider lasts.
 */
let config = null;
let access = null;
let refresh = null;
let listener = () => {};

export const token = () => access;
export const onChange = (callback) => (listener = callback);

const endpoint = (name) => `${config.issuer}/protocol/openid-connect/${name}`;
const here = () => `${location.origin}/`;
const base64url = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

export async function start() {
  config = await fetch("/console-config.json").then((answer) => answer.json());
  const query = new URLSearchParams(location.search);
  const pending = JSON.parse(sessionStorage.getItem("sing.sign-in") ?? "null");
  sessionStorage.removeItem("sing.sign-in");
  if (query.has("code") && pending && pending.state === query.get("state")) {
    history.replaceState(null, "", location.pathname);
    await exchange({ grant_type: "authorization_code", code: query.get("code"), redirect_uri: here(), code_verifier: pending.verifier });
    return true;
  }
  if (query.has("error")) {
    history.replaceState(null, "", location.pathname);
    if (query.get("error") !== "login_required") throw new Error(query.get("error_description") ?? "Signing in failed.");
  }
  return false;
}

export async function signIn() {
  const pending = { state: random(), verifier: random() };
  sessionStorage.setItem("sing.sign-in", JSON.stringify(pending));
  const challenge = base64url(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(pending.verifier)));
  const query = new URLSearchParams({
    response_type: "code",
    client_id: config.client_id,
    redirect_uri: here(),
    scope: "openid",
    state: pending.state,
    code_challenge: challenge,
    code_challenge_method: "S256",
  });
  location.assign(`${endpoint("auth")}?${query}`);
}

export function signOut(message = "") {
  access = refresh = null;
  listener(message);
}

/** Takes a token that was got elsewhere; tests of the page use it. */
export function use(value) {
  access = value;
}

async function exchange(form) {
  const answer = await fetch(endpoint("token"), {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ client_id: config.client_id, ...form }),
  });
  if (!answer.ok) throw new Error("The identity provider did not give a token. Sign in again.");
  const tokens = await answer.json();
  access = tokens.access_token;
  refresh = tokens.refresh_token;
  const soon = Math.max(10, tokens.expires_in - 30);
  setTimeout(renew, soon * 1000);
}

async function renew() {
  if (!refresh) return;
  try {
    await exchange({ grant_type: "refresh_token", refresh_token: refresh });
  } catch {
    signOut("Your session has ended. Sign in again.");
  }
}
