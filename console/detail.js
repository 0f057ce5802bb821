/** One job: facts, why it is where it is, its output, and what can be done with it. */
import { get, post, text } from "./api.js";
import { $, el, state, ago, called, gpus, starts, words } from "./view.js";

const LOG_LINES = 200;
const OVER = ["SUCCEEDED", "FAILED", "CANCELLED", "TIMEOUT", "OUT_OF_MEMORY", "NODE_FAILED", "REJECTED"];

export async function open(id) {
  const dialog = $("detail");
  $("detail-title").textContent = "…";
  $("detail-body").replaceChildren(el("p", {}, "Loading…"));
  if (!dialog.open) dialog.showModal();
  try {
    const [job, explain, log] = await Promise.all([get(`/jobs/${id}`), get(`/jobs/${id}/explain`), text(`/jobs/${id}/logs?tail=${LOG_LINES}`)]);
    show(job, explain, log);
  } catch (refused) {
    $("detail-body").replaceChildren(el("p", {}, refused.message));
  }
}

function show(job, explain, log) {
  $("detail-title").textContent = `${called(job)} ${job.name || "unnamed"}`;
  const facts = [
    ["State", state(job.state)],
    ["Why", [explain.detail, explain.advice].filter(Boolean).join(" ")],
    ["Starts", starts(explain.estimate)],
    ["Owner", `${job.owner_name ?? job.owner} · ${job.project}`],
    ["Asks for", `${gpus(job)}${job.time_limit_seconds ? ` for at most ${Math.round(job.time_limit_seconds / 60)} min` : ""}`],
    ["Nodes", job.node_names.join(", ")],
    ["Submitted", ago(job.submitted_at)],
    ["Started", job.started_at && ago(job.started_at)],
    ["Ended", job.finished_at && `${ago(job.finished_at)}${job.exit_code === undefined ? "" : `, exit code ${job.exit_code}`}`],
    ["Runs", job.spec?.script.join(" ; ")],
  ].filter(([, value]) => value);
  $("detail-body").replaceChildren(
    el("dl", { class: "facts" }, ...facts.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])),
    actions(job),
    log ? el("pre", { class: "log", tabindex: "0", "aria-label": "The last lines of the output" }, log) : el("p", {}, "No output yet."),
  );
  const output = $("detail-body").querySelector(".log");
  if (output) output.scrollTop = output.scrollHeight;
}

function actions(job) {
  const verbs = OVER.includes(job.state) ? [] : job.state === "HELD" ? ["release", "cancel"] : job.state === "QUEUED" ? ["hold", "cancel"] : ["requeue", "cancel"];
  return el("div", { class: "actions" }, ...verbs.map((verb) => action(job, verb)));
}

function action(job, verb) {
  const label = words(verb);
  const button = el("button", { type: "button", class: verb === "cancel" ? "button danger" : "button" }, label[0].toUpperCase() + label.slice(1));
  let sure = verb !== "cancel";
  button.addEventListener("click", async () => {
    if (!sure) {
      sure = true;
      button.textContent = "Really cancel?";
      return;
    }
    button.disabled = true;
    try {
      await post(`/jobs/${job.id}/${verb}`, { reason: "from the console" });
      await open(job.id);
    } catch (refused) {
      button.replaceWith(el("span", {}, refused.message));
    }
  });
  return button;
}
