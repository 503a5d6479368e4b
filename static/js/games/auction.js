// @ts-check
/** Auction, for the page: words, order of cards, the pile, panels. The rules are the server's. */
import { cardFace, miniCard } from "../cards.js";
import { cls, h } from "../dom.js";
import { capital, claimText, listed, scoreValue, shareText, t } from "../i18n.js";
import { bidPanel, layPanel } from "./auction_panels.js";

/** @typedef {import("./game.js").Deal} Deal */
/** @typedef {import("./game.js").GameView} GameView */
/** @typedef {import("./game.js").Line} Line */
/** @typedef {import("./game.js").Fact} Fact */

const SUITS = "SHDC";
const RANKS = "AKQJT98765432";
const LONG = 14; // cards in the pile that stand in one line of a phone
const SIZES = { single: 1, pair: 2, three: 3, four: 4, "two-pair": 4 };

/** By rank, since most combinations are of equal ranks, or by suit for those who like it so; jokers first. @param {string[]} cards @param {GameView} [_view] @param {"rank" | "suit"} [by] */
function order(cards, _view, by = "rank") {
  const place = (/** @type {string} */ card) => {
    const [rank, suit] = [RANKS.indexOf(card[0]), SUITS.indexOf(card[1])];
    if (card === "JK") return -1;
    return by === "suit" ? suit * RANKS.length + rank : rank * SUITS.length + suit;
  };
  return [...cards].sort((a, b) => place(a) - place(b));
}

/** How many cards pay a claim. @param {string} claim */
function size(claim) {
  return /** @type {Record<string, number>} */ (SIZES)[claim.split(" ")[0]] ?? 5;
}

/** @param {Deal} deal @returns {Fact[]} */
function summary({ view, name }) {
  const standing = view.standing;
  return [
    { key: "contract", strong: true, label: t("auction.standing"), value: standing ? [capital(claimText(standing.claim)), ", ", name(standing.seat)] : t("auction.no_bid") },
    { key: "friend", label: t("auction.pile"), value: t("auction.pile_value", { n: view.pile.length, points: view.points }) },
    { key: "sides", label: t("auction.stock"), value: view.final ? t("auction.final") : String(view.stock) },
  ];
}

/** @param {Deal} deal @param {number} seat @returns {import("./game.js").Role | null} */
function role({ view }, seat) {
  if (view.phase === "lay" && view.winner === seat) return { kind: "declarer", shape: "crown", text: t("auction.role.winner"), secret: false };
  if (view.phase === "auction" && view.standing?.seat === seat) return { kind: "declarer", shape: "crown", text: t("auction.role.leads"), secret: false };
  if (view.phase === "auction" && view.passed.includes(seat)) return { kind: "defender", shape: "check", text: t("auction.role.passed"), secret: false };
  return null;
}

/** @param {Deal} deal @param {number} seat */
function stats({ view }, seat) {
  const left = view.cards[seat];
  return [{ key: "cards", shape: "cards", value: String(left), label: t("deal.stat.cards", { n: left }) }];
}

/** The last that a seat bid in this auction. @param {Deal} deal @param {number} seat @returns {Line | null} */
function bubble({ view, me }, seat) {
  if (view.phase === "over" || seat === me) return null;
  const own = view.claims.filter((/** @type {[number, string]} */ [who]) => who === seat).at(-1);
  return own ? { key: "auction.said", facts: { claim: own[1] } } : null;
}

/** @param {Deal} deal */
function prompt({ view, me, name, choose, picks }) {
  if (view.phase === "auction") {
    if (me === null) return view.standing ? t("auction.watch_standing", { name: name(view.standing.seat), claim: view.standing.claim }) : t("auction.watch_open");
    if (view.standing?.seat === me) return t("auction.prompt.leading");
    return t(view.standing ? "auction.prompt.top" : "auction.prompt.open");
  }
  if (view.phase === "lay") {
    if (view.winner !== me || !choose) return t("auction.waiting.lay", { name: name(view.winner), claim: view.lay.claim });
    return t(picks.chosen.length < choose.count ? "auction.prompt.lay" : "auction.prompt.lay_ready", { claim: view.lay.claim });
  }
  return "";
}

/** @param {Deal} deal */
function panel(deal) {
  if (!deal.mayAct) return null;
  return deal.view.phase === "auction" ? bidPanel(deal) : deal.view.phase === "lay" ? layPanel(deal) : null;
}

