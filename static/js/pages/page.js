// @ts-check
/** What the server tells this page's scripts (see base.html). */

/**
 * @typedef {{
 *   page: string, lang: string, player: { id: string, name: string } | null, csrf: string, static: string,
 *   catalogue: string, protocol: number, build: string, ws_lobby: string, [more: string]: any
 * }} PageData
 */

/** @returns {PageData} */
export function pageData() {
  return JSON.parse(document.getElementById("page-data")?.textContent ?? "{}");
}
