// @ts-check
/** The table page: wiring only. Frames go into the store, the store is drawn, what people do goes to the connection. */
import { announce, notify, sentences, signalTurn } from "./announce.js";
import { patch } from "./dom.js";
import { waitAtTheDoor } from "./door.js";
import { loadGame } from "./games/game.js";
import { loadCatalogue, t } from "./i18n.js";
import { keepingFocus, listenToKeys } from "./keyboard.js";
import { move, picture } from "./motion.js";
import { playLastCard } from "./lastcard.js";
import { isMuted } from "./muted.js";
import { NO_PICKS, dealOf, moment, mySeat, refusalText } from "./page.js";
import { pageData } from "./pages/page.js";
import { absencePanel, forgetToken, handedOn, newToken, tokenOfLink } from "./render/absence.js";
import { banner } from "./render/banner.js";
import { bar } from "./render/bar.js";
import { SOON, turnClock } from "./render/clock.js";
import { dialogs } from "./render/dialogs.js";
import { hand } from "./render/hand.js";
import { lineText, reportNews } from "./render/manners.js";
import { proposals, settledText } from "./render/proposals.js";
import { rail } from "./render/rail.js";
import { shadowNews } from "./render/shadows.js";
import { stage } from "./render/stage.js";
import { topbar } from "./render/topbar.js";
import { waiting } from "./render/waiting.js";
import { applySettings, loadSettings, moveTime, saveSettings, trickTime } from "./settings.js";
import { installShapes } from "./shapes.js";
import { Connection } from "./socket.js";
import { SOUNDS, allowSounds } from "./sounds.js";
import { createStore } from "./store.js";

/** @typedef {import("./page.js").State} State */
/** @typedef {import("./page.js").Ui} Ui */

const NOTICE_TIME = 7_000;
const data = pageData();
const plainTitle = document.title;
const region = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const narrow = matchMedia("(max-width: 59.99rem)");

/** @type {State} */
const initial = {
  table: null, people: null, peopleAt: 0, chat: [], player: data.player,
  line: { status: "connecting", retryAt: null, code: null, restarting: false, outdated: false },
  picks: NO_PICKS, pending: null, asked: 0, held: null, clock: null, settings: loadSettings(), game: null,
  ui: { tab: "log", railOpen: false, showLast: false, dialog: null, sheetClosed: null, notice: null, unread: 0, copied: false, past: null, answered: null, handing: null, handedSeen: null, missedSeen: null },
};
const store = createStore(initial, draw);
const connection = new Connection({
  url: `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${data.ws}`,
  onFrame: received,
  onStatus: (status, { retryAt, code }) => store.update({
    line: { ...store.get().line, status, retryAt, code },
    ...(status === "closed" ? { ui: { ...store.get().ui, railOpen: false, dialog: null } } : {}), // what the banner says is not to be covered
  }),
});

/** @param {Partial<Ui>} change */
function ui(change) {
  store.update({ ui: { ...store.get().ui, ...change } });
}

/** @param {Partial<import("./page.js").Picks>} change */
function pick(change) {
  store.update({ picks: { ...store.get().picks, ...change }, ui: { ...store.get().ui, notice: null } });
  if (change.chosen) void askOffers();
}

/** Ask what the picked cards would bid; only the newest answer counts. */
async function askOffers() {
  const { game, picks } = store.get();
  const deal = dealOf(store.get(), send, pick);
  if (!deal || !game?.picking?.(deal) || picks.chosen.length === 0) return;
  const cards = picks.chosen.map((card) => card.split("+")[0]);
  const key = cards.join(" ");
  const reply = await connection.request({ type: "ask", cards });
  const now = store.get().picks;
  if (now.chosen.map((card) => card.split("+")[0]).join(" ") !== key) return;
  store.update({ picks: { ...now, offers: { cards: key, offers: reply.ok ? reply.offers ?? [] : [], refusal: reply.ok ? null : refusalText(reply) } } });
}

/** @param {string} text */
function notice(text) {
  const at = Date.now();
  ui({ notice: { text, at } });
  setTimeout(() => { if (store.get().ui.notice?.at === at) ui({ notice: null }); }, NOTICE_TIME);
}

