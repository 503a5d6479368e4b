// @ts-check
/** The plates of the seats: who sits there, what role, how many cards, tricks and points, whose turn. */
import { cardFace } from "../cards.js";
import { cls, h } from "../dom.js";
import { t } from "../i18n.js";
import { amHost, mySeat, position, seatName, seenSeat } from "../page.js";
import { icon } from "../shapes.js";
import { secondsMark, turnClock } from "./clock.js";
import { shadowMark } from "./shadows.js";
import { sentence } from "./words.js";

/** @typedef {import("../page.js").Page} Page */

/** Place a plate on the ring around the trick: custom properties for the style sheet. @param {number} at @param {number} seats */
export function ring(at, seats) {
  const angle = (2 * Math.PI * at) / seats;
  const across = (at - 0.5) / Math.max(1, seats - 1);
  return {
    "--x": (-Math.sin(angle)).toFixed(3), "--y": Math.cos(angle).toFixed(3),
    "--others": Math.max(1, seats - 1), "--across": across.toFixed(3), "--lift": Math.sin(Math.PI * across).toFixed(3),
  };
}

/** @param {Page} page @param {number} seat */
function marks({ state, deal }, seat) {
  const info = state.table?.public.seats[seat];
  const role = deal && state.game ? state.game.role(deal, seat) : null;
  const away = state.people?.seats[seat] === "away" && !info?.standin;
  const dealer = state.table?.public.deal?.dealer === seat;
  const host = state.table?.public.host === seat;
  /** @type {{ key: string, class: string, shape: string | null, text: string, label: string }[]} */
  const list = [];
  if (role) list.push({ key: "role", class: `mark-${role.kind}${role.secret ? " mark-secret" : ""}`, shape: role.shape, text: role.text, label: role.secret ? t("table.only_you_see", { text: role.text }) : role.text });
  if (dealer) list.push({ key: "dealer", class: "mark-dealer", shape: null, text: t("table.dealer_short"), label: t("table.dealer") });
  const absent = info?.absence ? t("table.absent.mark") : null;
  if (away || absent) list.push({ key: "away", class: "mark-away", shape: "away", text: absent ?? t("table.away"), label: absent ?? t("table.away") });
  if (info?.late && !info.standin) list.push({ key: "late", class: "mark-late", shape: "clock", text: t("table.late"), label: t("table.late_long") });
  if (host && state.table?.public.phase === "lobby") list.push({ key: "host", class: "mark-host", shape: "host", text: t("table.host"), label: t("table.host") });
  if (info?.ready && state.table?.public.phase === "result") list.push({ key: "ready", class: "mark-ready", shape: "check", text: t("table.ready_mark"), label: t("table.ready_mark") });
  const seen = shadowMark(state, seat);
  if (seen) list.push(seen);
  return list;
}

/** A bot plays here, for good or in place of the owner. @param {import("../protocol.js").SeatInfo | undefined} info */
function botMark(info) {
  if (info?.kind !== "bot" && !info?.standin) return null;
  const label = t(info.absence === "bot" ? "table.absent.standin" : info.standin ? "table.standin" : "table.bot");
  return h("span", { class: "mark-bot", key: "bot", title: label }, icon("bot"), h("span", { class: "visually-hidden" }, label));
}

/** @param {Page} page @param {number} seat */
function plateInside(page, seat) {
  const { state, deal } = page;
  const clock = turnClock(state);
  const info = state.table?.public.seats[seat];
  const name = seatName(state, seat);
  const stats = deal && state.game ? state.game.stats(deal, seat) : [];
  const total = Object.values(state.table?.public.match?.totals ?? {})[0]?.[seat];
  const said = deal && state.game ? state.game.bubble(deal, seat) : null;
  return [
    h("span", { class: "seat-face", key: "face", "aria-hidden": "true" }, info?.kind === "bot" ? icon("bot") : [...name][0]),
    h("span", { class: "seat-text", key: "text" },
      h("span", { class: "seat-line", key: "line" }, h("span", { class: "seat-name", key: "name" }, name), botMark(info), clock?.seat === seat && secondsMark(clock)),
      h("span", { class: "seat-marks", key: "marks" }, marks(page, seat).map((mark) =>
        h("span", { key: mark.key, class: `mark ${mark.class}`, title: mark.label },
          mark.shape && icon(mark.shape), mark.text && h("span", { class: "mark-text" }, mark.text),
          mark.text !== mark.label && h("span", { class: "visually-hidden" }, mark.label)))),
      h("span", { class: "seat-stats num", key: "stats" }, stats.map((stat) =>
        h("span", { key: stat.key, class: `stat stat-${stat.key}`, title: stat.label },
          icon(stat.shape), h("span", { "aria-hidden": "true" }, stat.value), h("span", { class: "visually-hidden" }, stat.label))),
        state.game?.marker && total !== undefined && h("span", { key: "marker", class: "stat stat-marker", title: t("table.stat_total", { n: Number(total) }) },
          state.game.marker(Number(total)), h("span", { "aria-hidden": "true" }, String(total)), h("span", { class: "visually-hidden" }, t("table.stat_total", { n: Number(total) }))))),
    said && h("span", { class: "seat-said", key: "said" }, sentence(said)),
  ];
}

