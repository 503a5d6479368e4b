// @ts-check
/**
 * What the table asks of a game. A game is one file beside this one, named like the game on the wire, whose default
 * export is a `GameModule`; nothing else in the page knows it. The file holds no rules: what is legal comes from the
 * server as actions, and a module turns actions and views into words, order and panels.
 *
 * @typedef {import("../dom.js").VNode} VNode
 * @typedef {import("../dom.js").Children} Children
 * @typedef {import("../protocol.js").GameView} GameView
 * @typedef {import("../cards.js").Badge} Badge
 *
 * @typedef {{
 *   lifted: string | null, chosen: string[], asking: string | null, number: number | null,
 *   suit: string | null, call: string | null, offers: Picked | null
 * }} Picks   what this player has picked but not sent; emptied whenever the deal moves on
 *
 * @typedef {{ cards: string, offers: import("../protocol.js").Offer[], refusal: string | null }} Picked   what the server says of picked cards; `cards` tells of which
 *
 * @typedef {{
 *   view: GameView, mine: GameView | null, me: number | null, seats: number, hand: string[], legal: string[],
 *   choose: import("../protocol.js").Choose | null, mayAct: boolean, ruleset: string, waiting: boolean, clock: { key: string, left: number, full: number } | null,
 *   picks: Picks, name: (seat: number) => string,
 *   refused: (refusal: { rule: string, facts: Record<string, unknown> }) => string,
 *   act: (action: string) => void, why: (action: string) => void, say: (text: string) => void, pick: (change: Partial<Picks>) => void
 * }} Deal   one deal as this viewer may see it, and what the viewer can do about it
 *
 * @typedef {{ seat: number, card: string, note: string | null, suit: string | null }} Play
 * @typedef {{
 *   number: number, leader: number, plays: Play[], winner: number | null, winning: number | null, points: number | null
 * }} Trick   `winning` is the seat whose card takes the trick as it lies, null where that is not to be seen
 * @typedef {{ key: string, label: string, value: Children, shape?: string, strong?: boolean }} Fact
 * @typedef {{ key: string, shape: string, value: string, label: string }} Stat
 * @typedef {{ kind: string, shape: string, text: string, secret: boolean }} Role
 * @typedef {{ key: string, facts: Record<string, unknown> }} Line   a catalogue key and its facts, spoken or drawn
 * @typedef {{ cards: string[], label: string }} Middle   cards beside the trick, "??" for a back, and what they are
 * @typedef {{ title: string, good: boolean | null, facts: Fact[], hands: string[][] | null, more?: Children }} Report   `more` is what the game draws below the facts
 *
 * @typedef {{
 *   order: (cards: string[], view: GameView, by?: "rank" | "suit") => string[],
 *   badges: (card: string, view: GameView) => Badge[],
 *   trick: (view: GameView, mine: GameView | null) => Trick | null,
 *   last: (view: GameView) => Trick | null,
 *   summary: (deal: Deal) => Fact[],
 *   role: (deal: Deal, seat: number) => Role | null,
 *   stats: (deal: Deal, seat: number) => Stat[],
 *   bubble: (deal: Deal, seat: number) => Line | null,
 *   taken: (view: GameView, seat: number) => string[],
 *   middle?: (view: GameView) => Middle | null,
 *   picker?: (view: GameView) => number | null,
 *   marker?: (total: number) => VNode,
 *   choose?: (legal: string[]) => import("../protocol.js").Choose | null,
 *   prompt: (deal: Deal) => string,
 *   panel: (deal: Deal) => VNode | null,
 *   chooseText: (choose: import("../protocol.js").Choose) => { prompt: string, confirm: string },
 *   actionLabel: (action: string, deal: Deal) => Children,
 *   line: (seat: number, action: string, deal: Deal) => Line,
 *   news: (last: Deal, next: Deal) => Line[],
 *   signs: () => Sign[],
 *   asides: (deal: Deal) => Aside[],
 *   sum: (outcome: GameView, name: (seat: number) => string) => Line[],
 *   report: (deal: Deal) => Report | null,
 *   resultLine: (outcome: GameView, name: (seat: number) => string) => Line,
 *   penalties?: boolean,
 *   notes?: (match: import("../protocol.js").MatchInfo, ruleset: string, units: string[]) => string[],
 *   wayLabel?: (action: string) => string,
 *   exposed?: (deal: Deal, seat: number) => { card: string, strong: boolean }[],
 *   aids?: (deal: Deal) => Aid[],
 *   atOnce?: (view: GameView) => boolean,
 *   moment?: (view: GameView) => string,
 *   picking?: (deal: Deal) => number,
 *   ordered?: boolean,
 *   sorts?: boolean,
 *   clock?: (view: GameView) => { key: string, seconds: number } | null,
 *   spread?: (deal: Deal) => Children
 * }} GameModule   `asides` is what the log tells beside the actions, `sum` how the score of a deal was reckoned, in words.
 *   What may be left out: `middle` lies beside the trick, `picker` is the seat that has picked it up, `marker` draws a running total the way it is
 *   kept at a card table, `choose` reads legal actions that give away cards (`swap AS`, `swap KH`, …) as a choice in
 *   the hand, where the server lists them one by one, `penalties` when scores count against those who get them, `notes`
 *   below the running score, `wayLabel` the name of one way of playing a card, `exposed` cards that lie open at a seat,
 *   `aids` what is one tap away from the table, `atOnce` whether everybody may act, so that it is nobody's turn, `moment` what picks belong
 *   to where others may act meanwhile, `picking` how many cards of the hand may be picked to ask what they would bid,
 *   `ordered` when the order of chosen cards matters, `clock` the countdown that everybody sees, `spread` what lies on
 *   the table instead of tricks.
 * @typedef {{ shape: string, label: string }} Sign   what a shape on the table stands for
 * @typedef {{ key: string, shape: string, label: string, body: () => Children }} Aid
 * @typedef {{ at: number, line: Line }} Aside   a line that belongs below the action at this place of the log, -1 for above all
 */

