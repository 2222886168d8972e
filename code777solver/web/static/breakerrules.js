// @ts-check
// The rules of Code Breaker, with an example in the cards of the pack.

import { faces } from "./breakercards.js";
import { t } from "./i18n.js";
import { h } from "./render.js";
import { sheet } from "./sheets.js";

/**
 * A code, a guess and its answer, for any pack of three numbers and three suits: a test asks the server for the answer.
 * @param {{ ranks: string[], suits: { letter: string }[] }} half
 */
export function example({ ranks, suits }) {
  const card = (/** @type {number} */ rank, /** @type {number} */ suit) => ranks[rank] + suits[suit].letter;
  return {
    code: [card(0, 0), card(1, 1), card(2, 1)],
    guess: [card(0, 0), card(0, 1), card(2, 2)],
    answer: [2, 2, 1],
  };
}

/** An answer in figures and words. @param {readonly (number | string)[]} said */
export const inWords = (said) =>
  [t("numbers"), t("suits"), t("cards")].map((label, i) =>
    h("span", null, h("b", null, said[i]), " ", h("small", null, label)),
  );

/** @param {{ race: boolean, halves: any[] }} table */
export function rulesSheet({ race, halves }) {
  const shown = example(halves[0]);
  sheet(
    () => t("The rules"),
    () => [
      h("p", null, t("The code is three different cards, in no order.")),
      h("p", null, t("Name any three cards. The answer counts how many numbers, suits and whole cards agree.")),
      h(
        "dl",
        { class: "facts example" },
        h("dt", null, t("The code")),
        h("dd", null, faces(shown.code, halves)),
        h("dt", null, t("A guess")),
        h("dd", null, faces(shown.guess, halves)),
        h("dt", null, t("Answer")),
        h("dd", { class: "said3" }, inWords(shown.answer)),
      ),
      h("p", null, t("A number or a suit counts as often as both have it. 3 3 3 is the code.")),
      race
        ? h("p", null, t("Both guess in turn, each at the other's code; the fewer rounds win."))
        : h("p", null, t("The fewer guesses, the better.")),
    ],
  );
}