/** Send something whose only interesting answer is a refusal. @param {{ type: string, [field: string]: unknown }} message */
async function ask(message) {
  const reply = await connection.request(message);
  if (!reply.ok) notice(refusalText(reply));
  return reply.ok;
}

/** Whether a click has led to an action since the first of the present series of clicks. */
let acted = false;

/** The second half of a double click never acts again, however soon it is this player's turn once more. @param {MouseEvent} event */
function oneActionForOneSeries(event) {
  if (event.detail < 2) acted = false;
  else if (acted) event.stopPropagation();
}

/** @type {import("./page.js").Send} */
const send = {
  async act(action) {
    const { table, pending } = store.get();
    if (pending !== null || !table) return;
    acted = true;
    const at = moment(table, store.get().game);
    store.update({ pending: action, held: null, picks: { ...store.get().picks, asking: null }, ui: { ...store.get().ui, notice: null, showLast: false } });
    const ok = await ask({ type: "act", version: table.version, action });
    if (!ok) store.update({ pending: null });
    else if (moment(store.get().table, store.get().game) === at) store.update({ pending: null, picks: NO_PICKS });
  },
  why: (action) => void ask({ type: "why", action }),
  sit: (seat) => void ask(seat === undefined ? { type: "sit" } : { type: "sit", seat }),
  stand: () => void ask({ type: "stand" }),
  start: () => void ask({ type: "start" }),
  ready: () => void ask({ type: "ready" }),
  bot: (seat, on) => void ask({ type: "bot", seat, on }),
  host: (seat) => void ask({ type: "host", seat }),
  absence: (seat, choice) => void ask({ type: "absence", seat, choice }),
  async handOn(seat) {
    const token = newToken();
    if (!(await ask({ type: "hand_on", seat, token }))) return;
    ui({ dialog: "handon", copied: false, handing: { seat, link: `${data.invite}#seat=${token}` } });
  },
  seen: () => void ask({ type: "seen" }),
  propose: (kind, facts = {}) => void ask({ type: "propose", kind, ...facts }),
  vote: (number, yes) => {
    ui({ answered: number });
    void ask({ type: "vote", number, yes });
  },
  unshadow: () => void ask({ type: "unshadow" }),
  chat: (text) => void ask({ type: "chat", text }),
  phrase: (phrase) => void ask({ type: "chat", phrase }),
  kick: (seat) => void ask({ type: "kick", seat }),
  block: (name, on) => void ask({ type: "block", name, on }),
  close: () => void ask({ type: "close" }),
  async report(name, at) {
    if (await ask({ type: "report", name, at })) notice(t("table.reported"));
  },
  say: notice,
};

/** @param {import("./protocol.js").ServerFrame} frame */
function received(frame) {
  const { ui: now, line } = store.get();
  if (frame.type === "welcome") {
    store.update({ chat: frame.chat, player: frame.player, line: { ...line, restarting: false, outdated: frame.server !== (build ??= frame.server) } });
  } else if (frame.type === "table") tableCame(frame);
  else if (frame.type === "people") {
    const { clock } = store.get();
    const left = frame.timer?.kind === "close" && clock ? { clock: { ...clock, left: frame.timer.seconds, at: Date.now() } } : {};
    store.update({ people: frame, peopleAt: Date.now(), ...left });
  }
  else if (frame.type === "closing") store.update({ line: { ...line, restarting: frame.reason === "restart" } });
  else if (frame.type === "chat") {
    if (isMuted(data.code, frame.name)) {
      store.update({ chat: [...store.get().chat, frame] });
      return;
    }
    const seen = now.tab === "chat" && (now.railOpen || !narrow.matches);
    store.update({ chat: [...store.get().chat, frame], ui: { ...now, unread: seen ? 0 : now.unread + 1 } });
    announce(region("live"), [t("table.says", { name: frame.name, text: lineText(frame) })]);
    play("chat");
  }
}
/** The secret of the link that led to this page, if it hands a seat on. */
const seatToken = tokenOfLink(data.code);
addEventListener("hashchange", () => { const token = tokenOfLink(data.code); if (token && data.player) void takeByLink(token); });
/** The server's build when this page first reached it. @type {string | undefined} */
let build;

