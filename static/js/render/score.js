// @ts-check
/** The score tab: totals, every deal of the match, who watches. */
import { cls, h } from "../dom.js";
import { listed, shareText, signed, t } from "../i18n.js";
import { seatName, units } from "../page.js";
import { miniCard } from "../cards.js";
import { otherTables } from "./others.js";
import { matchLink } from "./sheet.js";
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
    otherTables(page),
  ];
}

/** The heads of the columns: those who score, and what of where it is more than one thing. @param {Page} page @param {string[]} kinds */
function heads({ state }, kinds) {
  const columns = units(state);
  const corner = (/** @type {number} */ rows) => h("th", { key: "deal", scope: "col", rowspan: rows }, h("span", { class: "visually-hidden" }, t("table.deal")));
  const who = columns.map(({ key, names, mine }) => h("th", {
    key, scope: kinds.length > 1 ? "colgroup" : "col", colspan: kinds.length, class: cls("num", mine && "score-me"), title: listed(names),
  }, names.map((name) => h("span", { key: name, class: "score-name" }, name))));
  if (kinds.length === 1) return [h("tr", { key: "who" }, corner(1), who)];
  return [
    h("tr", { key: "who" }, corner(2), who),
    h("tr", { key: "kinds" }, columns.flatMap(({ key, mine }) => kinds.map((kind) =>
      h("th", { key: `${key}-${kind}`, scope: "col", class: cls("num", mine && "score-me") }, t(`score.kind.${kind}`))))),
  ];
}

/**
 * One kind of score is listed deal by deal and added up below. Several are kept as running totals, the way they are
 * on paper, because a deal may take from one as well as add to it.
 *
 * @param {Page} page @param {import("../protocol.js").MatchInfo} match
 */
function totals(page, match) {
  const { state } = page;
  const kinds = Object.keys(match.totals);
  const columns = units(state);
  const running = kinds.length > 1;
  const shown = state.game?.penalties ? shareText : signed;
  const total = state.game?.marker ? shareText : shown;
  const cells = (/** @type {(kind: string, unit: number) => import("../dom.js").Children} */ value, /** @type {(kind: string, unit: number) => boolean} */ marked = () => false) =>
    columns.flatMap(({ key, mine }, unit) => kinds.map((kind) =>
      h("td", { key: `${key}-${kind}`, class: cls("num", mine && "score-me", marked(kind, unit) && "score-changed") }, value(kind, unit))));
  const row = (/** @type {import("../protocol.js").Result} */ result, /** @type {number} */ at) => {
    const before = match.results[at - 1]?.totals;
    if (result.redeal) return cells(() => "\u2013");
    if (!running) return cells((kind, unit) => shown(result.scores[kind]?.[unit] ?? 0));
    return cells((kind, unit) => shown(result.totals[kind]?.[unit] ?? 0), (kind, unit) => String(result.totals[kind]?.[unit] ?? 0) !== String(before?.[kind]?.[unit] ?? 0));
  };
  const notes = state.game?.notes?.(match, state.table?.public.ruleset ?? "", columns.map(({ names }) => listed(names))) ?? [];
  return h("div", { key: "totals", class: "score-scroll" },
    h("table", { class: "score-table" },
      h("thead", null, heads(page, kinds)),
      h("tbody", null,
        match.results.map((result, at) => h("tr", { key: String(result.deal), title: "" },
          h("th", { scope: "row", class: "num" }, String(result.deal)), row(result, at))),
        h("tr", { key: "total", class: "score-sum" },
          h("th", { scope: "row" }, t("table.total")),
          cells((kind, unit) => total(match.totals[kind]?.[unit] ?? 0))))),
    notes.map((note) => h("p", { key: note, class: "score-note" }, note)),
    match.results.length > 0 && matchLink(match.id),
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
