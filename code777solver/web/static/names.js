// @ts-check
// Players and cards by their names in the log: how they are shown, and where they are found.

import { state } from "./hub.js";
import { t } from "./i18n.js";

const SPARE = /^spare(\d+)$/;

/** A name as people write it: the log has `_` for a space. @param {string | null | undefined} name */
export function playerName(name) {
  if (name === "me") return t("me");
  const spare = SPARE.exec(name ?? "");
  return spare ? t("nobody {number}", { number: spare[1] }) : (name ?? "").replaceAll("_", " ");
}

/** @param {number | null | undefined} card @returns {Api.CardState | undefined} */
export const cardOf = (card) => state.view?.table.cards.find((/** @type {any} */ one) => one.card === card);

/** Whether tiles are declared, or only numbers. @param {Api.TableState} table */
export const byTiles = (table) => table.edition.rules.target === "tiles";
