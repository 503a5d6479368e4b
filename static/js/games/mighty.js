// @ts-check
/** Mighty, for the page: words, order of cards, panels. The rules are the server's. */
import { miniCard, miniSuit } from "../cards.js";
import { listed, signed, t } from "../i18n.js";
import { rulesetOption } from "../protocol.js";
import { figure, fullTricks, whenPlayed } from "./game.js";
import { friendPanel, bidPanel, choicePanel } from "./mighty_panels.js";

/** @typedef {import("./game.js").Deal} Deal */
/** @typedef {import("./game.js").GameView} GameView */
/** @typedef {import("./game.js").Line} Line */
/** @typedef {import("./game.js").Fact} Fact */

const SUITS = "SHCD";
const RANKS = "AKQJT98765432";

/** Black and red in turn, high cards first, the joker on the very left. @param {string[]} cards */
function order(cards) {
  const place = (/** @type {string} */ card) => (card === "JK" ? -1 : SUITS.indexOf(card[1]) * 13 + RANKS.indexOf(card[0]));
  return [...cards].sort((a, b) => place(a) - place(b));
}

/** Which card is the Mighty and which the ripper depends on trump; until there is one, the usual two are marked as such. @param {string} card @param {GameView} view */
function badges(card, view) {
  const { specials } = view;
  if (!specials) {
    if (card === "AS") return [{ kind: "mighty-maybe", shape: "star", label: t("deal.mighty_unless", { suit: "S" }) }];
    if (card === "3C") return [{ kind: "ripper-maybe", shape: "bolt", label: t("deal.ripper_unless", { suit: "C" }) }];
    return [];
  }
  const marks = [];
  if (card === specials.mighty) marks.push({ kind: "mighty", shape: "star", label: t("deal.mighty") });
  if (card === specials.ripper) marks.push({ kind: "ripper", shape: "bolt", label: t("deal.ripper") });
  return marks;
}

/** @param {any} raw @returns {import("./game.js").Trick | null} */
function readTrick(raw) {
  if (!raw) return null;
  const plays = raw.plays.map((/** @type {string[]} */ play, /** @type {number} */ at) => ({
    seat: Number(play[0]), card: play[1],
    suit: at === 0 && play[2] && play[2] !== "call" ? play[2] : null,
    note: play[2] === "call" ? t("deal.call_short") : null,
  }));
  return { number: raw.number, leader: raw.leader, plays, winner: raw.winner ?? null, winning: raw.winning ?? null, points: raw.points ?? null };
}

/** A bid as pieces of text: its number and, if it has one, its strain. @param {number} number @param {string | null} suit */
function bidText(number, suit) {
  return suit ? [`${number} `, miniSuit(suit)] : [String(number)];
}

/** @param {Deal} deal @returns {Fact[]} */
function summary({ view, name, mine }) {
  const contract = view.contract;
  if (!contract) {
    const standing = view.standing;
    return [
      { key: "standing", strong: true, label: t("deal.standing"), value: standing ? [bidText(standing.number, standing.suit), " ", name(standing.seat)] : t("deal.no_bid") },
      ...(view.round === 2 ? [{ key: "round", label: t("deal.round"), value: t("deal.second_round") }] : []),
    ];
  }
  /** @type {Fact[]} */
  const facts = [{
    key: "contract", strong: true, label: t("deal.contract"),
    value: [bidText(contract.number, contract.trump), " ", name(contract.declarer)],
  }];
  if (view.specials) {
    facts.push({ key: "mighty", shape: "star", label: t("deal.mighty"), value: miniCard(view.specials.mighty) });
    facts.push({ key: "ripper", shape: "bolt", label: t("deal.ripper"), value: miniCard(view.specials.ripper) });
  }
  if (view.friend) facts.push({ key: "friend", shape: "friend", label: t("deal.friend"), value: friendText(view.friend, name, mine) });
  if (view.sides) {
    facts.push({ key: "sides", shape: "points", label: t("deal.sides"), value: t("deal.sides_value", { declarer: view.sides.declarer, target: contract.number, others: view.sides.others }) });
  }
  if (view.direct) {
    facts.push({ key: "direct", label: t("deal.direct"), value: view.direct === "none" ? t("deal.direct_none") : miniSuit(view.direct) });
  }
  return facts;
}

