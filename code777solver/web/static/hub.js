// @ts-check
// The current game: its log, the server's view of it, and all changes of it.

import * as api from "./api.js";
import { toast } from "./dom.js";
import { number, t } from "./i18n.js";
import { answerLine, isBreaker, keepComment } from "./notation.js";
import * as store from "./store.js";
import { tableAfter, withoutServer } from "./table.js";

/**
 * @typedef {object} State
 * @property {Api.About | null} about version, editions, languages, the example
 * @property {store.Game | null} game as stored
 * @property {any} view what the server made of the log (`Api.Game`, or `Api.BreakerGame`); null until it has
 * @property {boolean} fresh whether the view is of the log as it is now
 * @property {boolean} slow whether the server takes its time
 * @property {string[]} suppose lines that are only supposed
 * @property {Set<number>} marks lines that a proof uses
 * @property {Api.Game | null} before the view before the last line
 */

/** @type {State} */
export const state = {
  about: null,
  game: null,
  view: null,
  fresh: false,
  slow: false,
  suppose: [],
  marks: new Set(),
  before: null,
};

// Drawing: code that changes the state calls `changed`, and all watchers compare their views with the screen.

/** @type {Set<() => void>} */
const watchers = new Set();
/** @param {() => void} callback */
export const watch = (callback) => watchers.add(callback);
export const changed = () => watchers.forEach((callback) => callback());

export const logText = () => (state.game?.lines ?? []).join("\n");
/** @param {Record<string, any>} more */
export const asked = (more = {}) => ({ log: logText(), seat: state.game?.seat ?? "me", ...more });

/** @param {store.Game | null} game */
export function open(game) {
  Object.assign(state, { game, view: null, fresh: false, slow: false, suppose: [], marks: new Set(), before: null });
  store.setCurrent(game?.id ?? null);
  changed();
  return game ? refresh() : undefined;
}

const SLOW = 150; // ms after which the page says that what is shown is old
let run = 0;
/** @type {AbortController | null} */
let running = null;

/** @param {AbortSignal} signal */
function ask(signal) {
  if (isBreaker(state.game)) return api.post("breaker", { log: logText() }, signal);
  return state.suppose.length
    ? api.post("whatif", asked({ lines: state.suppose }), signal)
    : api.post("table", asked(), signal);
}

// Ask the server what follows from the log. A later call makes an earlier one void.
/** @returns {Promise<void>} */
export async function refresh({ mayUndo = false } = {}) {
  if (!state.game) return;
  const mine = ++run;
  running?.abort();
  running = new AbortController();
  state.fresh = false;
  setTimeout(() => {
    if (mine !== run || state.fresh) return;
    state.slow = true;
    sketch();
    changed();
  }, SLOW);
  let view;
  try {
    view = await ask(running.signal);
  } catch (error) {
    if (error.name === "AbortError" || mine !== run) return;
    if (error instanceof api.Refusal) refusedRequest(error);
    else sketch();
    changed();
    return;
  }
  if (mine !== run) return;
  const before = refusals(state.view);
  if (mayUndo && refusals(view).length > before.length) return takeBack(view, before);
  arrive(view);
  changed();
  if (view.analysis && view.analysis.opponents === null) await addOpponents(view, mine);
}

// What the log alone tells, until a first answer has come.
export function sketch() {
  if (state.game && !state.view?.lines.length) state.view = withoutServer(state.game, state.about);
}

// A view with one line more than the last one is shown with what that line changed.
/** @param {any} view */
function arrive(view) {
  const last = state.view;
  const next = last?.analysis && last.lines.length + 1 === view.lines.length && view.lines.at(-1).kind === "answer";
  Object.assign(state, { view, fresh: true, slow: false, before: next ? last : null });
}

/** @param {any} view */
const refusals = (view) => (view?.lines ?? []).filter((/** @type {Api.LogLine} */ line) => line.kind === "refused").map((/** @type {Api.LogLine} */ line) => line.text);

/** @param {api.Refusal} error */
function refusedRequest(error) {
  toast(error.reason, { bad: true });
  if (state.suppose.length) {
    state.suppose.pop();
    refresh();
  }
}

