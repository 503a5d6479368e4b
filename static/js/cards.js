// @ts-check
/**
 * Cards, drawn by the page itself: two faces in one drawing (pips, and a large index), of which the style sheet shows
 * one. Nothing here knows a game.
 */
import { h } from "./dom.js";
import { cardName, t } from "./i18n.js";
import { icon, shapeAt } from "./shapes.js";

/** @typedef {{ kind: string, shape: string, label: string }} Badge a mark on a card that the deal makes special */

const LEFT = 37;
const MIDDLE = 50;
const RIGHT = 63;

/** Where the pips of a number card stand: x, y in a 100 × 140 box. @type {Record<string, [number, number][]>} */
const PIPS = {
  2: [[MIDDLE, 34], [MIDDLE, 106]],
  3: [[MIDDLE, 34], [MIDDLE, 70], [MIDDLE, 106]],
  4: [[LEFT, 34], [RIGHT, 34], [LEFT, 106], [RIGHT, 106]],
  5: [[LEFT, 34], [RIGHT, 34], [MIDDLE, 70], [LEFT, 106], [RIGHT, 106]],
  6: [[LEFT, 34], [RIGHT, 34], [LEFT, 70], [RIGHT, 70], [LEFT, 106], [RIGHT, 106]],
  7: [[LEFT, 34], [RIGHT, 34], [MIDDLE, 52], [LEFT, 70], [RIGHT, 70], [LEFT, 106], [RIGHT, 106]],
  8: [[LEFT, 34], [RIGHT, 34], [MIDDLE, 52], [LEFT, 70], [RIGHT, 70], [MIDDLE, 88], [LEFT, 106], [RIGHT, 106]],
  9: [[LEFT, 30], [RIGHT, 30], [LEFT, 57], [RIGHT, 57], [MIDDLE, 70], [LEFT, 83], [RIGHT, 83], [LEFT, 110], [RIGHT, 110]],
  T: [[LEFT, 30], [RIGHT, 30], [MIDDLE, 43], [LEFT, 57], [RIGHT, 57], [LEFT, 83], [RIGHT, 83], [MIDDLE, 97], [LEFT, 110], [RIGHT, 110]],
};
/** @type {Record<string, string>} */
const HEADS = { K: "crown", Q: "tiara", J: "plume" };

/** What stands in the corner: "10" for a ten. @param {string} card */
export function rankText(card) {
  return card[0] === "T" ? "10" : card[0];
}

/** The suit of a card, or "J" for a joker and "" for a hidden card. @param {string} card */
export function suitOf(card) {
  if (card === "JK") return "J";
  return card === "??" ? "" : card[1];
}

/** @param {string} card */
function middle(card) {
  const suit = card[1];
  const pips = PIPS[card[0]];
  if (pips) return pips.map(([x, y]) => shapeAt(suit, x, y, 17.5, y > 70));
  if (card[0] === "A") return [shapeAt(suit, 50, 70, 46)];
  const head = HEADS[card[0]];
  return [
    h("rect", { class: "court", x: 29, y: 21, width: 42, height: 98, rx: 5 }),
    shapeAt(head, 50, 40, 29), shapeAt(head, 50, 100, 29, true), shapeAt(suit, 50, 70, 25),
  ];
}

/** @param {string} card */
function pipFace(card) {
  const corner = [
    h("text", { class: cls10(card), x: 14.5, y: 26 }, rankText(card)),
    shapeAt(card[1], 14.5, 42, 16),
  ];
  return h("g", { class: "face-pips" }, corner, middle(card), h("g", { transform: "rotate(180 50 70)" },
    h("text", { class: cls10(card), x: 14.5, y: 26 }, rankText(card)), shapeAt(card[1], 14.5, 42, 16)));
}

/** @param {string} card */
function cls10(card) {
  return card[0] === "T" ? "rank rank-ten" : "rank";
}

/** @param {string} card */
function largeFace(card) {
  return h("g", { class: "face-large" },
    h("text", { class: cls10(card), x: 27, y: 44 }, rankText(card)),
    shapeAt(card[1], 27, 72, 32),
    shapeAt(HEADS[card[0]] ?? card[1], 68, 106, HEADS[card[0]] ? 46 : 54));
}

function jokerFace() {
  const letters = [...t("card.joker_index")];
  return h("g", { class: "face-joker" },
    letters.map((letter, i) => h("text", { class: "joker-letter", x: 15, y: 24 + i * 17 }, letter)),
    shapeAt("jester", 60, 70, 66));
}

/** The drawing of a face. @param {string} card */
function face(card) {
  return h("svg", { class: "card-face", viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" },
    card === "JK" ? jokerFace() : [pipFace(card), largeFace(card)]);
}

/**
 * The inside of a card: its face or back, and its badges. What wraps it (a button, a place in a trick) carries the name.
 *
 * @param {string} card
 * @param {Badge[]} [badges]
 */
export function cardFace(card, badges = []) {
  const memo = `${card} ${badges.map((badge) => badge.kind).join(" ")}`;
  if (card === "??") return h("span", { class: "card card-back", "aria-hidden": "true", memo });
  return h("span", { class: `card suit-${suitOf(card)}`, "aria-hidden": "true", memo },
    face(card),
    badges.length > 0 && h("span", { class: "card-badges" },
      badges.map((badge) => h("span", { class: `card-badge badge-${badge.kind}`, key: badge.kind }, icon(badge.shape)))));
}

/** A card in a line of text, said in words to a screen reader. @param {string} card */
export function miniCard(card) {
  const suit = suitOf(card);
  return h("span", { class: `mini suit-${suit}` },
    h("span", { "aria-hidden": "true" }, suit === "J" ? icon("jester") : [rankText(card), icon(suit)]),
    h("span", { class: "visually-hidden" }, cardName(card)));
}

/** A suit in a line of text. @param {string} suit */
export function miniSuit(suit) {
  if (suit === "N") return h("span", { class: "strain" }, t("suit.short.N"));
  return h("span", { class: `strain suit-${suit}` }, icon(suit), h("span", { class: "visually-hidden" }, t(`suit.${suit}`)));
}

const SUITS = "SHDC";
const RANKS = "AKQJT98765432";

/** Order of notation for a set of cards: spades, hearts, diamonds, clubs, each from the ace down, jokers last. @param {string[]} cards */
export function canonical(cards) {
  const place = (/** @type {string} */ card) => (card === "JK" ? 99 : SUITS.indexOf(card[1]) * 13 + RANKS.indexOf(card[0]));
  return [...cards].sort((a, b) => place(a) - place(b));
}
