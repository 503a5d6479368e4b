// @ts-check
/** The panels in which a Mighty player decides: bid, trump or direction, friend. */
import { miniCard, miniSuit } from "../cards.js";
import { cls, h } from "../dom.js";
import { t } from "../i18n.js";
import { rulesetOption } from "../protocol.js";
import { SUITS, button, callButton, callGrid, strain } from "./panels.js";

/** @typedef {import("./game.js").Deal} Deal */

const RANKS = [..."AKQJT98765432"];

/** The bids that are legal, by number: the strains open to it ("" where only a number is said). @param {string[]} legal */
function bidsByNumber(legal) {
  /** @type {Map<number, string[]>} */
  const bids = new Map();
  for (const action of legal) {
    const [verb, number, suit] = action.split(" ");
    if (verb === "bid") bids.set(Number(number), [...(bids.get(Number(number)) ?? []), suit ?? ""]);
  }
  return bids;
}

/** Number first, then trump. @param {Deal} deal */
export function bidPanel({ legal, picks, pick, act, why, say, waiting }) {
  const bids = bidsByNumber(legal);
  const mayPass = legal.includes("pass");
  const first = Math.min(13, ...bids.keys());
  const numbers = Array.from({ length: 21 - first }, (_, i) => first + i);
  const number = picks.number ?? (mayPass ? null : Math.min(...bids.keys()));
  const open = number === null ? [] : bids.get(number) ?? [];
  const named = ![...bids.values()].some((strains) => strains.includes(""));
  const strains = named ? [...SUITS, "N"] : ["", "N"];
  return h("div", { key: "bid", class: "panel-bid", role: "group", "aria-label": t("deal.bid") },
    h("div", { class: "pick-row pick-numbers", key: "numbers", role: "group", "aria-label": t("deal.bid_number") },
      numbers.map((n) => button({
        key: String(n), pressed: number === n, enabled: bids.has(n), waiting, class: "pick-number", why: () => why(`bid ${n}${named ? " N" : ""}`),
        click: () => pick({ number: n }),
      }, String(n)))),
    h("div", { class: cls("pick-row", named ? "pick-strains" : "pick-strains pick-two"), key: "strains", role: "group", "aria-label": t("deal.bid_trump") },
      strains.map((suit) => button({
        key: suit || "trump", enabled: open.includes(suit), waiting, class: "pick-strain",
        why: () => (number === null ? say(t("deal.number_first")) : why(["bid", number, suit].filter(Boolean).join(" "))),
        label: number === null ? t(`suit.${suit || "named_later"}`) : t("deal.bid_as", { number, suit: suit || "named_later" }),
        click: () => act(["bid", number, suit].filter(Boolean).join(" ")),
      }, suit ? strain(suit) : h("span", { class: "pick-word" }, t("deal.with_trump")))),
      button({ key: "pass", class: "pick-pass", enabled: mayPass, waiting, why: () => why("pass"), click: () => act("pass") }, t("deal.pass")),
      legal.includes("misdeal") && button({ key: "misdeal", class: "pick-pass", enabled: !waiting, click: () => act("misdeal") }, t("deal.misdeal"))));
}

/** What the contract would become with another trump, from the costs of the rule set. @param {Deal} deal @param {string} suit */
function raised({ view, ruleset }, suit) {
  if (!view.contract?.bid_suit) return "";
  const cost = suit === "N" ? rulesetOption(ruleset, "to_nt_cost") ?? 1 : rulesetOption(ruleset, "trump_change_cost") ?? 2;
  return String(view.contract.number + Number(cost));
}

/** One of the suits, or leave things as they are: `trump X` / `keep`, `direct X` / `direct none`. @param {Deal} deal @param {"trump" | "direct"} verb */
export function choicePanel(deal, verb) {
  const { legal, act, waiting, view } = deal;
  const suits = [...SUITS, "N"].filter((suit) => legal.includes(`${verb} ${suit}`));
  const other = verb === "trump" ? "keep" : "direct none";
  const kept = view.contract?.trump ?? view.contract?.bid_suit;
  return h("div", { key: verb, class: "panel-suits", role: "group", "aria-label": t(`deal.choose.${verb}`) },
    h("div", { class: "pick-row" },
      legal.includes(other) && button({ key: "other", class: "pick-wide pick-main", enabled: !waiting, click: () => act(other) },
        verb === "trump" ? [t("deal.keep"), " ", kept ? [String(view.contract?.number), " ", miniSuit(kept)] : ""] : t("deal.direct_free")),
      suits.map((suit) => button({
        key: suit, class: "pick-strain", enabled: !waiting, label: t(`deal.choose_as.${verb}`, { suit, number: raised(deal, suit) }),
        click: () => act(`${verb} ${suit}`),
      }, [verb === "trump" && raised(deal, suit) ? h("span", { class: "pick-raise" }, raised(deal, suit)) : "", strain(suit)]))));
}

/** A grid of cards by suit, and the calls that name no card. Picking and calling are two steps. @param {Deal} deal */
export function friendPanel(deal) {
  const { legal, picks, act, waiting, view, hand, mine } = deal;
  const calls = new Set(legal.map((action) => action.split(" ")[1]));
  const suit = picks.suit ?? (view.specials?.mighty?.[1] ?? "S");
  const own = new Set([...hand, ...(mine?.buried ?? [])]);
  const which = { verb: "friend", calls, own, suit, ranks: RANKS };
  const special = [view.specials?.mighty, "JK"].filter(Boolean);
  return h("div", { key: "friend", class: "panel-cards panel-friend", role: "group", "aria-label": t("deal.choose.friend") },
    callGrid(deal, which),
    h("div", { key: "others", class: "pick-row call-others" },
      special.map((card) => callButton(deal, which, card, [card === "JK" ? t("deal.joker") : t("deal.mighty"), card === "JK" ? "" : [" ", miniCard(card)]], "pick-wide")),
      calls.has("first") && callButton(deal, which, "first", t("deal.call_first"), "pick-wide"),
      calls.has("none") && callButton(deal, which, "none", t("deal.call_none"), "pick-wide")),
    h("button", {
      key: "confirm", type: "button", class: "button button-primary panel-confirm", disabled: !picks.call || waiting,
      on: { click: () => picks.call && act(`friend ${picks.call}`) },
    }, picks.call ? (picks.call.length === 2 ? t("deal.call_card", { card: picks.call }) : t(`deal.call_${picks.call}`)) : t("deal.call_none_yet")));
}
