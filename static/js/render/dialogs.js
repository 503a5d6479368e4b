// @ts-check
/** Dialogs: settings, keys, a seat, the invitation. One at a time; its name is in the state. */
import { miniCard } from "../cards.js";
import { cls, h } from "../dom.js";
import { t } from "../i18n.js";
import { KEYS } from "../keyboard.js";
import { amHost, mySeat, seatName } from "../page.js";
import { CHOICES } from "../settings.js";
import { THEMES, chooseTheme, currentTheme } from "../theme.js";
import { icon } from "../shapes.js";
import { absenceButtons, absenceText, endBody, handOnBody, missedBody, missedRead } from "./absence.js";
import { tellMore } from "./more.js";
import { closeBody, hostLists, lineBody, seatManners, spectatorsList } from "./manners.js";
import { invitation } from "./seating.js";
import { isSeen, mayAsk, shadowFact } from "./shadows.js";
import { signsList } from "./signs.js";

/** @typedef {import("../page.js").Page} Page */

/** @param {HTMLDialogElement} dialog */
function open(dialog) {
  if (dialog.isConnected && !dialog.open) dialog.showModal();
}

/** @param {Page} page @param {string} key @param {string} title @param {...import("../dom.js").Child | import("../dom.js").Child[]} body */
function dialog({ ui }, key, title, ...body) {
  const close = () => ui({ dialog: null });
  return h("dialog", {
    key, class: `table-dialog dialog-${key.split("-")[0]}`, "aria-labelledby": "dialog-title",
    hook: (/** @type {HTMLDialogElement} */ element) => queueMicrotask(() => open(element)),
    on: { close, click: (/** @type {MouseEvent} */ event) => event.target === event.currentTarget && close() },
  },
    h("div", { key: "inside", class: "dialog-inside", hook: tellMore },
      h("div", { key: "head", class: "dialog-head" }, h("h2", { id: "dialog-title" }, title),
        h("button", { type: "button", class: "button button-quiet button-icon", "aria-label": t("table.close"), on: { click: close } }, icon("close"))),
      body));
}

/** @param {Page} page @param {"speed" | "taps" | "felt" | "sort"} name */
function radios({ state, settings }, name) {
  return h("fieldset", { key: name, class: "setting" }, h("legend", null, t(`table.settings.${name}`)),
    h("div", { class: "segments" }, CHOICES[name].map((choice) => h("label", { key: choice, class: `segment segment-${name}-${choice}` },
      h("input", { type: "radio", name: `setting-${name}`, value: choice, props: { checked: state.settings[name] === choice }, on: { change: () => settings({ [name]: choice }) } }),
      h("span", null, t(`table.settings.${name}.${choice}`))))));
}

/** @param {Page} page @param {"sound" | "fourColour" | "largeIndex"} name @param {string} key */
function check({ state, settings }, name, key) {
  return h("label", { key: name, class: "check" },
    h("input", { type: "checkbox", props: { checked: state.settings[name] }, on: { change: (/** @type {any} */ event) => settings({ [name]: event.target.checked }) } }),
    h("span", null, t(`table.settings.${key}`)));
}

/** The page in another language: the form that every page has, back to this table and so to this seat. @param {Page} page */
function language({ data }) {
  return h("form", { key: "language", class: "setting", method: "post", action: "/language" },
    h("input", { type: "hidden", name: "csrf", value: data.csrf }),
    h("input", { type: "hidden", name: "next", value: `/t/${data.code}` }),
    h("fieldset", { class: "setting" }, h("legend", null, t("page.language")),
      h("div", { class: "segments" }, data.languages.map((/** @type {{ code: string, name: string }} */ { code, name }) =>
        h("button", { key: code, type: "submit", name: "lang", value: code, lang: code, class: "segment segment-button", "aria-pressed": String(code === data.lang) }, h("span", null, name))))));
}

/** Light, dark or as the system has it: one choice for all pages of this browser. @param {Page} page */
function theme({ ui }) {
  const now = currentTheme();
  return h("fieldset", { key: "theme", class: "setting" }, h("legend", null, t("page.theme")),
    h("div", { class: "segments" }, THEMES.map((choice) => h("label", { key: choice, class: "segment" },
      h("input", { type: "radio", name: "setting-theme", value: choice, props: { checked: now === choice }, on: { change: () => { chooseTheme(choice); ui({}); } } }),
      h("span", null, t(`page.theme.${choice}`))))));
}