// A change that makes a line impossible is taken back at once, with the reason.
/** @param {Api.Game} view @param {string[]} known @returns {Promise<void>} */
function takeBack(view, known) {
  const game = /** @type {store.Game} */ (state.game);
  const line = view.lines.find((one) => one.kind === "refused" && !known.includes(one.text)) ?? view.lines[view.lines.length - 1];
  const step = /** @type {store.Step} */ (game.past.at(-1));
  const added = line.line > step.at && line.line <= step.at + step.now.length;
  const why = line.reason ?? "";
  const told = added ? why : t("Something logged later would then be impossible: {why}", { why });
  toast(told, { bad: true });
  state.game = store.undo(game, { forget: true }).game;
  return refresh();
}

// With a large deck what the others know comes later than the rest.
/** @param {any} view @param {number} mine */
async function addOpponents(view, mine) {
  try {
    const lines = [...(state.game?.lines ?? []), ...state.suppose];
    const found = await api.post("opponents", asked({ log: lines.join("\n") }), running?.signal);
    if (mine !== run) return;
    view.analysis.opponents = found.opponents;
    changed();
  } catch {
    // shown as unknown
  }
}

// Changing.

/** @param {store.Result} result */
function take(result, { mayUndo = false } = {}) {
  state.game = result.game;
  state.marks = new Set();
  if (!result.done) toast(t("The game was changed in another tab: please check it."), { bad: true });
  const done = refresh({ mayUndo: mayUndo && api.isOnline() });
  changed();
  return done;
}

// Put lines in place of others, or behind the last.
/** @param {number} at @param {number} count @param {string[]} lines */
export function change(at, count, lines) {
  const game = /** @type {store.Game} */ (state.game);
  if (state.suppose.length && at === game.lines.length && !count) return suppose(...lines);
  if (lines.length && !store.isLog(store.spliced(game.lines, at, count, lines))) return toast(tooLong(), { bad: true });
  return take(store.splice(game, at, count, lines), { mayUndo: true });
}

/** What to say of a log beyond the limits. */
export const tooLong = () =>
  t("That is too long for a game: at most {lines} lines and {characters} characters.", {
    lines: number(store.MOST_LINES),
    characters: number(store.MOST_CHARACTERS),
  });

/** @param {...string} lines */
export const add = (...lines) => change(state.game?.lines.length ?? 0, 0, lines);

/** Write another text in place of a line; its comment stays. @param {number} line @param {string} text */
export const replace = (line, text) => change(line - 1, 1, [keepComment(state.game?.lines[line - 1] ?? "", text)]);

/** The same for a line that was typed as it stands. @param {number} line @param {string} text */
export const rewrite = (line, text) => change(line - 1, 1, [text]);

/** @param {number} line */
export const drop = (line) => change(line - 1, 1, []);

export function undo() {
  if (state.suppose.length) {
    state.suppose.pop();
    return refresh();
  }
  return state.game?.past.length ? take(store.undo(state.game)) : undefined;
}

export const redo = () => (state.game?.future.length ? take(store.redo(state.game)) : undefined);

/** Doubt an answer, or trust it again. @param {Api.LogLine} entry */
export const doubt = (entry) =>
  replace(entry.line, answerLine({ .../** @type {any} */ (entry), doubted: !entry.doubted }));

/** @param {...string} lines */
export function suppose(...lines) {
  state.suppose.push(...lines);
  scrollTo(0, 0);
  const done = refresh();
  changed();
  return done;
}

/** Keep a player's own marks with the game. @param {Record<string, any>} marks */
export function setMarks(marks) {
  if (state.game) state.game = store.setMarks(state.game, marks);
  changed();
}

export const keepSupposed = () => add(...state.suppose.splice(0));

export function dropSupposed() {
  state.suppose = [];
  return refresh();
}

/** @param {string} seat */
export function lookFrom(seat) {
  if (state.game) state.game = store.setSeat(state.game, seat);
  return refresh();
}

// Other tabs, and the server.

export function start() {
  store.watchTabs((/** @type {string} */ id) => {
    if (id !== state.game?.id) return changed();
    const stored = store.load(id);
    if (!stored) return open(null);
    if (stored.rev > (state.game?.rev ?? 0)) {
      state.game = stored;
      refresh();
      changed();
    }
  });
  api.watchServer((online) => {
    if (online) refresh();
    changed();
  });
}

/** Whose answer comes next: according to the server, or to the table in the page while the server has not read the log. */
export function nextAnswerer() {
  const table = state.view?.table;
  if (!table || state.fresh) return table?.next_answerer ?? null;
  const lines = [...(state.game?.lines ?? []), ...state.suppose];
  return tableAfter(lines, state.game?.seat ?? "me", state.about)?.nextAnswerer ?? table.next_answerer;
}
