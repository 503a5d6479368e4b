// @ts-check
/** What happened, in plain words, for those who hear the page; and the turn in the page's title. */
import { t } from "./i18n.js";

/** @typedef {import("./page.js").Deal} Deal */
/** @typedef {import("./page.js").GameModule} GameModule */

/** More than this at once is a reconnection: only the newest is said. */
const MOST = 6;

/**
 * Sentences for what changed between two views of a deal.
 *
 * @param {GameModule} game
 * @param {Deal | null} last  the view before, null for the first of a deal
 * @param {Deal} next
 * @returns {string[]}
 */
export function sentences(game, last, next) {
  const from = last ? last.view.log.length : Math.max(0, next.view.log.length - 1);
  /** @type {import("./games/game.js").Line[]} */
  const lines = next.view.log.slice(Math.max(from, next.view.log.length - MOST))
    .map((/** @type {[number, string]} */ [seat, action]) => game.line(seat, action, next));
  if (last) lines.push(...game.news(last, next));
  else if (next.view.log.length < 2) lines.unshift(...game.asides(next).filter(({ at }) => at < 0).map(({ line }) => line));
  const said = lines.map(({ key, facts }) => t(key, facts));
  const report = next.view.outcome && !last?.view.outcome ? game.report(next) : null;
  if (report) said.push(report.title);
  return said;
}

/** Say it politely. @param {HTMLElement} region @param {string[]} texts */
export function announce(region, texts) {
  if (texts.length === 0) return;
  const line = document.createElement("p");
  line.textContent = texts.join(" ");
  region.append(line);
  while (region.childElementCount > 4) region.firstElementChild?.remove();
}

/** @param {string} plain the page's own title @param {boolean} yours */
export function signalTurn(plain, yours) {
  document.title = yours ? t("table.title_turn", { title: plain }) : plain;
}

/** A notification while the page is out of sight. @param {string} text */
export function notify(text) {
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const note = new Notification(text, { tag: "kibitz-turn" });
    note.onclick = () => { window.focus(); note.close(); };
  } catch {
    // phones allow notifications only from a service worker: the title and the sound have to do
  }
}
