// @ts-check
/**
 * A table as the lobby lists it; templates/macros/lobby.html says the same at first paint.
 *
 * @typedef {{
 *   code: string, ruleset: string, game: string, preset: string, host: string | null,
 *   seats: { name: string, kind: "person" | "bot" | "empty", player?: string | null }[], free: number, phase: string,
 *   deal: number, of: number | null, watchers: number, open: boolean, joinable: boolean, watchable: boolean, friendly?: boolean, turn_clock?: number
 * }} Summary
 */
import { t } from "./i18n.js";

/** How far a table is. @param {Summary} table */
export function stateText(table) {
  if (table.phase === "lobby") return table.free ? t("lobby.waiting", { n: table.free }) : t("lobby.ready");
  if (table.phase === "finished") return t("lobby.over");
  if (table.phase === "result") return t("lobby.between");
  return table.of ? t("lobby.deal", { deal: table.deal, of: table.of }) : t("lobby.deal_open", { deal: table.deal });
}
