// @ts-check
/**
 * The page's state and what is derived from it for every render: who sits where, which deal this viewer sees, what
 * may be done. Pure: no DOM, no connection.
 *
 * @typedef {import("./protocol.js").TableFrame} TableFrame
 * @typedef {import("./protocol.js").PeopleFrame} PeopleFrame
 * @typedef {import("./protocol.js").ChatLine} ChatLine
 * @typedef {import("./games/game.js").Picks} Picks
 * @typedef {import("./games/game.js").Deal} Deal
 * @typedef {import("./games/game.js").GameModule} GameModule
 * @typedef {import("./games/game.js").Trick} Trick
 * @typedef {import("./settings.js").Settings} Settings
 *
 * @typedef {"score" | "log" | "chat" | "rules"} Tab
 * @typedef {{ status: import("./socket.js").Status | "none", retryAt: number | null, code: number | null, restarting: boolean, outdated: boolean }} Line
 * @typedef {{
 *   match: string, deal: number, view: import("./protocol.js").GameView | null, names: string[], missing: boolean
 * }} Past   an earlier deal of the match whose log is read; no view until it has come
 * @typedef {{
 *   tab: Tab, railOpen: boolean, showLast: boolean, dialog: string | null, sheetClosed: string | null,
 *   notice: { text: string, at: number } | null, unread: number, copied: boolean, past: Past | null, answered: number | null,
 *   handing: { seat: number, link: string } | null, handedSeen: string | null, missedSeen: string | null
 * }} Ui   `answered` is the proposal that this player answered last, `handing` the link by which this viewer hands a seat on
 * @typedef {{
 *   table: TableFrame | null, people: PeopleFrame | null, peopleAt: number, chat: ChatLine[],
 *   player: { id: string, name: string } | null, line: Line, picks: Picks, pending: string | null, asked: number,
 *   held: { trick: Trick, deal: number } | null, clock: Clock | null, ui: Ui, settings: Settings, game: GameModule | null
 * }} State
 *
 * @typedef {{ key: string, full: number, left: number, at: number }} Clock   a countdown: what it counts for, its length, what was left of it at a time of this page
 *
 * @typedef {{
 *   act: (action: string) => void, why: (action: string) => void, sit: (seat?: number) => void, stand: () => void,
 *   start: () => void, ready: () => void, bot: (seat: number, on: boolean) => void, host: (seat: number) => void,
 *   absence: (seat: number, choice: "wait" | "bot") => void, handOn: (seat: number) => void, seen: () => void,
 *   propose: (kind: string, facts?: Record<string, unknown>) => void, vote: (number: number, yes: boolean) => void,
 *   chat: (text: string) => void, phrase: (phrase: string) => void, kick: (seat: number) => void, block: (name: string, on: boolean) => void,
 *   close: () => void, report: (name: string, at: number) => void, unshadow: () => void, say: (text: string) => void
 * }} Send   `say` tells this viewer something, without the server
 * @typedef {{
 *   data: import("./pages/page.js").PageData, state: State, deal: Deal | null, send: Send,
 *   ui: (change: Partial<Ui>) => void, pick: (change: Partial<Picks>) => void, settings: (change: Partial<Settings>) => void
 * }} Page   what a renderer is handed
 */
import { has, t } from "./i18n.js";

/** @type {Picks} */
export const NO_PICKS = { lifted: null, chosen: [], asking: null, number: null, suit: null, call: null, offers: null };

/** The viewer's seat, or null. @param {State} state @returns {number | null} */
export function mySeat(state) {
  return state.table?.private?.seat ?? null;
}

/** The seat whose cards this viewer sees: one's own, or that of a player who lets one look. @param {State} state @returns {number | null} */
export function seenSeat(state) {
  return mySeat(state) ?? state.table?.private?.shadow ?? null;
}

/** Is this viewer the host? @param {State} state */
export function amHost(state) {
  return state.table?.private?.host === true;
}

