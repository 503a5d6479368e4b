// @ts-check
/** What somebody asks the others to agree to: the words, who has yet to answer, and one's own answer. */
import { h } from "../dom.js";
import { listed, t } from "../i18n.js";
import { mySeat, seatName } from "../page.js";
import { sentence } from "./words.js";

/** @typedef {import("../page.js").Page} Page */
/** @typedef {import("../protocol.js").Proposal} Proposal */

/** The fixed words of a proposal; facts are named as the catalogue has them. @param {Proposal} proposal */
const words = ({ kind, name, facts }) => t(`proposal.${kind}.asks`, { ...facts, name });

/** Whether an answer of this player is waited for. @param {import("../page.js").State} state @param {Proposal} proposal */
function asked(state, { needs, agreed, number }) {
  const me = mySeat(state);
  return me !== null && needs.includes(me) && !agreed.includes(me) && state.ui.answered !== number;
}

/** @param {Page} page @param {Proposal} proposal */
function buttons({ state, send }, proposal) {
  const me = mySeat(state);
  const answer = (/** @type {boolean} */ yes, /** @type {string} */ key) =>
    h("button", { key, type: "button", class: yes ? "button button-primary" : "button", on: { click: () => send.vote(proposal.number, yes) } }, t(`proposal.${key}`));
  const own = me === null ? proposal.seat === null && proposal.name === state.player?.name : proposal.seat === me;
  if (own) return [answer(false, "take_back")];
  if (!asked(state, proposal)) return [];
  return [answer(true, "agree"), answer(false, "refuse")];
}

/** What exactly is asked, where the words alone do not say it: the action that would go back. @param {Page} page @param {Proposal} proposal */
function what({ state, deal }, { kind, seat, facts }) {
  if (kind !== "undo" || !facts.action || !deal || !state.game || seat === null) return null;
  return h("span", { key: "what", class: "proposal-what" }, sentence(state.game.line(seat, facts.action, deal)), facts.back > 1 && [" ", t("proposal.undo.later")]);
}

/** Who has yet to answer, where that is shown. @param {Page} page @param {Proposal} proposal */
function stillOpen({ state }, proposal) {
  if (proposal.sealed) return h("span", { key: "open", class: "proposal-open" }, t(state.ui.answered === proposal.number ? "proposal.answered" : "proposal.sealed"));
  const open = proposal.needs.filter((seat) => !proposal.agreed.includes(seat)).map((seat) => seatName(state, seat));
  return open.length > 0 && !asked(state, proposal) && h("span", { key: "open", class: "proposal-open" }, t("proposal.open", { name: listed(open) }));
}

/** @param {Page} page @param {Proposal} proposal */
function panel(page, proposal) {
  return h("section", { key: `proposal-${proposal.number}`, class: "banner banner-note proposal", role: "status", "aria-label": t("proposal.title") },
    h("p", { key: "words", class: "proposal-words" }, h("span", { key: "asks" }, words(proposal)), what(page, proposal), stillOpen(page, proposal)),
    h("div", { key: "buttons", class: "proposal-buttons" }, buttons(page, proposal)));
}

/** Kinds that are about this very moment: acting drops them, so whoever asked is told that the answers are awaited. */
const OF_THE_MOMENT = ["undo", "claim"];

/** The open questions. Who is in turn and has no answer to give is not kept from acting by one. @param {Page} page */
export function proposals(page) {
  const { state, deal } = page;
  const acts = state.table?.public.phase === "deal" && deal?.mayAct;
  return (state.table?.public.proposals ?? [])
    .filter((proposal) => !acts || asked(state, proposal) || OF_THE_MOMENT.includes(proposal.kind))
    .map((proposal) => panel(page, proposal));
}

/**
 * What became of the last proposal, where a view says so for the first time; null where there is nothing to tell.
 * @param {import("../page.js").State} next @param {import("../page.js").State} last
 */
export function settledText(next, last) {
  const now = next.table?.public.settled;
  if (!now || !last.table || now.number === last.table.public.settled?.number) return null;
  return t(`proposal.${now.kind}.${now.granted ? "granted" : "dropped"}`, { name: now.name }) + (now.granted ? "" : ` ${t(`proposal.why.${now.why}`)}`);
}
