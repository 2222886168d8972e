// @ts-check
// Games in the browser's storage. A change is stored before it is sent.
//
// A game has a revision. Before a change is written the stored revision is read again: if another tab has been faster, a new
// line goes behind the other tab's lines, and any other change is refused, so that no tab ever overwrites another.

import { fitting, isRecord, isText, isTextRecord, isTexts, isTime, parsed } from "./records.js";
import { lasting, ofTab } from "./storage.js";

const GAME = "code777.game.";
const PREFS = "code777.prefs";
const CURRENT = "code777.current";
const DRAWING = "code777.drawing";
const KEPT = "code777.kept.";
const MOST_STEPS = 300;

/** The largest log of a game: the server takes no longer text, and a page of more lines is slow. */
export const MOST_CHARACTERS = 48_000;
export const MOST_LINES = 2000;

/**
 * @typedef {{ at: number, was: string[], now: string[] }} Step a change of the log
 * @typedef {object} Game
 * @property {string} id
 * @property {number} rev
 * @property {string[]} lines
 * @property {string} seat
 * @property {Step[]} past
 * @property {Step[]} future
 * @property {number} created
 * @property {number} changed
 * @property {Record<string, string>} [secrets] codes of Code Breaker
 * @property {Record<string, any>} [own] marks of the player, by tile
 * @typedef {{ game: Game, done: boolean }} Result
 */

/** Whether something is a log that is not too long. @param {any} lines */
export const isLog = (lines) =>
  isTexts(lines) &&
  lines.length <= MOST_LINES &&
  lines.reduce((sum, line) => sum + line.length + 1, 0) <= MOST_CHARACTERS + 1;

/** @param {any} step */
const isStep = (step) => isRecord(step) && Number.isInteger(step.at) && isTexts(step.was) && isTexts(step.now);
/** @param {unknown} steps */
const isSteps = (steps) => Array.isArray(steps) && steps.every(isStep);
/** @param {(value: any) => boolean} check */
const orNothing = (check) => (/** @type {unknown} */ value) => value === null || check(value);

/** @param {string} key */
function read(key) {
  try {
    return parsed(lasting.get(key) ?? "null");
  } catch {
    return null;
  }
}

const USUAL = {
  lang: /** @type {string | null} */ (null),
  theme: "auto",
  list: false,
  timer: true,
  coach: false,
  tips: 0, // how many of the marks in the first game were read
  names: /** @type {string[] | null} */ (null),
  edition: "classic",
  token: /** @type {string | null} */ (null),
};

export const prefs = fitting(USUAL, read(PREFS), {
  lang: orNothing(isText),
  names: orNothing(isTexts),
  token: orNothing(isText),
});

/** @param {Partial<typeof prefs>} changes */
export function setPrefs(changes) {
  Object.assign(prefs, changes);
  lasting.set(PREFS, JSON.stringify(prefs));
}

/** Something else that is kept; null if there is none, or if it is not what `check` accepts. @param {string} name @param {(value: any) => boolean} check */
export function kept(name, check = isRecord) {
  const found = read(KEPT + name);
  return found !== null && check(found) ? found : null;
}

/** @param {string} name @param {unknown} value */
export const keep = (name, value) => lasting.set(KEPT + name, JSON.stringify(value));

/** Keep what the server said last, for a page that begins without it. @param {string} name @param {unknown} value */
export const keepReply = (name, value) => lasting.offer(KEPT + name, JSON.stringify(value));

const gameIds = () =>
  lasting
    .keys()
    .filter((key) => key.startsWith(GAME))
    .map((key) => key.slice(GAME.length));

/** @returns {Game[]} the latest first */
export const games = () =>
  gameIds()
    .map(load)
    .filter((game) => game !== null)
    .sort((a, b) => b.changed - a.changed);

/** The ids of games that cannot be read, or are too long. */
export const unreadable = () => gameIds().filter((id) => load(id) === null);

/** A game as it is stored. @param {string} id */
export const storedText = (id) => lasting.get(GAME + id) ?? "";

/** @param {string} id @returns {Game | null} */
export function load(id) {
  const found = read(GAME + id);
  if (!isLog(found?.lines)) return null;
  const usual = { rev: 0, lines: [], seat: "me", past: [], future: [], created: 0, changed: 0, secrets: undefined, own: undefined };
  const checks = { past: isSteps, future: isSteps, created: isTime, changed: isTime, secrets: isTextRecord, own: isRecord };
  return { ...fitting(usual, found, checks), id };
}

