// @ts-check
// The first page: go on with the last game, begin one, the puzzle of the day, and a board that plays a few answers.

import { button, icon } from "./dom.js";
import { demo } from "./demo.js";
import { importLog } from "./files.js";
import { open, state } from "./hub.js";
import { t } from "./i18n.js";
import { gameAge, gamesSheet, gameTitle } from "./menu.js";
import { playBreaker, playComputer, playPuzzle } from "./screens.js";
import { h } from "./render.js";
import { keeping } from "./storage.js";
import { games, stuck } from "./store.js";
import { engine, inPocket } from "./transport.js";
import { newGame } from "./wizard.js";

/** A large button with a line of explanation. @param {string} title @param {string} text @param {() => void} action @param {Record<string, any>} attributes */
const card = (title, text, action, attributes) =>
  button([h("b", null, title), h("small", null, text)], action, {
    ...attributes,
    class: `card ${attributes.class ?? ""}`,
  });

export function welcome() {
  const disabled = !state.about;
  const found = games();
  const last = found[0];
  const wide = found.length > 0;
  return h(
    "section",
    { class: "welcome", key: "welcome" },
    unopened(),
    !wide &&
      h(
        "p",
        { class: "lead" },
        t("The assistant for Code 777: tap what you see and hear, and see what may be on your rack."),
      ),
    last &&
      card(t("Continue: {name}", { name: gameTitle(last) }), gameAge(last), () => open(last), {
        class: "primary",
        "data-k": "continue",
      }),
    card(t("At the table"), t("Enter what you see and hear: three taps an answer."), () => newGame(), {
      class: last ? "" : "primary",
      "data-k": "new",
      disabled,
    }),
    card(t("Against the computer"), t("A whole game, with a coach who tells only what you ask."), playComputer, {
      "data-k": "play",
      disabled,
    }),
    card(t("Puzzle of the day"), t("Racks, answers, and exactly one code."), playPuzzle, {
      "data-k": "puzzle",
      disabled,
    }),
    demo(),
    card("Code Breaker", t("Three cards, guessed by what agrees."), playBreaker, { "data-k": "breaker", disabled }),
    h(
      "div",
      { class: "actions" },
      wide && button(t("My games"), gamesSheet, { "data-k": "games" }),
      button(t("Look at an example"), () => importLog(state.about?.example ?? ""), { disabled, "data-k": "example" }),
    ),
    h("p", { class: "note", "data-k": "note" }, promise()),
  );
}

// A game that the page did not open by itself.
function unopened() {
  const found = stuck();
  if (!found) return null;
  const { game } = found;
  const text = game
    ? t("The page stopped last time while it opened this game: {name}", { name: gameTitle(game) })
    : t("Your last game cannot be read.");
  return h(
    "section",
    { class: "panel warn unopened", role: "alert", key: "unopened", "data-k": "unopened" },
    h("p", null, icon("warn"), h("span", null, text)),
    h(
      "div",
      { class: "actions" },
      game && button(t("Try again"), () => open(game), { "data-k": "openit" }),
      button(t("My games"), gamesSheet, { "data-k": "gamelist" }),
    ),
  );
}

function promise() {
  if (keeping() !== "kept") return t("Nothing you enter is saved in this browser.");
  if (!inPocket) return t("Games stay in this browser. The server only computes, and keeps nothing.");
  const stay = t("Games stay in this browser, and nothing is sent anywhere.");
  return engine().kept ? `${stay} ${t("Ready without a network.")}` : stay;
}
