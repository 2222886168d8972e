// @ts-check
// Events of a game against the computer: answers as rows, other lines as sentences.

import { answerMark } from "./cards.js";
import { t } from "./i18n.js";
import { playerName } from "./names.js";
import { playersIn, readLine } from "./notation.js";
import { h } from "./render.js";
import { tileName, tiles } from "./tiles.js";

/** @typedef {import("./render.js").Child} Child */

const TILE = /^[A-Z]\d$/;

/** A code as people say it: its numbers, or its tiles by name. @param {string} code */
export const codeText = (code) =>
  code.split(" ").every((word) => TILE.test(word)) ? code.split(" ").map(tileName).join(", ") : code;

/** An answer: who gave it, what the card asks, what was said. @param {import("./table.js").Clue} one @param {Api.EditionInfo | undefined} edition */
export function clue(one, edition) {
  const card = edition?.cards.find((other) => other.card === one.card);
  return h(
    "li",
    { "data-line": one.line },
    h("b", null, playerName(one.player)),
    h("span", null, t(card?.text ?? "")),
    h("span", { class: "told" }, answerMark(card, one.answer)),
  );
}

/** An event other than an answer; null if there is nothing to show. @param {Api.LogLine} event @param {string | null} seat who looks, if anybody */
export function eventText({ kind, player = "", numbers = "", right = false, tiles: found }, seat) {
  const name = playerName(player);
  if (kind === "declare") {
    const values = { name, code: found ? found.map(tileName).join(", ") : numbers };
    if (player === "me") return h("li", null, right ? t("You declare {code}: right!", values) : t("You declare {code}: wrong.", values));
    return h("li", null, right ? t("{name} declares {code}: right!", values) : t("{name} declares {code}: wrong.", values));
  }
  if (kind === "penalty") return h("li", null, player === "me" ? t("You lose a point.") : t("{name} loses a point.", { name }));
  if (kind === "rack" && seat !== null && player !== seat) return h("li", null, t("{name} draws", { name }), tiles(found ?? []));
  if (kind === "reshuffle") return h("li", null, t("The tiles out of play are shuffled into the pile."));
  return null;
}

/**
 * A line of a whole log: an answer as a row, any other event as a sentence.
 * @param {readonly string[]} log @param {number} line @param {string} seat @param {Api.EditionInfo | undefined} edition
 * @returns {Child}
 */
export function eventAt(log, line, seat, edition) {
  const event = readLine(log[line - 1] ?? "", line, playersIn(log));
  const { player = "", card = 0, answer = null } = event;
  return event.kind === "answer" ? clue({ line, player, card, answer }, edition) : eventText(event, seat);
}
