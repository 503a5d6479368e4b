// @ts-check
/** Avinas, for the page: words, order of cards, what lies open. The rules are the server's. */
import { miniCard, miniSuit } from "../cards.js";
import { listed, t } from "../i18n.js";
import { rulesetOption } from "../protocol.js";
import { fullTricks } from "./game.js";
import { aids, bidPanel, knockPanel, TRUMPS } from "./avinas_panels.js";

/** @typedef {import("./game.js").Deal} Deal */
/** @typedef {import("./game.js").GameView} GameView */
/** @typedef {import("./game.js").Line} Line */
/** @typedef {import("./game.js").Fact} Fact */

const SEATS = 4;
const SIDES = 2;
const SUITS = "SHCD";
const RANKS = "ATK987QJ";
const SAYING = ["bidding", "knock", "back"];

/** Trumps on the left, high to low; the suits as they follow each other on other tables. @param {string[]} cards @param {GameView} view */
function order(cards, view) {
  const trumps = view.trump_order?.length ? view.trump_order : TRUMPS;
  const place = (/** @type {string} */ card) => {
    const at = trumps.indexOf(card);
    return at >= 0 ? at : 100 + SUITS.indexOf(card[1]) * 10 + RANKS.indexOf(card[0]);
  };
  return [...cards].sort((a, b) => place(a) - place(b));
}

/** Is it still being settled what is played in this deal? @param {GameView} view */
function settling(view) {
  return !view.outcome && !view.last && !view.trick?.plays.length;
}

/** @param {string} card @param {GameView} view */
function badges(card, view) {
  if (!settling(view) || !view.exposed.flat().includes(card)) return [];
  return view.decisive?.card === card
    ? [{ kind: "decisive", shape: "flag", label: t("avinas.decides") }]
    : [{ kind: "exposed", shape: "open", label: t("avinas.seen") }];
}

/** A trick of the view. The leader of a card that lies face down sees which it is. @param {any} raw @param {GameView | null} mine @returns {import("./game.js").Trick | null} */
function readTrick(raw, mine) {
  if (!raw) return null;
  const plays = raw.plays.map((/** @type {string[]} */ play) => ({
    seat: Number(play[0]), card: play[1] === "??" ? mine?.down ?? "??" : play[1],
    suit: play[2] && play[2] !== "down" ? play[2] : null,
    note: play[2] === "down" ? t("avinas.face_down") : null,
  }));
  return { number: raw.number, leader: raw.leader, plays, winner: raw.winner ?? null, winning: raw.winning ?? null, points: raw.points ?? null };
}

/** Who is on one side with a seat, the seat first. @param {number} seat @param {(seat: number) => string} name */
function sideOf(seat, name) {
  return listed([name(seat), name((seat + SIDES) % SEATS)]);
}

/** @param {GameView} view */
function pointsFact(view) {
  const own = view.declarer % SIDES;
  const [ours, theirs] = [view.sides[own], view.sides[1 - own]];
  return view.target === "all"
    ? t("avinas.points_all", { tricks: ours.tricks, lost: theirs.tricks })
    : t("avinas.points_value", { declarer: ours.points, target: view.target, others: theirs.points });
}

/** @param {Deal} deal @returns {Fact[]} */
function summary({ view, name }) {
  const game = { key: "game", label: t("avinas.game"), value: view.sevens ? t("avinas.sevens", { n: view.sevens }) : t("avinas.no_sevens") };
  if (view.declarer === null) {
    const standing = view.standing;
    return [{ key: "standing", strong: true, label: t("deal.standing"), value: standing ? `${standing.number} ${name(standing.seat)}` : t("deal.no_bid") }, game];
  }
  const bid = view.standing ? [String(view.standing.number), " "] : [];
  const trump = view.trump ? [miniSuit(view.trump), " "] : [];
  /** @type {Fact[]} */
  const facts = [{ key: "contract", strong: true, label: t("avinas.trump"), value: [trump, bid, name(view.declarer)] }, game];
  if (view.knock) {
    facts.push({ key: "knock", label: t("avinas.knocked"), value: view.knock.back === null ? `${name(view.knock.by)} \u00d72` : `${name(view.knock.by)}, ${name(view.knock.back)} \u00d74` });
  }
  if (view.trick || view.last) facts.push({ key: "sides", shape: "points", label: t("avinas.points"), value: pointsFact(view) });
  return facts;
}

