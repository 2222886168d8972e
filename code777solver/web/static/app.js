// The page: start, draw, keys.

import { Refusal, get, isOnline, takeToken, watchServer } from "./api.js";
import { board } from "./board.js";
import { button, h, iconButton, put } from "./dom.js";
import { cardSheet, declareSheet, entryBar, lineSheet } from "./entry.js";
import * as hub from "./hub.js";
import { number, t, use } from "./i18n.js";
import { logPanel } from "./log.js";
import { gamesSheet, helpSheet, importLog, menuSheet, tokenSheet } from "./menu.js";
import { current, games, prefs, setCurrent } from "./store.js";
import { askSheet, hintSheet } from "./why.js";
import { newGame } from "./wizard.js";

const { state } = hub;
const place = (id) => document.getElementById(id);

let breaker = null; // the module of Code Breaker, once somebody plays it

async function loadBreaker() {
  breaker ??= await import("./breaker.js");
  return breaker;
}

const playPuzzle = async () => (await import("./puzzle.js")).puzzleSheet();
const playBreaker = async () => (await loadBreaker()).newBreaker();

function draw(only = null) {
  document.body.classList.toggle("stale", !state.fresh && state.game !== null);
  const breaking = hub.isBreaker(state.game);
  if (breaking && !breaker) loadBreaker().then(() => draw());
  put(place("entry"), breaking ? breaker?.entry() : entryBar());
  if (only === "entry") return;
  document.body.classList.toggle("slow", !state.fresh && state.game !== null);
  if (only === "log" && !breaking) return place("log")?.replaceWith(logPanel());
  put(place("top"), iconButton("menu", t("Menu"), () => menuSheet(settle, playBreaker, playPuzzle), { "data-k": "menu" }),
    h("h1", null, t(state.view?.table.edition?.title ?? (breaking ? "Code Breaker" : "Code 777"))),
    !isOnline() && h("span", { class: "away", role: "status" }, t("server unreachable")),
    !breaking && state.view?.analysis && iconButton("bulb", t("Hint"), hintSheet, { "data-k": "hint" }),
    !breaking && state.view?.analysis && iconButton("ask", t("Ask why"), askSheet, { "data-k": "ask" }));
  put(place("main"), breaking ? breaker?.board() : state.game ? [board(), logPanel()] : welcome());
  document.body.classList.toggle("supposing", state.suppose.length > 0);
  document.body.classList.toggle("breaking", breaking);
  document.body.classList.toggle("playing", state.game !== null);
  if (state.fresh) {
    document.body.dataset.lines = String(state.view.lines.length);
    announce();
  }
}

function announce() {
  const { analysis, table } = state.view;
  let text = "";
  if (hub.isBreaker(state.game)) text = breaker?.announcement(state.view) ?? "";
  else if (analysis?.solved) text = t("Certain: {code}. Declare it!", { code: table.edition.rules.target === "tiles" ? analysis.candidates[0].tiles.join(" ") : analysis.codes[0].numbers });
  else if (analysis?.racks) text = t("racks left: {racks}   codes left: {codes}", { racks: number(analysis.racks), codes: number(analysis.codes.length) });
  else if (analysis?.contradiction) text = t("Contradiction: no rack fits every answer.");
  const live = place("live");
  if (live.textContent !== text) live.textContent = text;
}

function welcome() {
  const saved = games();
  return h("section", { class: "welcome" },
    h("p", { class: "lead" }, t("The assistant for Code 777: tap what you see and hear, and see what may be on your rack.")),
    h("div", { class: "actions tall" },
      button(t("New game"), newGame, { class: "primary big", "data-k": "new", disabled: !state.about }),
      button("Code Breaker", playBreaker, { class: "big", "data-k": "breaker", disabled: !state.about }),
      button(t("Puzzle"), playPuzzle, { class: "big", "data-k": "puzzle", disabled: !state.about }),
      saved.length > 0 && button(t("My games"), gamesSheet, { class: "big" }),
      button(t("Look at an example"), () => importLog(state.about.example), { class: "big", disabled: !state.about })),
    h("p", { class: "note" }, t("Games stay in this browser. The server only computes, and keeps nothing.")));
}

const KEYS = {
  c: () => cardSheet(), d: () => declareSheet(), l: () => lineSheet(), u: hub.undo, r: hub.redo,
  h: hintSheet, w: askSheet, n: newGame, g: gamesSheet, "?": helpSheet,
};

addEventListener("keydown", (event) => {
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
  if (typing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const action = KEYS[event.key];
  const playing = state.view?.table.players?.length;
  if (!action || ("cdlhw".includes(event.key) && !playing) || ("ur".includes(event.key) && !state.view)) return;
  event.preventDefault();
  action();
});

// Language and colours, from the settings or from the browser.
async function settle() {
  document.documentElement.dataset.theme = prefs.theme;
  const wanted = prefs.lang ?? navigator.language.slice(0, 2).toLowerCase();
  const code = ["nl", "fr", "de"].includes(wanted) ? wanted : "en";
  try {
    use(code, code === "en" ? {} : (await get(`/api/texts/${code}`)).texts);
  } catch { /* English until the server is back */ }
  draw();
}

async function begin() {
  try {
    state.about ??= await get("/api/about");
  } catch (error) {
    if (error instanceof Refusal && error.code === "token") tokenSheet(begin);
  }
  await settle();
  if (state.game) hub.refresh();
}

takeToken();
navigator.serviceWorker?.register("/sw.js").catch(() => {}); // not there, or not wanted: the page works without
hub.watch(draw);
hub.start();
document.addEventListener("redraw", () => draw());
document.addEventListener("newgame", newGame);
watchServer((online) => { if (online && !state.about) begin(); });
state.game = current();
if (state.game) setCurrent(state.game.id);
draw();
begin();