/** @param {import("./protocol.js").TableFrame} frame */
function tableCame(frame) {
  const last = store.get();
  const game = frame.public.game;
  if (!last.game && frame.public.deal) {
    loadGame(game).then((module) => { store.update({ game: module }); const { table } = store.get(); if (table) store.update({ clock: newClock(store.get(), table) }); }).catch(() => notice(t("table.game_missing")));
  }
  const moved = moment(frame, last.game) !== moment(last.table, last.game);
  const held = holdTrick(last, frame);
  store.update({
    table: frame,
    ...(moved ? { picks: NO_PICKS, pending: null, ui: { ...last.ui, notice: null } } : {}),
    ...(held ? { held } : {}),
    clock: newClock(last, frame),
  });
  if (!moved) void askOffers(); // what has been bid meanwhile may be stronger
  if (!last.table && data.player && seatToken) void takeByLink(seatToken);
  else if (!last.table && data.sit) sitAtOnce(frame);
}

/** Came by a link that hands a seat on: take it, once. @param {string} token */
async function takeByLink(token) {
  history.replaceState(null, "", location.pathname);
  forgetToken(data.code);
  await ask({ type: "take", token });
}

/** The countdown after a view: it begins anew when it counts for something else. @param {State} last @param {import("./protocol.js").TableFrame} frame */
function newClock({ game, clock }, frame) {
  const now = frame.public.deal && frame.public.phase === "deal" ? game?.clock?.(frame.public.deal) : null;
  if (!now) return null;
  const key = `${frame.public.match?.deal}/${now.key}`;
  return clock?.key === key ? clock : { key, full: now.seconds, left: now.seconds, at: Date.now() };
}

/** Came by an invitation: take the first free seat, once. @param {import("./protocol.js").TableFrame} frame */
function sitAtOnce(frame) {
  history.replaceState(null, "", location.pathname);
  if (frame.private?.seat === undefined || frame.private.seat === null) send.sit();
}

/** A trick that has just been completed stays on view for a while. @param {State} last @param {import("./protocol.js").TableFrame} frame */
function holdTrick(last, frame) {
  const before = last.table?.public;
  const after = frame.public;
  if (!last.game || !before?.deal || !after.deal || before.match?.deal !== after.match?.deal) return null;
  const trick = last.game.last(after.deal);
  if (!trick || trick.number !== (last.game.last(before.deal)?.number ?? 0) + 1) return null;
  const held = { trick, deal: after.match?.deal ?? 0 };
  setTimeout(() => { if (store.get().held === held) store.update({ held: null }); }, trickTime(last.settings));
  return held;
}

/** @param {keyof typeof SOUNDS} name */
function play(name) {
  if (store.get().settings.sound) SOUNDS[name]();
}

/** What must reach people even while the page is hidden and nothing is drawn. @param {State} next @param {State} last */
function tell(next, last) {
  if (next.table === last.table && next.game === last.game) return;
  const settled = settledText(next, last) ?? reportNews(next, last);
  if (settled) notice(settled);
  announce(region("live"), shadowNews(next, last));
  const now = dealOf(next, send, pick);
  const then = last.table?.public.match?.deal === next.table?.public.match?.deal ? dealOf(last, send, pick) : null;
  if (!now || !next.game) {
    signalTurn(plainTitle, false);
    return;
  }
  const yours = now.mayAct && next.table?.public.phase === "deal" && !next.game.atOnce?.(now.view);
  const fresh = yours && (!then?.mayAct || moment(next.table, next.game) !== moment(last.table, next.game));
  signalTurn(plainTitle, yours);
  const said = sentences(next.game, then, now);
  if (fresh) {
    said.push(t("table.your_turn"));
    play("turn");
    if (next.settings.notify) notify(t("table.your_turn"));
  }
  announce(region("live"), said);
  if (then && now.view.last?.number !== then.view.last?.number) play("trick");
  else if (then && now.view.log.length > then.view.log.length) play("card");
  if (next.table?.public.phase !== "deal" && last.table?.public.phase === "deal") play("end");
}

/** What was drawn last, for what moves between two drawings. @type {State | null} */
let drawn = null;

