// @ts-check
/** Call-partner Euchre, for the page: words, order of cards, panels. The rules are the server's. */
import { canonical, miniCard, miniSuit } from "../cards.js";
import { listed, t } from "../i18n.js";
import { rulesetOption } from "../protocol.js";
import { fullTricks, whenPlayed } from "./game.js";
import { marker } from "./euchre_marker.js";
import { callPanel, orderPanel, swapPanel, trumpPanel } from "./euchre_panels.js";

/** @typedef {import("./game.js").Deal} Deal */
/** @typedef {import("./game.js").GameView} GameView */
/** @typedef {import("./game.js").Line} Line */
/** @typedef {import("./game.js").Fact} Fact */

const SUITS = "SHCD";
const RANKS = "AKQJT987";
const TRICKS = 5;

/** Trumps first, from the right bower down, the left bower among them; the other suits black and red in turn. @param {string[]} cards @param {GameView} view */
function order(cards, view) {
  const trumps = view.trumps ?? [];
  const trump = SUITS.indexOf(view.trump ?? "");
  const place = (/** @type {string} */ card) => {
    if (trumps.includes(card)) return trumps.indexOf(card) - 100;
    const suit = SUITS.indexOf(card[1]);
    return (trump < 0 ? suit : (suit - trump + 4) % 4) * 13 + RANKS.indexOf(card[0]);
  };
  return [...cards].sort((a, b) => place(a) - place(b));
}

/** The left bower wears the suit it belongs to. @param {string} card @param {GameView} view */
function badges(card, view) {
  const marks = [];
  if (card === view.bowers?.right) marks.push({ kind: "right", shape: "plume", label: t("deal.euchre.right") });
  if (card === view.bowers?.left) marks.push({ kind: `left badge-suit suit-${view.trump}`, shape: String(view.trump), label: t("deal.euchre.left") });
  if (card === view.call) marks.push({ kind: "called", shape: "called", label: t("deal.euchre.called") });
  return marks;
}

/** @param {any} raw @returns {import("./game.js").Trick | null} */
function readTrick(raw) {
  if (!raw) return null;
  const plays = raw.plays.map((/** @type {[number, string]} */ [seat, card]) => ({ seat, card, suit: null, note: null }));
  return { number: raw.number, leader: raw.leader, plays, winner: raw.winner ?? null, winning: raw.winning ?? null, points: null };
}

/** The upcard while trump is being made, and as long as it lies there for all to see. @param {GameView} view @returns {import("./game.js").Middle | null} */
function middle(view) {
  const card = view.upcard;
  if (view.phase === "trump") return { cards: ["??"], label: t("deal.euchre.turned_down", { card }) };
  const open = view.phase === "order" || view.phase === "swap" || (view.phase === "call" && view.exchanged === false);
  return open ? { cards: [card], label: t("deal.euchre.upcard_is", { card }) } : null;
}

/** @param {Deal} deal @returns {Fact[]} */
function summary({ view, name, mine }) {
  if (view.maker === null) {
    /** @type {Fact[]} */
    const facts = [{ key: "upcard", strong: true, label: t("deal.euchre.upcard"), value: [miniCard(view.upcard), view.turned_down ? [" ", t("deal.euchre.is_turned_down")] : ""] }];
    return view.outcome ? facts : [...facts, { key: "round", label: t("deal.euchre.round"), value: t(`deal.euchre.round_${view.round}`) }];
  }
  /** @type {Fact[]} */
  const facts = [{ key: "contract", strong: true, label: t("deal.euchre.trump"), value: [miniSuit(view.trump), " ", name(view.maker)] }];
  if (view.partner) facts.push({ key: "friend", shape: "friend", label: t("deal.euchre.partner"), value: partnerText(view.call, view.partner, name, mine) });
  if (view.sides) facts.push({ key: "sides", shape: "trick", label: t("deal.euchre.sides"), value: t("deal.euchre.sides_short", view.sides) });
  if (view.bowers) facts.push({ key: "bowers", shape: "plume", label: t("deal.euchre.bowers"), value: [miniCard(view.bowers.right), " ", miniCard(view.bowers.left)] });
  return facts;
}

