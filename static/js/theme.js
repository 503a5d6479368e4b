// @ts-check
/** The theme chosen for all pages of this browser; `pages/theme.js` sets it before the first paint. */

export const THEMES = ["system", "light", "dark"];
const KEY = "kibitz.theme";
const root = document.documentElement;

/** @returns {string} "system", "light" or "dark" */
export function currentTheme() {
  return root.dataset.theme ?? "system";
}

/** @param {string} theme */
export function chooseTheme(theme) {
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // not stored: the choice holds for this page only
  }
}
