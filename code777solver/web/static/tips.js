// @ts-check
// Three marks in the first game, one at a time: where an answer is entered, what the strip says, what a tap on a tile shows.
// They lie over the board, so nothing moves when one comes or goes.

import { button } from "./dom.js";
import { changed, state } from "./hub.js";
import { t } from "./i18n.js";
import { h } from "./render.js";
import { prefs, setPrefs } from "./store.js";

/** @typedef {"entry" | "strip" | "tiles"} Place */

/** @type {Place[]} */
const PLACES = ["entry", "strip", "tiles"];

/** @type {Record<Place, (docked: boolean) => string>} */
const TEXTS = {
  entry: (docked) =>
    docked
      ? t("After each card: tap its number, then the answer.")
      : t("After each card: tap here, then its number, then the answer."),
  strip: () => t("Your rack: a tile fills in as soon as it is proved. Below it: declare or wait. Tap that to see why."),
  tiles: () => t("What may be on your rack, and how likely it is. Tap a tile or a code to see why."),
};

/** The mark that is due; the second and the third wait for as many answers. @returns {Place | null} */
export function dueTip() {
  const { analysis, table, lines } = state.view ?? {};
  if (!state.fresh || !analysis?.racks || analysis.solved || table.winner || table.waiting.length) return null;
  if (prefs.coach || state.suppose.length) return null;
  const answers = lines.filter((/** @type {Api.LogLine} */ line) => line.kind === "answer").length;
  return answers >= prefs.tips ? (PLACES[prefs.tips] ?? null) : null;
}

/** The mark for a place, if it is due there. @param {Place} place @param {{ docked?: boolean }} options */
export function tip(place, { docked = false } = {}) {
  if (dueTip() !== place) return null;
  return h(
    "div",
    { class: `tip at-${place}`, key: "tip", role: "note" },
    h("p", null, TEXTS[place](docked)),
    h("small", null, `${prefs.tips + 1} / ${PLACES.length}`),
    button("OK", () => done(place), { "data-k": "tip" }),
  );
}

/** Somebody has done what a mark tells of, or has read it. @param {Place} place */
export function learnt(place) {
  if (PLACES[prefs.tips] === place) setPrefs({ tips: prefs.tips + 1 });
}

/** @param {Place} place */
function done(place) {
  learnt(place);
  changed();
}