/** What was called, and who is the partner as far as this viewer may know. @param {string} call @param {{ seat: number | null, alone: boolean | null }} partner @param {(seat: number) => string} name @param {GameView | null} mine */
function partnerText(call, partner, name, mine) {
  if (call === "alone") return t("deal.euchre.alone");
  const called = [miniCard(call), " "];
  if (partner.seat !== null) return [called, name(partner.seat)];
  if (partner.alone) return [called, t("deal.euchre.nobody")];
  return [called, mine?.alone ? t("deal.euchre.nobody_secret") : t("deal.euchre.unknown")];
}

/** @param {Deal} deal @param {number} seat @returns {import("./game.js").Role | null} */
function role({ view, mine, me }, seat) {
  if (view.maker === seat) return { kind: "declarer", shape: "crown", text: t("deal.euchre.role.maker"), secret: false };
  if (view.partner?.seat === seat) return { kind: "friend", shape: "friend", text: t("deal.euchre.role.partner"), secret: false };
  if (seat !== me || !mine?.role) return null;
  if (mine.role === "partner") return { kind: "friend", shape: "friend", text: t("deal.euchre.role.partner"), secret: true };
  return { kind: "defender", shape: "shield", text: t("deal.role.defender"), secret: false };
}

/** @param {Deal} deal @param {number} seat */
function stats({ view }, seat) {
  const left = view.cards[seat];
  const tricks = view.taken[seat].tricks;
  const marks = [{ key: "cards", shape: "cards", value: String(left), label: t("deal.stat.cards", { n: left }) }];
  if (view.phase === "play" || view.phase === "over") marks.push({ key: "tricks", shape: "trick", value: String(tricks), label: t("deal.stat.tricks", { n: tricks }) });
  return marks;
}

/** What the seat said while trump is made; who made it, until the lead. @param {Deal} deal @param {number} seat @returns {Line | null} */
function bubble({ view, me }, seat) {
  if (view.passed.includes(seat) && (view.phase === "order" || view.phase === "trump")) return { key: "deal.said.pass", facts: {} };
  if (view.maker !== seat || seat === me || (view.phase !== "swap" && view.phase !== "call")) return null;
  return { key: "deal.euchre.said.trump", facts: { suit: view.trump } };
}

/** @param {Deal} deal */
function prompt({ view, mayAct, name, hand, me, mine, legal }) {
  if (view.turn.length === 0) return "";
  const phase = view.phase === "play" && view.trick?.plays.length === 0 ? "lead" : view.phase;
  const playing = phase === "play" || phase === "lead";
  const facts = { card: view.upcard, suit: view.upcard[1], name: listed(view.turn.map(name)) };
  if (!mayAct) {
    const waiting = t(playing ? `deal.waiting.${phase}` : `deal.euchre.waiting.${phase}`, facts);
    return me !== null && mine?.role === "partner" && view.partner?.seat === null ? `${waiting} ${t("deal.euchre.you_are_partner")}` : waiting;
  }
  if (phase === "play") {
    const any = hand.every((card) => legal.includes(`play ${card}`));
    return t(any ? "deal.prompt.play_any" : "deal.prompt.follow", { suit: view.trick.suit });
  }
  if (phase === "order" && me === view.dealer) return t("deal.euchre.prompt.order_dealer", facts);
  if (phase === "trump" && !legal.includes("pass")) return t("deal.euchre.prompt.trump_forced");
  if (phase === "swap" && !legal.includes("keep")) return t("deal.euchre.prompt.swap_must", facts);
  return t(playing ? `deal.prompt.${phase}` : `deal.euchre.prompt.${phase}`, facts);
}

/** @param {Deal} deal */
function panel(deal) {
  if (!deal.mayAct) return null;
  switch (deal.view.phase) {
    case "order": return orderPanel(deal);
    case "trump": return trumpPanel(deal);
    case "swap": return deal.legal.includes("keep") ? swapPanel(deal) : null;
    case "call": return callPanel(deal);
    default: return null;
  }
}