// `more` is kept with the game and never leaves the browser: the secret codes of Code Breaker.
/** @param {string[]} lines */
export function create(lines, seat = "me", more = {}) {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  const id = btoa(String.fromCharCode(...bytes)).replace(/[+/]/g, "x");
  return save({
    ...more,
    id,
    rev: 0,
    lines,
    seat,
    past: [],
    future: [],
    created: Date.now(),
    changed: Date.now(),
  });
}

/** @param {Game} game */
function save(game) {
  const next = { ...game, rev: game.rev + 1, changed: Date.now() };
  lasting.set(GAME + game.id, JSON.stringify(next));
  return next;
}

/** @param {string} id */
export function remove(id) {
  lasting.remove(GAME + id);
}

/** Whether a change of a game is in memory only. */
export const unsaved = () => [...lasting.memory.keys()].some((key) => key.startsWith(GAME));

// The tab's own storage keeps each tab at its own game; a new tab starts at the latest one.
const currentId = () => ofTab.get(CURRENT) ?? lasting.get(CURRENT);

/** The game to open by itself. @returns {Game | null} */
export function current() {
  const id = currentId();
  return id && id !== lasting.get(DRAWING) ? load(id) : null;
}

/** The game that is not opened by itself, since its first drawing did not end or it cannot be read. */
export function stuck() {
  const id = currentId();
  if (!id || current() || !gameIds().includes(id)) return null;
  return { id, game: load(id) };
}

/** @param {string | null} id */
export function setCurrent(id) {
  if (id === null) {
    ofTab.remove(CURRENT);
    lasting.remove(CURRENT);
    return;
  }
  ofTab.set(CURRENT, id);
  lasting.offer(CURRENT, id);
}

/** Note that the first drawing of a game begins. @param {string} id */
export const beginDrawing = (id) => lasting.offer(DRAWING, id);
export const endDrawing = () => lasting.remove(DRAWING);

// Replace `count` lines from `at` on by `lines`. Gives the game as it is now stored, and whether the change was made.
/** @param {Game} game @param {number} at @param {number} count @param {string[]} lines */
export function splice(game, at, count, lines) {
  const stored = load(game.id) ?? game;
  if (stored.rev !== game.rev) {
    if (count > 0 || at !== game.lines.length) return { game: stored, done: false };
    at = stored.lines.length;
  }
  const step = { at, was: stored.lines.slice(at, at + count), now: lines };
  const past = [...stored.past, step].slice(-MOST_STEPS);
  return {
    game: save({ ...stored, lines: spliced(stored.lines, at, count, lines), past, future: [] }),
    done: true,
  };
}

/** @param {string[]} all @param {number} at @param {number} count @param {string[]} lines */
export const spliced = (all, at, count, lines) => [...all.slice(0, at), ...lines, ...all.slice(at + count)];

/** @param {Game} game */
export function undo(game, { forget = false } = {}) {
  const stored = load(game.id) ?? game;
  const step = stored.past.at(-1);
  if (stored.rev !== game.rev || !step) return { game: stored, done: false };
  const lines = spliced(stored.lines, step.at, step.now.length, step.was);
  const future = forget ? stored.future : [...stored.future, step];
  return { game: save({ ...stored, lines, past: stored.past.slice(0, -1), future }), done: true };
}

/** @param {Game} game */
export function redo(game) {
  const stored = load(game.id) ?? game;
  const step = stored.future.at(-1);
  if (stored.rev !== game.rev || !step) return { game: stored, done: false };
  const lines = spliced(stored.lines, step.at, step.was.length, step.now);
  return {
    game: save({ ...stored, lines, past: [...stored.past, step], future: stored.future.slice(0, -1) }),
    done: true,
  };
}

/** @param {Game} game @param {Record<string, any>} own */
export function setMarks(game, own) {
  return save({ ...(load(game.id) ?? game), own });
}

/** @param {Game} game @param {string} seat */
export function setSeat(game, seat) {
  return save({ ...(load(game.id) ?? game), seat });
}

// Calls back with the id of a game that another tab has changed or removed.
/** @param {(id: string) => void} callback */
export function watchTabs(callback) {
  addEventListener("storage", (event) => {
    if (event.key?.startsWith(GAME)) callback(event.key.slice(GAME.length));
  });
}
