// @ts-check
/** What the panels of several games are made of: buttons, suits, and a grid of cards of which one is called. */
import { cls, h } from "../dom.js";
import { cardName, t } from "../i18n.js";
import { icon } from "../shapes.js";

/** @typedef {import("./game.js").Deal} Deal */

export const SUITS = ["S", "H", "D", "C"];

/**
 * A button of a panel. One that is closed for a reason (`why`) stays within reach and answers with it; one that is
 * closed only while an action is on its way needs none.
 *
 * @param {{ key: string, class?: string, label?: string, pressed?: boolean, enabled?: boolean, waiting?: boolean, why?: () => void, click: () => void }} options
 * @param {import("../dom.js").Children} content
 */
export function button({ key, class: extra, label, pressed, enabled = true, waiting = false, why, click }, content) {
  const closed = !enabled && why !== undefined && !waiting;
  return h("button", {
    key, type: "button", class: cls("pick", extra), "aria-label": label,
    "aria-pressed": pressed === undefined ? null : String(pressed),
    disabled: waiting || (!enabled && !closed), "aria-disabled": closed ? "true" : null, on: { click: closed ? why : click },
  }, content);
}

/** A suit as the face of a button: its shape, or the word for no trump. @param {string} suit */
export function strain(suit) {
  return suit === "N" ? h("span", { class: "pick-word" }, t("suit.short.N")) : h("span", { class: `pick-suit suit-${suit}` }, icon(suit));
}

/** One thing to call, a card or a word; picking it is not yet calling it. @param {Deal} deal @param {{ verb: string, calls: Set<string>, own: Set<string> }} which @param {string} call @param {import("../dom.js").Children} content */
export function callButton({ picks, pick, waiting, why }, { verb, calls, own }, call, content, extra = "") {
  return button({
    key: call, class: cls("pick-call", extra, own.has(call) && "pick-own"), pressed: picks.call === call,
    enabled: calls.has(call), waiting, why: () => why(`${verb} ${call}`),
    label: call.length === 2 ? (own.has(call) ? t("deal.call_own", { card: call }) : cardName(call)) : undefined,
    click: () => pick({ call }),
  }, content);
}

/** Cards to call by suit; where there is no room for all, tabs choose the suit. @param {Deal} deal @param {{ verb: string, ranks: string[], suit: string, calls: Set<string>, own: Set<string> }} which */
export function callGrid(deal, which) {
  const row = (/** @type {string} */ s) => h("div", { key: s, class: cls("call-row", `suit-${s}`, s === which.suit && "call-row-shown"), role: "group", "aria-label": t(`suit.${s}`) },
    h("span", { class: "call-suit", key: "head" }, icon(s)),
    which.ranks.map((rank) => callButton(deal, which, rank + s, rank === "T" ? "10" : rank)));
  return [
    h("div", { key: "tabs", class: "pick-row call-tabs" }, SUITS.map((s) => button({
      key: s, class: "pick-tab", pressed: s === which.suit, label: t(`suit.${s}`), click: () => deal.pick({ suit: s }),
    }, strain(s)))),
    h("div", { key: "grid", class: "call-grid" }, SUITS.map(row)),
    which.own.size > 0 && h("p", { key: "hint", class: "call-hint" }, h("span", { class: "call-own-sign", "aria-hidden": "true" }), t([...which.own].some((card) => which.calls.has(card)) ? "deal.call_own_alone_hint" : "deal.call_own_hint")),
  ];
}
