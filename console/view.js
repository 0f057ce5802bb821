/** Builds elements. Text is always text: nothing that a user wrote is ever read as HTML. */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export const $ = (id) => document.getElementById(id);

/** Replaces the content, but keeps the scroll position and the focus where they were. */
export function fill(container, ...children) {
  const top = container.scrollTop;
  const focused = container.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  container.replaceChildren(...children);
  container.scrollTop = top;
  if (focused) container.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

export const empty = (title, text) => el("div", { class: "empty" }, el("b", {}, title), el("div", {}, text));

const STATES = {
  SUCCEEDED: "good", HEALTHY: "good",
  RUNNING: "run", STARTING: "run", PREPARING: "run",
  HELD: "warn", CANCELLING: "warn", COMPLETING: "warn", CORDONED: "warn", DRAINING: "warn", DRAINED: "warn", SUSPECT: "warn", BLOCKED: "warn",
  FAILED: "bad", TIMEOUT: "bad", OUT_OF_MEMORY: "bad", NODE_FAILED: "bad", REJECTED: "bad", LOST: "bad", NEVER_FITS: "bad",
};

export const words = (constant) => constant.toLowerCase().replaceAll("_", " ");
export const state = (name) => el("span", { class: `state ${STATES[name] ?? ""}` }, words(name));
/** How people call a job: by its number, and a task of an array by the number of that and its index. */
export const called = (job) =>
  job.array ? `#${job.array.number}_${job.array.index}` : job.number ? `#${job.number}` : "–";

export const count = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

export function ago(time) {
  const seconds = Math.max(0, Math.round((Date.now() - new Date(time)) / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86400)} d ago`;
}

const MOMENT = { weekday: "short", hour: "2-digit", minute: "2-digit", hour12: false };
const moment = (time) => new Date(time).toLocaleString([], MOMENT);

/** When a waiting job should start; nothing when that cannot be said. */
export const starts = (estimate) =>
  estimate ? `Likely starts ${moment(estimate.likely)} (between ${moment(estimate.earliest)} and ${moment(estimate.latest)}).` : "";

export const clock = (time) => new Date(time).toLocaleTimeString([], { hour12: false });

export function gpus(job) {
  if (job.gpus === 0) return "no GPU";
  const model = job.gpu_model ? ` ${job.gpu_model.toUpperCase()}` : "";
  return job.nodes === 1 ? `${job.gpus} ×${model || " GPU"}` : `${job.nodes} × ${job.gpus_per_node}${model || " GPU"}`;
}
