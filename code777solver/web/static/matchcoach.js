// @ts-check
// The coach of a game against the computer: hints and checks on demand, and after a declaration whether it was certain.

import { post } from "./api.js";
import { button } from "./dom.js";
import { state } from "./hub.js";
import { language, percent, t } from "./i18n.js";
import { claimsOf } from "./marks.js";
import { h } from "./render.js";
import { sheet } from "./sheets.js";
import { tableAfter } from "./table.js";
import { failure, hintText, proofBody } from "./why.js";

export const RUNGS = 3;

/** @param {any} it @param {Api.DeckTile[]} deck */
const known = (it, deck) => claimsOf(it.left.marks[it.seat] ?? {}, deck);

/** @param {any} it the game @param {string[]} lines what the seat has seen @param {any[]} deck */
export async function hint(it, lines, deck) {
  const level = Math.min(it.rung + 1, RUNGS);
  const body = { log: lines.join("\n"), seat: it.seat, level, lang: language, notes: known(it, deck) };
  try {
    const found = await post("hint", body);
    const heard = tableAfter(lines, it.seat, state.about)?.clues.find((one) => one.line === found.line);
    it.reply = found.wrong.length ? t("One of your marks is wrong.") : hintText(found, heard ?? { player: "", card: "" });
    it.rung = found.line ? level : 0;
  } catch (error) {
    it.problem = failure(error);
  }
}

/** @param {any} it @param {string[]} lines @param {any[]} deck */
export async function checkMarks(it, lines, deck) {
  try {
    const found = await post("notes", { log: lines.join("\n"), seat: it.seat, notes: known(it, deck) });
    it.reply = found.wrong.length
      ? t("Marks that are wrong: {count}.", { count: found.wrong.length })
      : t("No mark is wrong. Facts that can still be proved: {count}.", { count: found.more });
  } catch (error) {
    it.problem = failure(error);
  }
}

/**
 * Whether a code was certain when it was declared.
 * @param {string[]} lines the game before @param {string} seat @param {string} code @param {boolean} numbers
 */
export async function certainty(lines, seat, code, numbers) {
  const ask = (/** @type {string} */ claim) => post("explain", { log: lines.join("\n"), seat, claim, lang: language });
  try {
    const found = await ask(numbers ? `numbers ${code}` : code);
    return found.proved || found.probability > 0 ? found : await ask(`not ${code}`);
  } catch {
    return null; // the game goes on without it
  }
}

/** What is said of it. @param {any} proof @param {any} edition */
export function verdict(proof, edition) {
  if (!proof) return null;
  const text = !proof.proved
    ? t("It was not certain: it had {chance}.", { chance: percent(proof.probability) })
    : proof.claim.startsWith("not ")
      ? t("It was ruled out.")
      : t("It was certain.");
  const find = (/** @type {number} */ card) => edition?.cards.find((/** @type {any} */ one) => one.card === card);
  const why = () =>
    sheet(
      () => t("Why?"),
      () => proofBody(proof, find),
    );
  return h(
    "li",
    { class: "verdict", "data-k": "verdict" },
    h("span", null, text),
    proof.proved && button(t("Why?"), why, { class: "link", "data-k": "why" }),
  );
}
