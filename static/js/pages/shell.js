// @ts-check
// What every page has: the theme choice of the settings menu.
import { chooseTheme, currentTheme } from "../theme.js";

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