/** The pile as it lies, every index in sight, and the countdown. @param {Deal} deal */
function spread({ view, clock }) {
  const pile = view.pile;
  const leaving = view.lay ? view.lay.from_pile.length : view.standing ? size(view.standing.claim) : 0;
  const seconds = clock ? Math.ceil(clock.left) : 0;
  return [
    h("div", { key: "clock", class: cls("auction-clock", !clock && "auction-clock-none", clock !== null && clock.left < 3.2 && "auction-clock-late") },
      clock && h("span", { key: clock.key, class: "auction-clock-bar", vars: { "--left": (clock.left / clock.full).toFixed(3) } }),
      h("span", { key: "text", class: "auction-clock-text num", role: "timer" }, clock ? t(view.standing ? "auction.closes_in" : "auction.turns_in", { n: seconds }) : "")),
    h("ol", { key: "pile", class: cls("pile", pile.length > LONG && "pile-long"), "aria-label": t("auction.pile_label", { n: pile.length, points: view.points }), vars: { "--pile": pile.length } },
      pile.map((/** @type {string} */ card, /** @type {number} */ at) => h("li", {
        key: `${at}-${card}`, class: cls("pile-card", at >= pile.length - leaving && "pile-leaving"),
        "data-move": card,
      }, cardFace(card), h("span", { class: "visually-hidden" }, t("card.of_pile", { card }))))),
  ];
}

/** @param {number | null} seat @param {string} action @param {Deal} deal @returns {Line} */
function line(seat, action, deal) {
  const [verb, ...rest] = action.split(" ");
  if (seat === null || verb === "close") return { key: "log.auction.close", facts: {} };
  const name = deal.name(seat);
  if (verb === "bid") return { key: "log.auction.bid", facts: { name, claim: rest.join(" ") } };
  if (verb === "lay") return { key: "log.auction.lay", facts: { name, cards: rest } };
  return { key: `log.auction.${verb}`, facts: { name } };
}

/** What happened beside the actions themselves. @param {Deal} last @param {Deal} next @returns {Line[]} */
function news(last, next) {
  /** @type {Line[]} */
  const lines = [];
  const won = next.view.lay;
  if (won && !last.view.lay) lines.push({ key: "log.auction.won", facts: { name: next.name(next.view.winner), claim: won.claim } });
  const { last: exchange } = next.view;
  if (exchange && next.view.auction !== last.view.auction && exchange.took.length > 0) lines.push({ key: "log.auction.took", facts: { name: next.name(exchange.winner), cards: exchange.took } });
  lines.push(...turned(next, last.view.log.length).map((aside) => aside.line));
  return lines;
}

/** What the log has to tell beside the actions: what a winner took, and which card was turned. @param {Deal} deal @returns {import("./game.js").Aside[]} */
function asides(deal) {
  const taken = deal.view.exchanges.map((/** @type {{ at: number, winner: number, took: string[], unseen: number }} */ { at, winner, took, unseen }) =>
    ({ at, line: { key: unseen ? "log.auction.took_unseen" : "log.auction.took", facts: { name: deal.name(winner), cards: took, n: unseen } } }));
  return [...taken, ...turned(deal, 0)];
}

/** The cards that the log says were turned from the stock, from some place on. @param {Deal} deal @param {number} from @returns {import("./game.js").Aside[]} */
function turned({ view }, from) {
  return view.log.flatMap((/** @type {[number | null, string, string?]} */ [, , card], /** @type {number} */ at) =>
    (card && at >= from ? [{ at, line: { key: "log.auction.turned", facts: { card } } }] : []));
}

/** A hand at the showdown in words. @param {{ type: string, ranks: string[] }} best */
function handText({ type, ranks }) {
  const named = { pair: 1, three: 1, four: 1, "two-pair": 2, "full-house": 2, straight: 1, "straight-flush": 1, flush: 5 };
  if (type === "high-card") return t("auction.high_card", { rank: t(`rank.${ranks[0]}`) });
  return claimText([type, ...ranks.slice(0, /** @type {Record<string, number>} */ (named)[type])].join(" "));
}