/**
 * A bot's name in the reader's language. A table stores one name for each bot, so that records and links mean the same
 * to everybody; as bots are named from a short list, each page may write these names in its own script.
 *
 * @param {string} name
 */
export function botName(name) {
  const [, plain, rest] = name.match(/^(\w+)(.*)$/) ?? [];
  return plain && has(`bot.${plain}`) ? t(`bot.${plain}`) + rest : name;
}

/** The name on a seat. @param {State} state @param {number} seat */
export function seatName(state, seat) {
  const info = state.table?.public.seats[seat];
  if (info?.kind === "bot") return botName(info.name);
  return info?.name || t("table.seat_number", { number: seat + 1 });
}

/**
 * Who scores: every seat for itself, or sides of several seats. A match counts as many scores of a kind as there are
 * units; where these are fewer than the seats, seats that far apart belong together.
 *
 * @param {State} state @returns {{ key: string, seats: number[], names: string[], mine: boolean }[]}
 */
export function units(state) {
  const table = state.table?.public;
  const seats = table?.seats.map((_, seat) => seat) ?? [];
  const totals = Object.values(table?.match?.totals ?? {})[0];
  const count = totals?.length || seats.length;
  return Array.from({ length: count }, (_, unit) => {
    const own = seats.filter((seat) => seat % count === unit);
    return { key: String(unit), seats: own, names: own.map((seat) => seatName(state, seat)), mine: own.includes(mySeat(state) ?? -1) };
  });
}

/** The moment of the deal a view shows; picks and pending cards belong to one moment. @param {TableFrame | null} table @param {GameModule | null} game */
export function moment(table, game) {
  const deal = table?.public.deal;
  return deal ? `${table.public.match?.id}/${table.public.match?.deal}/${game?.moment?.(deal) ?? deal.log.length}/${table.public.undone?.length ?? 0}/${table.private?.seat}` : "";
}

/** The deal as this viewer sees it. @param {State} state @param {Send} send @param {(change: Partial<Picks>) => void} pick @returns {Deal | null} */
export function dealOf(state, send, pick) {
  const table = state.table;
  if (!table?.public.deal || !state.game) return null;
  const own = table.private ?? null;
  const me = own?.deal ? seenSeat(state) : null;
  const turn = table.public.deal.turn ?? [];
  const mayAct = me !== null && me === own?.seat && !own.standin && turn.includes(me) && Boolean(own?.choose || (state.game.atOnce?.(table.public.deal) ? own?.legal : own?.legal?.length));
  return {
    view: table.public.deal, mine: own?.deal ?? null, me, seats: table.public.seats.length,
    hand: state.game.order(own?.deal?.hand ?? [], table.public.deal, state.settings.sort),
    legal: own?.legal ?? [], choose: own?.choose ?? state.game.choose?.(own?.legal ?? []) ?? null, mayAct, ruleset: table.public.ruleset,
    waiting: state.pending !== null, picks: state.picks, clock: countdown(state), refused: (refusal) => t(`illegal.${refusal.rule}`, refusal.facts),
    name: (seat) => seatName(state, seat), act: send.act, why: send.why, say: send.say, pick,
  };
}

/** What is left of the countdown, in seconds. @param {State} state */
function countdown({ clock }) {
  return clock && { key: clock.key, full: clock.full, left: Math.max(0, clock.left - (Date.now() - clock.at) / 1000) };
}

/** Where a seat stands on the screen: 0 is the bottom, then clockwise. Spectators look from seat 0, or from the one whose cards they see. @param {State} state @param {number} seat */
export function position(state, seat) {
  const seats = state.table?.public.seats.length ?? 1;
  return (seat - (seenSeat(state) ?? 0) + seats) % seats;
}

/** What a refusal says to people. @param {{ code: string, rule: string | null, facts: Record<string, unknown> }} refusal */
export function refusalText({ code, rule, facts }) {
  if (code === "illegal" && rule) return t(`illegal.${rule}`, facts);
  return t(`refused.${code}`, facts);
}
