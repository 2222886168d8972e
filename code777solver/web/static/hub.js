// The game that is shown: its log, what the server made of it, and every way to change it.

import * as api from "./api.js";
import { toast } from "./dom.js";
import { t } from "./i18n.js";
import * as store from "./store.js";

export const state = {
  about: null, // version, editions, languages, the example
  game: null, // as stored
  view: null, // what the server made of `shown` lines; null until it has
  fresh: false, // whether the view is of the log as it is now
  suppose: [], // lines that are only supposed
  marks: new Set(), // lines that a proof uses
};

const watchers = new Set();
export const watch = (callback) => watchers.add(callback);
// `only` names what has to be drawn again; all, if it is not given.
export const changed = (only = null) => { for (const callback of watchers) callback(only); };

export const logText = () => state.game.lines.join("\n");
export const asked = (more = {}) => ({ log: logText(), seat: state.game.seat, ...more });

// A game of Code Breaker names its pack first.
export const isBreaker = (game) => /^\s*pack\s/i.test(game?.lines.find((line) => line.replace(/#.*/, "").trim()) ?? "");

export function open(game) {
  Object.assign(state, { game, view: null, fresh: false, suppose: [], marks: new Set() });
  store.setCurrent(game?.id ?? null);
  changed();
  return game && refresh();
}

const SLOW = 150; // ms after which the page shows the log without what follows from it
let run = 0;
let running = null;

// Ask the server what follows from the log. A later call makes an earlier one void.
export async function refresh({ mayUndo = false } = {}) {
  if (!state.game) return;
  const mine = ++run;
  running?.abort();
  running = new AbortController();
  state.fresh = false;
  setTimeout(() => { if (mine === run && !state.fresh) changed(); }, SLOW);
  let view;
  try {
    view = isBreaker(state.game) ? await api.post("breaker", { log: logText() }, running.signal) : state.suppose.length
      ? await api.post("whatif", asked({ lines: state.suppose }), running.signal)
      : await api.post("table", asked(), running.signal);
  } catch (error) {
    if (error.name === "AbortError" || mine !== run) return;
    if (error instanceof api.Refusal) refusedRequest(error);
    return changed();
  }
  if (mine !== run) return;
  const before = refusals(state.view);
  if (mayUndo && refusals(view).length > before.length) return takeBack(view, before);
  Object.assign(state, { view, fresh: true });
  changed();
  if (view.analysis && view.analysis.opponents === null) await addOpponents(view, mine);
}

const refusals = (view) => (view?.lines ?? []).filter((line) => line.kind === "refused").map((line) => line.text);

function refusedRequest(error) {
  toast(error.message, { bad: true });
  if (state.suppose.length) {
    state.suppose.pop();
    refresh();
  }
}

// A change that makes a line impossible is taken back at once, with the reason.
function takeBack(view, known) {
  const line = view.lines.find((one) => one.kind === "refused" && !known.includes(one.text)) ?? view.lines.at(-1);
  const step = state.game.past.at(-1);
  const added = line.line > step.at && line.line <= step.at + step.now.length;
  const before = line.line > step.at ? line.line + step.was.length - step.now.length : line.line;
  toast(added ? line.error : t("Line {line} would then fail: {why}", { line: before, why: line.error }), { bad: true });
  state.game = store.undo(state.game, { forget: true }).game;
  refresh();
}

// With a large deck what the others know comes later than the rest.
async function addOpponents(view, mine) {
  try {
    const found = await api.post("opponents", state.suppose.length
      ? { log: [...state.game.lines, ...state.suppose].join("\n"), seat: state.game.seat } : asked());
    if (mine !== run) return;
    view.analysis.opponents = found.opponents;
    changed();
  } catch { /* shown as unknown */ }
}

// Changing.

function take(result, { mayUndo = false } = {}) {
  state.game = result.game;
  state.marks = new Set();
  if (!result.done) toast(t("The game was changed in another tab: please check it."), { bad: true });
  const done = refresh({ mayUndo: mayUndo && api.isOnline() });
  changed("entry");
  return done;
}

function guarded(work) {
  try {
    return work();
  } catch {
    toast(t("This browser has no room to save the game: export it."), { bad: true });
    return { game: state.game, done: true };
  }
}

// Put lines in place of others, or behind the last.
export function change(at, count, lines) {
  if (state.suppose.length && at === state.game.lines.length && !count) return suppose(...lines);
  return take(guarded(() => store.splice(state.game, at, count, lines)), { mayUndo: true });
}

export const add = (...lines) => change(state.game.lines.length, 0, lines);
export const replace = (line, text) => change(line - 1, 1, [text]);
export const drop = (line) => change(line - 1, 1, []);

export function undo() {
  if (state.suppose.length) {
    state.suppose.pop();
    return refresh();
  }
  return state.game?.past.length ? take(guarded(() => store.undo(state.game))) : undefined;
}

export const redo = () => (state.game?.future.length ? take(guarded(() => store.redo(state.game))) : undefined);

export function doubt(entry) {
  const comment = /#.*$/.exec(state.game.lines[entry.line - 1])?.[0];
  const text = `${entry.player} ${entry.card} ${entry.answer}${entry.doubted ? "" : " ?"}`;
  return replace(entry.line, comment ? `${text}  ${comment}` : text);
}

export function suppose(...lines) {
  state.suppose.push(...lines);
  scrollTo(0, 0);
  const done = refresh();
  changed("entry");
  return done;
}

export function keepSupposed() {
  const lines = state.suppose.splice(0);
  return add(...lines);
}

export function dropSupposed() {
  state.suppose = [];
  return refresh();
}

export function lookFrom(seat) {
  state.game = store.setSeat(state.game, seat);
  return refresh();
}

// Other tabs, and the server.

export function start() {
  store.watchTabs((id) => {
    if (id !== state.game?.id) return changed();
    const stored = store.load(id);
    if (!stored) return open(null);
    if (stored.rev > state.game.rev) {
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

// Whose answer comes next: what the server said, or while it is gone the next seat after the last answer.
export function nextAnswerer() {
  const table = state.view?.table;
  if (!table) return null;
  if (state.fresh) return table.next_answerer;
  const last = state.game.lines.at(-1)?.split(/\s+/)[0];
  const place = table.players.indexOf(last);
  return place < 0 ? table.next_answerer : table.players[(place + 1) % table.players.length];
}
