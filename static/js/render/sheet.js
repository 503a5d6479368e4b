// @ts-check
/** The sheet after a deal: how it came about, scores, running totals, what next; and the final standings. */
import { miniCard } from "../cards.js";
import { cls, h } from "../dom.js";
import { signed, t } from "../i18n.js";
import { amHost, mySeat, seatName } from "../page.js";
import { icon } from "../shapes.js";
import { readyButton } from "./bar.js";
import { fact } from "./words.js";

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

/** A running total, drawn as at a card table where the game says how. @param {import("../page.js").State} state @param {number | string} points */
function total({ game }, points) {
  return game?.marker ? [game.marker(Number(points)), " ", String(points)] : signed(points);
}

/** Scores by seat of every kind the match counts. @param {Page} page @param {MatchInfo} match */
function scoreTable({ state }, match) {
  const result = match.results.at(-1);
  const kinds = Object.keys(match.totals);
  const me = mySeat(state);
  const seats = state.table?.public.seats ?? [];
  const best = seats.map((_, seat) => seat).sort((a, b) => Number(match.totals[kinds[0]]?.[b] ?? 0) - Number(match.totals[kinds[0]]?.[a] ?? 0));
  return h("table", { key: "scores", class: "score-table sheet-scores" },
    h("thead", null, h("tr", null,
      h("th", { scope: "col" }, t("table.player")),
      kinds.flatMap((kind) => [
        h("th", { scope: "col", class: "num", key: `d-${kind}` }, t("table.this_deal")),
        h("th", { scope: "col", class: "num", key: `t-${kind}` }, t("table.total")),
      ]))),
    h("tbody", null, best.map((seat) => h("tr", { key: String(seat), class: cls(seat === me && "score-me") },
      h("th", { scope: "row" }, match.winners?.includes(seat) && icon("crown"), seatName(state, seat)),
      kinds.flatMap((kind) => {
        const score = result?.scores[kind]?.[seat] ?? 0;
        return [
          h("td", { key: `d-${kind}`, class: cls("num", Number(score) > 0 && "score-plus", Number(score) < 0 && "score-minus") }, signed(score)),
          h("td", { key: `t-${kind}`, class: "num score-total" }, total(state, match.totals[kind]?.[seat] ?? 0)),
        ];
      })))));
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
        finished && h("p", { key: "match", class: "sheet-match" }, t(winners.length > 1 ? "table.winners" : "table.winner", { name: winners.join(t("list.separator")) })),
        h("h2", { key: "title", id: "sheet-title" }, report?.title ?? t("table.between"))),
      h("button", { key: "close", type: "button", class: "button button-quiet button-icon", "aria-label": t("table.look_at_table"), title: t("table.look_at_table"), on: { click: () => ui({ sheetClosed: sheetKey(state) }) } }, icon("close"))),
    h("div", { key: "body", class: "sheet-body" },
      report && h("dl", { key: "facts", class: "facts sheet-facts" }, report.facts.map(fact)),
      scoreTable(page, match),
      report?.hands && dealtHands(page, report.hands)),
    next(page, match));
}
