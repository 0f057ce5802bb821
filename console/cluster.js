/** The overview's figures and the nodes with their GPUs. */
import { $, el, fill, empty, state, count } from "./view.js";

export function figures(nodes, jobs, usage, incidents) {
  const all = nodes.flatMap((node) => node.gpus);
  const held = all.filter((gpu) => gpu.state === "held");
  const mine = held.filter((gpu) => gpu.held_by);
  const free = all.filter((gpu) => gpu.state === "free");
  const alive = Object.entries(jobs);
  const sum = (...states) => alive.filter(([name]) => states.includes(name)).reduce((total, [, jobs]) => total + jobs, 0);
  const down = nodes.filter((node) => node.state === "LOST").length;
  const share = (part) => (all.length ? `${(100 * part) / all.length}%` : "0");
  const meter = el("div", { class: "meter", "aria-hidden": "true" }, bar(share(mine.length)), bar(share(held.length - mine.length)));
  fill(
    $("figures"),
    figure(el("b", {}, String(held.length), el("small", {}, ` / ${all.length}`)), "GPUs in use", meter),
    figure(el("b", {}, String(free.length)), "GPUs free"),
    figure(el("b", {}, String(nodes.length), down ? el("small", {}, ` (${down} down)`) : null), "nodes", null, down > 0),
    figure(el("b", {}, String(sum("RUNNING", "STARTING", "COMPLETING", "CANCELLING"))), "jobs running"),
    figure(el("b", {}, String(sum("QUEUED", "SUBMITTED", "BLOCKED", "PREPARING"))), "jobs waiting"),
    figure(el("b", {}, hours(usage.gpu_seconds), el("small", {}, " h")), "GPU time used"),
    figure(el("b", {}, String(incidents.length)), "open incidents", null, incidents.length > 0),
  );
}

const hours = (seconds) => (seconds / 3600).toLocaleString("en", { maximumFractionDigits: seconds < 36000 ? 1 : 0 });

/** Styles are set through the object model: the page's policy allows no style attributes. */
function bar(width) {
  const part = el("i");
  part.style.width = width;
  return part;
}

const figure = (value, label, extra = null, alarm = false) =>
  el("div", { class: alarm ? "figure alarm" : "figure" }, value, el("span", {}, label), extra);

export function nodes(list, open) {
  const container = $("nodes");
  if (list.length === 0) {
    fill(container, empty("No nodes yet", "A machine joins with a token: ./sing node add, or POST /api/v1/nodes/tokens."));
    return;
  }
  // Where all nodes are in one group its name says nothing.
  const grouped = new Set(list.map((node) => node.resource_group)).size > 1;
  fill(container, ...list.map((node) => tile(node, grouped, open)));
}

function tile(node, grouped, open) {
  const lost = node.state === "LOST";
  return el(
    "article",
    { class: lost ? "node lost" : "node", "aria-label": `Node ${node.name}` },
    el(
      "header",
      {},
      el("h3", { title: node.name }, node.name, grouped ? el("small", {}, ` ${node.resource_group}`) : null),
      el("span", {}, `${node.gpus_held} / ${node.gpus_total}`),
      state(node.state),
    ),
    el("div", { class: "gpus" }, ...node.gpus.map((gpu) => square(gpu, open))),
    node.gpus.length === 0 ? el("p", {}, count(node.cpus, "CPU core") + ", no GPU") : null,
    node.reason ? el("p", {}, node.reason) : null,
  );
}

function square(gpu, open) {
  const mine = gpu.held_by;
  const label = `GPU ${gpu.index} (${gpu.model}): ${mine ? `job ${mine.number} ${mine.name ?? ""}` : gpu.state}`;
  const inside = [
    el("span", { class: "index" }, String(gpu.index)),
    el("span", {}, mine ? `#${mine.number}` : gpu.state === "cordoned" ? "off" : gpu.state),
  ];
  return mine
    ? el("button", { class: "gpu mine", type: "button", title: label, "aria-label": label, "data-key": `gpu-${gpu.id}`, onclick: () => open(mine.job) }, ...inside)
    : el("div", { class: `gpu ${gpu.state}`, title: label, role: "img", "aria-label": label }, ...inside);
}
