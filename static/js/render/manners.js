// @ts-check
/** What can be done about a person at the table: read them no more, show the host what they said, take their seat away, keep them out. */
import { cls, h } from "../dom.js";
import { t } from "../i18n.js";
import { isMuted, mute } from "../muted.js";
import { amHost, mySeat } from "../page.js";

/** @typedef {import("../page.js").Page} Page */
/** @typedef {import("../page.js").State} State */
/** @typedef {import("../protocol.js").ChatLine} ChatLine */

const MATCH = ["dealing", "deal", "result"];

/** @param {State} state */
const code = (state) => state.table?.public.code ?? "";

/** The name by which this viewer is known here. @param {State} state */
function myName(state) {
  const seat = mySeat(state);
  return (seat === null ? null : state.table?.public.seats[seat].name) ?? state.player?.name ?? null;
}

/** @param {Page} page @param {string} key @param {string} text @param {() => void} click @param {boolean} [stays] */
function button({ ui }, key, text, click, stays = false) {
  return h("button", { key, type: "button", class: "button", on: { click: () => { click(); ui(stays ? {} : { dialog: null }); } } }, text);
}

/** Whether somebody has a seat in a running match, which the host alone cannot take away. @param {State} state @param {string} name */
function plays(state, name) {
  const seat = state.table?.public.seats.find((one) => one.name === name);
  return seat?.kind === "person" && MATCH.includes(state.table?.public.phase ?? "");
}

/** What the host is told when somebody has reported something. @param {State} next @param {State} last */
export function reportNews(next, last) {
  const [now, before] = [next, last].map((state) => state.table?.private?.reports?.at(-1) ?? null);
  return now && last.table && (now.said !== before?.said || now.name !== before?.name) ? t("table.report_came", { by: now.by }) : null;
}

/** What was said, in this reader's language. @param {{ text: string, phrase?: string | null }} line */
export function lineText({ text, phrase }) {
  return phrase ? t(`phrase.${phrase}`) : text;
}

/** The lines that this viewer wants to read. @param {State} state */
export function readable(state) {
  return state.chat.filter(({ name }) => !isMuted(code(state), name));
}

/** Reading somebody no more, or again. @param {Page} page @param {string} name */
function muteButton(page, name) {
  const on = isMuted(code(page.state), name);
  return button(page, "mute", t(on ? "table.unmute" : "table.mute", { name }), () => mute(code(page.state), name, !on));
}

/** Keeping somebody out who has no seat in a running match. @param {Page} page @param {string} name */
function blockButton(page, name) {
  return amHost(page.state) && button(page, "block", t("table.block", { name }), () => page.send.block(name, true));
}

/** What this viewer may do about the person on a seat. @param {Page} page @param {number} seat @returns {import("../dom.js").Child[]} */
export function seatManners(page, seat) {
  const { state, send, data } = page;
  const table = state.table?.public;
  const info = table?.seats[seat];
  const own = mySeat(state);
  if (!table || !data.player || info?.kind !== "person" || own === seat) return [];
  const playing = MATCH.includes(table.phase);
  const asked = table.proposals?.some(({ kind, facts }) => kind === "remove" && facts.seat === seat);
  return [
    muteButton(page, info.name),
    amHost(state) && !playing && button(page, "kick", t("table.kick"), () => send.kick(seat)),
    !playing && blockButton(page, info.name),
    playing && own !== null && !state.table?.private?.standin && !asked && button(page, "remove", t("table.ask_remove", { name: info.name }), () => send.propose("remove", { seat })),
  ];
}

/** The line of chat that a dialog is about. @param {State} state @param {string} key */
const lineOf = (state, key) => state.chat.find(({ at, name }) => key === `${at} ${name}`) ?? null;

/** Opens what can be done about a line. @param {ChatLine} line */
export const lineDialogName = ({ at, name }) => `line-${at} ${name}`;

/** Whether anything can be done about a line. @param {Page} page @param {ChatLine} line */
export function mayMind({ state, data }, line) {
  return Boolean(data.player) && line.name !== myName(state);
}

/** @param {Page} page @param {string} key @returns {{ title: string, body: import("../dom.js").Children } | null} */
export function lineBody(page, key) {
  const { state, send } = page;
  const line = lineOf(state, key);
  if (!line || !mayMind(page, line)) return null;
  return {
    title: line.name,
    body: [
      h("p", { key: "said", class: "chat-text" }, lineText(line)),
      h("div", { key: "buttons", class: "dialog-actions" },
        muteButton(page, line.name),
        !amHost(state) && button(page, "report", t("table.report"), () => send.report(line.name, line.at)),
        !plays(state, line.name) && blockButton(page, line.name)),
    ],
  };
}

/** Spectators by name, each with what this viewer may do about them. @param {Page} page */
export function spectatorsList(page) {
  const { state, data } = page;
  const names = state.people?.spectators ?? [];
  return names.length > 0 && h("ul", { key: "list", class: "people-list" }, names.map((name, at) => h("li", { key: `${name}-${at}`, class: "people-row" },
    h("span", { key: "name" }, name),
    data.player && name !== myName(state) && h("span", { key: "buttons", class: "row" }, muteButton(page, name), blockButton(page, name)))));
}

/** What the host alone is shown: whom they keep out, and what was reported to them. @param {Page} page @returns {import("../dom.js").Children} */
export function hostLists(page) {
  const { state, send, ui } = page;
  if (!amHost(state)) return [];
  const blocked = state.table?.private?.blocked ?? [];
  const reports = state.table?.private?.reports ?? [];
  const playing = MATCH.includes(state.table?.public.phase ?? "");
  return [
    reports.length > 0 && h("section", { key: "reports" }, h("h3", { class: "dialog-sub" }, t("table.reports")),
      h("ul", { class: "people-list" }, reports.map((line, at) => h("li", { key: String(at), class: "people-row" },
        h("span", { key: "said" }, t("table.report_line", { by: line.by, name: line.name, text: lineText(line) })),
        !plays(state, line.name) && h("span", { key: "buttons", class: "row" }, blockButton(page, line.name)))))),
    blocked.length > 0 && h("section", { key: "blocked" }, h("h3", { class: "dialog-sub" }, t("table.blocked")),
      h("ul", { class: "people-list" }, blocked.map((name) => h("li", { key: name, class: "people-row" },
        h("span", { key: "name" }, name),
        button(page, "again", t("table.unblock"), () => send.block(name, false), true))))),
    !playing && h("p", { key: "close", class: "dialog-more row" },
      h("button", { type: "button", class: "button", on: { click: () => ui({ dialog: "close" }) } }, t("table.close"))),
  ];
}

/** Whether the host really wants to close the table. @param {Page} page */
export function closeBody({ send, ui }) {
  return [
    h("p", { key: "text" }, t("table.close_text")),
    h("div", { key: "buttons", class: "dialog-actions" },
      h("button", { key: "close", type: "button", class: "button button-primary", on: { click: () => { ui({ dialog: null }); send.close(); } } }, t("table.close"))),
  ];
}

const PHRASES = ["hello", "good_luck", "nice", "well_played", "thanks", "sorry", "oops", "one_moment", "back", "good_game", "bye"];

/** What can be said with one tap. @param {Page} page */
export function phrases({ send, state }) {
  const only = state.table?.public.phrases_only;
  return h("div", { key: "phrases", class: cls("phrases", only && "phrases-only"), role: "group", "aria-label": t("table.phrases") },
    PHRASES.map((key) => h("button", { key, type: "button", class: "button phrase", on: { click: () => send.phrase(key) } }, t(`phrase.${key}`))));
}
