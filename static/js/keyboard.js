// @ts-check
/** Keys. Nothing here decides anything: keys press the buttons that are there. */

/** For the help dialog: the keys and the catalogue key of what they do. */
export const KEYS = [
  { keys: ["left", "right"], text: "move" },
  { keys: ["enter"], text: "play" },
  { keys: ["h"], text: "hand" },
  { keys: ["b"], text: "bar" },
  { keys: ["1\u20139", "0"], text: "number" },
  { keys: ["p"], text: "pass" },
  { keys: ["u"], text: "undo" },
  { keys: ["l"], text: "last" },
  { keys: ["s"], text: "score" },
  { keys: ["g"], text: "log" },
  { keys: ["c"], text: "chat" },
  { keys: ["r"], text: "rules" },
  { keys: ["m"], text: "sound" },
  { keys: ["escape"], text: "escape" },
  { keys: ["?"], text: "help" },
];

/** @typedef {{ last: () => void, tab: (tab: "score" | "log" | "chat" | "rules") => void, help: () => void, sound: () => void, back: () => void, undo: () => void }} Commands */

/** What can have the focus now: neither switched off nor hidden at this width. @param {string} selector @returns {HTMLElement[]} */
function all(selector) {
  return [...document.querySelectorAll(selector)].map((element) => /** @type {HTMLElement} */ (element))
    .filter((element) => !(/** @type {HTMLButtonElement} */ (element).disabled) && element.getClientRects().length > 0);
}

const CARDS = "#hand .held-card";
const PANEL = "#bar .panel-over button, #hand .ways button";

/** Only one card of the hand is in the tab order: the one that has the focus, or the first that may be played. */
export function rove() {
  const cards = all(CARDS);
  const current = cards.find((card) => card === document.activeElement)
    ?? cards.find((card) => card.tabIndex === 0) ?? cards.find((card) => card.getAttribute("aria-disabled") !== "true") ?? cards[0];
  for (const card of cards) card.tabIndex = card === current ? 0 : -1;
}

/** @param {HTMLElement | undefined} element */
function focus(element) {
  if (!element) return false;
  element.focus({ preventScroll: true });
  if (element.matches(CARDS)) rove();
  return true;
}

/** Move the focus within a row of buttons. @param {HTMLElement[]} buttons @param {number} step */
function step(buttons, step) {
  const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  return focus(buttons[at < 0 ? (step > 0 ? 0 : buttons.length - 1) : (at + step + buttons.length) % buttons.length]);
}

/** The first card that may be played, else the first. */
function focusHand() {
  const cards = all(CARDS);
  return focus(cards.find((card) => card.tabIndex === 0) ?? cards[0]);
}

/** Where a decision is waiting: a question to the table, the panel, then the bar's buttons, then the hand. */
function focusBar() {
  return focus(all(".proposal-buttons button")[0] ?? all("#hand .ways button")[0] ?? all(PANEL).find((one) => one.ariaDisabled === null && one.ariaPressed !== "false") ?? all(PANEL).find((one) => one.ariaDisabled === null) ?? all("#stage .sheet-next button, #bar .bar-buttons button")[0]) || focusHand();
}

/** A digit picks the bid that ends in it; the focus goes on to the trumps. @param {string} digit */
function pickNumber(digit) {
  const those = all("#bar .pick-number").filter((one) => one.textContent?.endsWith(digit));
  const button = those.find((one) => one.ariaDisabled === null) ?? those[0];
  if (!button) return false;
  button.click();
  requestAnimationFrame(() => requestAnimationFrame(() => focus(all("#bar .pick-strain:not([aria-disabled])")[0])));
  return true;
}

/** @param {KeyboardEvent} event */
function typing(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  return target.matches?.("input:not([type='radio']):not([type='checkbox']), textarea, select") || target.isContentEditable;
}

/** @param {KeyboardEvent} event @returns {boolean} */
function arrows(event) {
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0;
  const here = document.activeElement;
  const row = here?.closest(".ways, .call-row, .pick-row");
  if (row) {
    const buttons = [...row.querySelectorAll("button:not(:disabled)")].map((element) => /** @type {HTMLElement} */ (element));
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") return step(buttons, by);
    return otherRow(/** @type {HTMLElement} */ (row), by);
  }
  if (here?.matches(CARDS) || here === document.body) return step(all(CARDS), by);
  return false;
}

/** Up and down between the rows of a panel, keeping the column. @param {HTMLElement} row @param {number} by */
function otherRow(row, by) {
  const rows = [...document.querySelectorAll(".panel-over .pick-row, .panel-over .call-row")].filter((one) => one.querySelector("button:not(:disabled)"));
  const next = rows[rows.indexOf(row) + by];
  if (!next) return false;
  const column = [...row.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  const buttons = [...next.querySelectorAll("button")];
  const best = buttons.slice(column).find((button) => !button.disabled) ?? buttons.find((button) => !button.disabled);
  return focus(best);
}

/** @param {Commands} commands */
export function listenToKeys(commands) {
  /** @type {Record<string, () => unknown>} */
  const keys = {
    l: commands.last, s: () => commands.tab("score"), g: () => commands.tab("log"), c: () => commands.tab("chat"),
    r: () => commands.tab("rules"), m: commands.sound, u: commands.undo, "?": commands.help, h: focusHand, b: focusBar,
    p: () => all("#bar .pick-pass")[0]?.click(), Escape: commands.back,
  };
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (typing(event)) {
      if (event.key === "Escape") { /** @type {HTMLElement} */ (event.target).blur(); focusHand(); }
      return;
    }
    if (document.querySelector("dialog[open]")) return;
    const done = event.key.startsWith("Arrow") ? arrows(event) : /^\d$/.test(event.key) ? pickNumber(event.key) : undefined;
    if (done) event.preventDefault();
    const command = done === undefined ? keys[event.key] : undefined;
    if (command) {
      event.preventDefault();
      command();
    }
  });
}

/**
 * Keep the focus over a render that takes the focused element away: on the card that took its place, else on what is
 * asked now.
 *
 * @param {() => void} render
 */
export function keepingFocus(render) {
  const before = document.activeElement;
  const inHand = before?.closest("#hand") ? all(CARDS).indexOf(/** @type {HTMLElement} */ (before.closest(".held")?.querySelector(".held-card") ?? before)) : -1;
  const inBar = Boolean(before?.closest("#bar, .sheet"));
  const inTop = before?.closest("#stage, #tools");
  render();
  rove();
  if (before === document.body || (before?.isConnected && before === document.activeElement && !(/** @type {any} */ (before).disabled))) return;
  if (document.querySelector("dialog[open]")) return;
  if (inHand >= 0) {
    const cards = all(CARDS);
    focus(cards[Math.min(inHand, cards.length - 1)]) || document.getElementById("hand")?.focus({ preventScroll: true });
  } else if (inBar || inTop) {
    focusBar() || document.getElementById("bar")?.focus({ preventScroll: true });
  }
}
