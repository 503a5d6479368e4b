// @ts-check
/** A link to be given away, with buttons that copy and share it. */
import { h } from "../dom.js";
import { t } from "../i18n.js";

/** @typedef {import("../page.js").Page} Page */

/** Put text on the clipboard; on plain http there is only the old way. @param {string} text @param {HTMLTextAreaElement | null} field @returns {Promise<boolean>} */
async function copy(text, field) {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // not allowed: fall through to selecting
    }
  }
  field?.select();
  return document.execCommand("copy");
}

/** The label with the buttons, and below them the link: for an `.invite`. @param {Page} page @param {string} id of the field @param {string} label what it says above @param {string} link */
export function linkBox({ ui, state }, id, label, link) {
  return [
    h("div", { key: "text", class: "invite-text" },
      h("label", { key: "label", for: id }, label),
      h("div", { key: "buttons", class: "row invite-buttons" },
        h("button", {
          key: "copy", type: "button", class: "button",
          on: {
            click: async (/** @type {Event} */ event) => {
              const root = /** @type {HTMLElement} */ (event.currentTarget).closest(".invite");
              ui({ copied: await copy(link, root?.querySelector("textarea") ?? null) });
            },
          },
        }, state.ui.copied ? t("table.copied") : t("table.copy")),
        "share" in navigator && h("button", {
          key: "share", type: "button", class: "button", on: { click: () => navigator.share({ title: document.title, url: link }).catch(() => undefined) },
        }, t("table.share")))),
    h("textarea", { key: "link", id, class: "input invite-link", rows: 1, spellcheck: "false", readonly: true, props: { value: link }, on: { focus: (/** @type {any} */ event) => event.target.select() } }),
  ];
}
