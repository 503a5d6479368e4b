// @ts-check
/** The sheet after a deal: how it came about, scores, running totals, what next; and the final standings. */
import { miniCard } from "../cards.js";
import { cls, h } from "../dom.js";
import { listed, scoreValue, shareText, signed, t } from "../i18n.js";
import { amHost, seatName, units } from "../page.js";
import { icon } from "../shapes.js";
import { readyButton } from "./bar.js";
import { closedRule } from "./house.js";
import { tellMore } from "./more.js";
import { fact, sentence } from "./words.js";

/** @typedef {import("../page.js").Page} Page */
/** @typedef {import("../protocol.js").MatchInfo} MatchInfo */

/** Names one sheet, so that closing it closes only this one. @param {import("../page.js").State} state */
export function sheetKey(state) {
  const table = state.table?.public;
  return `${table?.phase}/${table?.match?.id}/${table?.match?.deal}`;
}

/** Seconds until the next deal is dealt anyway, or null. @param {import("../page.js").State} state */
export function secondsLeft({ people, peopleAt }) {
  if (people?.timer?.kind !== "next_deal") return null;
  return Math.max(0, Math.ceil(people.timer.seconds - (Date.now() - peopleAt) / 1000));
}

/** Scores of every kind the match counts, by those who score. @param {Page} page @param {MatchInfo} match */
function scoreTable({ state }, match) {
  const result = match.results.at(-1);
  const kinds = Object.keys(match.totals);
  const penalties = state.game?.penalties ?? false;
  const shown = penalties ? shareText : signed;
  const marker = state.game?.marker;
  const sum = (/** @type {number | string} */ points) => (marker ? [marker(Number(points)), " ", String(points)] : shown(points));
  const total = (/** @type {number} */ unit) => scoreValue(match.totals[kinds[0]]?.[unit] ?? 0);
  const rows = units(state).map((unit, at) => ({ ...unit, at })).sort((a, b) => (penalties ? 0 : total(b.at) - total(a.at)));
  const head = (/** @type {string} */ kind, /** @type {string} */ key) =>
    h("th", { scope: "col", class: "num", key: `${key}-${kind}` }, kinds.length > 1 && h("span", { class: "score-kind" }, t(`score.kind.${kind}`)), t(key === "d" ? "table.this_deal" : "table.total"));
  return h("table", { key: "scores", class: "score-table sheet-scores" },
    h("thead", null, h("tr", null,
      h("th", { scope: "col" }, t(rows.length < (state.table?.public.seats.length ?? 0) ? "table.side" : "table.player")),
      kinds.flatMap((kind) => [head(kind, "d"), head(kind, "t")]))),
    h("tbody", null, rows.map(({ key, seats, names, mine, at }) => h("tr", { key, class: cls(mine && "score-me") },
      h("th", { scope: "row" }, seats.some((seat) => match.winners?.includes(seat)) && icon("winning"), listed(names)),
      kinds.flatMap((kind) => {
        const score = result?.scores[kind]?.[at] ?? 0;
        const good = penalties ? -scoreValue(score) : scoreValue(score);
        return [
          h("td", { key: `d-${kind}`, class: cls("num", good > 0 && "score-plus", good < 0 && "score-minus") }, shown(score)),
          h("td", { key: `t-${kind}`, class: "num score-total" }, sum(match.totals[kind]?.[at] ?? 0)),
        ];
      })))));
}

/** What the game says about the running score. @param {Page} page @param {MatchInfo} match */
function notes({ state }, match) {
  const said = state.game?.notes?.(match, state.table?.public.ruleset ?? "", units(state).map(({ names }) => listed(names))) ?? [];
  return said.map((note) => h("p", { key: note, class: "score-note" }, note));
}

/** The arithmetic of the score, in words. @param {Page} page */
function sum({ state, deal }) {
  const said = deal?.view.outcome && state.game ? state.game.sum(deal.view.outcome, deal.name) : [];
  return said.length > 0 && h("div", { key: "sum", class: "sheet-sum" }, h("h3", null, t("deal.result.sum")),
    said.map((line, at) => h("p", { key: String(at) }, sentence(line))));
}

/** To the page on which the match can be read as a whole. @param {string} id */
export function matchLink(id) {
  return h("p", { key: "link", class: "match-link" }, h("a", { href: `/matches/${id}`, target: "_blank", rel: "noopener" }, t("table.match_page")));
}

/** @param {Page} page @param {string[][]} hands */
function dealtHands({ state }, hands) {
  return h("details", { key: "hands", class: "sheet-hands" },
    h("summary", null, t("table.dealt_hands")),
    hands.map((cards, seat) => h("p", { key: String(seat), class: "sheet-hand" }, h("b", null, seatName(state, seat)), " ", cards.map(miniCard))));
}

/** @param {Page} page @param {MatchInfo} match */
function next(page, match) {
  const { state, send } = page;
  const table = state.table?.public;
  if (table?.phase === "finished") {
    const names = (match.winners ?? []).map((seat) => seatName(state, seat));
    return h("div", { key: "next", class: "sheet-next" },
      amHost(state)
        ? h("button", { key: "again", type: "button", class: "button button-primary button-large", on: { click: () => send.start() } }, t("table.rematch"))
        : h("p", { key: "wait", class: "sheet-wait" }, names.length ? t("table.host_rematch") : ""));
  }
  const left = secondsLeft(state);
  return h("div", { key: "next", class: "sheet-next" }, readyButton(page),
    left !== null && h("p", { key: "left", class: "sheet-wait num" }, t("table.next_in", { n: left })));
}

/** Who has won: one, a side, or several who share the first place. @param {import("../page.js").State} state @param {string[]} winners */
function won(state, winners) {
  const sides = units(state).some(({ seats }) => seats.length > 1);
  const key = winners.length < 2 ? "table.winner" : sides ? "table.winning_side" : "table.winners";
  return t(key, { name: sides ? listed(winners) : winners.join(t("list.separator")) });
}

/** @param {Page} page */
export function sheet(page) {
  const { state, deal, ui } = page;
  const table = state.table?.public;
  const match = table?.match;
  if (!table || !match || (table.phase !== "result" && table.phase !== "finished")) return null;
  if (state.ui.sheetClosed === sheetKey(state) || state.held !== null || state.ui.showLast) return null;
  const report = deal && state.game ? state.game.report(deal) : null;
  const finished = table.phase === "finished";
  const winners = (match.winners ?? []).map((seat) => seatName(state, seat));
  return h("section", { key: "sheet", class: "sheet", "aria-labelledby": "sheet-title", tabindex: -1 },
    h("div", { key: "head", class: cls("sheet-head", report?.good === true && "sheet-good", report?.good === false && "sheet-bad") },
      h("div", { key: "titles" },
        finished && !match.ended && h("p", { key: "match", class: "sheet-match" }, won(state, winners)),
        h("h2", { key: "title", id: "sheet-title" }, report?.title ?? t(match.ended ? "table.ended" : "table.between"))),
      h("button", { key: "close", type: "button", class: "button button-quiet button-icon", "aria-label": t("table.look_at_table"), title: t("table.look_at_table"), on: { click: () => ui({ sheetClosed: sheetKey(state) }) } }, icon("close"))),
    h("div", { key: "body", class: "sheet-body", hook: tellMore },
      report && h("dl", { key: "facts", class: "facts sheet-facts" }, report.facts.map(fact)),
      scoreTable(page, match),
      notes(page, match),
      sum(page),
      report?.more,
      report?.hands && dealtHands(page, report.hands),
      closedRule(page),
      matchLink(match.id)),
    next(page, match));
}
