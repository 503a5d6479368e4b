// @ts-check
/**
 * A player's score as Euchre players keep it: two fives. Face up lies one, the other over it, and the pips to be seen
 * are the points. Up to four the upper card shows its back; from five on it lies face up and counts in full.
 */
import { h } from "../dom.js";
import { shapeAt } from "../shapes.js";

const MOST = 10;

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

/** @param {number} total */
export function marker(total) {
  const points = Math.min(MOST, Math.max(0, total));
  const [x, y, turn, width] = LAID[points === MOST ? 5 : points % 5];
  return h("svg", { class: "marker", viewBox: `-1 -1 ${width + 1} 30.5`, "aria-hidden": "true", focusable: "false" },
    h("g", { class: "suit-H", key: "lower" }, five("H")),
    h("g", { class: points < 5 ? "" : "suit-S", key: "upper", transform: `translate(${x} ${y}) rotate(${turn})` }, points < 5 ? back() : five("S")));
}
