// @ts-check
/** The log of a deal, in plain words, tricks set apart: the running one, or an earlier one of the match on request. */
import { cls, h } from "../dom.js";
import { t } from "../i18n.js";
import { botName } from "../page.js";
import { shadowAsides } from "./shadows.js";
import { sentence } from "./words.js";

/** @typedef {import("../page.js").Page} Page */
/** @typedef {import("../page.js").Past} Past */
/** @typedef {import("../games/game.js").Deal} Deal */
/** @typedef {import("../protocol.js").MatchInfo} MatchInfo */

/** Keep the end in view, unless the reader has scrolled up. @param {HTMLElement} list */
function stickToEnd(list) {
  const panel = list.closest(".rail-panel");
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

/** An earlier deal is read from its beginning. @param {HTMLElement} list */
function fromTheTop(list) {
  if (list.dataset.shown) return;
  list.dataset.shown = "yes";
  const panel = list.closest(".rail-panel");
  if (panel) panel.scrollTop = 0;
}

/** @param {Deal} deal @param {import("../games/game.js").GameModule} game @param {import("../protocol.js").Undone[]} [undone] @param {import("../games/game.js").Aside[]} [more] */
function lines(deal, game, undone = [], more = []) {
  const asides = [...game.asides(deal), ...more];
  const aside = (/** @type {number} */ place) => asides.filter(({ at }) => at === place)
    .map(({ line }, i) => h("li", { key: `aside-${place}-${i}`, class: "log-aside" }, sentence(line)));
  let plays = 0;
  const shown = aside(-1);
  /** What was taken back at this place of the log, struck out. @param {number} place */
  const gone = (place) => undone.forEach(({ after, seat, lines: taken }, i) => {
    if (after !== place) return;
    shown.push(...taken.map(([who, action], n) => h("li", { key: `undone-${i}-${n}`, class: "log-undone" }, h("s", null, sentence(game.line(who, action, deal))))));
    shown.push(h("li", { key: `undone-${i}`, class: "log-aside" }, sentence({ key: "log.undone", facts: { name: deal.name(seat) } })));
  });
  gone(0);
  for (const [at, [seat, action]] of deal.view.log.entries()) {
    if (action.startsWith("play ")) {
      if (plays % deal.seats === 0) shown.push(h("li", { key: `trick-${plays}`, class: "log-trick" }, t("table.trick_number", { number: plays / deal.seats + 1 })));
      plays += 1;
    }
    shown.push(h("li", { key: String(at), class: "log-line", memo: `${at} ${seat} ${action} ${deal.name(seat)}` }, sentence(game.line(seat, action, deal))));
    shown.push(...aside(at));
    gone(at + 1);
  }
  return shown;
}

/** A deal that is over, as everybody at the table saw it at its end. @param {Page} page @param {MatchInfo} match @param {number} deal */
async function lookBack({ ui }, match, deal) {
  ui({ past: { match: match.id, deal, view: null, names: [], missing: false } });
  try {
    const response = await fetch(`/api/matches/${match.id}/deals/${deal}`, { headers: { accept: "application/json" } });
    if (!response.ok) throw new Error(`deal: ${response.status}`);
    const { deal: view, names } = await response.json();
    ui({ past: { match: match.id, deal, view, names, missing: false } });
  } catch {
    ui({ past: { match: match.id, deal, view: null, names: [], missing: true } });
  }
}

/** Which deal is read: the running one, or one of those before it. @param {Page} page @param {MatchInfo} match @param {Past | null} past */
function picker(page, match, past) {
  const earlier = match.results.filter(({ deal }) => deal !== match.deal).reverse();
  if (earlier.length === 0) return null;
  const choose = (/** @type {Event} */ event) => {
    const deal = Number(/** @type {HTMLSelectElement} */ (event.currentTarget).value);
    if (deal === 0) page.ui({ past: null });
    else void lookBack(page, match, deal);
  };
  const option = (/** @type {number} */ value, /** @type {string} */ text) =>
    h("option", { key: String(value), value, props: { selected: (past?.deal ?? 0) === value } }, text);
  return h("p", { key: "picker", class: "log-picker" },
    h("label", { for: "log-deal" }, t("table.log_of")),
    h("select", { id: "log-deal", class: "select", on: { change: choose } },
      option(0, t("table.log_now")),
      earlier.map(({ deal, redeal }) => option(deal, t(redeal ? "table.log_deal_redeal" : "table.deal_number", { number: deal })))));
}

/** @param {Page} page @param {Past} past */
function pastLog({ state }, past) {
  if (past.missing) return h("p", { key: "missing", class: "rail-empty" }, t("table.log_missing"));
  if (!past.view || !state.game) return h("p", { key: "loading", class: "rail-empty" }, t("table.log_loading"));
  const seats = state.table?.public.seats ?? [];
  const name = (/** @type {number} */ seat) => (seats.some((info) => info.kind === "bot" && info.name === past.names[seat]) ? botName(past.names[seat]) : past.names[seat]);
  /** @type {Deal} */
  const deal = {
    view: past.view, mine: null, me: null, seats: past.names.length, hand: [], legal: [], choose: null, mayAct: false,
    ruleset: state.table?.public.ruleset ?? "", waiting: false, picks: state.picks, name, act: () => undefined, why: () => undefined, say: () => undefined, pick: () => undefined,
  };
  return h("ol", { key: `past-${past.deal}`, class: cls("log", "log-past"), hook: fromTheTop },
    lines(deal, state.game), h("li", { key: "result", class: "log-aside" }, sentence(state.game.resultLine(past.view.outcome ?? {}, name))));
}

/** @param {Page} page */
export function log(page) {
  const { state, deal } = page;
  const match = state.table?.public.match;
  const past = match && state.ui.past?.match === match.id && state.ui.past.deal !== match.deal ? state.ui.past : null;
  const pick = match ? picker(page, match, past) : null;
  if (past) return [pick, pastLog(page, past)];
  const undone = state.table?.public.undone ?? [];
  const more = shadowAsides(state);
  if (!deal || !state.game || deal.view.log.length + undone.length + state.game.asides(deal).length + more.length === 0) return [pick, h("p", { key: "none", class: "rail-empty" }, t("table.no_log"))];
  return [pick, h("ol", { key: `log-${match?.deal}`, class: "log", hook: stickToEnd }, lines(deal, state.game, undone, more))];
}