/** @param {State} state */
function draw(state) {
  const page = { data, state, deal: dealOf(state, send, pick), send, ui, pick, settings: changeSettings };
  const released = drawn?.held && !state.held ? drawn.held.trick.winner : null;
  const quiet = !drawn || drawn.ui.showLast !== state.ui.showLast || document.hidden;
  const before = quiet ? null : picture();
  const table = state.table?.public;
  document.body.dataset.phase = table?.phase ?? "none";
  document.body.dataset.hand = page.deal?.me === null || !page.deal ? "none" : "own";
  document.body.toggleAttribute("data-rail", state.ui.railOpen);
  document.body.toggleAttribute("data-seated", mySeat(state) !== null);
  keepingFocus(() => {
    patch(region("tools"), [topbar(page)]);
    patch(region("banner"), [banner(page), absencePanel(page) ?? waiting(page), handedOn(page), proposals(page)]);
    patch(region("stage"), [stage(page)]);
    patch(region("bar"), [bar(page)]);
    patch(region("hand"), [hand(page)]);
    patch(region("rail"), [rail(page)]);
    patch(region("dialogs"), [dialogs(page)]);
  });
  region("rail").inert = narrow.matches && !state.ui.railOpen;
  if (before) move(before, { time: moveTime(state.settings), winner: released, dealer: table?.deal?.dealer ?? null, picker: table?.deal ? state.game?.picker?.(table.deal) ?? null : null });
  drawn = state;
}

/** @param {Partial<import("./settings.js").Settings>} change */
function changeSettings(change) {
  const settings = { ...store.get().settings, ...change };
  saveSettings(settings);
  store.update({ settings });
}

/** @param {import("./page.js").Tab} tab */
function openTab(tab) {
  const now = store.get().ui;
  const shut = narrow.matches && now.railOpen && now.tab === tab;
  ui({ tab, railOpen: !shut, ...(tab === "chat" ? { unread: 0 } : {}) });
  if (!shut) requestAnimationFrame(() => requestAnimationFrame(() => (document.getElementById("chat-text") ?? region("rail-panel")).focus({ preventScroll: true })));
}

/** The last trick, or back to the running one. */
function showLast() {
  const { game, table, ui: now } = store.get();
  if (game && table?.public.deal && game.last(table.public.deal)) ui({ showLast: !now.showLast });
}

/** Escape: back from whatever lies on top. */
function back() {
  const { picks } = store.get();
  if (picks.asking || picks.lifted) pick({ asking: null, lifted: null });
  else ui({ showLast: false, railOpen: false, notice: null });
}

/** The turn of one's own whose end has been warned of. */
let warned = "";

/** Clocks are drawn anew; once in a turn of one's own its end is told, also while the page is hidden. */
function everyHalfSecond() {
  const state = store.get();
  if (!state.people?.timer && !state.clock && !state.people?.absent?.length) return;
  store.schedule();
  const clock = turnClock(state);
  const turn = String(moment(state.table));
  if (!clock || clock.seat !== mySeat(state) || clock.seconds > SOON || warned === turn) return;
  warned = turn;
  announce(region("live"), [t("table.clock_soon", { n: Math.ceil(clock.seconds) })]);
  play("soon");
}

async function start() {
  applySettings(initial.settings);
  installShapes();
  await loadCatalogue(data.catalogue, data.lang);
  allowSounds();
  store.watch(tell);
  store.watch(() => playLastCard(store.get, send.act));
  listenToKeys({
    last: showLast, tab: openTab, help: () => ui({ dialog: "help" }),
    sound: () => changeSettings({ sound: !store.get().settings.sound }), back, undo: () => /** @type {HTMLElement | null} */ (document.querySelector("#bar .ask-undo:not(:disabled)"))?.click(),
  });
  addEventListener("click", oneActionForOneSeries, true);
  addEventListener("online", () => connection.wake());
  document.addEventListener("visibilitychange", () => { if (!document.hidden) connection.wake(); });
  addEventListener("pageshow", (event) => { if (event.persisted) connection.wake(); });
  narrow.addEventListener("change", store.schedule);
  setInterval(everyHalfSecond, 500);
  if (data.player) connection.connect();
  else waitAtTheDoor(data, (table) => store.update({ line: { ...initial.line, status: "none" }, table }));
}

start().catch(() => {
  const place = document.getElementById("failed");
  if (place) place.hidden = false;
});
