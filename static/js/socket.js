// @ts-check
/**
 * The connection to one table: connects, comes back, sends again what was not answered, drops older versions.
 * It knows the wire and nothing of the page.
 */
import { PROTOCOL, decode, encode, newId } from "./protocol.js";

/** @typedef {import("./protocol.js").ServerFrame} ServerFrame */
/** @typedef {import("./protocol.js").Reply} Reply */
/** @typedef {"connecting" | "open" | "waiting" | "closed"} Status */

const PING_EVERY = 2_500;
const SILENCE = 9_000;
const RETRY_FROM = 1_000;
const RETRY_TO = 4_000;
/** Pings come every 2.5 s: whoever wakes up and has heard nothing for longer than this has been asleep. */
const SLEPT = 4_000;
const PROBE = 1_200;
/** Close codes after which a page must not come back by itself: replaced by another window, or never let in. */
const REPLACED = 4_001;
const FINAL_FROM = 4_400;
const FINAL_TO = 4_499;
/** Far too many messages: wait before coming back. */
const FLOODED = 4_002;

export class Connection {
  /**
   * @param {{
   *   url: string,
   *   onFrame: (frame: ServerFrame) => void,
   *   onStatus: (status: Status, detail: { retryAt: number | null, code: number | null }) => void,
   *   now?: () => number, random?: () => number, Socket?: typeof WebSocket
   * }} parts
   */
  constructor({ url, onFrame, onStatus, now = () => Date.now(), random = Math.random, Socket = WebSocket }) {
    this.url = url;
    this.onFrame = onFrame;
    this.onStatus = onStatus;
    this.now = now;
    this.random = random;
    this.Socket = Socket;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Status} */
    this.status = "connecting";
    /** @type {Map<string, { message: { type: string, id: string }, resolve: (reply: Reply) => void }>} */
    this.unanswered = new Map();
    this.version = -1;
    this.welcomed = false;
    this.heard = 0;
    this.attempts = 0;
    /** @type {any} */
    this.retryTimer = null;
    /** @type {any} */
    this.beatTimer = null;
    /** @type {any} */
    this.probeTimer = null;
  }

  /** Connect for the first time, or again at once. */
  connect() {
    clearTimeout(this.retryTimer);
    clearTimeout(this.probeTimer);
    this.drop();
    this.set("connecting", null, null);
    const socket = new this.Socket(this.url);
    this.socket = socket;
    this.welcomed = false;
    this.heard = this.now();
    socket.onmessage = (event) => this.received(socket, String(event.data));
    socket.onclose = (event) => this.lost(socket, event.code);
    clearInterval(this.beatTimer);
    this.beatTimer = setInterval(() => this.beat(), PING_EVERY);
  }

  /** Let go of the present socket without waiting for its close, which a dead line never brings. */
  drop() {
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  }

  /** @param {Status} status @param {number | null} retryAt @param {number | null} code */
  set(status, retryAt, code) {
    this.status = status;
    this.onStatus(status, { retryAt, code });
  }

  /** @param {WebSocket} socket @param {string} text */
  received(socket, text) {
    if (socket !== this.socket) return;
    this.heard = this.now();
    clearTimeout(this.probeTimer);
    const frame = decode(text);
    if (!frame) return;
    if (frame.type === "welcome") this.welcome(frame);
    if (frame.type === "table") {
      if (frame.done) this.answer(frame.done, { ok: true });
      if (frame.version < this.version) return;
      this.version = frame.version;
    }
    if (frame.type !== "pong") this.onFrame(frame);
    if (frame.type === "done") this.answer(frame.id, { ok: true });
    if (frame.type === "offers") this.answer(frame.id, { ok: true, offers: frame.offers });
    if (frame.type === "refused" && frame.id) {
      this.answer(frame.id, { ok: false, code: frame.code, rule: frame.rule ?? null, facts: frame.facts ?? {} });
    }
  }

  /** @param {import("./protocol.js").WelcomeFrame} frame */
  welcome(frame) {
    if (frame.protocol !== PROTOCOL) {
      this.stop(FINAL_FROM);
      return;
    }
    this.welcomed = true;
    this.attempts = 0;
    this.set("open", null, null);
    for (const { message } of this.unanswered.values()) this.write(message);
  }

  /** @param {string} id @param {Reply} reply */
  answer(id, reply) {
    const waiting = this.unanswered.get(id);
    this.unanswered.delete(id);
    waiting?.resolve(reply);
  }

  /** @param {WebSocket} socket @param {number} code */
  lost(socket, code) {
    if (socket !== this.socket) return;
    if (code === REPLACED || (code >= FINAL_FROM && code <= FINAL_TO)) this.stop(code);
    else {
      if (code === FLOODED) this.attempts = 4;
      this.retry();
    }
  }

  /** Give up for good. @param {number | null} code */
  stop(code) {
    this.drop();
    clearInterval(this.beatTimer);
    clearTimeout(this.retryTimer);
    this.set("closed", null, code);
  }

  retry() {
    this.drop();
    const wait = Math.min(RETRY_TO, RETRY_FROM * 1.6 ** this.attempts) * (0.75 + 0.25 * this.random());
    this.attempts += 1;
    this.set("waiting", this.now() + wait, null);
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.connect(), Math.max(RETRY_FROM * 0.75, wait));
  }

  beat() {
    if (this.status === "waiting" || this.status === "closed") return;
    if (this.now() - this.heard > SILENCE) this.retry();
    else if (this.status === "open") this.write({ type: "ping" });
  }

  /** The page came back to the front, or the network came back: do not wait for the next beat. */
  wake() {
    if (this.status === "closed") return;
    if (this.status === "waiting" || this.now() - this.heard > SLEPT) {
      this.connect();
    } else if (this.status === "open") {
      this.write({ type: "ping" });
      clearTimeout(this.probeTimer);
      this.probeTimer = setTimeout(() => this.connect(), PROBE);
    }
  }

  /** @param {{ type: string, [field: string]: unknown }} message */
  write(message) {
    if (this.socket && this.welcomed && this.socket.readyState === 1) this.socket.send(encode(message));
  }

  /**
   * Send a message that is answered. The promise is kept until the answer comes, over any number of connections;
   * the id makes sending it twice harmless.
   *
   * @param {{ type: string, [field: string]: unknown }} message
   * @returns {Promise<Reply>}
   */
  request(message) {
    const whole = { ...message, id: newId() };
    return new Promise((resolve) => {
      this.unanswered.set(whole.id, { message: whole, resolve });
      this.write(whole);
    });
  }
}
