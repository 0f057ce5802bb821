/** The page: who is signed in, what is shown, and when it is read again. */
import * as auth from "./auth.js";
import { get } from "./api.js";
import { $ } from "./view.js";
import * as cluster from "./cluster.js";
import * as jobs from "./jobs.js";
import * as events from "./events.js";
import { open } from "./detail.js";

/** A busy feed must not make the page read everything all the time. */
const PULSE = 1000;
const AT_LEAST = 30000;
const WAITING = "SUBMITTED,QUEUED,HELD,BLOCKED,PREPARING";

let filter = "all";
let stale = { cluster: true, jobs: true };
let lastRead = 0;
let reading = false;

async function read() {
  if (reading || !auth.token() || document.hidden) return;
  const due = Date.now() - lastRead > AT_LEAST;
  const want = { cluster: stale.cluster || due, jobs: stale.jobs || due };
  if (!want.cluster && !want.jobs) return;
  reading = true;
  stale = { cluster: false, jobs: false };
  lastRead = Date.now();
  try {
    await Promise.all([want.cluster || want.jobs ? readCluster() : null, want.jobs ? readJobs() : null]);
    notice("");
  } catch (failure) {
    stale = want;
    notice(failure.problem ? failure.message : "The gateway does not answer. Trying again…");
  } finally {
    reading = false;
  }
}

async function readCluster() {
  const [nodes, me, usage, incidents] = await Promise.all([get("/nodes"), get("/me"), get("/usage"), get("/incidents?state=open")]);
  cluster.figures(nodes.items, me.jobs, usage, incidents.items);
  cluster.nodes(nodes.items, open);
  $("who").textContent = me.projects.length ? `${me.name} · ${me.projects.map((project) => project.name).join(", ")}` : me.name;
}

async function readJobs() {
  const owner = filter === "mine" ? "&owner=me" : "";
  const [waiting, recent] = await Promise.all([get(`/jobs?state=${WAITING}&limit=200`), get(`/jobs?limit=50${owner}`)]);
  jobs.queue(waiting.items, open);
  jobs.recent(recent.items, open);
}

function heard(event) {
  if (event.subject.startsWith("jobs/")) stale.jobs = true;
  if (/node|scheduling|incident|accounting/.test(event.type)) stale.cluster = true;
}

function notice(text) {
  $("notice").textContent = text;
  $("notice").hidden = !text;
}

function show(signedIn, message = "") {
  $("welcome").hidden = signedIn;
  $("board").hidden = !signedIn;
  $("sign").hidden = false;
  $("sign").textContent = signedIn ? "Sign out" : "Sign in";
  if (!signedIn) $("who").textContent = "";
  notice(message);
}

function begin() {
  show(true);
  events.follow(heard);
  read();
}

function wire() {
  auth.onChange((message) => {
    events.stop();
    show(false, message);
  });
  document.querySelector("[data-sign-in]").addEventListener("click", auth.signIn);
  $("sign").addEventListener("click", () => (auth.token() ? auth.signOut() : auth.signIn()));
  document.querySelector("[data-close]").addEventListener("click", () => $("detail").close());
  $("detail").addEventListener("click", (click) => click.target === $("detail") && $("detail").close());
  document.querySelectorAll("[data-filter]").forEach((button) =>
    button.addEventListener("click", () => {
      filter = button.dataset.filter;
      document.querySelectorAll("[data-filter]").forEach((each) => each.setAttribute("aria-pressed", String(each === button)));
      stale.jobs = true;
      read();
    }),
  );
  document.addEventListener("visibilitychange", read);
  setInterval(read, PULSE);
}

wire();
try {
  if (await auth.start()) begin();
  else show(false);
} catch (failure) {
  show(false, failure.message);
}

export { auth, begin };