/** @param {Deal} deal @param {number} seat @returns {import("./game.js").Role | null} */
function role({ view, me }, seat) {
  if (view.declarer === null) return null;
  if (view.declarer === seat) return { kind: "declarer", shape: "crown", text: t("deal.role.declarer"), secret: false };
  if ((view.declarer + SIDES) % SEATS === seat) return { kind: "friend", shape: "friend", text: t("avinas.partner"), secret: false };
  return seat === me ? { kind: "defender", shape: "shield", text: t("deal.role.defender"), secret: false } : null;
}

/** @param {Deal} deal @param {number} seat */
function stats({ view }, seat) {
  const left = view.cards?.[seat] ?? 0;
  const taken = view.taken?.[seat];
  const marks = [{ key: "cards", shape: "cards", value: String(left), label: t("deal.stat.cards", { n: left }) }];
  if (taken && (view.phase === "play" || view.phase === "over")) {
    marks.push({ key: "tricks", shape: "trick", value: String(taken.tricks), label: t("deal.stat.tricks", { n: taken.tricks }) });
    marks.push({ key: "points", shape: "points", value: String(taken.points), label: t("avinas.stat.points", { n: taken.points }) });
  }
  return marks;
}

/** What the seat has said, while that matters. @param {Deal} deal @param {number} seat @returns {Line | null} */
function bubble({ view }, seat) {
  if (!SAYING.includes(view.phase)) return null;
  const said = view.log.findLast((/** @type {[number, string]} */ [who]) => who === seat)?.[1];
  if (!said) return null;
  if (said.startsWith("bid ")) return { key: "deal.said.number", facts: { number: said.slice(4) } };
  return { key: said === "pass" ? "deal.said.pass" : "avinas.said.knock", facts: {} };
}

/** @param {Deal} deal */
function leadPrompt({ view, hand, legal }) {
  const may = hand.filter((card) => legal.some((action) => action.startsWith(`play ${card}`)));
  if (legal.some((action) => action.endsWith(" down"))) return t("avinas.prompt.lead_down");
  if (may.length === hand.length) return t("deal.prompt.lead");
  return may.length === 1 && view.trick.number === 1 ? t("avinas.prompt.lead_seven", { card: may[0] }) : t("avinas.prompt.lead_trump");
}

/** @param {Deal} deal */
function followPrompt({ view, hand, legal }) {
  const { ask, suit, down } = view.trick;
  if (hand.every((card) => legal.some((action) => action.startsWith(`play ${card}`)))) return t("avinas.prompt.any");
  if (ask === "trump") return t(down ? "avinas.prompt.trump_down" : "avinas.prompt.trump");
  return t(ask === "suit" ? "avinas.prompt.suit" : "avinas.prompt.suit_or_trump", { suit });
}

/** @param {Deal} deal */
function prompt(deal) {
  const { view, mayAct, name, legal } = deal;
  const turn = view.turn ?? [];
  if (view.phase === "over" || turn.length === 0) return "";
  const leads = view.phase === "play" && view.trick?.plays.length === 0;
  if (!mayAct) return t(`avinas.waiting.${leads ? "trick" : view.phase}`, { name: listed(turn.map(name)) });
  if (view.phase === "play") return leads ? leadPrompt(deal) : followPrompt(deal);
  if (view.phase === "bidding" && legal.length === 1) return t("avinas.prompt.no_bid");
  return t(`avinas.prompt.${view.phase}`);
}

/** @param {Deal} deal */
function panel(deal) {
  if (!deal.mayAct) return null;
  if (deal.view.phase === "bidding") return bidPanel(deal);
  return deal.view.phase === "knock" || deal.view.phase === "back" ? knockPanel(deal) : null;
}

/** @param {string} action */
function actionLabel(action) {
  const rest = action.split(" ")[2];
  if (rest && rest.length === 1) return miniSuit(rest);
  return t(rest === "down" ? "avinas.lead_down" : "avinas.lead_up");
}

/** @param {string} action */
function wayLabel(action) {
  const [, card, rest] = action.split(" ");
  if (rest && rest.length === 1) return t("avinas.play_naming", { card, suit: rest });
  return t(rest === "down" ? "avinas.play_down" : "avinas.play_up", { card });
}

