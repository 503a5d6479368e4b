// @ts-check
/** The clock of turns: how much time is left and how a plate shows it. templates/macros/clock.html says its rule, too. */
import { h } from "../dom.js";
import { t } from "../i18n.js";

/** @typedef {import("../page.js").Page} Page */

/** Seconds before the end at which the player in turn is warned, and from which on they are counted down in writing. */
export const SOON = 10;

/** A time in words. @param {number} seconds */
export function duration(seconds) {
  return seconds % 60 ? t("time.seconds", { n: seconds }) : t("time.minutes", { n: seconds / 60 });
}

/** What the table's clock allows, in a sentence; nothing where there is none. @param {Page} page */
export function clockRule({ state }) {
  const clock = state.table?.public.clock;
  if (!clock) return null;
  const facts = { turn: duration(clock.turn), bank: duration(clock.bank) };
  return h("p", { key: "clock", class: "clock-rule" }, t(clock.bank ? "table.clock_rule_bank" : "table.clock_rule", facts));
}

/**
 * The clock that runs for a seat: all the seconds left, the share of the turn's time (or of the bank, once that is all
 * there is) that is left, and whether it is the bank.
 *
 * @param {Pick<import("../page.js").State, "table" | "people" | "peopleAt">} state
 * @returns {{ seat: number, seconds: number, share: number, bank: boolean } | null}
 */
export function turnClock({ table, people, peopleAt }) {
  const timer = people?.timer;
  const clock = table?.public.clock;
  if (timer?.kind !== "turn" || timer.seat === undefined || !clock || table?.public.phase !== "deal") return null;
  const seat = timer.seat;
  if (!(table.public.deal?.turn ?? []).includes(seat) || table.public.seats[seat]?.standin) return null;
  const stopped = people?.storing ?? false;
  const seconds = Math.max(0, timer.seconds - (stopped ? 0 : (Date.now() - peopleAt) / 1000));
  const saved = clock.left[seat] ?? 0;
  const bank = seconds < saved;
  const share = bank ? seconds / saved : (seconds - saved) / clock.turn;
  return { seat, seconds, share: Math.min(1, Math.max(0, share)), bank };
}

/** The last seconds of a seat in figures. @param {ReturnType<typeof turnClock>} clock */
export function secondsMark(clock) {
  if (!clock || clock.seconds >= SOON) return null;
  const n = Math.ceil(clock.seconds);
  return h("span", { key: "seconds", class: "seat-seconds num", title: t("table.seconds_left", { n }) },
    h("span", { "aria-hidden": "true" }, String(n)), h("span", { class: "visually-hidden" }, t("table.seconds_left", { n })));
}
