// @ts-check
/**
 * A visitor without a name is not connected. The page shows the table as it was when the page was made, asks now and
 * then how it is by now, and has the form that asks for a name.
 */
import { t } from "./i18n.js";
import { stateText } from "./lobby.js";

/** @typedef {import("./lobby.js").Summary} Summary */
/** @typedef {import("./protocol.js").TableFrame} TableFrame */

const EVERY = 4_000;

/** What the visitor sees of a table: who sits where, and nothing of a deal. @param {Summary} summary @returns {any} */
function asTable(summary) {
  const host = summary.seats.findIndex((seat) => seat.kind === "person" && seat.name === summary.host);
  return {
    type: "table", version: -1,
    public: {
      ...summary, closed: false, host: host < 0 ? null : host, phase: "lobby", match: null, deal: null,
      seats: summary.seats.map((seat) => ({ ...seat, standin: false, ready: false })),
    },
  };
}

/** @param {any} data of the page @param {(table: TableFrame) => void} show */
export function waitAtTheDoor(data, show) {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector(".table-join"));
  const status = document.getElementById("door-state");
  const sit = /** @type {HTMLButtonElement | null} */ (form?.querySelector(".button-primary"));
  const draw = (/** @type {Summary} */ summary) => {
    show(asTable(summary));
    const text = summary.phase === "deal" || summary.phase === "dealing" ? t("table.join_running", { deal: summary.deal }) : stateText(summary);
    if (status && status.textContent !== text) status.textContent = text;
    if (sit) sit.hidden = summary.seats.every((seat) => seat.kind === "person");
  };
  const ask = async () => {
    if (document.hidden) return;
    const answer = await fetch(`/api/tables/${data.code}`).catch(() => null);
    if (answer?.ok) draw(await answer.json());
  };
  form?.addEventListener("submit", () => {
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
    if (!field.value.trim()) field.value = field.placeholder;
  });
  draw(data.summary);
  setInterval(ask, EVERY);
  document.addEventListener("visibilitychange", ask);
}
