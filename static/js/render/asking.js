// @ts-check
/** What may be asked of the others in the middle of a deal: to take something back, to be given the rest. */
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { mySeat } from "../page.js";
import { icon } from "../shapes.js";

/** @typedef {import("../page.js").Page} Page */

/** Whether the last thing this seat did was a bid, or to pass. @param {Page} page @param {number} seat */
function bidLast({ deal }, seat) {
  const own = deal?.view.log.filter((/** @type {[number, string]} */ [who]) => who === seat).at(-1);
  return /^(bid|pass)\b/.test(own?.[1] ?? "");
}

/** The buttons that ask. The server says what may be asked; it says so to everybody. @param {Page} page */
export function askButtons(page) {
  const { state, send } = page;
  const table = state.table?.public;
  const seat = mySeat(state);
  if (!table || seat === null || state.table?.private?.standin) return [];
  const button = (/** @type {string} */ kind, /** @type {string} */ shape, /** @type {string} */ text, facts = {}) => h("button", {
    key: kind, type: "button", class: `button bar-button ask ask-${kind}`, title: text, "aria-label": text, disabled: state.pending !== null,
    on: { click: () => send.propose(kind, facts) },
  }, icon(shape), h("span", { class: "ask-text", "aria-hidden": "true" }, text));
  return [
    table.may_claim?.includes(seat) && button("claim", "trick", t("proposal.claim"), { version: state.table?.version }),
    table.may_undo?.includes(seat) && button("undo", "undo", t(bidLast(page, seat) ? "proposal.undo.bid" : "proposal.undo")),
  ];
}
