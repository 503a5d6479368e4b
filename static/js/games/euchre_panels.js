// @ts-check
/** The panels in which a Euchre player decides: order up, name a suit, leave the upcard, call a card. */
import { miniCard, miniSuit } from "../cards.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { SUITS, button, callButton, callGrid, strain } from "./panels.js";

/** @typedef {import("./game.js").Deal} Deal */

/** @param {Deal} deal */
function passButton({ legal, act, why, waiting }) {
  return button({ key: "pass", class: "pick-pass", enabled: legal.includes("pass"), waiting, why: () => why("pass"), click: () => act("pass") }, t("deal.pass"));
}

/** Round one: the suit of the upcard, or pass. @param {Deal} deal */
export function orderPanel(deal) {
  const { act, waiting, view, me } = deal;
  return h("div", { key: "order", class: "panel-order", role: "group", "aria-label": t("deal.euchre.choose.order", { card: view.upcard }) },
    h("div", { class: "pick-row" },
      button({ key: "order", class: "pick-wide pick-main pick-order", enabled: !waiting, click: () => act("order") },
        [t(me === view.dealer ? "deal.euchre.take_up" : "deal.euchre.order_up"), " ", miniCard(view.upcard)]),
      passButton(deal)));
}

/** Round two: another suit, or pass; for the dealer there is no passing any more. @param {Deal} deal */
export function trumpPanel(deal) {
  const { legal, act, why, waiting } = deal;
  const named = legal.includes("trump N") ? [...SUITS, "N"] : SUITS;
  return h("div", { key: "trump", class: "panel-suits", role: "group", "aria-label": t("deal.choose.trump") },
    h("div", { class: "pick-row pick-strains" },
      named.map((suit) => button({
        key: suit, class: "pick-strain", enabled: legal.includes(`trump ${suit}`), waiting, why: () => why(`trump ${suit}`),
        label: t(legal.includes(`trump ${suit}`) ? "deal.euchre.make" : "deal.euchre.suit_turned_down", { suit }), click: () => act(`trump ${suit}`),
      }, strain(suit))),
      passButton(deal)));
}

/** The dealer may leave the upcard where it is; the card to give up for it is tapped in the hand. @param {Deal} deal */
export function swapPanel({ act, waiting, view }) {
  return h("div", { key: "swap", class: "panel-swap", role: "group", "aria-label": t("deal.euchre.swap") },
    h("div", { class: "pick-row" },
      button({ key: "keep", class: "pick-wide pick-main", enabled: !waiting, click: () => act("keep") }, [t("deal.euchre.keep"), " ", miniCard(view.upcard)])));
}

/** The maker's call: a card by suit, or alone. Picking and calling are two steps. @param {Deal} deal */
export function callPanel(deal) {
  const { legal, picks, act, waiting, view, hand, mine, ruleset } = deal;
  const calls = new Set(legal.map((action) => (action === "alone" ? action : action.split(" ")[1])));
  const own = new Set([...hand, ...(mine?.discard ? [mine.discard] : [])]);
  const open = SUITS.find((suit) => suit !== view.trump && [...calls].some((call) => call[1] === suit && call.length === 2));
  const which = { verb: "call", calls, own, suit: picks.suit ?? open ?? String(view.trump), ranks: [...(ruleset.includes("pack=32") ? "AKQJT987" : "AKQJT98")] };
  const chosen = picks.call;
  return h("div", { key: "call", class: "panel-cards panel-call", role: "group", "aria-label": t("deal.euchre.choose.call") },
    callGrid(deal, which),
    calls.has("alone") && h("div", { key: "others", class: "pick-row call-others" },
      callButton(deal, which, "alone", [t("deal.call_none"), " ", miniSuit(String(view.trump))], "pick-wide")),
    h("button", {
      key: "confirm", type: "button", class: "button button-primary panel-confirm", disabled: !chosen || waiting,
      on: { click: () => chosen && act(chosen === "alone" ? chosen : `call ${chosen}`) },
    }, chosen === null ? t("deal.call_none_yet") : chosen === "alone" ? t("deal.call_none") : t("deal.call_card", { card: chosen })));
}
