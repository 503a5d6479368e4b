// @ts-check
/**
 * Players who are gone in the midst of a match: what the others can do about a seat, the link that hands it on, and what
 * somebody who comes back is told.
 */
import { miniCard } from "../cards.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { amHost, mySeat, seatName } from "../page.js";
import { icon } from "../shapes.js";
import { linkBox } from "./link.js";
import { sentence } from "./words.js";

/** @typedef {import("../page.js").Page} Page */
/** @typedef {import("../page.js").State} State */

/** Whether this viewer has a say about an absent player's seat. @param {State} state @param {number} seat */
function maySay(state, seat) {
  const own = mySeat(state);
  return own !== seat && (own !== null || amHost(state));
}

/** Whether this viewer may hand the seat on: the host, or anybody who plays while the host is not here. @param {State} state @param {number} seat */
function mayHandOn(state, seat) {
  const host = state.table?.public.host ?? null;
  return maySay(state, seat) && (amHost(state) || host === null || state.people?.seats[host] === "away");
}

/** What can be done about an absent player's seat, as buttons. @param {Page} page @param {number} seat @returns {import("../dom.js").Child[]} */
export function absenceButtons({ state, send, ui }, seat) {
  const info = state.table?.public.seats[seat];
  if (!info?.absence || !maySay(state, seat)) return [];
  const button = (/** @type {string} */ key, /** @type {string | null} */ shape, /** @type {() => void} */ click) =>
    h("button", { key, type: "button", class: "button", on: { click: () => { ui({ dialog: null }); click(); } } }, shape && icon(shape), t(`table.absent.${key}`));
  return [
    info.absence === "asked" && button("wait", "clock", () => send.absence(seat, "wait")),
    info.absence !== "bot" && button("bot", "bot", () => send.absence(seat, "bot")),
    mayHandOn(state, seat) && button("hand_on", null, () => send.handOn(seat)),
    mySeat(state) !== null && !state.table?.public.proposals?.length && button("end", null, () => ui({ dialog: "end" })),
  ];
}

/** What a seat's absence means, in a sentence. @param {State} state @param {number} seat @returns {string | null} */
export function absenceText(state, seat) {
  const info = state.table?.public.seats[seat];
  if (!info?.absence) return null;
  const timer = state.people?.absent?.find((one) => one.seat === seat);
  const stopped = state.people?.storing ?? false;
  const left = timer && Math.ceil(Math.max(0, timer.seconds - (stopped ? 0 : (Date.now() - state.peopleAt) / 1000)));
  const facts = { name: seatName(state, seat), n: left ?? 0 };
  return t(`table.absent.is_${info.absence}${left === undefined || info.absence === "bot" ? "" : "_for"}`, facts);
}

/** Whether this viewer has something else to do than to decide about others. @param {Page} page */
function busy({ state, deal }) {
  const table = state.table?.public;
  const own = mySeat(state);
  const unready = table?.phase === "result" && own !== null && !table.seats[own].ready && !state.table?.private?.standin;
  return Boolean(deal?.mayAct && table?.phase === "deal") || unready || state.line.status !== "open" || (state.people?.storing ?? false);
}

/** The question to those who play with somebody absent, while nothing else is asked of them. @param {Page} page */
export function absencePanel(page) {
  const { state } = page;
  const seats = state.table?.public.seats ?? [];
  const seat = seats.findIndex((info, at) => (info.absence === "asked" || info.absence === "wait") && maySay(state, at));
  if (seat < 0 || busy(page) || state.table?.public.proposals?.length) return null;
  return h("section", { key: "absent", class: "banner banner-note banner-absent", "aria-label": t("table.absent.panel") },
    h("p", { key: "news", role: "status", class: "visually-hidden" }, t(`table.absent.is_${seats[seat].absence}`, { name: seatName(state, seat) })),
    h("p", { key: "text" }, absenceText(state, seat)),
    h("div", { key: "buttons", class: "row banner-buttons" }, absenceButtons(page, seat)));
}

/** Whether one really wants to end the match: where nobody else is here to be asked, it is over at once. @param {Page} page */
export function endBody({ send, ui }) {
  return [
    h("p", { key: "text" }, t("table.absent.end_text")),
    h("div", { key: "buttons", class: "dialog-actions" },
      h("button", { key: "ask", type: "button", class: "button button-primary", on: { click: () => { ui({ dialog: null }); send.propose("end"); } } }, t("table.absent.end"))),
  ];
}

/** To whom one's seat went while one was gone. @param {Page} page */
export function handedOn({ state, ui }) {
  const seats = state.table?.public.seats ?? [];
  const seat = seats.findIndex((info) => info.before && info.before === state.player?.name);
  const match = state.table?.public.match?.id ?? null;
  if (seat < 0 || mySeat(state) !== null || state.ui.handedSeen === match) return null;
  return h("p", { key: "handed", class: "banner banner-note banner-waiting", role: "status" },
    h("span", { key: "text" }, t("table.absent.handed_to", { name: seatName(state, seat) })),
    h("button", { key: "ok", type: "button", class: "button", on: { click: () => ui({ handedSeen: match }) } }, t("table.absent.ok")));
}

