// @ts-check
/**
 * Keeps the lobby's lists fresh: the server sends all tables at once and again whenever one changes.
 * The first paint comes from templates/macros/lobby.html, which draws the same cards: change both.
 */
import { h, patch } from "../dom.js";
import { loadCatalogue, t } from "../i18n.js";
import { scoreText, stateText } from "../lobby.js";
import { duration } from "../render/clock.js";
import { pageData } from "./page.js";

/**
 * @typedef {import("../lobby.js").Summary} Summary
 * @typedef {"back" | "join" | "watch"} Action
 */

const RETRY_FROM = 1_000;
const RETRY_TO = 4_000;

const data = pageData();
/** Tables where the visitor has a seat. @type {Set<string>} */
const yours = new Set(data.yours ?? []);
/** The visitor's own tables as the page came: those by link only are not in the list the server sends. @type {Summary[]} */
const own = (data.tables ?? []).filter((/** @type {Summary} */ table) => yours.has(table.code));

/** @param {Summary} table */
function title(table) {
  return table.host ? t("lobby.table_of", { name: table.host }) : t("lobby.table_code", { code: table.code });
}

/** @param {Summary} table */
function who(table) {
  /** @type {import("../dom.js").Child[]} */
  const parts = table.seats.filter((seat) => seat.kind === "person").map(({ name, player }) => (player ? h("a", { key: player, href: `/players/${player}` }, name) : name));
  const bots = table.seats.filter((seat) => seat.kind === "bot").length;
  if (bots) parts.push(t("lobby.bots", { n: bots }));
  if (table.free) parts.push(t("lobby.free", { n: table.free }));
  return parts.flatMap((part, at) => (at > 0 ? [t("lobby.comma"), part] : [part]));
}

/** @param {Summary} table */
function tags(table) {
  return h("p", { class: "table-card-tags" },
    h("span", { class: "badge" }, t(`game.${table.game}`)), " ",
    h("span", { class: "badge" }, t(`preset.${table.game}.${table.preset}`)),
    table.ruleset.includes("?") && [" ", h("span", { class: "badge badge-warn" }, t("lobby.house_rules"))],
    Boolean(table.friendly) && [" ", h("span", { class: "badge" }, t("lobby.friendly"))],
    Boolean(table.turn_clock) && [" ", h("span", { class: "badge" }, t("lobby.clock", { time: duration(table.turn_clock) }))],
    !table.open && [" ", h("span", { class: "badge" }, t("lobby.by_link"))]);
}

function botMark() {
  return h("svg", { viewBox: "0 0 24 24", focusable: "false" }, h("use", { href: "#shape-bot" }));
}

/** @param {Summary} table @param {Action} action */
function actionLink(table, action) {
  return h("a", {
    class: action === "watch" ? "button" : "button button-primary",
    href: `/t/${table.code}${action === "join" ? "?sit=1" : ""}`,
    "aria-label": t("lobby.action_for", { action: t(`lobby.action.${action}`), table: title(table) }),
  }, t(`lobby.action.${action}`));
}

/** @param {Summary} table @param {Action} action */
function card(table, action) {
  return h("li", { class: "table-card", key: table.code },
    h("div", { class: "table-card-head" }, h("h3", { class: "table-card-title" }, title(table)), tags(table)),
    h("ul", { class: "seat-row", "aria-hidden": "true" }, table.seats.map((seat) =>
      h("li", { class: `seat-dot seat-${seat.kind}` }, seat.kind === "person" && [...seat.name][0], seat.kind === "bot" && botMark()))),
    h("p", { class: "table-card-who" }, who(table)),
    h("p", { class: "table-card-state" }, h("span", { class: `state-dot state-${table.phase}` }), stateText(table),
      table.watchers > 0 && h("span", { class: "muted" }, t("lobby.watchers", { n: table.watchers }))),
    scoreText(table) && h("p", { class: "table-card-score num" }, scoreText(table)),
    h("div", { class: "table-card-actions" }, actionLink(table, action),
      action === "join" && table.watchable && table.phase !== "lobby" && actionLink(table, "watch")));
}

/** @param {Summary} table @returns {Action | null} */
function sectionOf(table) {
  if (yours.has(table.code)) return "back";
  if (table.joinable) return "join";
  return table.watchable ? "watch" : null;
}

/** @param {Action} action @param {Summary[]} tables */
function show(action, tables) {
  const section = document.querySelector(`[data-section="${action}"]`);
  const list = section?.querySelector(".table-list");
  if (!section || !list) return;
  const focused = list.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  patch(list, tables.map((table) => card(table, action)));
  section.querySelector(".empty")?.toggleAttribute("hidden", tables.length > 0);
  if (action === "back") section.toggleAttribute("hidden", tables.length === 0);
  if (focused) {
    const again = /** @type {HTMLElement | null} */ (list.querySelector(`a[href="${CSS.escape(focused)}"]`));
    if (again !== document.activeElement) again?.focus({ preventScroll: true });
  }
}

/** @param {Summary[]} listed */
function render(listed) {
  const codes = new Set(listed.map((table) => table.code));
  const tables = [...own.filter((table) => !codes.has(table.code)), ...listed];
  for (const action of /** @type {Action[]} */ (["back", "join", "watch"])) {
    show(action, tables.filter((table) => sectionOf(table) === action));
  }
}

/** @type {WebSocket | null} */
let socket = null;
let attempts = 0;
/** @type {any} */
let retryTimer = null;

/** @param {boolean} lost */
function showLost(lost) {
  document.querySelector("[data-lobby-lost]")?.toggleAttribute("hidden", !lost);
}

function connect() {
  clearTimeout(retryTimer);
  if (socket) socket.onclose = socket.onmessage = null;
  socket?.close();
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(`${scheme}//${location.host}${data.ws_lobby}`);
  socket.onmessage = (event) => {
    const frame = JSON.parse(String(event.data));
    if (frame.type !== "lobby") return;
    attempts = 0;
    showLost(false);
    render(frame.tables);
  };
  socket.onclose = () => {
    attempts += 1;
    if (attempts > 1) showLost(true);
    const wait = Math.min(RETRY_TO, RETRY_FROM * 1.6 ** attempts) * (0.75 + Math.random() / 4);
    retryTimer = setTimeout(connect, wait);
  };
}

await loadCatalogue(data.catalogue, data.lang);
connect();
addEventListener("online", connect);
document.addEventListener("visibilitychange", () => {
  // A page that comes back from the background may hold a line that died while it slept.
  if (document.visibilityState === "visible") connect();
});
