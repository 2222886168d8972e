// @ts-check
// The end of a game against the computer: the winner, the key moments, and puzzles from missed deductions.

import { post } from "./api.js";
import { button } from "./dom.js";
import { importLog } from "./files.js";
import { changed } from "./hub.js";
import { language, t } from "./i18n.js";
import { keyMoments } from "./keymoments.js";
import { playerName } from "./names.js";
import { lookBack, playComputer } from "./screens.js";
import { headOf, storeMatch } from "./matchstore.js";
import { h } from "./render.js";
import { closeSheets } from "./sheets.js";
import { levelNames, puzzleBoard } from "./puzzleboard.js";
import { kept } from "./store.js";

/** @param {string} log @param {number} line */
const places = (log, line) => `puzzle.game ${line} ${headOf(log.split("\n"))}`;

/** Keep a game that has just ended, and ask how hard its puzzles are. @param {any} it */
export function over(it) {
  storeMatch(it.left, it.now.ending.note);
  grade(it);
}

/** How hard each puzzle is: asked one after the other, so that other requests find a free connection. @param {any} it */
export async function grade(it) {
  it.levels = {};
  const { opened, missed } = it.now.ending;
  for (const one of missed.filter((/** @type {Api.MissedDeduction} */ { puzzle }) => puzzle)) {
    try {
      const { level } = await post("missed", { log: opened.join("\n"), line: one.line, lang: language });
      it.levels[one.line] = level;
      changed();
    } catch {
      // then it is shown without a level
    }
  }
}

/** @param {any} it @param {any} edition @param {any} said what is said of the last declaration */
export function ended(it, edition, said) {
  const { winner, ending, people, owner } = it.now;
  const won =
    winner === "me" ? t("you have won") : winner ? t("{name} has won", { name: playerName(winner) }) : t("The game is over.");
  const log = ending.opened.join("\n");
  const back = async () => {
    closeSheets();
    await importLog(log);
    await lookBack();
  };
  const again = () => {
    closeSheets();
    playComputer();
  };
  const puzzles = ending.missed.filter((/** @type {Api.MissedDeduction} */ one) => one.puzzle);
  const title = people.length > 1 ? t("What mattered to {name}", { name: playerName(owner) }) : t("What mattered");
  return [
    h("p", { class: "headline certain", role: "status", "data-k": "over" }, won[0].toUpperCase() + won.slice(1)),
    said && h("ul", { class: "clues news" }, said),
    h("h3", null, title),
    keyMoments(ending, owner, edition),
    puzzles.length > 0 && h("h3", null, t("Puzzles from what you missed")),
    h(
      "div",
      { class: "actions" },
      puzzles.map((/** @type {Api.MissedDeduction} */ one, /** @type {number} */ place) => puzzle(it, log, one, place)),
    ),
    h(
      "div",
      { class: "actions" },
      button(t("Look back"), back, { "data-k": "back" }),
      button(t("New game"), again, { class: "primary", "data-k": "again" }),
    ),
  ];
}

/** @param {any} it @param {string} log @param {Api.MissedDeduction} one @param {number} place */
function puzzle(it, log, one, place) {
  const at = places(log, one.line);
  const name = t("Puzzle {number}", { number: place + 1 });
  const text = [name, levelNames()[it.levels[one.line]], kept(at)?.done && "✓"].filter(Boolean).join(" · ");
  return button(text, () => puzzleBoard("missed", { log, line: one.line }, null, at), { "data-k": `missed${place}` });
}
