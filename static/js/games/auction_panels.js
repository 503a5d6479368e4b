// @ts-check
/** The panels in which an Auction player decides: what picked cards bid, passing, declaring the end, laying. */
import { miniCard } from "../cards.js";
import { h } from "../dom.js";
import { capital, claimText, t } from "../i18n.js";
import { button } from "./panels.js";

/** @typedef {import("./game.js").Deal} Deal */

/** With which cards this page made its last bid: whoever wins with it mostly wants to lay these. */
let paid = { claim: "", auction: 0, cards: /** @type {string[]} */ ([]) };

/** What the picked cards come to. @param {Deal} deal */
function offers({ picks, waiting, say, act, refused, view }) {
  if (picks.chosen.length === 0) return h("p", { key: "hint", class: "auction-hint" }, t("auction.pick_hint"));
  if (!picks.offers) return h("p", { key: "asking", class: "auction-hint" }, "\u2026");
  if (picks.offers.refusal) return h("p", { key: "none", class: "auction-hint" }, picks.offers.refusal);
  return picks.offers.offers.map(({ action, rule, facts }) => button({
    key: action, class: "pick-wide pick-main pick-offer", enabled: !rule, waiting,
    why: rule ? () => say(refused({ rule, facts: facts ?? {} })) : undefined, click: () => { paid = { claim: action.slice(4), auction: view.auction, cards: picks.chosen }; act(action); },
  }, capital(claimText(action.slice(4)))));
}

/** Bid, pass, declare the end. @param {Deal} deal */
export function bidPanel(deal) {
  const { legal, act, why, waiting, picks, pick, view } = deal;
  if (picks.asking === "stop") return stopPanel(deal);
  return h("div", { key: "bid", class: "panel-auction", role: "group", "aria-label": t("auction.choose.bid") },
    h("div", { key: "offers", class: "pick-row auction-offers" }, waiting ? h("p", { key: "sent", class: "auction-hint" }, t("auction.sent")) : offers(deal)),
    h("div", { key: "others", class: "pick-row auction-others" },
      button({ key: "pass", class: "pick-pass pick-wide", enabled: legal.includes("pass"), waiting, why: () => why("pass"), click: () => act("pass") }, t("deal.pass")),
      view.stop.least !== null && button({ key: "stop", class: "pick-wide", enabled: view.stop.allowed, waiting, why: () => why("stop"), click: () => pick({ asking: "stop" }) }, t("auction.stop"))));
}

/** Once more, with what it costs or gains. @param {Deal} deal */
function stopPanel({ view, act, pick, waiting }) {
  return h("div", { key: "stop", class: "panel-auction", role: "alertdialog", "aria-label": t("auction.stop") },
    h("p", { key: "text", class: "auction-hint" }, t(view.stop.bonus ? "auction.stop_ask" : "auction.stop_ask_free", { points: view.points, bonus: view.stop.bonus })),
    h("div", { key: "buttons", class: "pick-row" },
      button({ key: "yes", class: "pick-wide pick-main", waiting, click: () => act("stop") }, t("auction.stop_yes")),
      button({ key: "no", class: "pick-wide", waiting, click: () => pick({ asking: null }) }, t("auction.stop_no"))));
}

/** What comes for the cards that are laid, which the winner alone sees. @param {Deal} deal */
export function layPanel({ mine, view, picks, pick }) {
  const taken = mine?.taken ?? [];
  const asBid = paid.auction === view.auction && paid.claim === view.lay.claim ? paid.cards : [];
  return h("div", { key: "lay", class: "panel-auction", role: "group", "aria-label": t("auction.choose.lay") },
    h("p", { key: "taken", class: "auction-hint" }, t("auction.you_take"), " ", taken.map((/** @type {string} */ card, /** @type {number} */ at) => h("span", { key: String(at) }, miniCard(card))),
      view.lay.from_stock > 0 && [" ", t("auction.unseen", { n: view.lay.from_stock })]),
    picks.chosen.length === 0 && asBid.length > 0 && h("p", { key: "as-bid", class: "auction-hint" },
      button({ key: "button", class: "pick-wide", click: () => pick({ chosen: asBid }) }, [t("auction.lay_as_bid"), " ", asBid.map((card, at) => h("span", { key: String(at) }, miniCard(card.split("+")[0])))])),
    picks.chosen.length > 0 && h("p", { key: "order", class: "auction-hint" }, t("auction.lay_order"), " ",
      picks.chosen.map((card, at) => h("span", { key: String(at) }, miniCard(card.split("+")[0]))), " ",
      h("button", { key: "clear", type: "button", class: "button button-quiet auction-clear", on: { click: () => pick({ chosen: [] }) } }, t("auction.lay_clear"))));
}
