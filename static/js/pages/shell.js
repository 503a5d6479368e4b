// @ts-check
// What every page has: the theme choice of the settings menu.

const KEY = "kibitz.theme";
const root = document.documentElement;

/** @returns {string} "system", "light" or "dark" */
function currentTheme() {
  return root.dataset.theme ?? "system";
}

/** @param {string} theme */
function chooseTheme(theme) {
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // not stored: the choice holds for this page only
  }
}

/** @type {NodeListOf<HTMLButtonElement>} */
const choices = document.querySelectorAll("[data-theme-choice]");

function markChoice() {
  for (const button of choices) {
    button.setAttribute("aria-pressed", String(button.dataset.themeChoice === currentTheme()));
  }
}

for (const button of choices) {
  button.addEventListener("click", () => {
    chooseTheme(button.dataset.themeChoice ?? "system");
    markChoice();
  });
}
markChoice();

// Things that make no sense without scripts are hidden until here.
for (const element of document.querySelectorAll("[data-needs-script]")) element.removeAttribute("hidden");
