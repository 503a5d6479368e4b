// @ts-check
/** Before a match: who is still missing, the invitation, the host's buttons. */
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { amHost, mySeat, seatName } from "../page.js";
import { icon } from "../shapes.js";
import { absenceRule } from "./absence.js";
import { clockRule } from "./clock.js";
import { closedRule, houseRules } from "./house.js";
import { linkBox } from "./link.js";

/** @typedef {import("../page.js").Page} Page */

/** Seconds of being gone that make a player absent, unless a table says otherwise: what is usual is not told. */
const USUALLY_ABSENT_AFTER = 60;

/** The link with its buttons and the QR code. @param {Page} page */
export function invitation(page) {
  return h("div", { key: "invite", class: "invite" },
    h("img", { key: "qr", class: "invite-qr", src: String(page.data.qr), alt: t("table.qr"), width: 132, height: 132 }),
    linkBox(page, "invite-link", t("table.invite"), String(page.data.invite)));
}

/** @param {Page} page */
function hostButtons({ state, send }) {
  const table = state.table?.public;
  if (!table) return null;
  const empty = table.seats.flatMap((seat, at) => (seat.kind === "empty" ? [at] : []));
  const taken = table.seats.length - empty.length;
  const fewer = empty.length > 0 && taken >= table.least;
  if (!amHost(state)) return h("p", { key: "host", class: "seating-note" }, table.host === null ? t("table.no_host") : t("table.host_starts", { name: seatName(state, table.host) }));
  return h("div", { key: "host", class: "row seating-buttons" },
    h("button", { key: "start", type: "button", class: "button button-primary button-large", disabled: taken < table.least, on: { click: () => send.start() } }, fewer ? t("table.start_with", { n: taken }) : t("table.start")),
    empty.length > 0 && h("button", { key: "bots", type: "button", class: "button", on: { click: () => empty.forEach((seat) => send.bot(seat, true)) } }, icon("bot"), t("table.fill_bots", { n: empty.length })));
}

/** @param {Page} page */
export function seating(page) {
  const { state, data, send } = page;
  const table = state.table?.public;
  if (!table || table.phase !== "lobby" || !data.player) return null;
  const seated = mySeat(state) !== null;
  return h("section", { key: "seating", class: "seating panel", "aria-labelledby": "seating-title" },
    h("h2", { key: "title", id: "seating-title" }, t("table.heading", { game: t(`game.${table.game}`), preset: t(`preset.${table.game}.${table.preset}`) })),
    !seated && data.player && h("button", { key: "sit", type: "button", class: "button button-primary button-large", on: { click: () => send.sit() } }, t("table.sit_down")),
    (seated || amHost(state)) && hostButtons(page),
    houseRules(page),
    clockRule(page),
    table.friendly && h("p", { key: "friendly", class: "clock-rule" }, t("table.friendly_rule")),
    table.absent_after !== USUALLY_ABSENT_AFTER && absenceRule(page),
    closedRule(page),
    invitation(page));
}
