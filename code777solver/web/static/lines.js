// @ts-check
// A line of the log as tiles and names.

import { answerMark } from "./cards.js";
import { state } from "./hub.js";
import { t } from "./i18n.js";
import { cardOf, playerName } from "./names.js";
import { wordsOf } from "./notation.js";
import { h } from "./render.js";
import { tiles } from "./tiles.js";

/** @typedef {import("./render.js").Child} Child */

/** @param {Api.LogLine} entry */
const who = (entry) => h("b", null, playerName(entry.player));
/** @param {string[] | null | undefined} found @param {Child} text */
const tilesOr = (found, text) => (found?.length ? tiles(found) : text);

/** @type {Record<string, (entry: Api.LogLine) => Child>} */
const SHOWN = {
  answer: (entry) => [
    who(entry),
    h("span", { class: "num" }, entry.card),
    entry.answer ? answerMark(cardOf(entry.card), entry.answer) : h("span", { class: "raw" }, t("not heard")),
    entry.doubted && h("span", { class: "q" }, "?"),
  ],
  rack: (entry) => [who(entry), tilesOr(entry.tiles, t("unseen tiles"))],
  declare: (entry) => [
    who(entry),
    t("declares"),
    tilesOr(entry.tiles, h("b", null, entry.numbers)),
    h("span", { class: entry.right ? "good" : "bad" }, entry.right ? t("right") : t("wrong")),
  ],
  swap: (entry) => [
    who(entry),
    t("saw"),
    tilesOr(entry.tiles?.slice(0, 1), ""),
    "→",
    tilesOr(entry.tiles?.slice(1), "?"),
  ],
  penalty: (entry) => [who(entry), t("Penalty for a false answer")],
  reshuffle: () => t("Reshuffle the tiles"),
  players: (entry) => h("span", { class: "raw" }, wordsOf(entry.text).slice(1).map(playerName).join(" · ")),
  edition: () => h("span", { class: "raw" }, t(state.view?.table.edition.title ?? "")),
  comment: (entry) => h("span", { class: "raw" }, entry.text.trim().replace(/^#\s*/, "") || " "),
  note: (entry) => h("span", { class: "raw" }, entry.text.trim().replace(/^note\s*/i, "")),
};

/** What a line says. @param {Api.LogLine} entry @returns {Child} */
export const shownLine = (entry) => SHOWN[entry.kind]?.(entry) ?? h("span", { class: "raw" }, entry.text || " ");
