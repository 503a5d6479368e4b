// @ts-check
/** For those who watch: the other tables that can be watched, one tap away. */
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { stateText } from "../lobby.js";
import { mySeat } from "../page.js";

/** @typedef {import("../page.js").Page} Page */
/** @typedef {import("../lobby.js").Summary} Summary */

const FRESH = 15_000;
const MOST = 6;

/** @type {Summary[]} */
let tables = [];
let askedAt = -Infinity;

/** Asks for the list now and then, as long as somebody looks at it. @param {Page} page */
async function refresh({ ui }) {
  if (performance.now() - askedAt < FRESH) return;
  askedAt = performance.now();
  try {
    const answer = await fetch("/api/tables");
    if (!answer.ok) return;
    tables = (await answer.json()).tables;
    ui({});
  } catch {
    // offline: the list stays as it was
  }
}

/** @param {Page} page */
export function otherTables(page) {
  const { state, data } = page;
  if (mySeat(state) !== null) return null;
  void refresh(page);
  const others = tables.filter(({ code, watchable, phase }) => watchable && code !== data.code && phase !== "lobby").slice(0, MOST);
  return others.length > 0 && h("section", { key: "others", class: "rail-section" }, h("h3", null, t("table.others")),
    h("ul", { class: "other-tables" }, others.map((table) => h("li", { key: table.code },
      h("a", { class: "other-table", href: `/t/${table.code}` },
        h("b", null, table.host ? t("lobby.table_of", { name: table.host }) : t("lobby.table_code", { code: table.code })),
        h("span", { class: "muted" }, [t(`game.${table.game}`), stateText(table), table.watchers > 0 && t("lobby.watchers", { n: table.watchers })].filter(Boolean).join(" \u00b7 ")))))));
}
