// @ts-check
/**
 * The last card plays itself, for those who want it: the only play that everybody can foresee. It waits as long as bots
 * do for a card (`app/live/pace.py`), by what everybody sees and by chance alone, so that nobody learns anything from
 * the time it takes.
 */
import { moment, mySeat } from "./page.js";

/** @typedef {import("./page.js").State} State */

const SHORTEST = 550;
const SPREAD = 500;
const MOST_SPREADS = 3;
const TRICK_ON_VIEW = 1_000;

/** The only action that is left to this viewer: to play the last card of the hand; null otherwise. @param {State} state @returns {string | null} */
export function lastCard({ table, settings }) {
  const own = table?.private;
  const deal = table?.public.deal;
  if (!settings.lastCard || table?.public.phase !== "deal" || own?.seat === null || own?.standin || !own?.deal || !deal) return null;
  const [only, ...others] = own.legal ?? [];
  const hand = own.deal.hand;
  return Array.isArray(hand) && hand.length === 1 && others.length === 0 && only?.startsWith("play ") ? only : null;
}

/** Milliseconds that it waits. @param {import("./protocol.js").GameView} deal */
function wait(deal) {
  const drawn = Math.min(-Math.log(1 - Math.random()), MOST_SPREADS);
  const leads = deal.last && deal.trick && !deal.trick.plays?.length;
  return SHORTEST + drawn * SPREAD + (leads ? TRICK_ON_VIEW : 0);
}

let planned = "";

/** Plans the last card once for its moment. @param {() => State} get @param {(action: string) => void} act */
export function playLastCard(get, act) {
  const state = get();
  const at = moment(state.table, state.game);
  if (lastCard(state) === null || planned === at || !state.table?.public.deal) return;
  planned = at;
  setTimeout(() => {
    const now = get();
    const action = lastCard(now);
    if (action !== null && mySeat(now) !== null && moment(now.table, now.game) === at && now.pending === null) act(action);
  }, wait(state.table.public.deal));
}