/** The dealer's exchange: one card of the hand for the upcard. @param {string[]} legal @returns {import("../protocol.js").Choose | null} */
function choose(legal) {
  const among = legal.filter((action) => action.startsWith("swap ")).map((action) => action.split(" ")[1]);
  return among.length > 0 ? { verb: "swap", count: 1, among } : null;
}

/** @param {number} seat @param {string} action @param {Deal} deal @returns {Line} */
function line(seat, action, { name, view }) {
  const facts = { name: name(seat), card: view.upcard };
  const [verb, what] = action.split(" ");
  switch (verb) {
    case "pass": return { key: "log.pass", facts };
    case "claim": return { key: "log.claim", facts };
    case "play": return { key: "log.play", facts: { ...facts, card: what } };
    case "order": return { key: seat === view.dealer ? "log.euchre.order_dealer" : "log.euchre.order", facts: { ...facts, suit: view.upcard[1] } };
    case "trump": return what === "N" ? { key: "log.euchre.no_trump", facts } : { key: "log.trump", facts: { ...facts, suit: what } };
    case "call": return { key: "log.friend", facts: { ...facts, card: what } };
    default: return { key: `log.euchre.${verb}`, facts };
  }
}

/** What happened beside the actions themselves. @param {Deal} last @param {Deal} next @returns {Line[]} */
function news(last, next) {
  /** @type {Line[]} */
  const lines = [];
  const { last: trick, partner } = next.view;
  if (next.view.turned_down && !last.view.turned_down) lines.push({ key: "log.euchre.turned_down", facts: { card: next.view.upcard } });
  if (trick && trick.number !== last.view.last?.number) lines.push({ key: "log.euchre.takes", facts: { name: next.name(trick.winner) } });
  if (partner && partner.seat !== null && (last.view.partner?.seat ?? null) === null) lines.push({ key: "log.euchre.is_partner", facts: { name: next.name(partner.seat) } });
  if (partner?.alone && next.view.call !== "alone" && !last.view.partner?.alone) lines.push({ key: "log.euchre.is_alone", facts: { name: next.name(next.view.maker) } });
  return lines;
}

/** What the log tells beside the actions. @param {Deal} deal @returns {import("./game.js").Aside[]} */
function asides(deal) {
  const { view, name, seats } = deal;
  /** @type {import("./game.js").Aside[]} */
  const lines = [];
  if (view.turned_down) lines.push({ at: seats - 1, line: { key: "log.euchre.turned_down", facts: { card: view.upcard } } });
  for (const { at, winner } of fullTricks(deal)) lines.push({ at, line: { key: "log.euchre.takes", facts: { name: name(winner) } } });
  const partner = view.partner;
  if (!partner || view.call === "alone") return lines;
  const called = view.log.findIndex((/** @type {[number, string]} */ [, action]) => action.startsWith("call "));
  const at = view.call === view.upcard ? called : whenPlayed(view, view.call)?.at;
  if (partner.seat !== null) lines.push({ at: at ?? view.log.length - 1, line: { key: "log.euchre.is_partner", facts: { name: name(partner.seat) } } });
  // That nobody holds the called card may become plain card by card; where no single card says so, it is told at the end.
  else if (partner.alone && (at !== undefined || view.outcome)) lines.push({ at: at ?? view.log.length - 1, line: { key: "log.euchre.is_alone", facts: { name: name(view.maker) } } });
  return lines;
}

/** How the score came about, in words: the tricks, what they are worth, and to whom. @param {GameView} outcome @param {(seat: number) => string} name @returns {Line[]} */
function sum(outcome, name) {
  if (outcome.redeal || outcome.maker === undefined) return [];
  const { maker, partner, alone, taken, made } = outcome;
  const how = made ? (taken === TRICKS ? "march" : "enough") : taken > 0 ? "euchred" : "nothing";
  const side = alone ? name(maker) : listed([name(maker), name(partner)]);
  return [{ key: `deal.euchre.sum.${how}${made && alone ? "_alone" : ""}`, facts: { side, taken, n: Math.max(...outcome.scores.map(Number)) } }];
}

