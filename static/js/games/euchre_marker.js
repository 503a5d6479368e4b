// @ts-check
/**
 * A player's score as Euchre players keep it: two fives. Face up lies one, the other over it, and the pips to be seen
 * are the points. Up to four the upper card shows its back; from five on it lies face up and counts in full. Where a
 * match goes on beyond ten, a full ten is put aside as one card with its number, and the two fives begin anew over it.
 */
import { cls, h } from "../dom.js";
import { shapeAt } from "../shapes.js";

const FULL = 10;
const ASIDE = 13; // how far the fives lie to the right of a ten put aside

/** Where the pips of a five stand on a card of 20 × 28. */
const PIPS = [[5.2, 6.5], [14.8, 6.5], [10, 14], [5.2, 21.5], [14.8, 21.5]];

/** How the upper card lies when this many pips of the lower one show: moved right, down, and turned about its corner; how wide the two are then. @type {[number, number, number, number][]} */
const LAID = [[0.8, 0.8, 0, 22], [14.5, 2, 45, 29], [7.6, 0.6, 0, 29], [12.4, 0.6, 0, 34], [20, 11.5, 45, 35], [21.4, 0, 0, 43]];

/** @param {string} suit */
function five(suit) {
  return [h("rect", { class: "marker-card", width: 20, height: 28, rx: 2.2 }), PIPS.map(([x, y]) => shapeAt(suit, x, y, 5))];
}

function back() {
  return [h("rect", { class: "marker-card marker-back", width: 20, height: 28, rx: 2.2 }), h("rect", { class: "marker-pattern", x: 2.5, y: 2.5, width: 15, height: 23, rx: 1.2 })];
}

function ten() {
  return [h("rect", { class: "marker-card", width: 20, height: 28, rx: 2.2 }), h("text", { class: "marker-ten", x: 6.8, y: 18.5 }, String(FULL))];
}

/** @param {number} total */
export function marker(total) {
  const tens = Math.max(0, Math.ceil(total / FULL) - 1);
  const points = Math.max(0, total - tens * FULL);
  const [x, y, turn, width] = LAID[points === FULL ? 5 : points % 5];
  const from = tens * ASIDE;
  return h("svg", { class: cls("marker", total >= FULL && "marker-wide"), viewBox: `-1 -1 ${from + width + 1} 30.5`, "aria-hidden": "true", focusable: "false" },
    Array.from({ length: tens }, (_, at) => h("g", { class: "suit-H", key: `ten-${at}`, transform: `translate(${at * ASIDE} 0)` }, ten())),
    h("g", { key: "fives", transform: `translate(${from} 0)` },
      h("g", { class: "suit-H", key: "lower" }, five("H")),
      h("g", { class: points < 5 ? "" : "suit-S", key: "upper", transform: `translate(${x} ${y}) rotate(${turn})` }, points < 5 ? back() : five("S"))));
}
