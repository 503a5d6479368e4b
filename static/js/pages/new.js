// @ts-check
/**
 * The new-table form: switching presets brings their values, house rules that differ are marked and counted, and the
 * rule set's short text is kept up to date. Without this script the form still works.
 */
import { loadCatalogue, t } from "../i18n.js";
import { wireCopyButtons } from "./copy.js";
import { pageData } from "./page.js";

/**
 * @typedef {string | string[]} Value
 * @typedef {{ name: string, kind: "choice" | "set" | "number", values: string[] }} Option
 * @typedef {{ name: string, ruleset: string, values: Record<string, Value> }} Preset
 */

const data = pageData();
const form = /** @type {HTMLFormElement} */ (document.getElementById("new-table"));
const gameName = /** @type {HTMLInputElement} */ (form.elements.namedItem("game")).value;
/** @type {{ name: string, presets: Preset[], options: Option[] }} */
const game = data.games.find((/** @type {{ name: string }} */ each) => each.name === gameName);
/** Options the visitor has set by hand: another preset does not take them back. @type {Set<string>} */
const touched = new Set();

/** @returns {Preset} */
function preset() {
  const chosen = new FormData(form).get("preset");
  return game.presets.find((each) => each.name === chosen) ?? game.presets[0];
}

/** @param {string} name @returns {HTMLElement} */
function fieldOf(name) {
  return /** @type {HTMLElement} */ (form.querySelector(`[data-option="${name}"]`));
}

/** @param {HTMLElement} field @returns {HTMLInputElement[]} */
function boxes(field) {
  return [...field.querySelectorAll("input[type=checkbox]")].map((box) => /** @type {HTMLInputElement} */ (box));
}

/** @param {Option} option @returns {Value} */
function valueOf(option) {
  const field = fieldOf(option.name);
  if (option.kind === "set") return boxes(field).filter((box) => box.checked).map((box) => box.value);
  return /** @type {HTMLSelectElement} */ (field.querySelector("select")).value;
}

/** @param {Option} option @param {Value} value */
function setValue(option, value) {
  const field = fieldOf(option.name);
  if (option.kind === "set") for (const box of boxes(field)) box.checked = value.includes(box.value);
  else /** @type {HTMLSelectElement} */ (field.querySelector("select")).value = String(value);
}

/** A value as the rule set's text writes it. @param {Value} value */
function written(value) {
  return Array.isArray(value) ? value.join(",") || "none" : value;
}

/** @param {Option} option @param {Value} usual */
function markUsual(option, usual) {
  /** @param {string | undefined} text @param {boolean} isUsual */
  const label = (text, isUsual) => (isUsual ? t("new.usual", { value: text }) : text ?? "");
  const field = fieldOf(option.name);
  if (option.kind === "set") {
    for (const box of boxes(field)) {
      const text = box.closest("label")?.querySelector("[data-label]");
      if (text) text.textContent = label(box.dataset.text, usual.includes(box.value));
    }
    return;
  }
  for (const each of field.querySelectorAll("option")) each.textContent = label(each.dataset.text, each.value === usual);
}

function refresh() {
  const base = preset();
  const differing = game.options.filter((option) => written(valueOf(option)) !== written(base.values[option.name]));
  for (const option of game.options) {
    fieldOf(option.name).querySelector("[data-changed]")?.toggleAttribute("hidden", !differing.includes(option));
  }
  const query = differing.map((option) => `${option.name}=${written(valueOf(option))}`).join("&");
  const output = form.querySelector("[data-ruleset]");
  if (output) output.textContent = base.ruleset + (query && `?${query}`);
  const inHouse = differing.filter((option) => fieldOf(option.name).closest("[data-house]")).length;
  const count = form.querySelector("[data-house-count]");
  if (count) count.textContent = inHouse ? t("new.house_n", { n: inHouse }) : t("new.house_none");
  count?.classList.toggle("badge-accent", inHouse > 0);
  form.querySelector("[data-reset]")?.toggleAttribute("disabled", differing.length === 0);
}

function switchPreset() {
  const base = preset();
  for (const option of game.options) {
    markUsual(option, base.values[option.name]);
    if (!touched.has(option.name)) setValue(option, base.values[option.name]);
  }
  refresh();
}

form.addEventListener("change", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const option = /** @type {HTMLElement | null} */ (target.closest("[data-option]"));
  if (option) touched.add(option.dataset.option ?? "");
  if (/** @type {HTMLInputElement} */ (target).name === "preset") switchPreset();
  else refresh();
});

form.querySelector("[data-reset]")?.addEventListener("click", () => {
  touched.clear();
  switchPreset();
});

await loadCatalogue(data.catalogue, data.lang);
wireCopyButtons(form);
// What the page came with and differs from its preset was chosen before (a refused form, a shared rule set). The preset
// it came with, that is: the visitor may have taken another one before this script was there.
const radios = [...form.querySelectorAll("input[name=preset]")].map((radio) => /** @type {HTMLInputElement} */ (radio));
const first = game.presets.find((each) => each.name === radios.find((radio) => radio.defaultChecked)?.value) ?? preset();
for (const option of game.options) {
  if (written(valueOf(option)) !== written(first.values[option.name])) touched.add(option.name);
}
switchPreset();
