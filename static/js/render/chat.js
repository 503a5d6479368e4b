// @ts-check
/** The chat of the room this viewer is in. */
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { lineDialogName, lineText, mayMind, phrases, readable } from "./manners.js";
import { isSilent } from "./shadows.js";

/** @typedef {import("../page.js").Page} Page */

const LONGEST = 300;

/** @param {number} at Unix time in seconds */
function clock(at) {
  return new Date(at * 1000).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
}

/** Which room a message of this viewer would go to. @param {import("../page.js").State} state */
function room(state) {
  if (state.table?.public.phase !== "deal") return "table";
  return state.table?.private?.seat === undefined || state.table?.private?.seat === null ? "spectators" : "players";
}

/** @param {HTMLElement} list */
function newestInView(list) {
  if (Number(list.dataset.count ?? -1) === list.childElementCount) return;
  list.dataset.count = String(list.childElementCount);
  list.scrollTop = list.scrollHeight;
}

/** @param {Page} page */
export function chat(page) {
  const { state, send, data, ui } = page;
  const lines = readable(state);
  const only = state.table?.public.phrases_only;
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("text"));
    const text = field.value.trim();
    if (!text) return;
    field.value = "";
    send.chat(text);
  };
  return [
    lines.length === 0 && !isSilent(state) && h("p", { key: "empty", class: "chat-empty" }, t(`table.chat_empty.${room(state)}`)),
    h("ol", { key: "lines", class: "chat-lines", "aria-label": t("table.tab.chat"), hook: newestInView },
      lines.map((line, at) => h("li", { key: `${line.at}-${at}`, class: "chat-line" },
        h("span", { class: "chat-who" }, mayMind(page, line)
          ? h("button", { type: "button", class: "chat-name", title: t("table.mind", { name: line.name }), "aria-label": t("table.mind", { name: line.name }), on: { click: () => ui({ dialog: lineDialogName(line) }) } }, h("b", null, line.name))
          : h("b", null, line.name), " ", h("time", { class: "chat-time num" }, clock(line.at)),
          line.room !== "table" && h("span", { class: "chat-room" }, t(`table.room.${line.room}`))),
        h("span", { class: "chat-text" }, lineText(line))))),
    data.player && isSilent(state)
      ? h("p", { key: "form", class: "rail-empty chat-silent" }, t("table.room_hint.silent"))
      : data.player
      ? [phrases(page), only
        ? h("p", { key: "form", class: "chat-form chat-hint" }, t("table.phrases_only"), " ", t(`table.room_hint.${room(state)}`))
        : h("form", { key: "form", class: "chat-form", on: { submit } },
        h("label", { key: "room", for: "chat-text", class: "chat-hint" }, t(`table.room_hint.${room(state)}`)),
        h("input", { key: "text", id: "chat-text", name: "text", class: "input", maxlength: LONGEST, autocomplete: "off", enterkeyhint: "send" }),
        h("button", { key: "send", type: "submit", class: "button" }, t("table.send")))]
      : h("p", { key: "form", class: "rail-empty" }, t("table.chat_needs_name")),
  ];
}
