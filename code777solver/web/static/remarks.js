// @ts-check
// What is odd about a line, in the words and the language of the page. The server speaks as the prompt does.

import { t } from "./i18n.js";
import { playerName } from "./names.js";

/** The name in "Ann's" or "your". @param {string} owner */
const whose = (owner) => playerName(/^(my|your)$/.test(owner) ? "me" : owner.replace(/'s?$/, ""));

/** @type {[RegExp, (...found: string[]) => string | null][]} */
const REMARKS = [
  [/: add `saw` /, () => null], // not telling my old tiles is my choice here, and no oddity
  [
    /^out of turn: it was (.+) turn to draw a card$/,
    (owner) => t("Out of turn: {name} was to draw a card.", { name: whose(owner) }),
  ],
  [/^card (\d+) has already been answered/, (card) => t("Card {card} has already been answered.", { card })],
  [
    /the right answer for the racks in sight is (\S+), not/,
    (right) => t("The right answer for the racks in sight is {right}.", { right }),
  ],
  [/^the game is over/, () => t("The game is over.")],
  [/^no tiles are out of play/, () => t("No tiles are out of play: this reshuffle changes nothing.")],
  [/reshuffle/, () => t("Reshuffle the tiles")],
  [/not declared: the old tiles/, () => t("Nobody declared; the old tiles count as out of play, unseen.")],
  [/may declare only on/, () => t("Declaring is allowed only on one's own turn, after the card.")],
  [/^card (\d+): no answer from (.+)$/, (card, names) => t("Card {card}: no answer from {names}.", { card, names })],
];

/** @param {readonly string[]} warnings @returns {string[]} */
export const remarks = (warnings) =>
  warnings.flatMap((text) => {
    for (const [pattern, say] of REMARKS) {
      const found = pattern.exec(text);
      if (found) return say(...found.slice(1)) ?? [];
    }
    return [text];
  });
