// @ts-check
/** Short, quiet sounds made on the spot; nothing is downloaded. */

/** @type {AudioContext | null} */
let audio = null;

/** A browser lets a page sound only after its reader has touched it. */
export function allowSounds() {
  const begin = () => {
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume().catch(() => undefined);
  };
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, begin, { passive: true });
}

/** @param {number} frequency Hz @param {number} after s @param {number} length s @param {number} volume 0…1 @param {OscillatorType} [type] */
function tone(frequency, after, length, volume, type = "sine") {
  if (!audio || audio.state !== "running") return;
  const from = audio.currentTime + after;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(frequency, from);
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(volume, from + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(from);
  oscillator.stop(from + length + 0.02);
}

/** The rustle of a card: a breath of filtered noise. @param {number} volume @param {number} pitch Hz */
function rustle(volume, pitch) {
  if (!audio || audio.state !== "running") return;
  const length = 0.07;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = volume;
  source.buffer = buffer;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start();
}

/** @type {Record<"turn" | "soon" | "card" | "trick" | "chat" | "end", () => void>} */
export const SOUNDS = {
  turn: () => { tone(587, 0, 0.16, 0.05); tone(880, 0.1, 0.22, 0.05); },
  soon: () => { tone(880, 0, 0.09, 0.05, "triangle"); tone(880, 0.16, 0.09, 0.05, "triangle"); tone(698, 0.32, 0.16, 0.05, "triangle"); },
  card: () => rustle(0.16, 2_400),
  trick: () => rustle(0.12, 1_100),
  chat: () => tone(740, 0, 0.1, 0.03, "triangle"),
  end: () => { tone(523, 0, 0.2, 0.045); tone(659, 0.12, 0.2, 0.045); tone(784, 0.24, 0.32, 0.045); },
};
