// @ts-check
/**
 * Names and shapes of everything that goes over the websocket. No DOM, no state. `/protocol` is the reference.
 *
 * @typedef {Record<string, any>} GameView   what a game shows everybody, or one seat (see the game's page)
 * @typedef {{ name: string, kind: "person" | "bot" | "empty", standin: boolean, ready: boolean, late?: boolean,
 *   absence?: "asked" | "wait" | "bot" | null, handing?: boolean, before?: string | null
 * }} SeatInfo
 * @typedef {{ turn: number, bank: number, left: number[] }} TurnTimes
 * @typedef {{ points?: (number | string)[], [kind: string]: (number | string)[] | undefined }} Scores
 * @typedef {{ deal: number, redeal: boolean, scores: Scores, totals: Scores, outcome: GameView }} Result
 * @typedef {{
 *   id: string, number: number, deal: number, counted: number, of: number | null, totals: Scores,
 *   results: Result[], winners: number[] | null, ended?: boolean
 * }} MatchInfo
 * @typedef {{
 *   code: string, ruleset: string, game: string, preset: string, open: boolean, watch: string, closed: boolean,
 *   host: number | null, phase: "lobby" | "dealing" | "deal" | "result" | "finished", seats: SeatInfo[],
 *   least: number, match: MatchInfo | null, deal: GameView | null, clock?: TurnTimes | null, absent_after?: number,
 *   proposals?: Proposal[], settled?: Settled | null, friendly?: boolean,
 *   undone?: Undone[], may_undo?: number[], may_claim?: number[], closed_discards?: boolean, shadows?: Shadow[], phrases_only?: boolean
 * }} PublicView
 * @typedef {{
 *   number: number, kind: string, name: string, seat: number | null, facts: Record<string, any>, needs: number[], agreed: number[], majority: boolean, sealed?: boolean
 * }} Proposal
 * @typedef {{ number: number, kind: string, name: string, seat: number | null, granted: boolean, why: string }} Settled
 * @typedef {{ after: number, seat: number, lines: [number, string][] }} Undone   actions that were taken back, and how many lines of the log stand before them
 * @typedef {{ name: string, seat: number, deal: number, ply: number, until: number | null }} Shadow   a spectator who sees the cards of a seat
 * @typedef {{ verb: string, count: number, among: string[], claim?: string | null }} Choose   `claim`: what the cards must make
 * @typedef {{
 *   seat: number | null, standin?: boolean, host: boolean, legal?: string[] | null, choose?: Choose | null,
 *   deal?: GameView | null, missed?: { deal: number, action: string }[], shadow?: number | null, blocked?: string[], reports?: Report[]
 * }} PrivateView
 * @typedef {{ type: "table", version: number, public: PublicView, private?: PrivateView | null, done?: string | null }} TableFrame
 * @typedef {{ by: string, room: string, name: string, text: string, phrase: string, said: number }} Report   a line of chat that was shown to the host
 * @typedef {{ room: string, name: string, seat?: number | null, text: string, at: number, phrase?: string | null }} ChatLine
 * @typedef {{ kind: string, seconds: number, seat?: number }} Timer
 * @typedef {{
 *   type: "people", seats: ("here" | "away" | null)[], spectators: string[], storing: boolean, frozen: boolean, timer: Timer | null,
 *   idle?: number | null, absent?: { seat: number, seconds: number }[]
 * }} PeopleFrame
 * @typedef {{
 *   type: "welcome", protocol: number, table: string, player: { id: string, name: string } | null,
 *   server: string, chat: ChatLine[]
 * }} WelcomeFrame
 * @typedef {{ type: "refused", id: string | null, code: string, rule?: string | null, facts?: Record<string, unknown> | null }} RefusedFrame
 * @typedef {{ action: string, rule?: string | null, facts?: Record<string, unknown> | null }} Offer   what picked cards would bid, and the rule that forbids it now
 * @typedef {{ type: "offers", id: string, offers: Offer[] }} OffersFrame
 * @typedef {{ type: "done", id: string }} DoneFrame
 * @typedef {{ type: "closing", reason: string }} ClosingFrame
 * @typedef {{ type: "chat" } & ChatLine} ChatFrame
 * @typedef {{ type: "pong" }} PongFrame
 * @typedef {WelcomeFrame | TableFrame | PeopleFrame | DoneFrame | OffersFrame | RefusedFrame | ChatFrame | ClosingFrame | PongFrame} ServerFrame
 *
 * @typedef {{ ok: true, offers?: Offer[] } | { ok: false, code: string, rule: string | null, facts: Record<string, unknown> }} Reply
 */

export const PROTOCOL = 1;

const SERVER_TYPES = new Set(["welcome", "table", "people", "done", "offers", "refused", "chat", "closing", "pong"]);

/** An id for a message that wants an answer. (`crypto.randomUUID` is missing on plain http in a home network.) */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {{ type: string, [field: string]: unknown }} message @returns {string} */
export function encode(message) {
  return JSON.stringify(message);
}

/** A frame of the server, or null for one this page does not know. @param {string} text @returns {ServerFrame | null} */
export function decode(text) {
  /** @type {any} */
  let frame;
  try {
    frame = JSON.parse(text);
  } catch {
    return null;
  }
  return frame && SERVER_TYPES.has(frame.type) ? frame : null;
}

/** The options that a rule set states as differing from its preset. @param {string} ruleset @returns {Record<string, string>} */
export function rulesetOptions(ruleset) {
  return Object.fromEntries(new URLSearchParams(ruleset.split("?")[1] ?? ""));
}

/** One of them, null where the preset's value stands. @param {string} ruleset @param {string} name @returns {string | null} */
export function rulesetOption(ruleset, name) {
  return rulesetOptions(ruleset)[name] ?? null;
}