/** Load the module of a game; the name comes from the server and must look like one. @param {string} game @returns {Promise<GameModule>} */
export async function loadGame(game) {
  if (!/^[a-z][a-z_]*$/.test(game)) throw new Error(`game: ${game}`);
  return (await import(`./${game}.js`)).default;
}

/** The legal actions that play a card, by card. @param {string[]} legal @returns {Map<string, string[]>} */
export function playsByCard(legal) {
  /** @type {Map<string, string[]>} */
  const plays = new Map();
  for (const action of legal) {
    const [verb, card] = action.split(" ");
    if (verb === "play") plays.set(card, [...(plays.get(card) ?? []), action]);
  }
  return plays;
}

/**
 * The tricks of the log that are full, in order: the place of their last card, who took them and with which cards.
 * Who takes a trick leads the next; of the last one the view says it.
 *
 * @param {Deal} deal @returns {{ at: number, number: number, winner: number, cards: string[] }[]}
 */
export function fullTricks({ view, seats }) {
  /** @type {{ seat: number, card: string, at: number }[]} */
  const plays = [];
  for (const [at, [seat, action]] of view.log.entries()) {
    if (action.startsWith("play ")) plays.push({ seat, card: action.split(" ")[1], at });
  }
  const full = [];
  for (let first = 0; first + seats <= plays.length; first += seats) {
    const number = first / seats + 1;
    const winner = plays[first + seats]?.seat ?? (view.last?.number === number ? view.last.winner : null);
    const cards = plays.slice(first, first + seats);
    if (winner !== null) full.push({ at: cards[seats - 1].at, number, winner, cards: cards.map(({ card }) => card) });
  }
  return full;
}

/** The place in the log at which a card was played, and by whom. @param {GameView} view @param {string} card @returns {{ at: number, seat: number } | null} */
export function whenPlayed(view, card) {
  const at = view.log.findIndex((/** @type {[number, string]} */ [, action]) => action.split(" ")[0] === "play" && action.split(" ")[1] === card);
  return at < 0 ? null : { at, seat: view.log[at][0] };
}

/** A number with a real minus sign, as it stands in a sum. @param {number} n */
export function figure(n) {
  return String(n).replace("-", "\u2212");
}
