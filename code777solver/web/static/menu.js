// The menu: games, files, the note sheet, settings.

import { Refusal, picture } from "./api.js";
import { ask, button, choice, h, sheet, toast } from "./dom.js";
import { asked, isBreaker, logText, open, state } from "./hub.js";
import { counted, language, t } from "./i18n.js";
import { create, games, prefs, remove, setPrefs } from "./store.js";
import { askSheet, hintSheet } from "./why.js";
import { newGame } from "./wizard.js";

const LANGUAGES = { en: "English", nl: "Nederlands", fr: "Français", de: "Deutsch" };

export function menuSheet(settle, playBreaker, playPuzzle) {
  sheet("Code 777", (it) => {
    const entry = (text, action, id = null) => h("li", null, button(text, () => { it.close(); action(); }, { id }));
    const breaking = isBreaker(state.game);
    const ready = state.game && !breaking && state.view?.analysis;
    it.draw(h("ul", { class: "menu" },
      entry(t("New game"), newGame, "newgame"),
      entry("Code Breaker", playBreaker, "newbreaker"),
      entry(t("Puzzle"), playPuzzle, "newpuzzle"),
      entry(t("My games"), gamesSheet, "mygames"),
      ready && entry(t("Hint"), hintSheet, "hint"),
      ready && entry(t("Ask why"), askSheet, "askwhy"),
      state.game && !breaking && entry(t("Note sheet"), noteSheet, "notesheet"),
      state.game && entry(t("Save as a file"), saveFile, "savefile"),
      entry(t("Open a file"), openFile, "openfile"),
      entry(t("Settings"), () => settingsSheet(settle), "settings"),
      entry(t("Help"), helpSheet, "help")));
  });
}

// Games.

const players = (lines) => lines.find((line) => /^\s*players\s/i.test(line))?.replace(/#.*/, "").trim().split(/\s+/).slice(1) ?? [];
export const gameTitle = (game) => (isBreaker(game) ? "Code Breaker" : "") || players(game.lines).map((name) => (name === "me" ? t("me") : name)).join(", ") || t("A game");

export function gamesSheet() {
  sheet(t("My games"), (it) => {
    const draw = () => {
      const found = games();
      it.draw(found.length ? h("ul", { class: "games" }, found.map((game) => h("li", { class: game.id === state.game?.id ? "on" : "" },
        button([h("b", null, gameTitle(game)), h("small", null, `${new Date(game.changed).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" })} · ${counted(game.lines.length, "{count} line", "{count} lines")}`)],
          () => { it.close(); open(game); }, { class: "game" }),
        button(t("Delete"), () => ask(t("Delete this game?"), gameTitle(game), t("Delete"), () => {
          remove(game.id);
          if (game.id === state.game?.id) open(null);
          draw();
        }), { class: "danger", "aria-label": t("Delete {name}", { name: gameTitle(game) }) }))))
        : h("p", { class: "empty" }, t("No games yet.")),
      h("p", { class: "note" }, t("Games are kept in this browser only. Save a file to keep one elsewhere.")),
      h("div", { class: "actions" }, button(t("New game"), () => { it.close(); newGame(); }, { class: "primary" })));
    };
    draw();
  });
}

// Files.

function download(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function saveFile() {
  const day = new Date(state.game.created).toISOString().slice(0, 10);
  download(new Blob([`${logText()}\n`], { type: "text/plain" }), `game-${day}.${isBreaker(state.game) ? "breaker" : "c777"}`);
}

function openFile() {
  const input = h("input", { type: "file", accept: ".c777,.breaker,text/plain", class: "hidden", id: "file" });
  input.addEventListener("change", async () => {
    const file = input.files[0];
    input.remove();
    if (!file) return;
    if (file.size > 48000) return toast(t("That file is too large for a game."), { bad: true });
    importLog(await file.text());
  });
  document.body.append(input);
  input.click();
}

export function importLog(text) {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  while (lines.length && lines.at(-1) === "") lines.pop();
  open(create(lines));
}

async function noteSheet() {
  try {
    const blob = await picture("sheet", asked({ lang: language }));
    const url = URL.createObjectURL(blob);
    sheet(t("Note sheet"), (it) => it.draw(h("img", { class: "paper", src: url, alt: t("The note sheet of this game") }),
      h("div", { class: "actions" }, button(t("Save as a file"), () => download(blob, "sheet.svg"), { class: "primary" }))),
    { wide: true, onclose: () => URL.revokeObjectURL(url) });
  } catch (error) {
    toast(error instanceof Refusal ? error.message : t("The server cannot be reached. Your game is safe here."), { bad: true });
  }
}

// Settings and help.

function settingsSheet(settle) {
  sheet(t("Settings"), (it) => {
    const draw = () => it.draw(
      h("h3", null, t("Language")),
      choice(t("Language"), Object.entries(LANGUAGES), language, async (lang) => { setPrefs({ lang }); await settle(); it.title(t("Settings")); draw(); }, { class: "choice four" }),
      h("h3", null, t("Appearance")),
      choice(t("Appearance"), [["auto", t("automatic")], ["light", t("light")], ["dark", t("dark")]], prefs.theme, (theme) => { setPrefs({ theme }); settle(); }),
      h("p", { class: "note" }, t("Version {version}", { version: state.about?.version ?? "?" })));
    draw();
  });
}

export function helpSheet() {
  const keys = [["c", t("Card and answer")], ["d", t("Declare")], ["l", t("Type a line")], ["u", t("Undo")], ["r", t("Redo")], ["h", t("Hint")], ["w", t("Ask why")], ["n", t("New game")], ["g", t("My games")], ["?", t("Help")]];
  sheet(t("Help"), (it) => it.draw(
    h("p", null, t("Log each card and its answer; the pyramid shows what may be on your rack.")),
    h("p", null, t("Crossed tiles are seen or out of play. A dash marks what the answers exclude. Tap a tile or a code to see why.")),
    h("p", null, t("Tap a line of the log to change, doubt or delete it. The shapes stand for the colours.")),
    h("p", null, t("The percentage below a player is the chance that they can declare now.")),
    h("h3", null, t("Keys")),
    h("dl", { class: "facts keys" }, keys.map(([key, text]) => [h("dt", null, h("kbd", null, key)), h("dd", null, text)]))));
}

export function tokenSheet(done) {
  sheet(t("This server needs a token"), (it) => {
    const input = h("input", { type: "text", id: "token", autocomplete: "off", autocapitalize: "off" });
    it.draw(h("p", null, t("Scan the code or open the address that the server printed, or type the token here.")),
      h("form", { class: "inline", onsubmit: (event) => { event.preventDefault(); setPrefs({ token: input.value.trim() }); it.close(); done(); } },
        h("label", { for: "token" }, t("Token")), input, h("button", { class: "primary" }, "OK")));
  });
}