/** The link that hands a seat on, for whoever made it. @param {Page} page */
export function handOnBody(page) {
  const { state } = page;
  const made = state.ui.handing;
  if (!made || !state.table?.public.seats[made.seat]?.handing) return null;
  return [
    h("p", { key: "lead" }, t("table.absent.link_lead", { name: seatName(state, made.seat) })),
    h("div", { key: "link", class: "invite" }, linkBox(page, "hand-on-link", t("table.absent.link"), made.link)),
    h("p", { key: "hint", class: "hint" }, t("table.absent.link_hint", { name: seatName(state, made.seat) })),
  ];
}

/** How earlier deals went, as they are fetched for the list of what was done in them. @type {Map<string, Promise<unknown> | import("../protocol.js").GameView | null>} */
const earlier = new Map();

/** An earlier deal of the match as it was seen at its end; null until it has come. @param {Page} page @param {number} deal @returns {import("../protocol.js").GameView | null} */
function viewOf({ state, ui }, deal) {
  const key = `${state.table?.public.match?.id}/deals/${deal}`;
  const known = earlier.get(key);
  if (known === undefined) {
    const fetched = fetch(`/api/matches/${key}`, { headers: { accept: "application/json" } })
      .then((response) => (response.ok ? response.json() : { deal: null }))
      .then((answer) => earlier.set(key, answer.deal), () => earlier.set(key, null))
      .finally(() => ui({}));
    earlier.set(key, fetched);
  }
  return known instanceof Promise || known === undefined ? null : known;
}

/** The cards that an action names and its line in the log does not, since they were nobody else's business. @param {string} action @param {import("../games/game.js").Line} line */
function secretCards(action, line) {
  const told = Object.values(line.facts).flat().map(String);
  return action.split(" ").slice(1).filter((word) => /^([2-9TJQKA][SHDC]|JK)$/.test(word) && !told.includes(word));
}

/** One thing that was done, as the log words it. @param {Page} page @param {{ deal: number, action: string }} deed @param {number} at */
function deedLine(page, { deal: number, action }, at) {
  const { state, deal } = page;
  const seat = mySeat(state);
  const view = number === state.table?.public.match?.deal ? deal?.view ?? null : viewOf(page, number);
  if (!deal || !view || !state.game || seat === null) return null;
  const line = state.game.line(seat, action, { ...deal, view });
  const cards = secretCards(action, line);
  return h("li", { key: `${number}-${at}` }, sentence(line), cards.length > 0 && [" ", cards.map(miniCard)]);
}

/** The name of what is to be read, so that it is shown once. @param {State} state */
function missedKey(state) {
  const missed = state.table?.private?.missed ?? [];
  return missed.length > 0 ? `${state.table?.public.match?.id} ${missed.map(({ deal, action }) => `${deal} ${action}`).join(";")}` : null;
}

/** What was done in one's seat, deal by deal; nothing where it has been read. @param {Page} page */
export function missedBody(page) {
  const { state } = page;
  const missed = state.table?.private?.missed ?? [];
  if (missed.length === 0 || state.ui.missedSeen === missedKey(state) || !state.game) return null;
  const deals = [...new Set(missed.map(({ deal }) => deal))];
  return [
    h("p", { key: "lead" }, t("table.missed.lead")),
    h("div", { key: "deals", class: "missed-deals", tabindex: 0, role: "region", "aria-label": t("table.missed.title") }, deals.map((number) =>
      h("section", { key: `deal-${number}` },
        h("h3", { key: "head", class: "dialog-sub" }, t("table.deal_number", { number })),
        h("ol", { key: "list", class: "missed" }, missed.map((deed, at) => deed.deal === number && deedLine(page, deed, at)))))),
    h("div", { key: "buttons", class: "dialog-actions" },
      h("button", { key: "ok", type: "button", class: "button button-primary", on: { click: () => missedRead(page) } }, t("table.absent.ok"))),
  ];
}

/** The list has been read. @param {Page} page */
export function missedRead({ state, ui, send }) {
  ui({ missedSeen: missedKey(state) });
  send.seen();
}

/** What the table does about people who are gone, in a sentence. @param {Page} page */
export function absenceRule({ state }) {
  const seconds = state.table?.public.absent_after;
  if (!seconds) return null;
  const time = seconds % 60 ? t("time.seconds", { n: seconds }) : t("time.minutes", { n: seconds / 60 });
  return h("p", { key: "absence", class: "clock-rule" }, t("table.absent.rule", { time }));
}

/** A secret that nobody can guess, for a link. */
export function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/** Where the secret of a link is kept until it has been used: saying one's name loads the page anew. @param {string} code */
const kept = (code) => `seat-${code}`;

/** The secret of the link that led here, if one did. It leaves the address, which people copy and send. @param {string} code @returns {string | null} */
export function tokenOfLink(code) {
  const found = /^#seat=([\w-]{22,64})$/.exec(location.hash);
  if (found) {
    sessionStorage.setItem(kept(code), found[1]);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return sessionStorage.getItem(kept(code));
}

/** The secret has been used, or is of no use. @param {string} code */
export function forgetToken(code) {
  sessionStorage.removeItem(kept(code));
}
