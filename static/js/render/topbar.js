// @ts-check
/** The buttons at the top: everything one click away. */
import { cls, h } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "../shapes.js";
import { lineDot } from "./banner.js";

/** @typedef {import("../page.js").Page} Page */
/** @typedef {import("../page.js").Tab} Tab */

/** @param {string} key @param {string} shape @param {string} label @param {() => void} click @param {Record<string, unknown>} [more] @param {...import("../dom.js").Child} inside */
function tool(key, shape, label, click, more = {}, ...inside) {
  return h("button", { key, type: "button", class: `top-tool top-${key}`, title: label, "aria-label": label, on: { click }, ...more }, icon(shape), inside);
}

/** @param {Page} page */
export function topbar(page) {
  const { state, ui, settings, deal } = page;
  const tab = (/** @type {Tab} */ name, /** @type {string} */ shape) => tool(
    name, shape, t(`table.tab.${name}`),
    () => ui({ tab: name, railOpen: !(state.ui.railOpen && state.ui.tab === name), ...(name === "chat" ? { unread: 0 } : {}) }),
    { "aria-expanded": String(state.ui.railOpen && state.ui.tab === name), "aria-controls": "rail" },
    name === "chat" && state.ui.unread > 0 && h("span", { class: "unread num", key: "unread" }, String(state.ui.unread)),
  );
  const last = deal && state.game ? state.game.last(deal.view) : null;
  const watching = state.people?.spectators.length ?? 0;
  return [
    lineDot(page),
    tool("last", "last", t("table.last_trick"), () => ui({ showLast: !state.ui.showLast }), { disabled: !last, "aria-pressed": String(state.ui.showLast) }),
    h("span", { key: "tabs", class: "top-tabs" }, tab("score", "score"), tab("log", "log"), tab("chat", "chat"), tab("rules", "book")),
    tool("people", "people", t("table.people"), () => ui({ dialog: "people" }), {}, watching > 0 && h("span", { key: "n", class: "top-count num" }, icon("eye"), String(watching))),
    tool("sound", state.settings.sound ? "sound" : "mute", state.settings.sound ? t("table.sound_off") : t("table.sound_on"), () => settings({ sound: !state.settings.sound }), { "aria-pressed": String(!state.settings.sound) }),
    tool("settings", "gear", t("table.settings"), () => ui({ dialog: "settings" }), { class: cls("top-tool", "top-settings") }),
  ];
}
