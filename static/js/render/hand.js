// @ts-check
/** One's own hand: lifting, choosing, playing, asking why not. */
import { canonical, cardFace } from "../cards.js";
import { cls, h } from "../dom.js";
import { t } from "../i18n.js";
import { playsByCard } from "../games/game.js";
import { mySeat } from "../page.js";
import { twoTaps } from "../settings.js";
import { describe } from "./trick.js";

/** @typedef {import("../page.js").Page} Page */

const TWO_ROWS_FROM = 8; // eight in a row of a narrow phone would be less than a thumb wide
const ONE_ROW_UP_TO = 5;

/**
 * Which cards stand in the second row where there are two. A card stays in its row for the whole deal: the rows are
 * those of the hand with what this seat has played still in it.
 *
 * @param {import("../page.js").Deal} deal
 * @param {import("../page.js").GameModule | null} game
 * @param {"rank" | "suit"} by
 * @returns {Set<number>} places in the hand
 */
function secondRow({ view, me, hand: cards }, game, by) {
  const played = view.log.filter((/** @type {[number, string]} */ [seat, action]) => seat === me && action.startsWith("play "))
    .map((/** @type {[number, string]} */ [, action]) => action.split(" ")[1]);
  const whole = game ? game.order([...cards, ...played], view, by) : cards;
  if (whole.length < TWO_ROWS_FROM || cards.length <= ONE_ROW_UP_TO) return new Set();
  const half = Math.ceil(whole.length / 2);
  return new Set(cards.flatMap((card, at) => (whole.indexOf(card) >= half ? [at] : [])));
}

/**
 * A card was tapped, clicked or entered. `sure` is true for the keyboard, where pressing Enter is the decision.
 *
 * @param {Page} page
 * @param {string} card
 * @param {boolean} sure
 */
export function tapCard(page, card, sure, copy = 0) {
  const { state, deal, pick, send } = page;
  if (!deal || state.pending !== null || mySeat(state) === null) return;
  if ((deal.choose && deal.mayAct) || free(page) > 0) {
    toggle(page, held(card, copy));
    return;
  }
  const plays = playsByCard(deal.legal).get(card) ?? [];
  if (!deal.mayAct || plays.length === 0) {
    pick({ lifted: null, asking: null });
    send.why(`play ${card}`);
  } else if (plays.length > 1) {
    pick({ lifted: card, asking: state.picks.asking === card ? null : card });
  } else if (sure || !twoTaps(state.settings) || state.picks.lifted === card) {
    send.act(plays[0]);
  } else {
    pick({ lifted: card, asking: null });
  }
}

/**
 * Is this the second click of a double click? By then another card may lie under the pointer. Where a card is played
 * by two taps the second one counts, on the card that the first has lifted.
 *
 * @param {Page} page
 * @param {string} card
 * @param {MouseEvent} event
 */
function secondHalf({ state }, card, event) {
  return event.detail > 1 && !(twoTaps(state.settings) && state.picks.lifted === card);
}

/** How many cards may be picked at will. @param {Page} page */
function free({ state, deal }) {
  return (deal && mySeat(state) !== null && state.game?.picking?.(deal)) || 0;
}

/** One card of the hand among those picked: the second of two equal ones is told apart. @param {string} card @param {number} copy */
function held(card, copy) {
  return copy > 0 ? `${card}+${copy}` : card;
}

/** @param {Page} page @param {string} card */
function toggle(page, card) {
  const { deal, pick, send } = page;
  const { choose, picks } = /** @type {import("../page.js").Deal} */ (deal);
  const most = free(page);
  const chosen = picks.chosen.includes(card) ? picks.chosen.filter((other) => other !== card) : [...picks.chosen, card];
  if (most > 0) pick({ chosen: chosen.slice(-most), offers: null, asking: null });
  else if (choose?.count === 1) pick({ chosen: chosen.slice(-1) });
  else if (choose && chosen.length <= choose.count) pick({ chosen });
  else if (choose) send.say(t("table.chosen_enough", { n: choose.count }));
}

/** Send what was chosen, once it is enough. @param {Page} page */
export function confirmChoice({ state, deal, send }) {
  if (deal?.choose && deal.picks.chosen.length === deal.choose.count) {
    const cards = deal.picks.chosen.map((card) => card.split("+")[0]);
    send.act(`${deal.choose.verb} ${(state.game?.ordered ? cards : canonical(cards)).join(" ")}`);
  }
}

/** @param {Page} page @param {string} card @param {number} copy */
function cardState({ state, deal }, card, copy) {
  if (!deal) return { legal: false, up: false, chosen: false };
  const chosen = deal.picks.chosen.includes(held(card, copy));
  const pending = state.pending !== null && state.pending.split(" ").includes(card);
  const playable = deal.mayAct && (deal.choose ? deal.choose.among.includes(card) : deal.legal.some((action) => action.startsWith(`play ${card}`)));
  const playing = deal.mayAct && (deal.choose !== null || deal.legal.some((action) => action.startsWith("play ")));
  return { legal: playable || pending, dim: playing && !playable && !pending, up: chosen || pending || deal.picks.lifted === card, chosen, pending };
}