/** Every hand opened, its best five marked, what cannot count dimmed. @param {Deal} deal */
function showdown({ view, name }) {
  const { best, hands, winners, pile, values, points } = view.outcome;
  return [
    h("div", { key: "showdown", class: "showdown" }, hands.map((/** @type {string[]} */ cards, /** @type {number} */ seat) => {
      const { cards: five, unused } = best[seat];
      const counted = [...five];
      const out = [...unused];
      const mark = (/** @type {string} */ card) => {
        const at = counted.indexOf(card);
        if (at >= 0) return counted.splice(at, 1) && "showdown-best";
        const gone = out.indexOf(card);
        return gone >= 0 ? out.splice(gone, 1) && "showdown-unused" : "showdown-rest";
      };
      return h("div", { key: String(seat), class: cls("showdown-hand", winners.includes(seat) && "showdown-winner") },
        h("p", { class: "showdown-name" }, h("b", null, name(seat)), " ", capital(handText(best[seat]))),
        h("p", { class: "showdown-cards" }, order(cards).map((card, at) => h("span", { key: `${at}`, class: mark(card) }, miniCard(card)))));
    })),
    h("p", { key: "count", class: "showdown-pile" }, h("b", null, t("auction.pile_is", { points })), " ",
      pile.map((/** @type {string} */ card, /** @type {number} */ at) => h("span", { key: String(at), class: "showdown-value num" }, miniCard(card), " ", String(values[at])))),
  ];
}

/** How the score came about, in words. @param {GameView} outcome @param {(seat: number) => string} name @returns {Line[]} */
function sum(outcome, name) {
  if (!outcome.winners) return [];
  const { winners, points, by, bonus } = outcome;
  /** @type {Line[]} */
  const lines = [];
  if (winners.length === 1) lines.push({ key: "auction.sum.one", facts: { who: name(winners[0]), points } });
  else {
    const share = scoreValue(outcome.scores[winners[0]]) - bonus[winners[0]];
    const exact = Number.isInteger(share) ? share : `${points}/${winners.length}`;
    lines.push({ key: "auction.sum.shared", facts: { who: listed(winners.map(name)), points, n: winners.length, share: shareText(exact) } });
  }
  if (by !== null && bonus[by]) lines.push({ key: bonus[by] > 0 ? "auction.sum.bonus" : "auction.sum.penalty", facts: { who: name(by), bonus: Math.abs(bonus[by]) } });
  return lines;
}

/** @param {Deal} deal @returns {import("./game.js").Report | null} */
function report(deal) {
  const { view, name, me } = deal;
  const outcome = view.outcome;
  if (!outcome) return null;
  const names = listed(outcome.winners.map(name));
  return {
    title: t(outcome.winners.length > 1 ? "auction.result.shared" : "auction.result.won", { names, hand: handText(outcome.best[outcome.winners[0]]) }),
    good: me === null ? null : outcome.winners.includes(me),
    facts: [{ key: "why", label: t("deal.result.why"), value: why(outcome, name) }],
    hands: null, more: showdown(deal),
  };
}

/** Why the deal ended. @param {GameView} outcome @param {(seat: number) => string} name */
function why(outcome, name) {
  return t(`auction.why.${outcome.why}`, { name: outcome.by === null ? "" : name(outcome.by) });
}

/** @param {GameView} outcome @param {(seat: number) => string} name @returns {Line} */
function resultLine(outcome, name) {
  if (outcome.redeal || !outcome.type) return { key: "log.result_redeal", facts: {} };
  if (!outcome.winners || !outcome.best) return { key: "log.auction.result_short", facts: { hand: t(`auction.type.${outcome.type}`), points: outcome.points } };
  return { key: "log.auction.result", facts: { names: listed(outcome.winners.map(name)), hand: handText(outcome.best[outcome.winners[0]]), points: outcome.points } };
}

/** @returns {import("./game.js").Sign[]} */
function signs() {
  return [
    { shape: "crown", label: t("auction.sign.leads") },
    { shape: "check", label: t("auction.role.passed") },
    { shape: "cards", label: t("table.sign.cards") },
  ];
}

/** @type {import("./game.js").GameModule} */
export default {
  signs, order, summary, role, stats, bubble, prompt, panel, line, news, sum, report, resultLine, spread,
  badges: () => [],
  asides,
  trick: () => null,
  last: () => null,
  taken: () => [],
  actionLabel: (action) => action,
  chooseText: ({ claim }) => ({ prompt: t("auction.prompt.lay", { claim: claim ?? "" }), confirm: t("auction.lay_confirm") }),
  atOnce: (view) => view.phase === "auction",
  moment: (view) => `${view.auction}/${view.phase}`,
  picking: ({ view, mayAct }) => (mayAct && view.phase === "auction" ? 5 : 0),
  ordered: true,
  sorts: true,
  clock: (view) => (view.timer === null ? null : { key: `${view.auction}/${view.claims.length}`, seconds: view.timer }),
};
