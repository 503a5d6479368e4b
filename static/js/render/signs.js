// @ts-check
/** What the signs on plates, cards and the contract line mean: one tap away, as a phone has no pointer to rest on them. */
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "../shapes.js";

/** @typedef {import("../page.js").Page} Page */

/** The button that explains, in the contract line. @param {Page} page */
export function signsButton({ ui }) {
  const label = t("table.signs");
  return h("button", {
    key: "signs", type: "button", class: "contract-signs", "aria-haspopup": "dialog", "aria-label": label, title: label, on: { click: () => ui({ dialog: "signs" }) },
  }, icon("help"));
}

/** The list of signs: the game's own, then those of every table. @param {Page} page */
export function signsList({ state }) {
  const all = [
    ...(state.game?.signs() ?? []),
    { shape: "winning", label: t("table.winning_now") },
    { shape: "bot", label: t("table.bot") },
    { shape: "away", label: t("table.away_long") },
    ...(state.table?.public.clock ? [{ shape: "clock", label: t("table.late_long") }] : []),
  ];
  return h("dl", { key: "signs", class: "signs" },
    h("div", { key: "dealer" }, h("dt", null, h("span", { class: "mark mark-dealer", "aria-hidden": "true" }, t("table.dealer_short"))), h("dd", null, t("table.dealer"))),
    all.map(({ shape, label }) => h("div", { key: shape }, h("dt", null, icon(shape)), h("dd", null, label))));
}
