// @ts-check
/**
 * Motion, from two pictures of the page: where every card was before a render and where it is after it. Nothing is
 * told to move; what has another place moves there.
 */

const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";

/** @typedef {{ rect: DOMRect, node: HTMLElement }} Spot */
/** @typedef {{ cards: Map<string, Spot>, trick: Map<string, Spot>, middle: Spot[], seats: Map<string, DOMRect> }} Picture */

/** @param {Element} element */
function shown(element) {
  const rect = element.getBoundingClientRect();
  return rect.width > 0 ? rect : null;
}

/** Where things are now. @returns {Picture} */
export function picture() {
  /** @type {Picture} */
  const now = { cards: new Map(), trick: new Map(), middle: [], seats: new Map() };
  for (const node of document.querySelectorAll("#hand [data-move]")) {
    const rect = shown(node);
    if (rect) now.cards.set(String(/** @type {HTMLElement} */ (node).dataset.move), { rect, node: /** @type {HTMLElement} */ (node) });
  }
  for (const node of document.querySelectorAll("#stage .played")) {
    const rect = shown(node);
    const { move, from } = /** @type {HTMLElement} */ (node).dataset;
    if (rect) now.trick.set(`${move}/${from}`, { rect, node: /** @type {HTMLElement} */ (node) });
  }
  for (const node of document.querySelectorAll("#stage [data-middle]")) {
    const rect = shown(node);
    if (rect) now.middle.push({ rect, node: /** @type {HTMLElement} */ (node) });
  }
  for (const node of document.querySelectorAll("[data-seat]")) {
    const rect = shown(node);
    if (rect) now.seats.set(String(/** @type {HTMLElement} */ (node).dataset.seat), rect);
  }
  return now;
}

/** Slide a node from a place to where it stands. @param {HTMLElement} node @param {DOMRect} from @param {DOMRect} to @param {number} time @param {number} [delay] */
function slide(node, from, to, time, delay = 0) {
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  if (Math.abs(x) < 1 && Math.abs(y) < 1) return;
  const scale = to.width ? Math.min(1.4, Math.max(0.4, from.width / to.width)) : 1;
  node.animate(
    [{ translate: `${x}px ${y}px`, scale: String(scale) }, { translate: "0 0", scale: "1" }],
    { duration: time, delay, easing: EASE, fill: "backwards" },
  );
}

/** Let a copy of a card that is gone glide away. @param {Spot} spot @param {DOMRect} to @param {number} time */
function leave({ rect, node }, to, time) {
  const copy = /** @type {HTMLElement} */ (node.cloneNode(true));
  copy.removeAttribute("data-move");
  copy.setAttribute("class", "flying");
  copy.setAttribute("aria-hidden", "true");
  copy.inert = true;
  for (const [name, value] of Object.entries({ left: rect.left, top: rect.top, width: rect.width, height: rect.height })) {
    copy.style.setProperty(name, `${value}px`);
  }
  document.getElementById("flight")?.append(copy);
  const x = to.left + to.width / 2 - rect.left - rect.width / 2;
  const y = to.top + to.height / 2 - rect.top - rect.height / 2;
  const flight = copy.animate(
    [{ translate: "0 0", scale: "1", opacity: 1 }, { translate: `${x}px ${y}px`, scale: "0.35", opacity: 0.4 }],
    { duration: time * 1.2, easing: "cubic-bezier(0.4, 0, 0.6, 1)", fill: "forwards" },
  );
  flight.onfinish = () => copy.remove();
  flight.oncancel = () => copy.remove();
}

/**
 * Move what moved between two pictures.
 *
 * @param {Picture} before
 * @param {{ time: number, winner: number | null, dealer: number | null, picker: number | null }} how  `winner` takes the
 *   trick that went, `picker` what lay in the middle and is no longer there
 */
export function move(before, { time, winner, dealer, picker }) {
  if (time === 0 || document.hidden) return;
  const after = picture();
  for (const [key, spot] of after.trick) {
    const [card, seat] = key.split("/");
    if (before.trick.has(key) || before.trick.has(`??/${seat}`)) continue; // it was there, perhaps face down
    const from = before.cards.get(card)?.rect ?? before.seats.get(seat);
    if (from) slide(spot.node, from, spot.rect, time);
  }
  const taker = winner === null ? null : after.seats.get(String(winner));
  if (taker) {
    for (const [key, spot] of before.trick) if (!after.trick.has(key)) leave(spot, taker, time);
  }
  const home = picker === null || after.middle.length > 0 ? undefined : after.seats.get(String(picker));
  // One's own new cards come from the middle by themselves.
  if (home && !document.querySelector(`#bar [data-seat="${picker}"]`)) for (const spot of before.middle) leave(spot, home, time * 1.5);
  moveHand(before, after, time, dealer);
}

/** @param {Picture} before @param {Picture} after @param {number} time @param {number | null} dealer */
function moveHand(before, after, time, dealer) {
  const fresh = [...after.cards].filter(([card]) => !before.cards.has(card));
  const middle = document.querySelector("#stage .trick")?.getBoundingClientRect() ?? null;
  const source = dealer !== null && before.cards.size === 0 ? after.seats.get(String(dealer)) ?? middle : middle;
  for (const [card, spot] of after.cards) {
    const old = before.cards.get(card);
    if (old) slide(spot.node, old.rect, spot.rect, time);
  }
  if (!source || fresh.length > 14) return;
  fresh.forEach(([, spot], at) => slide(spot.node, source, spot.rect, time, at * Math.min(45, time / 4)));
}