/** @param {any} friend @param {(seat: number) => string} name @param {GameView | null} mine */
function friendText(friend, name, mine) {
  const called = friend.call === null ? [] : friend.call.length === 2 ? [miniCard(friend.call), " "] : [t(`deal.friend_${friend.call}`), " "];
  if (friend.seat !== null && friend.seat !== undefined) return [called, name(friend.seat)];
  if (friend.alone) return friend.call === "none" ? called : [called, t("deal.friend_alone")];
  if (friend.call === null) return t("deal.friend_not_called");
  if (mine?.alone) return [called, t("deal.friend_alone_secret")];
  return [called, t("deal.friend_unknown")];
}

/** @param {Deal} deal @param {number} seat @returns {import("./game.js").Role | null} */
function role({ view, mine, me }, seat) {
  if (view.contract?.declarer === seat) return { kind: "declarer", shape: "crown", text: t("deal.role.declarer"), secret: false };
  if (view.friend?.seat === seat) return { kind: "friend", shape: "friend", text: t("deal.role.friend"), secret: false };
  if (seat !== me || !mine?.role) return null;
  const known = view.sides !== null && view.sides !== undefined;
  if (mine.role === "friend") return { kind: "friend", shape: "friend", text: t("deal.role.friend"), secret: !known };
  return { kind: "defender", shape: "shield", text: t("deal.role.defender"), secret: false };
}

/** @param {Deal} deal @param {number} seat */
function stats({ view }, seat) {
  const left = view.cards?.[seat] ?? 0;
  const taken = view.taken?.[seat];
  const marks = [{ key: "cards", shape: "cards", value: String(left), label: t("deal.stat.cards", { n: left }) }];
  if (taken && (view.phase === "play" || view.phase === "direct" || view.phase === "over")) {
    marks.push({ key: "tricks", shape: "trick", value: String(taken.tricks), label: t("deal.stat.tricks", { n: taken.tricks }) });
    marks.push({ key: "points", shape: "points", value: String(taken.points), label: t("deal.stat.points", { n: taken.points }) });
  }
  return marks;
}

/** Cards picked up, and so cards to set aside. */
const KITTY = 3;

/** What the seat last said in the bidding, while it matters. @param {Deal} deal @param {number} seat @returns {Line | null} */
function bubble({ view }, seat) {
  if (view.phase !== "bidding") return null;
  for (let i = view.log.length - 1; i >= 0; i -= 1) {
    const [who, action] = view.log[i];
    if (who !== seat) continue;
    const [verb, number, suit] = action.split(" ");
    if (verb === "pass" && !view.passed.includes(seat)) return null;
    if (verb === "pass") return { key: "deal.said.pass", facts: {} };
    if (verb === "bid") return suit ? { key: "deal.said.bid", facts: { number, suit } } : { key: "deal.said.number", facts: { number } };
  }
  return null;
}

/** @param {Deal} deal */
function prompt({ view, mayAct, name, hand, me, mine, legal }) {
  const turn = view.turn ?? [];
  if (view.phase === "over" || turn.length === 0) return "";
  const phase = view.phase === "play" && view.trick?.plays.length === 0 ? "lead" : view.phase;
  if (!mayAct) {
    const waiting = t(`deal.waiting.${phase}`, { name: listed(turn.map(name)) });
    return me !== null && mine?.role === "friend" && view.friend?.seat === null && view.phase === "play" ? `${waiting} ${t("deal.you_are_friend")}` : waiting;
  }
  if (phase === "play" && view.trick?.suit) {
    const any = hand.every((card) => legal.some((action) => action.startsWith(`play ${card}`)));
    return t(any ? "deal.prompt.play_any" : "deal.prompt.follow", { suit: view.trick.suit });
  }
  if (phase === "lead" && view.direct && view.direct !== "none") return t("deal.prompt.lead_directed", { suit: view.direct });
  return t(`deal.prompt.${phase}`, { number: view.contract?.number ?? "", n: KITTY });
}

/** @param {Deal} deal */
function panel(deal) {
  if (!deal.mayAct) return null;
  switch (deal.view.phase) {
    case "bidding": return bidPanel(deal);
    case "trump": return choicePanel(deal, "trump");
    case "direct": return choicePanel(deal, "direct");
    case "friend": return friendPanel(deal);
    default: return null;
  }
}

/** @param {string} action */
function actionLabel(action) {
  const [verb, card, rest] = action.split(" ");
  if (verb !== "play") return action;
  if (rest === "call") return t("deal.call_joker");
  if (rest) return miniSuit(rest);
  return [t("deal.play"), " ", miniCard(card)];
}

