// @ts-check
/** The log of the running deal, in plain words, tricks set apart. */
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { sentence } from "./words.js";

/** @typedef {import("../page.js").Page} Page */

/** Keep the end in view, unless the reader has scrolled up. @param {HTMLElement} list */
function stickToEnd(list) {
  const panel = list.parentElement;
  if (!panel) return;
  const count = list.childElementCount;
  if (Number(list.dataset.count ?? 0) === count) return;
  // How far down the reader was before these lines came, however many they are.
  const end = Number(list.dataset.end ?? 0);
  const wasAtEnd = list.dataset.end === undefined || end - panel.scrollTop - panel.clientHeight < 60;
  list.dataset.count = String(count);
  if (wasAtEnd) panel.scrollTop = panel.scrollHeight;
  list.dataset.end = String(panel.scrollHeight);
}

/** @param {Page} page */
export function log({ state, deal }) {
  if (!deal || !state.game) return h("p", { key: "none", class: "rail-empty" }, t("table.no_log"));
  let plays = 0;
  /** @type {import("../dom.js").VNode[]} */
  const lines = [];
  for (const [at, [seat, action]] of deal.view.log.entries()) {
    if (action.startsWith("play ")) {
      if (plays % deal.seats === 0) lines.push(h("li", { key: `trick-${plays}`, class: "log-trick" }, t("table.trick_number", { number: plays / deal.seats + 1 })));
      plays += 1;
    }
    lines.push(h("li", { key: String(at), class: "log-line", memo: `${at} ${seat} ${action} ${deal.name(seat)}` }, sentence(state.game.line(seat, action, deal))));
  }
  return h("ol", { key: `log-${state.table?.public.match?.deal}`, class: "log", hook: stickToEnd }, lines);
}
