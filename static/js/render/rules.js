// @ts-check
/** The rules tab: the rules page of this rule set, brought into the rail. */
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { closedRule } from "./house.js";

/** @typedef {import("../page.js").Page} Page */

/** @type {Map<string, Promise<Node[]>>} */
const loaded = new Map();

/** The text of a rules page, without its shell. @param {string} path @returns {Promise<Node[]>} */
async function load(path) {
  const response = await fetch(path, { headers: { accept: "text/html" } });
  if (!response.ok) throw new Error(`rules: ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const body = page.querySelector("[data-rules]") ?? page.querySelector("main");
  for (const element of body?.querySelectorAll("[id], script") ?? []) {
    if (element.localName === "script") element.remove();
    else element.removeAttribute("id");
  }
  return [...(body?.childNodes ?? [])].map((node) => document.importNode(node, true));
}

/** Fill the panel once; the nodes are the page's own and the renderer leaves them alone. @param {HTMLElement} element @param {string} path */
function fill(element, path) {
  if (element.dataset.path === path) return;
  element.dataset.path = path;
  if (!loaded.has(path)) loaded.set(path, load(path));
  loaded.get(path)?.then((nodes) => {
    if (element.dataset.path === path) element.replaceChildren(...nodes.map((node) => node.cloneNode(true)));
  }).catch(() => {
    loaded.delete(path);
    element.textContent = t("table.rules_missing");
  });
}

/** @param {Page} page */
export function rules(page) {
  const path = String(page.data.rules ?? "");
  return [
    closedRule(page),
    h("p", { key: "link", class: "rules-link" }, h("a", { href: path, target: "_blank", rel: "noopener" }, t("table.rules_open"))),
    h("div", { key: "text", class: "rules-text", memo: path, hook: (/** @type {HTMLElement} */ element) => fill(element, path) }),
  ];
}