/** @param {number} seat @param {string} action @param {Deal} deal @returns {Line} */
function line(seat, action, { name }) {
  const facts = { name: name(seat) };
  const [verb, first, second] = action.split(" ");
  switch (verb) {
    case "bid": return second ? { key: "log.bid", facts: { ...facts, number: first, suit: second } } : { key: "log.bid_number", facts: { ...facts, number: first } };
    case "trump": return { key: "log.trump", facts: { ...facts, suit: first } };
    case "misdeal": return { key: "log.misdeal", facts: { ...facts, cards: action.split(" ").slice(1) } };
    case "friend": return first.length === 2 ? { key: "log.friend", facts: { ...facts, card: first } } : { key: `log.friend_${first}`, facts };
    case "direct": return first === "none" ? { key: "log.direct_none", facts } : { key: "log.direct", facts: { ...facts, suit: first } };
    case "play":
      if (second === "call") return { key: "log.play_call", facts: { ...facts, card: first } };
      return second ? { key: "log.play_suit", facts: { ...facts, card: first, suit: second } } : { key: "log.play", facts: { ...facts, card: first } };
    default: return { key: `log.${verb}`, facts };
  }
}

/** What happened beside the actions themselves. @param {Deal} last @param {Deal} next @returns {Line[]} */
function news(last, next) {
  /** @type {Line[]} */
  const lines = [];
  const trick = next.view.last;
  if (trick && trick.number !== last.view.last?.number) {
    lines.push({ key: "log.takes", facts: { name: next.name(trick.winner), n: trick.points ?? 0 } });
  }
  const contract = next.view.contract;
  if (contract && !last.view.contract) lines.unshift({ key: "log.kitty", facts: { name: next.name(contract.declarer) } });
  const friend = next.view.friend;
  if (friend && friend.seat !== null && last.view.friend?.seat === null) lines.push({ key: "log.is_friend", facts: { name: next.name(friend.seat) } });
  return lines;
}

/** Is it a point card? @param {string} card */
function isPoint(card) {
  return card !== "JK" && "AKQJT".includes(card[0]);
}

/** Where the log tells who the friend is: at the called card, at the trick that showed it, or at the end. @param {Deal} deal @param {ReturnType<typeof fullTricks>} tricks */
function friendShownAt({ view, ruleset }, tricks) {
  const { call, seat } = view.friend;
  if (call === "first") return tricks[0]?.at ?? -1;
  const usual = ruleset.startsWith("mighty/english") ? "off" : "on";
  const byPoints = (rulesetOption(ruleset, "friend_shown_by_points") ?? usual) === "on";
  const told = byPoints ? tricks.find(({ winner, cards }) => winner === seat && cards.some(isPoint))?.at : undefined;
  return Math.min(told ?? view.log.length - 1, whenPlayed(view, call)?.at ?? view.log.length - 1);
}

/** Who picks up the kitty, who takes each trick, who turns out to be the friend. @param {Deal} deal @returns {import("./game.js").Aside[]} */
function asides(deal) {
  const { view, name } = deal;
  /** @type {import("./game.js").Aside[]} */
  const lines = [];
  const tricks = fullTricks(deal);
  if (view.contract) {
    const after = view.log.findIndex((/** @type {[number, string]} */ [, action]) => !/^(bid|pass)\b/.test(action));
    lines.push({ at: (after < 0 ? view.log.length : after) - 1, line: { key: "log.kitty", facts: { name: name(view.contract.declarer) } } });
  }
  for (const { at, winner, cards } of tricks) {
    lines.push({ at, line: { key: "log.takes", facts: { name: name(winner), n: cards.filter(isPoint).length } } });
  }
  if (view.friend && view.friend.seat !== null) {
    lines.push({ at: friendShownAt(deal, tricks), line: { key: "log.is_friend", facts: { name: name(view.friend.seat) } } });
  } else if (view.friend?.alone && view.friend.call !== "none") {
    const at = whenPlayed(view, view.friend.call)?.at ?? (view.friend.call === "first" ? tricks[0]?.at : undefined);
    lines.push({ at: at ?? view.log.length - 1, line: { key: "log.is_alone", facts: { name: name(view.contract.declarer) } } });
  }
  return lines;
}

