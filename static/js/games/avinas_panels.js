// @ts-check
/** The panels in which an Avinas player decides, and what is one tap away: the trumps in order, the exposed cards. */
import { cardFace, miniCard, miniSuit } from "../cards.js";
import { cls, h } from "../dom.js";
import { cardName, t } from "../i18n.js";

/** @typedef {import("./game.js").Deal} Deal */

/** Queens and jacks, trumps in every deal, high to low. */
export const TRUMPS = ["QC", "QS", "QH", "QD", "JC", "JS", "JH", "JD"];
/** What the trump suit adds to them. */
const OF_THE_SUIT = ["7", "A", "10", "K", "9", "8"];
const SUITS = ["S", "H", "D", "C"];

/** @param {string} key @param {string} extra @param {boolean} waiting @param {() => void} click @param {import("../dom.js").Children} content @param {string} [label] */
function button(key, extra, waiting, click, content, label) {
  return h("button", { key, type: "button", class: cls("pick", extra), disabled: waiting, "aria-label": label, on: { click } }, content);
}

/** The numbers that may be bid, or pass; above them how many trumps each suit would give. @param {Deal} deal */
export function bidPanel({ legal, act, waiting, mine }) {
  const bids = legal.filter((action) => action.startsWith("bid "));
  const counts = mine?.counts ?? null;
  return h("div", { key: "bid", class: "panel-bid panel-avinas", role: "group", "aria-label": t("deal.bid") },
    counts && h("p", { key: "counts", class: "panel-counts" }, t("avinas.counts"), " ", SUITS.map((suit) =>
      h("span", { key: suit, class: "panel-count" }, miniSuit(suit), " ", String(counts[suit])))),
    h("div", { key: "row", class: "pick-row" },
      bids.map((action) => button(action, "pick-number pick-main", waiting, () => act(action), action.slice(4), t("avinas.bid_number", { number: action.slice(4) }))),
      button("pass", "pick-pass", waiting, () => act("pass"), t("deal.pass"))));
}

/** Knock, knock back, or pass. @param {Deal} deal */
export function knockPanel({ act, waiting, view }) {
  const back = view.phase === "back";
  return h("div", { key: view.phase, class: "panel-knock panel-avinas", role: "group", "aria-label": t(back ? "avinas.knock_back" : "avinas.knock") },
    h("div", { class: "pick-row" },
      button("knock", "pick-wide pick-main", waiting, () => act("knock"), t(back ? "avinas.knock_back" : "avinas.knock")),
      button("pass", "pick-pass", waiting, () => act("pass"), t("deal.pass"))));
}

/** @param {string} card */
function aidCard(card) {
  return [cardFace(card), h("span", { class: "visually-hidden" }, cardName(card))];
}

/** @param {Deal} deal */
function trumpOrder({ view }) {
  const known = view.trump_order.length > 0;
  return [
    h("p", { key: "lead" }, known ? t("avinas.aid.trumps_of", { suit: view.trump }) : t("avinas.aid.trumps_open")),
    h("ol", { key: "cards", class: "aid-cards" }, (known ? view.trump_order : TRUMPS).map((/** @type {string} */ card, /** @type {number} */ at) =>
      h("li", { key: card }, aidCard(card), h("span", { class: "num", "aria-hidden": "true" }, String(at + 1))))),
    !known && h("p", { key: "suit" }, t("avinas.aid.trumps_suit", { ranks: OF_THE_SUIT.slice(1).join(" ") })),
    h("p", { key: "plain" }, t("avinas.aid.plain")),
    h("p", { key: "points" }, t("avinas.aid.points")),
  ];
}

/** @param {Deal} deal */
function exposedCards({ view, name }) {
  return [
    h("p", { key: "lead" }, view.sevens ? t("avinas.aid.exposed", { n: view.sevens }) : t("avinas.aid.exposed_none")),
    h("dl", { key: "seats", class: "words aid-seats" }, view.exposed.map((/** @type {string[]} */ cards, /** @type {number} */ seat) =>
      h("div", { key: String(seat) }, h("dt", null, name(seat)),
        h("dd", null, cards.length ? cards.map(miniCard) : t("avinas.aid.none"),
          view.decisive?.seat === seat && h("span", { key: "decides", class: "aid-note" }, t("avinas.aid.decides", { card: view.decisive.card })))))),
  ];
}

/** @param {Deal} deal @returns {import("./game.js").Aid[]} */
export function aids(deal) {
  return [
    { key: "trumps", shape: "order", label: t("avinas.aid.trumps"), body: () => trumpOrder(deal) },
    { key: "exposed", shape: "open", label: t("avinas.aid.exposed_title"), body: () => exposedCards(deal) },
  ];
}
