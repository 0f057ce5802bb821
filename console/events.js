/** The feed as it goes on: connects, reconnects where it was, and shows the newest entries. */
import { feedPosition, stream } from "./api.js";
import { token } from "./auth.js";
import { $, el, clock } from "./view.js";

const SHOWN = 200;
/** So many positions from before the page was opened are shown, too. */
const BEFORE = 60;
const LONGEST_WAIT = 15000;

let position = null;
let heard = 0;
let abort = null;

export async function follow(onEvent) {
  let wait = 500;
  position ??= Math.max(0, (await feedPosition().catch(() => 0)) - BEFORE);
  while (token()) {
    abort = new AbortController();
    try {
      await stream(position, (event) => {
        wait = 500;
        live("on", "live");
        if (event.id) position = event.id;
        if (event.data) show(event);
        if (event.data) onEvent(event.data);
      }, abort.signal);
    } catch {
      if (!token()) break;
    }
    live("wait", "reconnecting");
    await new Promise((resume) => setTimeout(resume, wait));
    wait = Math.min(LONGEST_WAIT, wait * 2);
  }
  live("off", "not connected");
}

export function stop() {
  abort?.abort();
}

function live(mode, label) {
  $("live").dataset.state = mode;
  $("live").lastElementChild.textContent = label;
}

function show(event) {
  const list = $("events");
  heard += 1;
  $("events-count").textContent = `${heard} heard`;
  list.prepend(
    el(
      "li",
      { class: "fresh" },
      el("time", { datetime: event.data.time }, clock(event.data.time)),
      el("span", { class: "type", title: event.type }, event.type.replace("org.sing.", "").replace(/\.v\d+$/, "")),
      el("span", { class: "what" }, sentence(event.data)),
      el("span", { class: "position" }, String(event.id)),
    ),
  );
  while (list.children.length > SHOWN) list.lastElementChild.remove();
}

/** What an event says, as far as one line can. */
function sentence(event) {
  const data = event.data;
  const said = data.detail || data.reason || data.message || data.title || data.sentence;
  const where = data.node || data.nodes?.join(", ") || data.shares?.map((share) => share.node).join(", ");
  const what = data.number ? `#${data.number} ${data.spec?.name ?? ""}` : event.subject;
  return [what, where, said].filter(Boolean).join(" · ");
}
