// @ts-check
// The first page: go on with the last game, begin one, the puzzle of the day, and a board that plays a few answers.

import { button } from "./dom.js";
import { demo } from "./demo.js";
import { importLog } from "./files.js";
import { open, state } from "./hub.js";
import { t } from "./i18n.js";
import { gameAge, gamesSheet, gameTitle } from "./menu.js";
import { playBreaker, playComputer, playPuzzle } from "./places.js";
import { h } from "./render.js";
import { games } from "./store.js";
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

function promise() {
  if (!inPocket) return t("Games stay in this browser. The server only computes, and keeps nothing.");
  const stay = t("Games stay in this browser, and nothing is sent anywhere.");
  return engine().kept ? `${stay} ${t("Ready without a network.")}` : stay;
}
