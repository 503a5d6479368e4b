// @ts-check
/** Who sees whose cards: asking for it, the marks and lines that tell the whole table, and the way out of it. */
import { h } from "../dom.js";
import { listed, t } from "../i18n.js";
import { mySeat, seatName } from "../page.js";

/** @typedef {import("../page.js").Page} Page */
/** @typedef {import("../page.js").State} State */
/** @typedef {import("../protocol.js").Shadow} Shadow */

/** @param {State} state @returns {Shadow[]} */
const all = (state) => state.table?.public.shadows ?? [];

/** What this viewer has to do with it: null, or the one entry that is theirs. @param {State} state @returns {Shadow | null} */
function mine(state) {
  if (mySeat(state) !== null) return null;
  return all(state).find(({ name }) => name === state.player?.name) ?? null;
}

/** Whoever has seen cards says nothing until the deal is over. @param {State} state */
export function isSilent(state) {
  return mine(state) !== null;
}

/** Names of those who see the cards of a seat now. @param {State} state @param {number} seat */
function watchers(state, seat) {
  return all(state).filter((shadow) => shadow.seat === seat && shadow.until === null).map(({ name }) => name);
}

/** The mark on a plate. @param {State} state @param {number} seat */
export function shadowMark(state, seat) {
  const names = watchers(state, seat);
  return names.length > 0 && { key: "seen", class: "mark-seen", shape: "eye", text: String(names.length), label: t("table.shadow_mark", { names: listed(names) }) };
}

/** What a seat's dialog says about it. @param {State} state @param {number} seat */
export function shadowFact(state, seat) {
  const names = watchers(state, seat);
  return names.length > 0 && t("table.shadow_of", { names: listed(names) });
}

/** May this viewer ask to see the cards of a seat? @param {Page} page @param {number} seat */
export function mayAsk({ state, data }, seat) {
  const table = state.table?.public;
  if (!table || !data.player || table.closed || mySeat(state) !== null || mine(state)) return false;
  const asked = table.proposals?.some(({ kind, name }) => kind === "shadow" && name === state.player?.name);
  return !asked && table.seats[seat].kind === "person" && ["dealing", "deal", "result"].includes(table.phase);
}

/** The way out, for who sees somebody's cards. @param {Page} page */
export function shadowButton({ state, send }) {
  return mine(state)?.until === null && h("button", { key: "look", type: "button", class: "button bar-button", on: { click: () => send.unshadow() } }, t("table.shadow_stop"));
}

/** Does somebody see this viewer's own cards, at this seat? @param {State} state @param {number} seat */
export function isSeen(state, seat) {
  return seat === mySeat(state) && watchers(state, seat).length > 0;
}

/** What the log of the running deal tells about it. @param {State} state @returns {import("../games/game.js").Aside[]} */
export function shadowAsides(state) {
  const deal = state.table?.public.match?.deal;
  const last = (state.table?.public.deal?.log.length ?? 0) - 1; // some lines may have been taken back since
  return all(state).flatMap((shadow) => {
    const facts = { name: shadow.name, owner: seatName(state, shadow.seat) };
    const began = { at: shadow.deal === deal ? Math.min(shadow.ply - 1, last) : -1, line: { key: "log.shadow", facts } };
    return shadow.until === null ? [began] : [began, { at: Math.min(shadow.until - 1, last), line: { key: "log.shadow_over", facts } }];
  });
}

/** News of it between two views, in words. @param {State} next @param {State} last @returns {string[]} */
export function shadowNews(next, last) {
  if (!last.table) return [];
  const was = new Set(all(last).map((shadow) => `${shadow.name} ${shadow.until}`));
  return all(next).filter((shadow) => !was.has(`${shadow.name} ${shadow.until}`))
    .map(({ name, seat, until }) => t(until === null ? "log.shadow" : "log.shadow_over", { name, owner: seatName(next, seat) }));
}
