// @ts-check
/**
 * What a player likes, kept in this browser: motion, taps, sound, colours. Applied as attributes of the root element,
 * so that the style sheet does the rest.
 *
 * @typedef {{
 *   speed: "off" | "fast" | "normal" | "slow", taps: "auto" | "one" | "two", sound: boolean, notify: boolean,
 *   felt: "green" | "blue" | "slate" | "plum", sort: "rank" | "suit", fourColour: boolean, largeIndex: boolean, lastCard: boolean
 * }} Settings
 */

const KEY = "kibitz.table";

/** @type {Settings} */
export const DEFAULTS = {
  speed: "normal", taps: "auto", sound: true, notify: false, felt: "green", sort: "rank", fourColour: false, largeIndex: false, lastCard: false,
};

export const CHOICES = {
  speed: ["off", "fast", "normal", "slow"],
  taps: ["auto", "one", "two"],
  felt: ["green", "blue", "slate", "plum"],
  sort: ["rank", "suit"],
};

/** @returns {Settings} */
export function loadSettings() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return DEFAULTS;
  }
}

/** @param {Settings} settings */
export function saveSettings(settings) {
  applySettings(settings);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // storage may be forbidden: the settings hold for this page
  }
}

/** @param {Settings} settings */
export function applySettings(settings) {
  const root = document.documentElement;
  root.dataset.felt = settings.felt;
  root.toggleAttribute("data-four-colour", settings.fourColour);
  root.toggleAttribute("data-large-index", settings.largeIndex);
}

/** Milliseconds of one movement: none where the player or the system asks for less motion. @param {Settings} settings */
export function moveTime(settings) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return { off: 0, fast: 150, normal: 220, slow: 380 }[settings.speed] ?? 220;
}

/** How long a finished trick stays on view, in milliseconds. @param {Settings} settings */
export function trickTime(settings) {
  return { off: 900, fast: 700, normal: 1_050, slow: 1_600 }[settings.speed] ?? 1_050;
}

/** Does a card need a second tap to be played? @param {Settings} settings */
export function twoTaps(settings) {
  if (settings.taps !== "auto") return settings.taps === "two";
  return matchMedia("(pointer: coarse)").matches;
}