/** What became of the upcard. @param {any} outcome @param {string} dealer */
function upcardText(outcome, dealer) {
  const end = outcome.how === "trump" ? t("deal.euchre.result.down") : t(outcome.exchanged ? "deal.euchre.result.taken_up" : "deal.euchre.result.left", { name: dealer });
  return [miniCard(outcome.upcard), " ", end];
}

/** @param {Deal} deal @returns {import("./game.js").Report | null} */
function report({ view, name, ruleset }) {
  const outcome = view.outcome;
  if (!outcome) return null;
  if (outcome.redeal) {
    return { title: t("deal.result.redeal"), good: null, facts: [{ key: "why", label: t("deal.result.why"), value: t("deal.euchre.result.all_passed") }], hands: null };
  }
  const title = t(outcome.made ? "deal.euchre.result.made" : "deal.euchre.result.euchred", { name: name(outcome.maker), n: outcome.taken });
  const value = Math.max(...outcome.scores);
  /** @type {Fact[]} */
  const facts = [
    { key: "trump", label: t("deal.euchre.trump"), value: [miniSuit(outcome.trump), " ", t(`deal.euchre.result.how_${outcome.how}`, { name: name(outcome.maker) })] },
    { key: "partner", label: t("deal.euchre.partner"), value: partnerText(outcome.call, { seat: outcome.partner, alone: outcome.alone }, name, null) },
    { key: "tricks", label: t("deal.euchre.sides"), value: t("deal.euchre.sides_value", { attackers: outcome.taken, defenders: TRICKS - outcome.taken }) },
    { key: "points", label: t("deal.euchre.result.points"), value: t(outcome.made ? "deal.euchre.result.each_attacker" : "deal.euchre.result.each_defender", { n: value }) },
    { key: "upcard", label: t("deal.euchre.upcard"), value: upcardText(outcome, name(view.dealer)) },
  ];
  if (outcome.discard) facts.push({ key: "discard", label: t("deal.euchre.result.discard"), value: miniCard(outcome.discard) });
  if (outcome.talon) facts.push({ key: "talon", label: t("deal.euchre.result.talon"), value: canonical(outcome.talon).map(miniCard) });
  facts.push({ key: "target", label: t("deal.euchre.result.target"), value: t("deal.euchre.result.target_value", { n: Number(rulesetOption(ruleset, "target") ?? 10) }) });
  return { title, good: Boolean(outcome.made), facts, hands: outcome.hands ?? null };
}

/** @param {GameView} outcome @param {(seat: number) => string} name @returns {Line} */
function resultLine(outcome, name) {
  if (outcome.redeal || outcome.maker === undefined || outcome.maker === null) return { key: "log.result_redeal", facts: {} };
  const key = outcome.made ? "log.euchre.result_made" : "log.euchre.result_euchred";
  return { key, facts: { name: name(outcome.maker), suit: outcome.trump, n: outcome.taken } };
}

/** @returns {import("./game.js").Sign[]} */
function signs() {
  return [
    { shape: "crown", label: t("deal.euchre.role.maker") },
    { shape: "friend", label: t("deal.euchre.role.partner") },
    { shape: "shield", label: t("deal.role.defender") },
    { shape: "plume", label: t("deal.euchre.right") },
    { shape: "called", label: t("deal.euchre.called") },
    { shape: "cards", label: t("table.sign.cards") },
    { shape: "trick", label: t("table.sign.tricks") },
  ];
}

/** @type {import("./game.js").GameModule} */
export default {
  signs, order, badges, middle, marker, summary, role, stats, bubble, prompt, panel, choose, line, news, asides, sum, report, resultLine,
  trick: (view) => readTrick(view.trick),
  last: (view) => readTrick(view.last),
  taken: () => [],
  picker: (view) => (view.exchanged ? view.dealer : null),
  actionLabel: (action) => action,
  chooseText: () => ({ prompt: t("deal.euchre.swap"), confirm: t("deal.euchre.swap_confirm") }),
};