/** Cards that lie open at a seat. @param {Page} page @param {number} seat */
function exposed({ state, deal }, seat) {
  const cards = (deal && state.game?.exposed?.(deal, seat)) || [];
  if (cards.length === 0) return null;
  return h("span", { class: "seat-exposed", key: "exposed" },
    h("span", { class: "visually-hidden" }, t("table.exposed", { cards: cards.map(({ card }) => card) })),
    cards.map(({ card, strong }) => h("span", { key: card, class: cls("exposed-card", strong && "exposed-strong") }, cardFace(card))));
}

/** Buttons on an empty seat. @param {Page} page @param {number} seat */
function emptySeat({ state, send, data }, seat) {
  const seated = mySeat(state) !== null;
  return [
    h("span", { class: "seat-name seat-empty-name", key: "name" }, t("table.seat_number", { number: seat + 1 })),
    h("span", { class: "seat-buttons", key: "buttons" },
      !seated && data.player && h("button", { key: "sit", type: "button", class: "button button-primary seat-button", on: { click: () => send.sit(seat) } }, t("table.sit_here")),
      amHost(state) && h("button", { key: "bot", type: "button", class: "button seat-button", on: { click: () => send.bot(seat, true) } }, icon("bot"), t("table.add_bot")),
      (seated || !data.player) && !amHost(state) && h("span", { key: "free", class: "seat-free" }, t("table.free"))),
  ];
}

/** One plate. `inStage` plates stand on the ring, one's own stands in the bar. @param {Page} page @param {number} seat @param {boolean} inStage */
export function plate(page, seat, inStage) {
  const { state, deal, ui } = page;
  const table = state.table?.public;
  if (!table) return null;
  const info = table.seats[seat];
  const turn = (deal?.view.turn ?? []).includes(seat) && table.phase === "deal" && !(deal && state.game?.atOnce?.(deal.view));
  const at = position(state, seat);
  const running = turn ? turnClock(state) : null;
  const clock = running?.seat === seat ? running : null;
  const common = {
    key: `seat-${seat}`, "data-seat": seat, "data-pos": at,
    vars: { ...(inStage ? ring(at, table.seats.length) : {}), ...(clock ? { "--left": clock.share.toFixed(3) } : {}) },
    class: cls("seat", !inStage && "seat-own", turn && "seat-turn", clock && "seat-clock", clock?.bank && "seat-bank", info.kind === "empty" && "seat-empty",
      (state.people?.seats[seat] === "away" || info.standin) && "seat-away", at === 0 && "seat-bottom", at * 2 === table.seats.length && "seat-top"),
  };
  if (info.kind === "empty") return h("div", common, emptySeat(page, seat));
  return h("button", {
    ...common, type: "button", "aria-haspopup": "dialog", on: { click: () => ui({ dialog: `seat-${seat}` }) },
  }, plateInside(page, seat), inStage && exposed(page, seat), turn && h("span", { class: "visually-hidden", key: "turn" }, t("table.turn_mark")));
}

/** The plates around the table; one's own is drawn by the bar, except while seats are being taken. @param {Page} page */
export function seats(page) {
  const table = page.state.table?.public;
  if (!table) return null;
  const own = table.phase === "lobby" ? null : seenSeat(page.state);
  return h("div", { key: "seats", class: "seats" }, table.seats.map((_, seat) => (seat === own ? null : plate(page, seat, true))));
}
