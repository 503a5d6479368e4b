// @ts-check
/**
 * The message catalogue in the browser: the same `static/i18n/<lang>.json` the templates read.
 *
 * @typedef {string | Record<string, string>} Message
 * @typedef {Record<string, unknown>} Facts
 */

/** @type {Record<string, Message>} */
let messages = {};
let language = "en";
let plurals = new Intl.PluralRules("en");

/**
 * Load the catalogue of a language. Rejects when it cannot be fetched.
 *
 * @param {string} url
 * @param {string} lang
 */
export async function loadCatalogue(url, lang) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`catalogue: ${response.status}`);
  useCatalogue(await response.json(), lang);
}

/** @param {Record<string, Message>} catalogue @param {string} lang */
export function useCatalogue(catalogue, lang) {
  messages = catalogue;
  language = lang;
  plurals = new Intl.PluralRules(lang);
}

/** Is there a text for this key? @param {string} key */
export function has(key) {
  return key in messages;
}

/** The form of a message that fits the facts, with its placeholders still in it. @param {string} key @param {Facts} facts @returns {string} */
function template(key, facts) {
  const message = messages[key];
  if (message === undefined) {
    console.error(`no text: ${key}`); // people still see something; a browser test does not let it pass
    return key;
  }
  if (typeof message === "string") return message;
  return message[plurals.select(Number(facts.n ?? 0))] ?? message.other ?? key;
}

/** A card's name in words: "ten of hearts". @param {string} card */
export function cardName(card) {
  if (card === "JK") return t("card.JK");
  if (card === "??") return t("card.hidden");
  return t("card.of", { rank: t(`rank.${card[0]}`), suit: card[1] });
}

/** A claim in words, from its notation: "pair of nines", "ace-high straight". @param {string} claim */
export function claimText(claim) {
  const [type, ...named] = claim.split(" ");
  if (type === "single" && named[0] !== "JK") return named[1] ? cardName(named[0] + named[1]) : t(`rank.${named[0]}`);
  if (named[0] === "JK") return t(`claim.${type}.jokers`);
  if (named.length === 0) return t(`claim.${type}`);
  if (type === "flush") return t("claim.flush.full", { ranks: named.map((rank) => (rank === "T" ? "10" : rank)).join(" ") });
  const facts = { rank: t(`rank.${named[0]}`), ranks: t(`ranks.${named[0]}`), second: named[1] ? t(`ranks.${named[1]}`) : "" };
  return t(`claim.${type}.full`, facts);
}

/** With a capital letter, where the language has them. @param {string} text */
export function capital(text) {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

/** @param {string} name @param {unknown} value @returns {string} */
function inWords(name, value) {
  if (name.startsWith("claim")) return claimText(String(value));
  if (name.startsWith("suit")) return t(`suit.${value}`);
  if (Array.isArray(value)) return listed(name.startsWith("card") ? value.map(cardName) : value.map(String));
  if (name.startsWith("card") || name === "mighty") return cardName(String(value));
  return String(value);
}

/** "a, b and c" in the page's language. @param {string[]} parts */
export function listed(parts) {
  return new Intl.ListFormat(language, { style: "long", type: "conjunction" }).format(parts);
}

/** Does a call bring the fact that its text mentions? One that does not is a mistake of the page, and is reported. @param {string} key @param {string} name @param {Facts} facts */
function given(key, name, facts) {
  if (facts[name] !== undefined) return true;
  console.error(`${key}: no fact "${name}"`);
  return false;
}

/**
 * The text of a key in plain words. Facts named suit, card or cards are given as notation and said in words.
 *
 * @param {string} key
 * @param {Facts} [facts]
 */
export function t(key, facts = {}) {
  const text = template(key, facts);
  const filled = text.replace(/\{(\w+)\}/g, (_, name) => (given(key, name, facts) ? inWords(name, facts[name]) : ""));
  return /^\{(suit|card|claim)\w*\}./.test(text) ? capital(filled) : filled;
}

/**
 * The text of a key in pieces, so that a renderer can draw cards and suits where `t` says them.
 *
 * @param {string} key
 * @param {Facts} [facts]
 * @returns {(string | { name: string, value: unknown })[]}
 */
export function pieces(key, facts = {}) {
  return template(key, facts)
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .map((part) => {
      const name = part.match(/^\{(\w+)\}$/)?.[1];
      if (name !== undefined) given(key, name, facts);
      return name === undefined ? part : { name, value: facts[name] };
    });
}

/** @type {Record<string, string>} */
const SHARES = { "1/2": "\u00bd", "1/3": "\u2153", "2/3": "\u2154", "1/4": "\u00bc", "3/4": "\u00be", "1/5": "\u2155", "2/5": "\u2156", "3/5": "\u2157", "4/5": "\u2158", "1/6": "\u2159", "5/6": "\u215a" };

/** A score as people write it: "31/2" is fifteen and a half. @param {number | string} score */
export function shareText(score) {
  const [over, under] = String(score).split("/").map(Number);
  if (under === undefined) return String(score);
  const whole = Math.floor(Math.abs(over) / under);
  const rest = `${Math.abs(over) % under}/${under}`;
  return `${over < 0 ? "-" : ""}${whole || ""}${SHARES[rest] ?? ` ${rest}`}`;
}

/** A score as a number, to be compared. @param {number | string} score */
export function scoreValue(score) {
  const [over, under] = String(score).split("/").map(Number);
  return over / (under ?? 1);
}

/** A score with its sign, a whole number or a fraction such as "31/2". @param {number | string} score */
export function signed(score) {
  const text = shareText(score);
  if (text.startsWith("-")) return `\u2212${text.slice(1)}`;
  return text === "0" ? text : `+${text}`;
}
