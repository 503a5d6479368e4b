// @ts-check
/** Moments are written by the server in UTC; here they become the reader's own time. */
import { pageData } from "./page.js";

const words = new Intl.DateTimeFormat(pageData().lang, { dateStyle: "medium", timeStyle: "short" });

for (const time of document.querySelectorAll("time[data-moment]")) {
  time.textContent = words.format(new Date(/** @type {HTMLTimeElement} */ (time).dateTime));
}
