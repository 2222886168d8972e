// @ts-check
// The entry point of the page: starts it, draws it, and handles keys.

import { docked, dockEntry, cardSheet, typed } from "./answering.js";
import { Refusal, get, isFailing, isOnline, takeToken, watchServer } from "./api.js";
import { board } from "./board.js";
import { coaching } from "./coach.js";
import { declareSheet } from "./declare.js";
import { button, iconButton, toast } from "./dom.js";
import { dock, entryBar, lineSheet } from "./entry.js";
import { saveFile } from "./files.js";
import * as hub from "./hub.js";
import { number, t } from "./i18n.js";
import { logPanel } from "./log.js";
import { gamesSheet, menuSheet, tokenSheet } from "./menu.js";
import { byTiles } from "./names.js";
import { isBreaker } from "./notation.js";
import { breaker, helpSheet, loadBreaker } from "./screens.js";
import { isRecord } from "./records.js";
import { h, put } from "./render.js";
import { recall, settle } from "./settings.js";
import { anySheet, ask, redrawSheets } from "./sheets.js";
import { keeping, watchStorage } from "./storage.js";
import { beginDrawing, current, endDrawing, keepReply, kept, setCurrent, setPrefs, unsaved } from "./store.js";
import { dueTip } from "./tips.js";
import * as transport from "./transport.js";
import { welcome } from "./welcome.js";
import { askSheet, hintSheet } from "./why.js";
import { newGame } from "./wizard.js";

const { state } = hub;
/** @param {string} id */
const place = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {{ id: string | null, fresh: boolean }} */
let drawn = { id: null, fresh: false }; // the game on the screen, and whether what follows from it was there

// A game whose first drawing does not end, with or without what the server says of it, is not opened by itself again.
function draw() {
  const id = state.game?.id ?? null;
  const first = id !== drawn.id || (state.fresh && !drawn.fresh);
  if (first) drawn = { id, fresh: state.fresh };
  if (!first || id === null || document.hidden) return drawAll();
  beginDrawing(id);
  drawAll();
  requestAnimationFrame(() => setTimeout(endDrawing));
}

function drawAll() {
  const breaking = isBreaker(state.game);
  if (breaking && !breaker) loadBreaker();
  const playing = state.game !== null;
  const flags = {
    stale: playing && !state.fresh,
    slow: playing && state.slow,
    supposing: state.suppose.length > 0,
    breaking,
    playing,
    coaching: playing && coaching(),
    docked: playing && !breaking && docked(),
  };
  for (const [name, on] of Object.entries(flags)) document.body.classList.toggle(name, on);
  document.body.dataset.tip = (playing && !breaking && dueTip()) || "";
  put(place("top"), header(breaking));
  put(place("main"), breaking ? breaker?.board() : playing ? [board(), dock(), logPanel()] : welcome());
  put(place("entry"), breaking ? breaker?.entry() : entryBar());
  redrawSheets();
  if (state.fresh) {
    document.body.dataset.lines = String(state.view.lines.length);
    announce();
  }
}

/** @param {boolean} breaking */
function header(breaking) {
  const ready = !breaking && state.view?.analysis;
  const title = state.view?.table.edition?.title ?? (breaking ? "Code Breaker" : "Code 777");
  return [
    iconButton("menu", t("Menu"), menuSheet, { "data-k": "menu" }),
    h("h1", null, t(title)),
    ...situation(),
    breaking && state.view && breaker && iconButton("ask", t("The rules"), breaker.rules, { "data-k": "rules" }),
    ready && iconButton("bulb", t("Hint"), () => hintSheet(), { "data-k": "hint" }),
    ready && iconButton("ask", t("Ask why"), askSheet, { "data-k": "ask" }),
  ];
}

