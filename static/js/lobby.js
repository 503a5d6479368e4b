// @ts-check
/**
 * A table as the lobby lists it; templates/macros/lobby.html says the same at first paint.
 *
 * @typedef {{
 *   code: string, ruleset: string, game: string, preset: string, host: string | null,
 *   seats: { name: string, kind: "person" | "bot" | "empty", player?: string | null }[], free: number, phase: string,
 *   deal: number, of: number | null, watchers: number, open: boolean, joinable: boolean, watchable: boolean, totals?: Record<string, (number | string)[]>, friendly?: boolean, turn_clock?: number
 * }} Summary
 */
import { signed, t } from "./i18n.js";

/** How far a table is. @param {Summary} table */
export function stateText(table) {
  if (table.phase === "lobby") return table.free ? t("lobby.waiting", { n: table.free }) : t("lobby.ready");
  if (table.phase === "finished") return t("lobby.over");
  if (table.phase === "result") return t("lobby.between");
  return table.of ? t("lobby.deal", { deal: table.deal, of: table.of }) : t("lobby.deal_open", { deal: table.deal });
}

/** The running scores of a match: of each seat, or of each side. @param {Summary} table @returns {string | null} */
export function scoreText(table) {
  const kinds = Object.entries(table.totals ?? {});
  const units = kinds[0]?.[1].length ?? 0;
  if (table.phase === "lobby" || units === 0 || units > table.seats.length) return null;
  return Array.from({ length: units }, (_, unit) => {
    const names = table.seats.filter((_seat, at) => at % units === unit).map(({ name, kind }) => (kind === "bot" ? t("table.bot") : name));
    const values = kinds.map(([kind, scores]) => (kinds.length > 1 ? `${t(`score.kind.${kind}`)} ${scores[unit]}` : signed(scores[unit])));
    return `${names.join(t("lobby.comma"))} ${values.join(" ")}`;
  }).join(" \u00b7 ");
}