/** While a match goes on a seat that its owner leaves is kept, and a bot plays. @param {string | undefined} phase */
function matchRuns(phase) {
  return phase === "dealing" || phase === "deal" || phase === "result";
}

/** A bot takes over for a while; the seat stays one's own. @param {Page} page */
function botForMe({ state, send, ui }) {
  const table = state.table?.public;
  const seat = mySeat(state);
  if (!table || seat === null || !matchRuns(table.phase)) return null;
  const away = state.table?.private?.standin === true;
  const click = () => { ui({ dialog: null }); if (away) send.sit(seat); else send.stand(); };
  return h("div", { key: "bot", class: "setting setting-bot" },
    h("button", { key: "button", type: "button", class: "button", on: { click } }, icon("bot"), t(away ? "table.take_back" : "table.bot_for_me")),
    h("p", { key: "hint", class: "hint" }, t(away ? "table.standin_you" : "table.bot_for_me_hint")));
}

/** @param {Page} page */
function notifications({ state, settings }) {
  if (!("Notification" in window) || !isSecureContext) return null;
  const allowed = Notification.permission === "granted" && state.settings.notify;
  const ask = async () => settings({ notify: !allowed && (await Notification.requestPermission()) === "granted" });
  return h("label", { key: "notify", class: "check" },
    h("input", { type: "checkbox", disabled: Notification.permission === "denied", props: { checked: allowed }, on: { change: ask } }),
    h("span", null, Notification.permission === "denied" ? t("table.settings.notify_denied") : t("table.settings.notify")));
}

/** Ask the others to end the match as it stands. @param {Page} page */
function endMatch({ state, send, ui }) {
  if (mySeat(state) === null || !matchRuns(state.table?.public.phase)) return null;
  return h("button", { key: "end", type: "button", class: "button", on: { click: () => { ui({ dialog: null }); send.propose("end"); } } }, t("proposal.end"));
}

/** @param {Page} page */
function settingsDialog(page) {
  return dialog(page, "settings", t("table.settings"),
    botForMe(page), language(page), theme(page),
    radios(page, "speed"), radios(page, "taps"), radios(page, "felt"),
    page.state.game?.sorts && radios(page, "sort"),
    h("div", { key: "checks" },
      check(page, "fourColour", "four_colour"), check(page, "largeIndex", "large_index"), check(page, "lastCard", "last_card"), check(page, "sound", "sound"), notifications(page)),
    h("p", { key: "more", class: "dialog-more row" },
      h("button", { key: "keys", type: "button", class: "button only-keyboard", on: { click: () => page.ui({ dialog: "help" }) } }, icon("help"), t("table.keys")),
      endMatch(page),
      mySeat(page.state) !== null && !matchRuns(page.state.table?.public.phase) && h("button", {
        key: "stand", type: "button", class: "button", on: { click: () => { page.ui({ dialog: null }); page.send.stand(); } },
      }, t("table.stand"))));
}

/** @param {Page} page */
function helpDialog(page) {
  return dialog(page, "help", t("table.keys"),
    h("dl", { key: "keys", class: "keys" }, KEYS.map(({ keys, text }) => h("div", { key: text },
      h("dt", null, keys.map((key) => h("kbd", { key }, key.length > 1 && key !== "1\u20139" ? t(`table.key.${key}`) : key))), h("dd", null, t(`table.keys.${text}`))))));
}

/** What may be done at a seat by this viewer. @param {Page} page @param {number} seat */
function seatButtons(page, seat) {
  const { state, send, ui, data } = page;
  const table = state.table?.public;
  const info = table?.seats[seat];
  if (!table || !info) return [];
  const own = mySeat(state);
  const host = amHost(state);
  const absent = state.people?.seats[seat] === "away" || state.people?.idle === seat;
  const button = (/** @type {string} */ key, /** @type {() => void} */ click, /** @type {Record<string, unknown>} */ facts = {}, primary = false) =>
    h("button", { key, type: "button", class: cls("button", primary && "button-primary"), on: { click: () => { ui({ dialog: null }); click(); } } }, t(`table.${key}`, facts));
  return [
    mayAsk(page, seat) && button("shadow_ask", () => send.propose("shadow", { seat }), { name: info.name }),
    own === null && data.player && info.kind !== "person" && button("sit_here", () => send.sit(seat), {}, true),
    isSeen(state, seat) && button("shadow_end", () => send.unshadow()),
    own === seat && info.standin && button("take_back", () => send.sit(seat), {}, true),
    own === seat && !info.standin && button(matchRuns(table.phase) ? "bot_for_me" : "stand", () => send.stand()),
    host && info.kind === "empty" && button("add_bot", () => send.bot(seat, true)),
    host && info.kind === "bot" && table.phase !== "deal" && button("remove_bot", () => send.bot(seat, false)),
    host && own !== seat && info.kind === "person" && absent && !info.standin && !info.absence && button("put_standin", () => send.bot(seat, true), { name: info.name }),
    host && own !== seat && info.kind === "person" && button("hand_host", () => send.host(seat), { name: info.name }),
  ];
}

