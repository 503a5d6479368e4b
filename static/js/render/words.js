// @ts-check
/** Sentences with cards and suits drawn in them, and other small pieces of every panel. */
import { cls, h } from "../dom.js";
import { claimText, pieces } from "../i18n.js";
import { miniCard, miniSuit } from "../cards.js";
import { icon } from "../shapes.js";

/** A catalogue text whose card and suit facts are drawn. @param {import("../games/game.js").Line} line */
export function sentence({ key, facts }) {
  return pieces(key, facts).map((piece) => {
    if (typeof piece === "string") return piece;
    const { name, value } = piece;
    if (value === undefined) return "";
    if (Array.isArray(value)) return value.map((card) => miniCard(String(card)));
    if (name.startsWith("card")) return miniCard(String(value));
    if (name.startsWith("suit")) return miniSuit(String(value));
    if (name.startsWith("claim")) return claimText(String(value));
    return name === "name" ? h("b", null, String(value)) : String(value);
  });
}

/** A term and what it stands for. @param {import("../games/game.js").Fact} fact */
export function fact({ key, label, value, shape, strong }) {
  return h("div", { key, class: cls("fact", shape && "fact-marked", strong && "fact-strong", `fact-${key}`) },
    h("dt", null, shape && icon(shape), h("span", { class: "fact-label" }, label)), h("dd", null, value));
}
