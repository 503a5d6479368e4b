// @ts-check
/** Whom a player does not want to read: kept in this browser, for each table by the names people have there. */

const KEY = "kibitz.muted";
const KEPT = 200;

/** @returns {string[]} */
function load() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

let muted = load();

/** @param {string} table @param {string} name */
const entry = (table, name) => `${table} ${name}`;

/** @param {string} table @param {string} name */
export function isMuted(table, name) {
  return muted.includes(entry(table, name));
}

/** @param {string} table @param {string} name @param {boolean} on */
export function mute(table, name, on) {
  const others = muted.filter((one) => one !== entry(table, name));
  muted = on ? [...others, entry(table, name)].slice(-KEPT) : others;
  try {
    localStorage.setItem(KEY, JSON.stringify(muted));
  } catch {
    // storage may be forbidden: it holds for this page
  }
}