/** @param {number} seat @param {string} action @param {Deal} deal @returns {Line} */
function line(seat, action, { name, view }) {
  const facts = { name: name(seat) };
  const [verb, first, second] = action.split(" ");
  switch (verb) {
    case "bid": return { key: "log.bid_number", facts: { ...facts, number: first } };
    case "knock": return { key: view.knock && view.knock.by !== seat ? "avinas.log.back" : "avinas.log.knock", facts };
    case "play":
      if (first === "??") return { key: "avinas.log.down", facts };
      if (second === "down") return { key: "avinas.log.was_down", facts: { ...facts, card: first } };
      return second ? { key: "avinas.log.names", facts: { ...facts, card: first, suit: second } } : { key: "log.play", facts: { ...facts, card: first } };
    default: return { key: `log.${verb}`, facts };
  }
}

/** What happened beside the actions themselves. @param {Deal} last @param {Deal} next @returns {Line[]} */
function news(last, next) {
  /** @type {Line[]} */
  const lines = [];
  if (next.view.trump && !last.view.trump) lines.push({ key: "avinas.log.trump", facts: { suit: next.view.trump } });
  const trick = next.view.last;
  if (trick && trick.number !== last.view.last?.number) {
    const led = trick.plays[0];
    if (led[2] === "down") lines.push({ key: "avinas.log.turned", facts: { card: led[1] } });
    lines.push({ key: "avinas.log.takes", facts: { name: next.name(trick.winner), n: trick.points ?? 0 } });
  }
  return lines;
}

/** What a card counts for those who take it. @type {Record<string, number>} */
const WORTH = { A: 11, T: 10, K: 4, Q: 3, J: 2 };

/** What the log tells beside the actions: which seven decides, and who takes each trick. @param {Deal} deal @returns {import("./game.js").Aside[]} */
function asides(deal) {
  const { view, name } = deal;
  /** @type {import("./game.js").Aside[]} */
  const lines = [];
  if (view.decisive) {
    const { seat, card } = view.decisive;
    lines.push({ at: -1, line: { key: "avinas.log.decides", facts: { name: name(seat), card, suit: card[1] } } });
  } else if (view.game === 2) {
    lines.push({ at: -1, line: { key: "avinas.log.no_sevens", facts: {} } });
  }
  for (const { at, winner, cards } of fullTricks(deal)) {
    const points = cards.reduce((total, card) => total + (WORTH[card[0]] ?? 0), 0);
    lines.push({ at, line: { key: "avinas.log.takes", facts: { name: name(winner), n: points } } });
  }
  return lines;
}

/** How the penalty came about: sevens doubled by knocks and for a lost deal, or how far the losers were from 61. @param {GameView} outcome @param {(seat: number) => string} name @returns {Line[]} */
function sum(outcome, name) {
  if (outcome.redeal || outcome.penalty === undefined) return [];
  const { made, kind, pays, penalty, sevens, band } = outcome;
  const facts = { side: sideOf(pays, name), n: penalty, sevens };
  const how = made ? "made" : "failed";
  if (kind === "rum") {
    const knocks = [outcome.knock_by, outcome.knock_back].filter((seat) => seat !== null && seat !== undefined).length;
    return [{ key: `avinas.sum.rum_${how}_${knocks}`, facts }];
  }
  const [points, tricks] = made ? [outcome.others, outcome.others_tricks] : [outcome.taken, outcome.tricks];
  return [{ key: `avinas.sum.pip_${how}_${band}`, facts: { ...facts, points, tricks } }];
}

