// @ts-check
/** The action bar: one's own plate, what is asked, the button that does it; and the panel of the game above it. */
import { miniCard } from "../cards.js";
import { cls, h } from "../dom.js";
import { t } from "../i18n.js";
import { playsByCard } from "../games/game.js";
import { amHost, mySeat, seenSeat } from "../page.js";
import { askButtons } from "./asking.js";
import { confirmChoice } from "./hand.js";
import { plate } from "./seats.js";
import { isSilent, shadowButton } from "./shadows.js";

/** @typedef {import("../page.js").Page} Page */

/** The running deal's main button: confirm a choice, or play the lifted card. @param {Page} page */
function dealButton(page) {
  const { state, deal, send } = page;
  if (!deal || !state.game) return null;
  if (deal.mayAct && deal.choose) {
    const missing = deal.choose.count - deal.picks.chosen.length;
    return h("button", {
      key: "confirm", type: "button", class: "button button-primary bar-button", disabled: missing > 0 || state.pending !== null,
      on: { click: () => confirmChoice(page) },
    }, missing > 0 ? t("deal.choose_more", { n: missing }) : state.game.chooseText(deal.choose).confirm);
  }
  const lifted = deal.picks.lifted;
  const plays = lifted ? playsByCard(deal.legal).get(lifted) ?? [] : [];
  if (!deal.mayAct || !lifted || plays.length !== 1) return null;
  return h("button", {
    key: "play", type: "button", class: "button button-primary bar-button", disabled: state.pending !== null,
    "aria-label": t("deal.play_card", { card: lifted }), on: { click: () => send.act(plays[0]) },
  }, t("deal.play"), " ", miniCard(lifted));
}

/** Everything that is not about the running deal. @param {Page} page */
function tableButtons({ state, send, ui, data }) {
  const table = state.table?.public;
  if (!table) return [];
  const seat = mySeat(state);
  if (state.table?.private?.standin && seat !== null) {
    return [h("button", { key: "back", type: "button", class: "button button-primary bar-button", on: { click: () => send.sit(seat) } }, t("table.take_back"))];
  }
  if (table.phase === "result" && state.ui.sheetClosed !== null) {
    return [h("button", { key: "sheet", type: "button", class: "button bar-button", on: { click: () => ui({ sheetClosed: null }) } }, t("table.show_result")), readyButton({ state, send })];
  }
  if (table.phase === "finished" && state.ui.sheetClosed !== null) {
    return [h("button", { key: "sheet", type: "button", class: "button bar-button", on: { click: () => ui({ sheetClosed: null }) } }, t("table.show_standings"))];
  }
  if (seat === null && data.player && table.phase !== "lobby" && !isSilent(state) && table.seats.some((info) => info.kind !== "person")) {
    return [h("button", { key: "join", type: "button", class: "button bar-button", on: { click: () => send.sit() } }, t("table.sit_down"))];
  }
  return [];
}

/** "Ready" between two deals. @param {{ state: import("../page.js").State, send: import("../page.js").Send }} page */
export function readyButton({ state, send }) {
  const table = state.table?.public;
  const seat = mySeat(state);
  if (!table || table.phase !== "result" || seat === null || state.table?.private?.standin) return null;
  const ready = table.seats[seat].ready;
  return h("button", {
    key: "ready", type: "button", class: cls("button bar-button", !ready && "button-primary"), disabled: ready,
    on: { click: () => send.ready() },
  }, ready ? t("table.waiting_others") : t("table.next_deal"));
}

/** What the bar says. @param {Page} page */
function promptText({ state, deal, data }) {
  const table = state.table?.public;
  if (!data.player) return "";
  if (!table) return t("table.loading");
  if (table.closed) return t(table.seats.some((seat) => seat.kind !== "person") ? "table.closed_sit" : "table.closed");
  if (state.table?.private?.standin) return t("table.standin_bar");
  if (table.phase === "dealing") return t("table.dealing");
  if (table.phase === "lobby") return lobbyText(state);
  if (table.phase === "result") return t("table.between");
  if (table.phase === "finished") return t("table.finished");
  return deal && state.game ? state.game.prompt(deal) : "";
}

/** @param {import("../page.js").State} state */
function lobbyText(state) {
  const table = /** @type {import("../protocol.js").PublicView} */ (state.table?.public);
  const free = table.seats.filter((seat) => seat.kind === "empty").length;
  if (free > 0) return t("table.waiting_players", { n: free });
  return amHost(state) ? t("table.all_here_host") : t("table.all_here");
}

/** @param {Page} page */
export function bar(page) {
  const { state, deal } = page;
  const table = state.table?.public;
  const seat = seenSeat(state);
  const panel = deal && state.game && seat === mySeat(state) && table?.phase === "deal" && state.held === null && !state.ui.showLast ? state.game.panel(deal) : null;
  const yours = Boolean(deal?.mayAct) && !(deal && state.game?.atOnce?.(deal.view));
  return [
    panel && h("div", { key: "panel", class: "panel-over" }, panel),
    state.ui.notice && h("p", { key: "notice", class: "notice-over", role: "status" }, state.ui.notice.text),
    seat !== null && table?.phase !== "lobby" && h("div", { key: "own", class: "bar-own" }, plate(page, seat, false)),
    h("p", { key: "prompt", class: cls("bar-prompt", yours && "bar-yours") }, yours && h("b", { key: "turn", class: "bar-turn" }, t("table.your_turn")), " ", promptText(page)),
    h("div", { key: "buttons", class: "bar-buttons" }, dealButton(page), shadowButton(page), tableButtons(page), askButtons(page)),
  ];
}
