/** Speaks to the gateway, with the token of whoever is signed in. */
import { token, signOut } from "./auth.js";

export class Refused extends Error {
  constructor(problem) {
    super(problem.detail ?? problem.title ?? "The request was refused.");
    this.problem = problem;
  }
}

async function send(path, options = {}) {
  const answer = await fetch("/api/v1" + path, {
    ...options,
    headers: { Authorization: `Bearer ${token()}`, ...options.headers },
  });
  if (answer.status === 401) signOut("Your session has ended. Sign in again.");
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({ title: `The gateway answered ${answer.status}.` }));
  throw new Refused(problem);
}

export async function get(path) {
  const answer = await send(path);
  return answer.json();
}

export async function feedPosition() {
  const answer = await send("/me");
  return Number(answer.headers.get("X-Feed-Position"));
}

export async function post(path, body = {}) {
  const answer = await send(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() },
    body: JSON.stringify(body),
  });
  return answer.json();
}

export async function text(path) {
  const answer = await send(path);
  return answer.text();
}

/** Server-sent events over fetch: EventSource cannot carry a token. Returns when the stream ends. */
export async function stream(after, onEvent, signal) {
  const headers = { Accept: "text/event-stream" };
  if (after !== null) headers["Last-Event-ID"] = String(after);
  const answer = await send("/events/stream", { headers, signal });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += value.replaceAll("\r\n", "\n");
    const blocks = rest.split("\n\n");
    rest = blocks.pop();
    blocks.forEach((block) => onEvent(parse(block)));
  }
}

function parse(block) {
  const event = { id: null, type: "message", data: "" };
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    if (colon < 1) continue;
    const field = line.slice(0, colon);
    const value = line.slice(colon + 1).trimStart();
    if (field === "id") event.id = Number(value);
    if (field === "event") event.type = value;
    if (field === "data") event.data += value;
  }
  return { ...event, data: event.data ? JSON.parse(event.data) : null };
}
