// @ts-check
/** House rules: where the rules of this table differ from their preset, in plain words. */
import { h } from "../dom.js";
import { has, listed, t } from "../i18n.js";
import { rulesetOptions } from "../protocol.js";

/** @typedef {import("../page.js").Page} Page */

/** What a rule set changes, one line for each option. @param {{ game: string, ruleset: string }} table @returns {string[]} */
export function differences({ game, ruleset }) {
  return Object.entries(rulesetOptions(ruleset)).map(([name, value]) => {
    const key = `option.${game}.${name}`;
    const members = value === "" || value === "none" ? [] : value.split(",").map((member) => (has(`${key}.${member}`) ? t(`${key}.${member}`) : member)); // numbers are said as they are
    return t("table.house_rule", { option: t(key), value: members.length > 0 ? listed(members) : t("rules.none") });
  });
}

/** What stays closed after a deal, at tables that keep it so. @param {Page} page */
export function closedRule({ state }) {
  return state.table?.public.closed_discards ? h("p", { key: "closed-discards", class: "closed-rule" }, t("table.closed_discards")) : null;
}

/** The list of house rules for those who are about to play by them; nothing where the preset stands as it is. @param {Page} page */
export function houseRules({ state }) {
  const table = state.table?.public;
  const lines = table ? differences(table) : [];
  if (!table || lines.length === 0) return null;
  return h("div", { key: "house", class: "house-rules" },
    h("p", { key: "lead" }, t("table.house_rules", { preset: t(`preset.${table.game}.${table.preset}`) })),
    h("ul", { key: "list" }, lines.map((line) => h("li", { key: line }, line))));
}
