// @ts-check
// The first page.

import { button } from "./dom.js";
import { importLog } from "./files.js";
import { state } from "./hub.js";
import { t } from "./i18n.js";
import { gamesSheet } from "./menu.js";
import { playBreaker, playPuzzle } from "./places.js";
import { h } from "./render.js";
import { games } from "./store.js";
import { newGame } from "./wizard.js";

export function welcome() {
  const disabled = !state.about;
  const lead = t("The assistant for Code 777: tap what you see and hear, and see what may be on your rack.");
  return h(
    "section",
    { class: "welcome", key: "welcome" },
    h("p", { class: "lead" }, lead),
    h(
      "div",
      { class: "actions tall" },
      button(t("New game"), () => newGame(), { class: "primary big", "data-k": "new", disabled }),
      button("Code Breaker", playBreaker, { class: "big", "data-k": "breaker", disabled }),
      button(t("Puzzle"), playPuzzle, { class: "big", "data-k": "puzzle", disabled }),
      games().length > 0 && button(t("My games"), gamesSheet, { class: "big" }),
      button(t("Look at an example"), () => importLog(state.about?.example ?? ""), { class: "big", disabled }),
    ),
    h("p", { class: "note" }, t("Games stay in this browser. The server only computes, and keeps nothing.")),
  );
}
