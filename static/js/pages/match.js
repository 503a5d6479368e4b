// @ts-check
/** The page of a match: whoever opens a deal is shown its cards and everything that was said and played in it. */
import { miniCard } from "../cards.js";
import { h, patch } from "../dom.js";
import { loadGame } from "../games/game.js";
import { loadCatalogue, t } from "../i18n.js";
import { botName } from "../page.js";
import { sentence } from "../render/words.js";
import { pageData } from "./page.js";
import "./moments.js";

/** @typedef {import("../games/game.js").GameModule} GameModule */
/** @typedef {import("../games/game.js").Deal} Deal */
/** @typedef {{ names: string[], ruleset: string, deal: import("../protocol.js").GameView }} OldDeal */

const page = pageData();
/** @type {Promise<GameModule> | null} */
let game = null;

/** The texts and the game, both fetched once. */
function words() {
  game ??= loadCatalogue(page.catalogue, page.lang).then(() => loadGame(page.game));
  return game;
}

/** A deal as a spectator sees it at its end. @param {OldDeal} old @returns {Deal} */
function asDeal({ deal, names, ruleset }) {
  return {
    view: deal, mine: null, me: null, seats: names.length, hand: [], legal: [], choose: null, mayAct: false, ruleset, waiting: false,
    picks: { lifted: null, chosen: [], asking: null, number: null, suit: null, call: null },
    name: (seat) => (page.bots.includes(names[seat]) ? botName(names[seat]) : names[seat] ?? ""), act: () => {}, why: () => {}, say: () => {}, pick: () => {},
  };
}

/** @param {GameModule} module @param {Deal} deal */
function log(module, deal) {
  const asides = module.asides(deal);
  const aside = (/** @type {number} */ place) => asides.filter(({ at }) => at === place).map(({ line }) => h("li", { class: "play-aside" }, sentence(line)));
  let plays = 0;
  return h("ol", { class: "play-log" }, aside(-1), deal.view.log.map((/** @type {[number, string]} */ [seat, action], /** @type {number} */ at) => {
    const first = action.startsWith("play ") && plays % deal.seats === 0;
    if (action.startsWith("play ")) plays += 1;
    return [
      first && h("li", { class: "play-trick" }, t("table.trick_number", { number: Math.ceil(plays / deal.seats) })),
      h("li", null, sentence(module.line(seat, action, deal))),
      aside(at),
    ];
  }));
}

/** @param {GameModule} module @param {OldDeal} old @param {Set<string>} told labels of facts that the page shows already */
function play(module, old, told) {
  const deal = asDeal(old);
  const report = module.report(deal);
  const facts = (report?.facts ?? []).filter(({ label }) => !told.has(label));
  return [
    report?.hands && h("h4", null, t("match.dealt")),
    report?.hands?.map((cards, seat) => h("p", { class: "play-hand" }, h("b", null, deal.name(seat)), " ", h("span", null, module.order(cards, old.deal).map(miniCard)))),
    facts.length > 0 && h("dl", { class: "deal-facts" }, facts.map(({ label, value }) => h("div", { class: "deal-fact" }, h("dt", null, label), h("dd", null, value)))),
    h("h4", null, t("match.log")),
    log(module, deal),
  ];
}

/** @param {HTMLDetailsElement} details */
async function open(details) {
  const place = /** @type {HTMLElement} */ (details.querySelector(".deal-play"));
  if (!details.open || place.childElementCount > 0) return;
  place.setAttribute("aria-busy", "true");
  const told = new Set([...(details.parentElement?.querySelectorAll("dt") ?? [])].map((label) => label.textContent ?? ""));
  try {
    const [module, answer] = await Promise.all([words(), fetch(`/api/matches/${page.match}/deals/${details.dataset.deal}`)]);
    if (!answer.ok) throw new Error(`deal: ${answer.status}`);
    patch(place, play(module, await answer.json(), told));
  } catch {
    game = null;
    place.textContent = details.dataset.failed ?? "";
  }
  place.removeAttribute("aria-busy");
}

for (const details of document.querySelectorAll("details[data-deal]")) {
  details.addEventListener("toggle", () => open(/** @type {HTMLDetailsElement} */ (details)));
}
// An address such as #deal-3 leads to the deal, opened.
const wanted = /^#deal-\d+$/.test(location.hash) ? document.querySelector(`${location.hash} details`) : null;
if (wanted) /** @type {HTMLDetailsElement} */ (wanted).open = true;
