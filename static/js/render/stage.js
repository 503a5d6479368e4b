// @ts-check
/** The felt: contract, plates, trick, and what lies over it between deals. */
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "../shapes.js";
import { seating } from "./seating.js";
import { seats } from "./seats.js";
import { sheet } from "./sheet.js";
import { signsButton } from "./signs.js";
import { trickArea, trickLabel } from "./trick.js";
import { fact } from "./words.js";

/** @typedef {import("../page.js").Page} Page */

/** "Deal 3 of 10". Thrown-in deals do not count, a finished one does already. @param {import("../protocol.js").MatchInfo} match @param {string | undefined} phase */
function dealText(match, phase) {
  const over = phase === "finished" || (phase === "result" && !match.results.at(-1)?.redeal);
  const number = match.counted + (over ? 0 : 1);
  return match.of ? t("table.deal_of", { number, of: match.of }) : t("table.deal_number", { number });
}

/** @param {Page} page */
function contract(page) {
  const { state, deal } = page;
  const match = state.table?.public.match;
  if (!deal || !state.game) return null;
  return h("div", { key: "contract", class: "contract" },
    match && h("p", { key: "deal", class: "contract-deal" }, dealText(match, state.table?.public.phase)),
    h("dl", { key: "facts", class: "facts" }, state.game.summary(deal).map(fact)),
    trickLabel(page), signsButton(page));
}

/** What the game has to tell on request. @param {Page} page */
function aids({ state, deal, ui }) {
  const all = (deal && state.game?.aids?.(deal)) || [];
  if (all.length === 0) return null;
  return h("div", { key: "aids", class: "aids" }, all.map(({ key, shape, label }) => h("button", {
    key, type: "button", class: "aid", "aria-haspopup": "dialog", "aria-label": label, title: label, on: { click: () => ui({ dialog: `aid-${key}` }) },
  }, icon(shape), h("span", { class: "aid-label" }, label))));
}

/** @param {Page} page */
export function stage(page) {
  return [contract(page), seats(page), trickArea(page), aids(page), seating(page), sheet(page)];
}