/** The buttons at a card that can be played in several ways. @param {Page} page @param {string} card */
function ways({ state, deal, send }, card) {
  if (!deal || state.picks.asking !== card || state.pending !== null) return null;
  const plays = inOrder(playsByCard(deal.legal).get(card) ?? []);
  return h("span", { key: "ways", class: "ways", role: "group", "aria-label": t("deal.choose.play", { card }), hook: keepInView },
    plays.map((action) => h("button", {
      key: action, type: "button", class: "pick", "aria-label": state.game?.wayLabel?.(action) ?? wayLabel(action),
      on: { click: () => send.act(action) },
    }, state.game?.actionLabel(action, deal))));
}

/** Suits in their usual order, the plain way of playing first. @param {string[]} plays */
function inOrder(plays) {
  const place = (/** @type {string} */ action) => ["", "S", "H", "D", "C", "down", "call"].indexOf(action.split(" ")[2] ?? "");
  return [...plays].sort((a, b) => place(a) - place(b));
}

/** @param {string} action */
function wayLabel(action) {
  const [, card, rest] = action.split(" ");
  if (rest && rest.length === 1) return t("deal.play_naming", { card, suit: rest });
  return rest === "call" ? null : t("deal.play_card", { card });
}

/** Push a popped-up group of buttons back inside the window, once it has its place. @param {HTMLElement} element */
function keepInView(element) {
  queueMicrotask(() => shiftIntoView(element));
}

/** @param {HTMLElement} element */
function shiftIntoView(element) {
  element.style.setProperty("--shift", "0px");
  const box = element.getBoundingClientRect();
  const room = document.documentElement.clientWidth - 8;
  const shift = box.left < 8 ? 8 - box.left : Math.min(0, room - box.right);
  element.style.setProperty("--shift", `${shift}px`);
}

/** @param {Page} page */
export function hand(page) {
  const { state, deal } = page;
  if (!deal || deal.me === null) return null;
  const cards = deal.hand;
  const fresh = new Set(deal.choose ? deal.mine?.kitty ?? [] : []);
  const badges = (/** @type {string} */ card) => (state.game ? state.game.badges(card, deal.view) : []);
  const middle = (cards.length - 1) / 2;
  const below = secondRow(deal, state.game, state.settings.sort);
  return h("div", {
    key: "hand", class: cls("hand", deal.mayAct && "hand-active", below.size > 0 && "hand-two", deal.choose && deal.mayAct && "hand-choosing"),
    role: "group", "aria-label": mySeat(state) === null ? t("table.hand_of", { name: deal.name(deal.me) }) : t("table.your_hand", { n: cards.length }),
    vars: { "--n": cards.length, "--row": Math.max(below.size, cards.length - below.size, 1) },
  }, cards.map((card, at) => {
    const copies = cards.slice(0, at).filter((other) => other === card).length;
    const now = cardState(page, card, copies);
    const place = state.game?.ordered && deal.choose ? deal.picks.chosen.indexOf(held(card, copies)) : -1;
    const second = below.has(at);
    const first = cards.length - below.size;
    return h("span", {
      key: `${card}-${copies}`, class: cls("held", second && "held-second", now.up && "held-up", now.legal && "held-legal", now.dim && "held-dim", now.pending && "held-pending"),
      vars: { "--at": at, "--off": (at - middle).toFixed(2), "--row-off": (second ? at - first - (below.size - 1) / 2 : at - (first - 1) / 2).toFixed(2) },
    },
      h("button", {
        key: "card", type: "button", class: "held-card", "data-card": card, "data-move": card,
        "aria-pressed": deal.choose || free(page) > 0 ? String(now.chosen) : null, "aria-disabled": now.dim ? "true" : null,
        "aria-label": cardLabel(page, card, now),
        on: { click: (/** @type {MouseEvent} */ event) => { if (free(page) > 0 || !secondHalf(page, card, event)) tapCard(page, card, event.detail === 0, copies); } },
      }, cardFace(card, badges(card)), place >= 0 && h("span", { class: "held-place num" }, String(place + 1)), fresh.has(card) && h("span", { class: "held-new", title: t("table.from_kitty") }, t("table.new_card"))),
      ways(page, card));
  }));
}

/** @param {Page} page @param {string} card @param {{ legal: boolean, dim?: boolean, up: boolean }} now */
function cardLabel(page, card, now) {
  const name = describe(page, card);
  if (now.dim) return t("card.not_playable", { name });
  if (now.legal && !page.deal?.choose) return t("card.playable", { name });
  return name;
}
