// @ts-check
// What happened in a game against the computer, as people tell it: answers as rows, other lines as sentences.

import { answerMark } from "./cards.js";
import { t } from "./i18n.js";
import { playerName } from "./names.js";
import { playersIn } from "./notation.js";
import { h } from "./render.js";
import { tileName, tiles } from "./tiles.js";

/** @typedef {import("./render.js").Child} Child */

const TILE = /^[A-Z]\d$/;

/** A code as people say it: its numbers, or its tiles by name. @param {string} code */
export const codeText = (code) =>
  code.split(" ").every((word) => TILE.test(word)) ? code.split(" ").map(tileName).join(", ") : code;

/** An answer: who gave it, what the card asks, what was said. @param {import("./seatview.js").Clue} one @param {any} edition */
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

/** Another line than an answer; null if it tells nothing. @param {string} line @param {string | null} seat who looks, if anybody */
export function eventText(line, seat) {
  const [head, name, ...rest] = line.split(" ");
  if (head === "declare") {
    const right = rest.includes("right");
    const code = codeText(rest.slice(0, rest.indexOf(right ? "right" : "wrong")).join(" "));
    const values = { name: playerName(name), code };
    if (name === "me") return h("li", null, right ? t("You declare {code}: right!", values) : t("You declare {code}: wrong.", values));
    return h("li", null, right ? t("{name} declares {code}: right!", values) : t("{name} declares {code}: wrong.", values));
  }
  if (head === "penalty")
    return h("li", null, name === "me" ? t("You lose a point.") : t("{name} loses a point.", { name: playerName(name) }));
  if (head === "rack" && seat !== null && name !== seat)
    return h("li", null, t("{name} draws", { name: playerName(name) }), tiles(rest));
  if (head === "reshuffle") return h("li", null, t("The tiles out of play are shuffled into the pile."));
  return null;
}

/**
 * What a line of a whole log says.
 * @param {readonly string[]} log @param {number} line @param {string} seat @param {any} edition
 * @returns {Child}
 */
export function eventAt(log, line, seat, edition) {
  const text = log[line - 1] ?? "";
  const [player, card, answer] = text.split(" ");
  if (playersIn([...log]).includes(player)) return clue({ line, player, card: Number(card), answer }, edition);
  return eventText(text, seat);
}
