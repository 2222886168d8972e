// @ts-check
// Games in the browser's storage. A change is here before it is sent anywhere.
//
// A game has a revision. Before a change is written the stored revision is read again: if another tab has been faster, a new
// line goes behind the other tab's lines, and any other change is refused, so that no tab ever overwrites another.

const GAME = "code777.game.";
const PREFS = "code777.prefs";
const CURRENT = "code777.current";
const KEPT = "code777.kept.";
const MOST_STEPS = 300;

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

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

export const prefs = {
  lang: null,
  theme: "auto",
  list: false,
  timer: true,
  coach: false,
  names: null,
  edition: "classic",
  token: null,
  ...read(PREFS),
};

export function setPrefs(changes) {
  Object.assign(prefs, changes);
  try {
    localStorage.setItem(PREFS, JSON.stringify(prefs));
  } catch {
    /* the page works without */
  }
}

// What the server said last, for a page that begins without it.

/** @param {string} name */
export const kept = (name) => read(KEPT + name);

/** @param {string} name @param {unknown} value */
export function keep(name, value) {
  try {
    localStorage.setItem(KEPT + name, JSON.stringify(value));
  } catch {
    // the page works without
  }
}

/** @returns {Game[]} the latest first */
export function games() {
  const found = [];
  for (let i = 0; i < localStorage.length; i++) {
    const key = localStorage.key(i) ?? "";
    const game = key.startsWith(GAME) ? load(key.slice(GAME.length)) : null;
    if (game) found.push(game);
  }
  return found.sort((a, b) => b.changed - a.changed);
}

export function load(id) {
  const game = read(GAME + id);
  return game && Array.isArray(game.lines) ? game : null;
}

// `more` is kept with the game and never leaves the browser: the secret codes of Code Breaker.
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

function save(game) {
  const next = { ...game, rev: game.rev + 1, changed: Date.now() };
  localStorage.setItem(GAME + game.id, JSON.stringify(next));
  return next;
}

export function remove(id) {
  localStorage.removeItem(GAME + id);
}

// sessionStorage keeps each tab at its own game; a new tab starts at the latest one.
export function current() {
  const id = sessionStorage.getItem(CURRENT) ?? localStorage.getItem(CURRENT);
  return (id && load(id)) || null;
}

export function setCurrent(id) {
  if (id === null) {
    sessionStorage.removeItem(CURRENT);
    localStorage.removeItem(CURRENT);
    return;
  }
  sessionStorage.setItem(CURRENT, id);
  try {
    localStorage.setItem(CURRENT, id);
  } catch {
    /* told when the game itself cannot be saved */
  }
}

// Replace `count` lines from `at` on by `lines`. Gives the game as it is now stored, and whether the change was made.
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

const spliced = (all, at, count, lines) => [...all.slice(0, at), ...lines, ...all.slice(at + count)];

export function undo(game, { forget = false } = {}) {
  const stored = load(game.id) ?? game;
  const step = stored.past.at(-1);
  if (stored.rev !== game.rev || !step) return { game: stored, done: false };
  const lines = spliced(stored.lines, step.at, step.now.length, step.was);
  const future = forget ? stored.future : [...stored.future, step];
  return { game: save({ ...stored, lines, past: stored.past.slice(0, -1), future }), done: true };
}

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

export function setSeat(game, seat) {
  return save({ ...(load(game.id) ?? game), seat });
}

// Calls back with the id of a game that another tab has changed or removed.
export function watchTabs(callback) {
  addEventListener("storage", (event) => {
    if (event.key?.startsWith(GAME)) callback(event.key.slice(GAME.length));
  });
}
