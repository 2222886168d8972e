// @ts-check
// "I deduce myself": the board hides its deductions, the pyramid takes the player's marks, and checks them on demand.

import { post } from "./api.js";
import { button } from "./dom.js";
import { asked, changed, setMarks, state } from "./hub.js";
import { t } from "./i18n.js";
import { claimsOf, markedPyramid } from "./marks.js";
import { h } from "./render.js";
import { prefs, setPrefs } from "./store.js";
import { failure, hintSheet } from "./why.js";

/** Whether the page keeps its deductions to itself. */
export const coaching = () => prefs.coach && !state.view?.table.winner;

/** @type {{ wrong: string[], reply: import("./render.js").Child, rev: number }} */
let found = { wrong: [], reply: null, rev: -1 }; // what the last check said, while the game is the same

/** @returns {Record<string, any>} */
const marks = () => state.game?.own ?? {};

// Marks are about one rack: a new one begins without.
const rackNumber = () =>
  state.view.lines.filter((/** @type {Api.LogLine} */ line) => line.kind === "rack" && line.player === state.view.table.seat).length;
const current = () => (marks().rack === rackNumber() ? marks() : { rack: rackNumber() });

export function coachPanel() {
  const { rack, ...own } = current();
  if (found.rev !== state.game?.rev) found = { wrong: [], reply: null, rev: state.game?.rev ?? -1 };
  const { deck } = state.view.table;
  const board = markedPyramid(deck, own, (next) => setMarks({ ...next, rack }), { wrong: found.wrong });
  return [
    board,
    h("p", { class: "reply", role: "status" }, found.reply ?? t("Tap a tile to cross it out, again to circle it.")),
    h(
      "div",
      { class: "actions" },
      button(t("Check marks"), () => check(claimsOf(own, deck)), { "data-k": "marks" }),
      button(t("Hint"), () => hintSheet(claimsOf(own, deck)), { "data-k": "coachhint" }),
      button(t("Show what follows"), () => coach(false), { class: "link", "data-k": "uncoach" }),
    ),
  ];
}

/** @param {boolean} on */
export function coach(on) {
  setPrefs({ coach: on });
  changed();
}

/** @param {string[]} claims */
async function check(claims) {
  const rev = state.game?.rev ?? -1;
  try {
    const told = await post("notes", asked({ notes: claims }));
    const wrong = told.wrong.map((/** @type {string} */ claim) => claim.split(" ")[1]).filter((/** @type {string} */ word) => /^[A-Z]\d$/.test(word));
    const counts = { right: told.proved.length, open: told.unproved.length, wrong: told.wrong.length, more: told.more };
    const reply = t("Proved: {right}. Not proved yet: {open}. Wrong: {wrong}. More can be proved: {more}.", counts);
    found = { wrong, reply, rev };
  } catch (error) {
    found = { wrong: [], reply: failure(error), rev };
  }
  changed();
}
