// @ts-check
/** Buttons that copy a text: <button data-copy="selector of the text"><span data-copy-text>…</span></button>. */
import { t } from "../i18n.js";

const SHOWN_FOR = 1_600;

/** Copy where there is no clipboard for scripts (plain http in a home network). @param {Element} source */
function copySelected(source) {
  const range = document.createRange();
  range.selectNodeContents(source);
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  return document.execCommand("copy");
}

/** @param {Element} source @returns {Promise<boolean>} whether it worked */
async function copy(source) {
  try {
    if (!navigator.clipboard) return copySelected(source);
    await navigator.clipboard.writeText(source.textContent?.trim() ?? "");
    return true;
  } catch {
    return copySelected(source);
  }
}

/** @param {ParentNode} root */
export function wireCopyButtons(root) {
  for (const button of root.querySelectorAll("[data-copy]")) {
    const source = document.querySelector(/** @type {HTMLElement} */ (button).dataset.copy ?? "");
    const label = button.querySelector("[data-copy-text]");
    if (!source || !label) continue;
    button.addEventListener("click", async () => {
      if (!(await copy(source))) return;
      label.textContent = t("new.copied");
      setTimeout(() => (label.textContent = t("new.copy")), SHOWN_FOR);
    });
  }
}
