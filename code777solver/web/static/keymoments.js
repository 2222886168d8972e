// @ts-check
// The key moments of a finished game against the computer: the answers or declarations, and their consequences.

import { counted, percent, sentence, t } from "./i18n.js";
import { playerName } from "./names.js";
import { h } from "./render.js";
import { codeText, eventAt } from "./matchevents.js";
import { claimText, factChip } from "./why.js";

/** @typedef {import("./render.js").Child} Child */

/** What came of it, in a sentence. @type {Record<string, (one: Api.PlayedMoment) => Child>} */
const CAME = {
  late: ({ cards, code }) =>
    counted(
      cards,
      "From then on {code} was certain. You declared it {count} card later.",
      "From then on {code} was certain. You declared it {count} cards later.",
      { code: codeText(code ?? "") },
    ),
  missed: ({ cards }) =>
    counted(
      cards,
      "From then on your code was certain. You let {count} card pass.",
      "From then on your code was certain. You let {count} cards pass.",
    ),
  excluded: ({ code, since }) =>
    since === null
      ? t("You declared {code}, which was ruled out.", { code: codeText(code ?? "") })
      : t("You declared {code}, but this had ruled it out:", { code: codeText(code ?? "") }),
  guess: ({ code, probability }) =>
    probability === null
      ? t("You declared {code}: a guess.", { code: codeText(code ?? "") })
      : t("You declared {code}: a guess with a chance of {chance}.", { code: codeText(code ?? ""), chance: percent(probability) }),
  told: ({ facts }) => [t("This told you much."), " ", facts.map(fact)],
};
// `no 6` and `has blue` are small enough for a picture.
/** @param {string} claim */
const fact = (claim) => (/^(no|has) \S+$/.test(claim) ? factChip(claim) : h("b", null, sentence(claimText(claim))));

const DECLARED = ["excluded", "guess"]; // what was declared stands in the sentence

/**
 * @param {Api.LookedBack} ending @param {string} seat whose moments they are @param {any} edition
 * @returns {Child}
 */
export function keyMoments(ending, seat, edition) {
  const { opened } = ending;
  const puzzles = ending.missed.filter((one) => one.puzzle).map((one) => one.line);
  const rows = (/** @type {number[]} */ lines) => {
    const found = lines.map((line) => eventAt(opened, line, seat, edition)).filter(Boolean);
    return found.length > 0 && h("ul", { class: "clues" }, found);
  };
  const moment = (/** @type {Api.PlayedMoment} */ one) => {
    const spoils = one.kind === "missed" && puzzles.includes(one.line); // it can still be found as a puzzle
    const scored = [...new Set(one.scored)].map(playerName).join(", ");
    return h(
      "li",
      { "data-k": `moment${one.line}` },
      !DECLARED.includes(one.kind) && rows([one.line]),
      h("p", null, CAME[one.kind](one), scored && ` ${sentence(t("{names} scored meanwhile", { names: scored }))}`),
      one.since !== null && rows([one.since]),
      one.proof.length > 0 && !spoils && h("details", null, h("summary", null, t("Why?")), rows(one.proof)),
    );
  };
  return h("ul", { class: "way", "data-k": "moments" }, ending.moments.map(moment));
}
