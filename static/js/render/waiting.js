// @ts-check
/** Who keeps the table waiting, and what the host can do about it. */
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { amHost, seatName } from "../page.js";
import { icon } from "../shapes.js";

/** @typedef {import("../page.js").Page} Page */

/** The seat that this viewer waits for: its owner is gone, or has not moved for long. @param {import("../page.js").State} state @returns {number | null} */
export function waitedFor({ table, people }) {
  if (table?.public.phase !== "deal") return null;
  const turn = table.public.deal?.turn ?? [];
  if (turn.includes(table.private?.seat ?? -1)) return null;
  const seat = turn.find((/** @type {number} */ one) => people?.seats[one] === "away" || people?.idle === one);
  const info = seat === undefined ? null : table.public.seats[seat];
  return seat !== undefined && info?.kind === "person" && !info.standin && !info.absence ? seat : null;
}

/** A line where the prompt stands, as nobody else is asked anything; for the host with the button that lets a bot play. @param {Page} page */
export function waiting({ state, send }) {
  const seat = waitedFor(state);
  if (seat === null || state.line.status !== "open" || state.people?.storing) return null;
  const name = seatName(state, seat);
  const away = state.people?.seats[seat] === "away";
  return h("p", { key: "waiting", class: "banner banner-note banner-waiting", role: "status" },
    h("span", { key: "text" }, t(away ? "table.waits_away" : "table.waits_idle", { name })),
    amHost(state) && h("button", { key: "bot", type: "button", class: "button", "aria-label": t("table.put_standin", { name }), on: { click: () => send.bot(seat, true) } }, icon("bot"), t("table.let_bot_play")));
}
