// @ts-check
/** The state of one's own connection, and what the server says about itself. */
import { cls, h } from "../dom.js";
import { t } from "../i18n.js";

/** @typedef {import("../page.js").Page} Page */

/** Close codes: the session is over, or there never was one; the host does not let this person in; the table is closed. */
const SIGN_IN = 4_401;
const KEPT_OUT = 4_403;
const SHUT = 4_410;

/** @param {import("../page.js").State} state @returns {{ kind: string, text: string, reload?: boolean, signIn?: boolean, leave?: boolean } | null} */
function say({ line, people }) {
  if (line.outdated) return { kind: "note", text: t("table.outdated"), reload: true };
  if (line.code === SIGN_IN) return { kind: "bad", text: t("table.line_signed_out"), signIn: true };
  if (line.code === KEPT_OUT) return { kind: "bad", text: t("table.line_kept_out"), leave: true };
  if (line.code === SHUT) return { kind: "note", text: t("table.line_shut"), leave: true };
  if (line.status === "closed") return { kind: "bad", text: t("table.line_closed"), reload: true };
  if (line.restarting && line.status !== "open") return { kind: "note", text: t("table.line_restarting") };
  if (line.status === "waiting") return { kind: "bad", text: t("table.line_waiting") };
  if (line.status === "connecting") return { kind: "note", text: t("table.line_connecting") };
  if (people?.frozen) return { kind: "bad", text: t("table.frozen") };
  if (people?.storing) return { kind: "note", text: t("table.storing") };
  return null;
}

/** The dot that always tells how the line is. @param {Page} page */
export function lineDot({ state }) {
  if (state.line.status === "none") return null;
  const good = state.line.status === "open";
  const text = good ? t("table.line_open") : t("table.line_waiting");
  return h("span", { key: "line", class: cls("line-dot", good ? "line-good" : "line-bad"), role: "img", title: text, "aria-label": text });
}

/** @param {Page} page */
export function banner({ state }) {
  const said = say(state);
  if (!said) return [];
  return [h("p", { key: said.kind, class: `banner banner-${said.kind}`, role: "status" },
    h("span", { key: "text" }, said.text),
    said.reload && h("button", { key: "reload", type: "button", class: "button", on: { click: () => location.reload() } }, t("table.reload")),
    said.leave && h("a", { key: "leave", class: "button", href: "/" }, t("table.line_leave")),
    said.signIn && h("a", { key: "sign-in", class: "button", href: `/account?next=${encodeURIComponent(location.pathname)}` }, t("table.line_sign_in")))];
}
