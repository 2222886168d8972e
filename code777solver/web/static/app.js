// @ts-check
// The page: start, draw, keys.

import { docked, dockEntry, cardSheet, typed } from "./answering.js";
import { Refusal, get, isOnline, takeToken, watchServer } from "./api.js";
import { board } from "./board.js";
import { coaching } from "./coach.js";
import { declareSheet } from "./declare.js";
import { button, iconButton } from "./dom.js";
import { dock, entryBar, lineSheet } from "./entry.js";
import * as hub from "./hub.js";
import { number, t } from "./i18n.js";
import { logPanel } from "./log.js";
import { gamesSheet, menuSheet, tokenSheet } from "./menu.js";
import { byTiles } from "./names.js";
import { isBreaker } from "./notation.js";
import { breaker, helpSheet, loadBreaker } from "./places.js";
import { h, put } from "./render.js";
import { settle } from "./settings.js";
import { anySheet, redrawSheets } from "./sheets.js";
import { current, keep, kept, setCurrent } from "./store.js";
import { dueTip } from "./tips.js";
import * as transport from "./transport.js";
import { welcome } from "./welcome.js";
import { askSheet, hintSheet } from "./why.js";
import { newGame } from "./wizard.js";

const { state } = hub;
const place = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

function draw() {
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
    !isOnline() && h("span", { class: "away", key: "away", role: "status" }, awayText()),
    loading && h("span", { class: "loading", key: "loading" }, t("loading: {part} %", { part: Math.floor(part * 100) })),
    newer && button(t("Update"), transport.takeNewer, { class: "link", key: "newer", "data-k": "newer" }),
  ];
}

const awayText = () => (transport.inPocket ? t("not loaded") : t("server unreachable"));

function announce() {
  const live = place("live");
  const text = isBreaker(state.game) ? (breaker?.announcement(state.view) ?? "") : news(state.view);
  if (live.textContent !== text) live.textContent = text;
}

function news({ analysis, table }) {
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
    keep("about", state.about);
  } catch (error) {
    if (error instanceof Refusal && error.code === "token") tokenSheet(begin);
    else state.about ??= kept("about");
  }
  await settle();
  if (location.hash.startsWith("#game=")) return (await import("./share.js")).takeShared();
  if (state.game) return hub.refresh();
}

takeToken();
transport.begin();
transport.watchEngine(draw);
hub.watch(draw);
hub.start();
watchServer((online) => {
  if (online && !state.about) begin();
});
state.game = current();
if (state.game) setCurrent(state.game.id);
draw();
begin();