/** @param {Deal} deal @returns {import("./game.js").Report | null} */
function report({ view, name }) {
  const outcome = view.outcome;
  if (!outcome) return null;
  if (outcome.redeal) return { title: t("deal.result.redeal"), good: null, facts: [{ key: "why", label: t("deal.result.why"), value: t("deal.result.all_passed") }], hands: null };
  const knocks = (outcome.knock_by !== null ? 1 : 0) + (outcome.knock_back !== null && outcome.knock_back !== undefined ? 1 : 0);
  /** @type {Fact[]} */
  const facts = [
    { key: "contract", label: t("avinas.trump"), value: [miniSuit(outcome.trump), " ", name(outcome.declarer)] },
    outcome.game === 1
      ? { key: "sevens", label: t("avinas.game"), value: t("avinas.sevens", { n: outcome.sevens }) }
      : { key: "bid", label: t("avinas.bid"), value: String(outcome.bid) },
    { key: "taken", label: t("avinas.result.taken"), value: t("avinas.result.taken_value", { points: outcome.taken, tricks: outcome.tricks }) },
    { key: "others", label: t("avinas.result.others"), value: t("avinas.result.taken_value", { points: outcome.others, tricks: outcome.others_tricks }) },
  ];
  if (knocks > 0) facts.splice(2, 0, { key: "knock", label: t("avinas.knocked"), value: knocks > 1 ? `${name(outcome.knock_by)}, ${name(outcome.knock_back)} \u00d74` : `${name(outcome.knock_by)} \u00d72` });
  facts.push({ key: "penalty", label: t("avinas.result.penalty"), value: t(`avinas.result.${outcome.kind}`, { n: outcome.penalty, name: sideOf(outcome.pays, name) }) });
  return { title: t(outcome.made ? "avinas.result.made" : "avinas.result.failed", { name: sideOf(outcome.declarer, name) }), good: Boolean(outcome.made), facts, hands: outcome.hands ?? null };
}

/** @param {GameView} outcome @param {(seat: number) => string} name @returns {Line} */
function resultLine(outcome, name) {
  if (outcome.redeal || outcome.declarer === undefined || outcome.declarer === null) return { key: "log.result_redeal", facts: {} };
  return {
    key: `avinas.log.${outcome.made ? "made" : "failed"}_${outcome.kind}`,
    facts: { name: name(outcome.declarer), suit: outcome.trump, points: outcome.taken, n: outcome.penalty, side: sideOf(outcome.pays, name) },
  };
}

/** What ends the match, and once it is over what has decided it. @param {import("../protocol.js").MatchInfo} match @param {string} ruleset @param {string[]} units */
function notes(match, ruleset, units) {
  const usual = ruleset.startsWith("avinas/pagat") ? "at_least_12" : "over_12";
  const limit = (rulesetOption(ruleset, "match_end") ?? usual) === "over_12" ? 13 : 12;
  const both = rulesetOption(ruleset, "rams_cancel") === "keep_both";
  if (match.winners) {
    const won = match.winners[0] % SIDES;
    const [pips, rams] = [match.totals.pip ?? [], match.totals.rum ?? []].map((all) => all.map(Number));
    const why = pips[won] === 0 ? "alone" : rams[won] === rams[1 - won] ? "pips" : "rams";
    return [t(`avinas.end.by_${why}`, { name: units[1 - won], other: units[won] })];
  }
  return [
    t(both ? "avinas.end.keep" : "avinas.end.cancel"),
    ...units.map((name, at) => t(both ? "avinas.end.side_more" : "avinas.end.side", { name, other: units[1 - at], limit })),
  ];
}

/** @param {Deal} deal @param {number} seat */
function exposed({ view }, seat) {
  if (!settling(view)) return [];
  return (view.exposed[seat] ?? []).map((/** @type {string} */ card) => ({ card, strong: view.decisive?.card === card }));
}

/** @returns {import("./game.js").Sign[]} */
function signs() {
  return [
    { shape: "crown", label: t("deal.role.declarer") },
    { shape: "friend", label: t("avinas.partner") },
    { shape: "shield", label: t("deal.role.defender") },
    { shape: "open", label: t("avinas.seen") },
    { shape: "flag", label: t("avinas.decides") },
    { shape: "cards", label: t("table.sign.cards") },
    { shape: "trick", label: t("table.sign.tricks") },
    { shape: "points", label: t("table.sign.points") },
  ];
}

/** @type {import("./game.js").GameModule} */
export default {
  signs, order, badges, summary, role, stats, bubble, prompt, panel, actionLabel, wayLabel, line, news, asides, sum, report, resultLine, notes, exposed, aids,
  penalties: true,
  trick: (view, mine) => readTrick(view.trick, mine),
  last: (view) => readTrick(view.last, null),
  taken: () => [],
  chooseText: () => ({ prompt: "", confirm: "" }),
};