/** @param {Page} page @param {number} seat */
function seatDialog(page, seat) {
  const { state, deal } = page;
  const info = state.table?.public.seats[seat];
  if (!info) return null;
  const role = deal && state.game ? state.game.role(deal, seat) : null;
  const stats = deal && state.game ? state.game.stats(deal, seat) : [];
  const taken = deal && state.game ? state.game.taken(deal.view, seat) : [];
  const facts = [
    role && (role.secret ? t("table.only_you_see", { text: role.text }) : role.text),
    shadowFact(state, seat),
    info.kind === "bot" && t("table.bot"), info.standin && !info.absence && t("table.standin"),
    state.people?.seats[seat] === "away" && t("table.away_long"), absenceText(state, seat),
    info.handing && t("table.absent.handing"), info.before && t("table.absent.before", { name: info.before }),
    state.people?.idle === seat && t("table.idle_long"),
    state.table?.public.deal?.dealer === seat && t("table.dealer"),
    state.table?.public.host === seat && t("table.host"),
    ...stats.map((stat) => stat.label),
  ].filter(Boolean);
  return dialog(page, `seat-${seat}`, seatName(state, seat),
    h("ul", { key: "facts", class: "seat-facts" }, facts.map((text) => h("li", { key: String(text) }, String(text)))),
    taken.length > 0 && h("p", { key: "taken", class: "seat-taken" }, h("b", null, t("table.taken")), " ", taken.map(miniCard)),
    h("div", { key: "buttons", class: "dialog-actions" }, absenceButtons(page, seat), seatButtons(page, seat), seatManners(page, seat)));
}

/** @param {Page} page */
function peopleDialog(page) {
  const names = page.state.people?.spectators ?? [];
  return dialog(page, "people", t("table.people"), invitation(page),
    h("h3", { key: "head", class: "dialog-sub" }, t("table.spectators", { n: names.length })),
    spectatorsList(page), hostLists(page));
}

/** What can be done about a line of chat. @param {Page} page @param {string} key */
function lineDialog(page, key) {
  const found = lineBody(page, key);
  return found && dialog(page, `line-${key}`, found.title, found.body);
}

/** The link that hands a seat on; gone with the reason for it. @param {Page} page */
function handOnDialog(page) {
  const body = handOnBody(page);
  return body && dialog(page, "handon", t("table.absent.hand_on"), body);
}

/** What the game tells on request. @param {Page} page @param {string} key */
function aidDialog(page, key) {
  const { state, deal } = page;
  const aid = (deal && state.game?.aids?.(deal) || []).find((one) => one.key === key);
  return aid ? dialog(page, `aid-${key}`, aid.label, aid.body()) : null;
}

/** @param {Page} page */
export function dialogs(page) {
  const name = page.state.ui.dialog;
  const missed = missedBody(page);
  if (missed) return [dialog({ ...page, ui: () => missedRead(page) }, "missed", t("table.missed.title"), missed)];
  if (name === "end") return [dialog(page, "end", t("table.absent.end"), endBody(page))];
  if (name === "handon") return [handOnDialog(page)];
  if (name === "settings") return [settingsDialog(page)];
  if (name === "help") return [helpDialog(page)];
  if (name === "close") return [dialog(page, "close", t("table.close"), closeBody(page))];
  if (name?.startsWith("line-")) return [lineDialog(page, name.slice(5))];
  if (name === "people") return [peopleDialog(page)];
  if (name === "signs") return [dialog(page, "signs", t("table.signs"), signsList(page))];
  if (name?.startsWith("aid-")) return [aidDialog(page, name.slice(4))];
  if (name?.startsWith("seat-")) return [seatDialog(page, Number(name.slice(5)))];
  return [];
}