// What the player should know of what computes: it is away, it is being loaded, a newer page waits.
function situation() {
  const { part, ready, newer } = transport.engine();
  const loading = !ready && isOnline();
  return [
    keeping() !== "kept" && h("span", { class: "away", key: "unkept", role: "status" }, t("not saved")),
    !isOnline() && h("span", { class: "away", key: "away", role: "status" }, awayMark()),
    loading && h("span", { class: "loading", key: "loading" }, t("loading: {part} %", { part: Math.floor(part * 100) })),
    newer && button(t("Update"), transport.takeNewer, { class: "link", key: "newer", "data-k": "newer" }),
  ];
}

const awayMark = () =>
  transport.inPocket ? t("not loaded") : isFailing() ? t("server problem") : t("server unreachable");

function announce() {
  const live = place("live");
  const text = isBreaker(state.game) ? (breaker?.announcement(state.view) ?? "") : news(state.view);
  if (live.textContent !== text) live.textContent = text;
}

function news(/** @type {Api.Game} */ { analysis, table }) {
  if (analysis?.solved) {
    const code = byTiles(table) ? analysis.candidates[0].tiles.join(" ") : analysis.codes[0].numbers;
    return t("Certain: {code}. Declare it!", { code });
  }
  if (analysis?.racks) {
    return t("racks left: {racks}   codes left: {codes}", {
      racks: number(analysis.racks),
      codes: number(analysis.codes.length),
    });
  }
  return analysis?.contradiction ? t("Contradiction: no rack fits every answer.") : "";
}

/** @type {Record<string, () => unknown>} */
const KEYS = {
  c: () => cardSheet(),
  d: () => declareSheet(),
  l: () => lineSheet(),
  u: hub.undo,
  r: hub.redo,
  h: () => hintSheet(),
  w: askSheet,
  n: () => newGame(),
  g: gamesSheet,
  "?": helpSheet,
};

addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const typing = target.matches("input[type=text], textarea, select");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || anySheet()) return;
  const playing = Boolean(state.view?.table.players?.length) && !isBreaker(state.game);
  if (playing && docked() && typed(event, dockEntry())) return event.preventDefault();
  const action = KEYS[event.key];
  if (!action || ("cdlhw".includes(event.key) && !playing) || ("ur".includes(event.key) && !state.view)) return;
  event.preventDefault();
  action();
});

async function begin() {
  try {
    state.about = await get("/api/about");
    keepReply("about", state.about);
  } catch (error) {
    if (error instanceof Refusal && error.code === "token") tokenSheet(begin);
  }
  await settle();
  if (keeping() === "forbidden" && !warned) warn();
  if (location.hash.startsWith("#game=")) return (await import("./share.js")).takeShared();
  if (state.game) return hub.refresh();
}

// The player is told when nothing is kept, and asked before a game that is only in memory is left.

let warned = false;

function warn() {
  draw();
  warned = true;
  if (keeping() === "kept") return;
  const text =
    keeping() === "full"
      ? t("This browser has no room left. Your entries last while this page is open: save the game as a file, or delete others.")
      : t("This browser keeps nothing. Your entries last while this page is open: save the game as a file.");
  toast(text, { bad: true, action: state.game ? [t("Save as a file"), saveFile] : null });
}

addEventListener("beforeunload", (event) => {
  if (unsaved()) event.preventDefault();
});

/** @param {string} token of the link that was opened */
function offer(token) {
  const text = t("This browser has another token for this server. Replace it only if you trust the link.");
  const then = () => queueMicrotask(begin); // after the token is taken, if it is
  ask(t("Use the token in the link?"), text, t("Replace"), () => setPrefs({ token }), then);
}

/** Whether something is what this version of the page expects of `/api/about`. @param {any} found */
const isAbout = (found) =>
  isRecord(found) && isRecord(found.names) && Array.isArray(found.editions) && found.editions.every(isRecord);

function start() {
  const token = takeToken();
  transport.begin();
  transport.watchEngine(draw);
  hub.watch(draw);
  hub.start();
  watchStorage(warn);
  watchServer((online) => {
    if (online && !state.about) begin();
  });
  state.about = kept("about", isAbout);
  state.game = current();
  if (state.game) setCurrent(state.game.id);
  hub.sketch();
  recall();
  if (token) offer(token);
  else begin();
}

start();
