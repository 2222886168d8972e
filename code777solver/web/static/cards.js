// @ts-check
// Views of cards and answers, shared by all screens.

import { h } from "./render.js";
import { t } from "./i18n.js";
import { pick } from "./tiles.js";

/** @param {Pick<Api.CardState, "card" | "text" | "sides">} card */
export const cardHead = (card) =>
  h("p", { class: "cardhead" }, h("span", { class: "num" }, card.card), h("span", null, t(card.text)));

// An answer: a number, or which of the two sides there are more of.
/** @param {Pick<Api.CardState, "sides"> | null | undefined} card @param {string | null} symbol */
export function answerMark(card, symbol) {
  if (!card?.sides || !"<>".includes(symbol ?? "?")) return h("b", null, symbol ?? "?");
  return h(
    "span",
    { class: "sides" },
    h("b", { "aria-hidden": "true" }, symbol),
    pick(card.sides[symbol === ">" ? 0 : 1]),
  );
}

/** @param {Pick<Api.CardState, "sides">} card @param {string} symbol */
export function answerLabel(card, symbol) {
  if (!card.sides) return symbol;
  return symbol === "=" ? t("as many of both") : symbol === ">" ? t("more of the first") : t("more of the second");
}
