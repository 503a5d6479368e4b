// @ts-check
/** The score tab: totals, every deal of the match, who watches. */
import { cls, h } from "../dom.js";
import { signed, t } from "../i18n.js";
import { mySeat, seatName } from "../page.js";
import { miniCard } from "../cards.js";
import { sentence } from "./words.js";

/** @typedef {import("../page.js").Page} Page */

/** @param {Page} page */
export function score(page) {
  const { state } = page;
  const table = state.table?.public;
  const match = table?.match;
  return [
    match ? totals(page, match) : h("p", { key: "none", class: "rail-empty" }, t("table.no_score")),
    taken(page),
    spectators(page),
  ];
}

/** @param {Page} page @param {import("../protocol.js").MatchInfo} match */
function totals({ state }, match) {
  const seats = state.table?.public.seats ?? [];
  const kind = Object.keys(match.totals)[0] ?? "points";
  const me = mySeat(state);
  return h("div", { key: "totals", class: "score-scroll" },
    h("table", { class: "score-table" },
      h("thead", null, h("tr", null,
        h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, t("table.deal"))),
        seats.map((_, seat) => h("th", { key: String(seat), scope: "col", class: cls("num", seat === me && "score-me"), title: seatName(state, seat) }, seatName(state, seat))))),
      h("tbody", null,
        match.results.map((result) => h("tr", { key: String(result.deal), title: "" },
          h("th", { scope: "row", class: "num" }, String(result.deal)),
          seats.map((_, seat) => h("td", { key: String(seat), class: cls("num", seat === me && "score-me") }, result.redeal ? "\u2013" : signed(result.scores[kind]?.[seat] ?? 0))))),
        h("tr", { key: "total", class: "score-sum" },
          h("th", { scope: "row" }, t("table.total")),
          seats.map((_, seat) => h("td", { key: String(seat), class: cls("num", seat === me && "score-me") }, state.game?.marker ? String(match.totals[kind]?.[seat] ?? 0) : signed(match.totals[kind]?.[seat] ?? 0)))))),
    h("ol", { key: "deals", class: "deal-lines" }, match.results.map((result) => h("li", { key: String(result.deal), value: result.deal },
      sentence(state.game ? state.game.resultLine({ ...result.outcome, redeal: result.redeal }, (seat) => seatName(state, seat)) : { key: "table.deal", facts: {} })))));
}

/** Captured cards that lie open. @param {Page} page */
function taken({ state, deal }) {
  if (!deal || !state.game) return null;
  const rows = Array.from({ length: deal.seats }, (_, seat) => ({ seat, cards: state.game?.taken(deal.view, seat) ?? [] })).filter(({ cards }) => cards.length > 0);
  if (rows.length === 0) return null;
  return h("section", { key: "taken", class: "rail-section" }, h("h3", null, t("table.taken")),
    rows.map(({ seat, cards }) => h("p", { key: String(seat), class: "taken-row" }, h("b", null, seatName(state, seat)), " ", cards.map(miniCard))));
}

/** @param {Page} page */
function spectators({ state }) {
  const names = state.people?.spectators ?? [];
  if (names.length === 0) return null;
  return h("section", { key: "spectators", class: "rail-section" }, h("h3", null, t("table.spectators", { n: names.length })),
    h("ul", { class: "spectators" }, names.map((name, at) => h("li", { key: `${name}-${at}` }, name))));
}
