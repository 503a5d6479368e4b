// @ts-check
/** The rail: score, log, chat, rules. Beside the table where there is room, else a sheet from below. */
import { cls, h } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "../shapes.js";
import { chat } from "./chat.js";
import { log } from "./log.js";
import { rules } from "./rules.js";
import { score } from "./score.js";

/** @typedef {import("../page.js").Page} Page */
/** @typedef {import("../page.js").Tab} Tab */

/** @type {Record<Tab, { shape: string, draw: (page: Page) => import("../dom.js").Children }>} */
const TABS = {
  score: { shape: "score", draw: score },
  log: { shape: "log", draw: log },
  chat: { shape: "chat", draw: chat },
  rules: { shape: "book", draw: rules },
};

/** The arrows move between tabs. @param {KeyboardEvent} event @param {(tab: Tab) => void} open */
function tabKeys(event, open) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  const tabs = [.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll("button")];
  const at = tabs.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  const next = (at + step + tabs.length) % tabs.length;
  tabs[next].focus();
  open(/** @type {Tab} */ (Object.keys(TABS)[next]));
}

/** @param {Page} page */
export function rail(page) {
  const { state, ui } = page;
  const open = (/** @type {Tab} */ tab) => ui({ tab, railOpen: true, ...(tab === "chat" ? { unread: 0 } : {}) });
  return [
    h("div", { key: "tabs", class: "rail-head" },
      h("div", { key: "list", class: "rail-tabs", role: "tablist", "aria-label": t("table.rail"), on: { keydown: (/** @type {KeyboardEvent} */ event) => tabKeys(event, open) } },
        Object.entries(TABS).map(([tab, { shape }]) => h("button", {
          key: tab, id: `tab-${tab}`, type: "button", role: "tab", class: "rail-tab", "aria-selected": String(state.ui.tab === tab),
          "aria-controls": "rail-panel", tabindex: state.ui.tab === tab ? 0 : -1, on: { click: () => open(/** @type {Tab} */ (tab)) },
        }, icon(shape), h("span", null, t(`table.tab.${tab}`)),
        tab === "chat" && state.ui.unread > 0 && h("span", { key: "unread", class: "unread num" }, String(state.ui.unread))))),
      h("button", { key: "close", type: "button", class: "button button-quiet button-icon rail-close", "aria-label": t("table.close"), on: { click: () => ui({ railOpen: false }) } }, icon("close"))),
    h("div", { key: `panel-${state.ui.tab}`, id: "rail-panel", class: cls("rail-panel", `rail-${state.ui.tab}`), role: "tabpanel", "aria-labelledby": `tab-${state.ui.tab}`, tabindex: 0 },
      TABS[state.ui.tab].draw(page)),
  ];
}
