// @ts-check
/** The middle of the table: the trick, the last trick on request, what lies beside it. */
import { cardFace, miniSuit } from "../cards.js";
import { cls, h } from "../dom.js";
import { cardName, t } from "../i18n.js";
import { position, seatName } from "../page.js";
import { icon } from "../shapes.js";
import { ring } from "./seats.js";

/** @typedef {import("../page.js").Page} Page */
/** @typedef {import("../games/game.js").Trick} Trick */

/** Which trick is on view: one that was asked for, one that is being held, or the running one. @param {Page} page @returns {{ trick: Trick | null, past: boolean }} */
export function shownTrick({ state, deal }) {
  if (!deal || !state.game) return { trick: null, past: false };
  if (state.ui.showLast) return { trick: state.game.last(deal.view), past: true };
  if (state.held) return { trick: state.held.trick, past: false };
  return { trick: state.game.trick(deal.view, deal.mine), past: false };
}

/** @param {Page} page @param {Trick} trick @param {import("../games/game.js").Play} play @param {number} seats */
function played({ state, deal }, trick, play, seats) {
  const badges = deal && state.game ? state.game.badges(play.card, deal.view) : [];
  const wins = trick.winner === play.seat;
  const leads = trick.leader === play.seat;
  const winning = trick.winner === null && trick.winning === play.seat;
  return h("div", {
    key: `${trick.number}-${play.seat}`, class: cls("played", wins && "played-wins", winning && "played-winning", leads && "played-leads", trick.winner !== null && !wins && "played-loses"),
    "data-move": play.card, "data-from": play.seat, role: "listitem",
    vars: ring(position(state, play.seat), seats),
    "aria-label": t(wins ? "table.played_wins" : winning ? "table.played_winning" : leads ? "table.played_leads" : "table.played", { name: seatName(state, play.seat), card: play.card }),
  },
    cardFace(play.card, badges),
    winning && h("span", { key: "winning", class: "played-mark played-mark-winning", title: t("table.winning_now") }, icon("winning")),
    leads && !play.suit && !play.note && h("span", { key: "leads", class: "played-mark played-mark-leads", title: t("table.led") }, t("table.led_short")),
    play.suit && h("span", { class: "played-note", title: t("table.named_suit", { suit: play.suit }) }, "\u2192 ", miniSuit(play.suit)),
    play.note && h("span", { class: "played-note" }, play.note));
}

/** @param {Page} page */
export function trickArea(page) {
  const { state, deal, ui } = page;
  if (!deal) return null;
  const spread = state.game?.spread?.(deal);
  if (spread) return h("div", { key: "spread", class: "spread" }, spread);
  const { trick, past } = shownTrick(page);
  const middle = past ? null : state.game?.middle?.(deal.view);
  return h("div", { key: "trick", class: cls("trick", past && "trick-past"), role: "list", "aria-label": past ? t("table.last_trick") : t("table.trick") },
    trick?.plays.map((play) => played(page, trick, play, deal.seats)),
    past && h("button", { key: "back", type: "button", class: "button trick-back", on: { click: () => ui({ showLast: false }) } }, t("table.back_to_trick")),
    middle && h("div", { key: "middle", class: "middle", role: "listitem", "aria-label": middle.label },
      middle.cards.map((card, i) => h("span", { key: `${card}-${i}`, class: "middle-card", "data-middle": card }, cardFace(card)))));
}

/** Which trick it is, for the line above the table. @param {Page} page */
export function trickLabel(page) {
  const { trick, past } = shownTrick(page);
  if (!trick) return null;
  return h("p", { key: "number", class: cls("trick-number", past && "trick-number-past") },
    past ? t("table.last_trick_number", { number: trick.number }) : t("table.trick_number", { number: trick.number }));
}

/** A card's name and what is special about it, for its label. @param {Page} page @param {string} card */
export function describe({ state, deal }, card) {
  const badges = deal && state.game ? state.game.badges(card, deal.view) : [];
  const mark = badges.find((badge) => badge.label !== cardName(card));
  return mark ? t("card.marked", { card, mark: mark.label }) : cardName(card);
}