/** How the score came about: the share, what doubled it, and who gets how many shares. @param {GameView} outcome @param {(seat: number) => string} name @returns {Line[]} */
function sum(outcome, name) {
  if (outcome.redeal || outcome.share === undefined) return [];
  const { number, taken, share, factor, scoring, made, declarer, alone } = outcome;
  const one = share * factor;
  /** @type {Line[]} */
  const lines = [{
    key: `deal.sum.${scoring}_${made ? "made" : "failed"}`,
    facts: { number, taken, result: figure(made ? share : -share) },
  }];
  if (factor > 1) lines.push({ key: `deal.sum.doubled_${outcome.doubled}`, facts: { share: figure(share), factor, result: figure(one) } });
  lines.push({
    key: alone ? "deal.sum.alone" : "deal.sum.friend",
    facts: { name: name(declarer), friend: alone ? "" : name(outcome.friend), one: figure(one), result: figure((alone ? 4 : 2) * one), others: figure(-one) },
  });
  return lines;
}

/** @param {Deal} deal @returns {import("./game.js").Report | null} */
function report({ view, name }) {
  const outcome = view.outcome;
  if (!outcome) return null;
  if (outcome.redeal) {
    return { title: t("deal.result.redeal"), good: null, facts: [{ key: "why", label: t("deal.result.why"), value: t(`deal.result.${outcome.why ?? "all_passed"}`) }], hands: null };
  }
  const over = outcome.taken - outcome.number;
  const title = over >= 0 && outcome.made ? t("deal.result.made", { name: name(outcome.declarer) }) : t("deal.result.failed", { name: name(outcome.declarer) });
  /** @type {Fact[]} */
  const facts = [
    { key: "contract", label: t("deal.contract"), value: bidText(outcome.number, outcome.trump) },
    { key: "taken", label: t("deal.result.taken"), value: [String(outcome.taken), " ", `(${over === 0 ? "\u00b10" : signed(over)})`] },
    { key: "friend", label: t("deal.friend"), value: friendText({ call: outcome.call ?? null, seat: outcome.friend, alone: outcome.alone }, name, null) },
  ];
  if (outcome.bid !== outcome.number) facts.splice(1, 0, { key: "bid", label: t("deal.result.bid"), value: String(outcome.bid) });
  if (outcome.kitty) facts.push({ key: "kitty", label: t("deal.result.kitty"), value: outcome.kitty.map(miniCard) });
  if (outcome.buried) {
    facts.push({
      key: "buried", label: t("deal.result.buried"),
      value: [outcome.buried.map(miniCard), " ", outcome.buried_points ? t("deal.result.buried_points", { n: outcome.buried_points }) : ""],
    });
  }
  if (outcome.factor > 1) facts.push({ key: "factor", label: t("deal.result.factor"), value: `\u00d7${outcome.factor}` });
  return { title, good: Boolean(outcome.made), facts, hands: outcome.hands ?? null };
}

/** @param {GameView} outcome @param {(seat: number) => string} name @returns {Line} */
function resultLine(outcome, name) {
  if (outcome.redeal || outcome.declarer === undefined || outcome.declarer === null) return { key: "log.result_redeal", facts: {} };
  return {
    key: outcome.made ? "log.result_made" : "log.result_failed",
    facts: { name: name(outcome.declarer), number: outcome.number, suit: outcome.trump, n: outcome.taken },
  };
}

/** @returns {import("./game.js").Sign[]} */
function signs() {
  return [
    { shape: "crown", label: t("deal.role.declarer") },
    { shape: "friend", label: t("deal.role.friend") },
    { shape: "shield", label: t("deal.role.defender") },
    { shape: "star", label: t("table.sign.mighty") },
    { shape: "bolt", label: t("table.sign.ripper") },
    { shape: "cards", label: t("table.sign.cards") },
    { shape: "trick", label: t("table.sign.tricks") },
    { shape: "points", label: t("table.sign.point_cards") },
  ];
}

/** @type {import("./game.js").GameModule} */
export default {
  signs, order, badges, summary, role, stats, bubble, prompt, panel, actionLabel, line, news, asides, sum, report, resultLine,
  trick: (view) => readTrick(view.trick),
  last: (view) => readTrick(view.last),
  taken: (view, seat) => view.taken?.[seat]?.cards ?? [],
  middle: (view) => (view.kitty > 0 ? { cards: Array(view.kitty).fill("??"), label: t("table.kitty", { n: view.kitty }) } : null),
  picker: (view) => view.contract?.declarer ?? null,
  chooseText: (choose) => ({ prompt: t("deal.prompt.discard", { n: choose.count }), confirm: t("deal.discard", { n: choose.count }) }),
};
