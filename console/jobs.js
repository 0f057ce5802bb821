/** The queue with the reason why each job waits, and the newest jobs. */
import { $, el, fill, empty, state, ago, called, count, gpus, starts } from "./view.js";

export function queue(list, open) {
  const waiting = list.toReversed();
  $("queue-count").textContent = waiting.length ? count(waiting.length, "job") : "";
  fill($("queue"), ...(waiting.length ? waiting.map((job) => waitingRow(job, open)) : [empty("Nothing waits", "A job that you hand in starts at once, if its GPUs are free.")]));
}

export function recent(list, open) {
  fill($("jobs"), ...(list.length ? list.map((job) => row(job, open)) : [empty("No jobs yet", "The researcher guide shows how to hand one in.")]));
}

function waitingRow(job, open) {
  const why = job.state === "HELD" ? job.reason || "Held until somebody releases it." : job.waiting?.detail ?? "The scheduler is looking at it.";
  return button(job, open, job.waiting?.verdict === "NEVER_FITS" ? state("NEVER_FITS") : state(job.state), el("span", { class: "why" }, [why, starts(job.state === "HELD" ? null : job.waiting?.estimate)].filter(Boolean).join(" ")));
}

function row(job, open) {
  const more = job.message || (job.state === "RUNNING" ? job.node_names.join(", ") : "");
  return button(job, open, state(job.state), more ? el("span", { class: "why" }, more) : null);
}

function button(job, open, badge, more) {
  return el(
    "button",
    { class: "row", type: "button", "data-key": job.id, onclick: () => open(job.id) },
    el("span", { class: "number" }, called(job)),
    el("span", { class: "name" }, job.name || "unnamed", el("em", {}, `  ${job.owner_name ?? job.owner} · ${gpus(job)}`)),
    el("span", { class: "when" }, badge, ` ${ago(job.finished_at ?? job.started_at ?? job.submitted_at)}`),
    more,
  );
}
