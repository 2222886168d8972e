// @ts-check
// The menu: games, files, the note sheet, settings, help.

import { picture, problemText } from "./api.js";
import { button, choice, toast } from "./dom.js";
import { coach, coaching } from "./coach.js";
import { download, openFile, saveFile } from "./files.js";
import { asked, changed, open, state } from "./hub.js";
import { counted, day, language, t } from "./i18n.js";
import { playerName } from "./names.js";
import { isBreaker, playersIn } from "./notation.js";
import { helpSheet, lookBack, playBreaker, playComputer, playPuzzle, shareGame } from "./screens.js";
import { h } from "./render.js";
import { settle } from "./settings.js";
import { ask, sheet } from "./sheets.js";
import { keeping } from "./storage.js";
import { games, prefs, remove, setPrefs, storedText, unreadable } from "./store.js";
import { askSheet, hintSheet } from "./why.js";
import { newGame } from "./wizard.js";

const LANGUAGES = { en: "English", nl: "Nederlands", fr: "Français", de: "Deutsch" };

export function menuSheet() {
  sheet(
    () => "Code 777",
    (it) => {
      const entry = (/** @type {string} */ text, /** @type {() => void} */ action, /** @type {string} */ id) => {
        const go = () => {
          it.close();
          action();
        };
        return h("li", { key: id }, button(text, go, { id }));
      };
      const breaking = isBreaker(state.game);
      const ready = state.game && !breaking && state.view?.analysis;
      return h(
        "ul",
        { class: "menu" },
        entry(t("New game"), newGame, "newgame"),
        entry(t("Against the computer"), playComputer, "newplay"),
        entry("Code Breaker", playBreaker, "newbreaker"),
        entry(t("Puzzle"), playPuzzle, "newpuzzle"),
        entry(t("My games"), gamesSheet, "mygames"),
        ready && entry(t("Hint"), () => hintSheet(), "hint"),
        ready && entry(t("Ask why"), askSheet, "askwhy"),
        state.game && !breaking && entry(t("Note sheet"), noteSheet, "notesheet"),
        ready && entry(coaching() ? t("Show what follows") : t("I deduce myself"), () => coach(!coaching()), "coach"),
        ready && entry(t("Look back"), lookBack, "lookback"),
        state.game && entry(t("Share the game"), shareGame, "sharegame"),
        state.game && entry(t("Save as a file"), saveFile, "savefile"),
        entry(t("Open a file"), openFile, "openfile"),
        entry(t("Settings"), settingsSheet, "settings"),
        entry(t("Help"), helpSheet, "help"),
      );
    },
  );
}

// Games.

/** @param {import("./store.js").Game} game */
export function gameTitle(game) {
  if (isBreaker(game)) return "Code Breaker";
  return playersIn(game.lines).map(playerName).join(", ") || t("A game");
}

/** @param {import("./store.js").Game} game */
export function gameAge(game) {
  const lines = counted(game.lines.length, "{count} line", "{count} lines");
  return `${day(game.changed, { dateStyle: "medium", timeStyle: "short" })} · ${lines}`;
}

// A game that was stored in an odd form, or is too long, can be saved and deleted.
/** @param {string} id */
function oddRow(id) {
  const away = () => {
    remove(id);
    changed();
  };
  const name = t("A game that cannot be read");
  return h(
    "li",
    { key: id, "data-k": "unreadable" },
    button([h("b", null, name), h("small", null, t("Save as a file"))], () => download(rawGame(id), "game.txt"), {
      class: "game",
    }),
    button(t("Delete"), () => ask(t("Delete this game?"), name, t("Delete"), away), {
      class: "danger",
      "aria-label": t("Delete {name}", { name }),
    }),
  );
}

/** @param {string} id */
const rawGame = (id) => new Blob([storedText(id)], { type: "text/plain" });

export function gamesSheet() {
  const row = (/** @type {import("./store.js").Game} */ game, /** @type {import("./sheets.js").Sheet} */ it) => {
    const go = () => {
      it.close();
      open(game);
    };
    const away = () => {
      remove(game.id);
      if (game.id === state.game?.id) open(null);
      else changed();
    };
    return h(
      "li",
      { class: game.id === state.game?.id ? "on" : "", key: game.id },
      button([h("b", null, gameTitle(game)), h("small", null, gameAge(game))], go, { class: "game" }),
      button(t("Delete"), () => ask(t("Delete this game?"), gameTitle(game), t("Delete"), away), {
        class: "danger",
        "aria-label": t("Delete {name}", { name: gameTitle(game) }),
      }),
    );
  };
  sheet(
    () => t("My games"),
    (it) => {
      const found = games();
      const odd = unreadable();
      const fresh = () => {
        it.close();
        newGame();
      };
      return [
        found.length + odd.length
          ? h(
              "ul",
              { class: "games" },
              found.map((game) => row(game, it)),
              odd.map(oddRow),
            )
          : h("p", { class: "empty" }, t("No games yet.")),
        h("p", { class: "note" }, keptWhere()),
        h("div", { class: "actions" }, button(t("New game"), fresh, { class: "primary" })),
      ];
    },
  );
}

const keptWhere = () =>
  keeping() === "kept"
    ? t("Games are kept in this browser only. Save a file to keep one elsewhere.")
    : t("Not every game is saved in this browser. Save a file to keep one.");

async function noteSheet() {
  try {
    const blob = await picture("sheet", asked({ lang: language }));
    const url = URL.createObjectURL(blob);
    let large = false;
    const zoom = () => {
      large = !large;
      changed();
    };
    sheet(
      () => t("Note sheet"),
      () => [
        h(
          "div",
          { class: large ? "paper large" : "paper", tabindex: "0", role: "group", "aria-label": t("Note sheet") },
          h("img", { src: url, alt: t("The note sheet of this game"), onclick: zoom }),
        ),
        h(
          "div",
          { class: "actions" },
          button(large ? t("Smaller") : t("Larger"), zoom, { "data-k": "zoom" }),
          button(t("Save as a file"), () => download(blob, "sheet.svg"), { class: "primary" }),
        ),
      ],
      { wide: true, onclose: () => URL.revokeObjectURL(url) },
    );
  } catch (error) {
    toast(problemText(error), { bad: true });
  }
}

// Settings.

function settingsSheet() {
  const themes = () => [
    ["auto", t("automatic")],
    ["light", t("light")],
    ["dark", t("dark")],
  ];
  const set = (/** @type {Record<string, any>} */ changes) => {
    setPrefs(changes);
    settle();
  };
  sheet(
    () => t("Settings"),
    () => [
      h("h3", null, t("Language")),
      choice(t("Language"), Object.entries(LANGUAGES), language, (lang) => set({ lang }), { class: "choice four" }),
      h("h3", null, t("Appearance")),
      choice(t("Appearance"), /** @type {any} */ (themes()), prefs.theme, (theme) => set({ theme })),
      h("p", { class: "note" }, t("Version {version}", { version: state.about?.version ?? "?" })),
    ],
  );
}

/** @param {() => void} done */
export function tokenSheet(done) {
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    setPrefs({ token: event.target.elements.token.value.trim() });
    it.close();
    done();
  };
  const it = sheet(
    () => t("This server needs a token"),
    () => [
      h("p", null, t("Scan the code or open the address that the server printed, or type the token here.")),
      h(
        "form",
        { class: "inline", onsubmit: submit },
        h("label", { for: "token" }, t("Token")),
        h("input", { type: "text", id: "token", autocomplete: "off", autocapitalize: "off" }),
        h("button", { class: "primary" }, "OK"),
      ),
    ],
  );
}
