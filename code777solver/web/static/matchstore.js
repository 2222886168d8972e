// @ts-check
// Games against the computer in the browser's storage: finished ones, and unfinished ones that another game replaced.

import { fitting, isRecord, isText, isTime, record } from "./records.js";
import { isLog, keep, kept } from "./store.js";

const PLACE = "play.done";
const MOST = 400; // games that count
const WHOLE = 30; // games that can be looked back on

/**
 * @typedef {object} Left a game that is being played
 * @property {string[]} lines the record
 * @property {Record<string, import("./marks.js").Marks>} marks by person
 * @property {boolean} over
 * @property {number} [pace] seconds to think; 0 step by step
 *
 * @typedef {object} Played
 * @property {string[]} lines the record; of an old game only its head
 * @property {Left["marks"]} marks
 * @property {number} pace
 * @property {string | null} note what the game came to; null if it is not over
 * @property {number} at when it was kept
 */

/** @param {string} line */
const isHead = (line) => line.startsWith("note play ");

/** The line that names a game and its computer players. @param {string[]} lines */
export const headOf = (lines) => lines.find(isHead);

/** The levels of the computer players, each once. @param {string[]} lines */
export function levelsOf(lines) {
  const [, , , ...words] = (headOf(lines) ?? "").split(" ");
  return [...new Set(words.filter((_, place) => place % 2 === 1))];
}

/** Whether a game that is over was won. @param {string} note */
export const isWon = (note) => note.startsWith("note over won");

/** @param {any} marks */
const isMarks = (marks) => isRecord(marks) && Object.values(marks).every(isRecord);

/** The latest first. @returns {Played[]} */
export const storedMatches = () =>
  (kept(PLACE, Array.isArray) ?? [])
    .filter((/** @type {any} */ one) => isRecord(one) && isLog(one.lines))
    .map((/** @type {any} */ one) =>
      fitting({ lines: [], marks: record(), pace: 0, note: null, at: 0 }, one, { marks: isMarks, note: isText, at: isTime }),
    );

/** The game that was left in the middle, if there is one. @returns {Left | null} */
export function leftGame() {
  const found = kept("play.game", (one) => isRecord(one) && isLog(one.lines) && one.over !== true);
  return found && fitting({ lines: [], marks: record(), over: false, pace: 0 }, found, { marks: isMarks });
}

/** Whether a game can still be opened. @param {Played} one */
export const isWhole = (one) => one.lines.length > 1;

/** @param {Played[]} games */
function store(games) {
  const short = (/** @type {any} */ one, /** @type {number} */ place) => (place < WHOLE ? one : { ...one, lines: one.lines.filter(isHead), marks: {} });
  keep(PLACE, games.slice(0, MOST).map(short));
}

/** Keep a game; with a note it is over. @param {Left} left @param {string | null} note */
export function storeMatch({ lines, marks, pace = 0 }, note) {
  const head = headOf(lines);
  const others = storedMatches().filter((one) => headOf(one.lines) !== head);
  store([{ lines: [...lines], marks, pace, note, at: Date.now() }, ...others]);
}

/** A game that was left goes on, and is no longer among those that are kept. @param {Played} one @returns {Left} */
export function resumeMatch({ lines, marks, pace, note }) {
  if (note === null) store(storedMatches().filter((other) => headOf(other.lines) !== headOf(lines)));
  return { lines, marks, pace, over: note !== null };
}

/** What the server needs to tell the progress: two lines for each game. */
export function outcomes() {
  const now = leftGame();
  const open = now ? [headOf(now.lines)] : [];
  return [...storedMatches().map((one) => [headOf(one.lines), one.note].filter(Boolean).join("\n")), ...open];
}
