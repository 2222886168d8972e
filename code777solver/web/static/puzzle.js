// Puzzles: choose one, try codes, climb the ladder of hints. The server sends the solution only when it is due.

import { Refusal, post } from "./api.js";
import { button, choice, h, sheet } from "./dom.js";
import { state } from "./hub.js";
import { language, t } from "./i18n.js";
import { importLog } from "./menu.js";
import { tiles } from "./tiles.js";

const RUNGS = 4;
const player = (name) => (name.startsWith("spare") ? t("nobody {number}", { number: name.slice(5) }) : name);
const today = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60000).toISOString().slice(0, 10);

export function puzzleSheet() {
  sheet(t("Puzzle"), (it) => choose(it, "classic"), { wide: true });
}

function choose(it, edition) {
  const levels = [["easy", t("easy")], ["medium", t("medium")], ["hard", t("hard")], ["expert", t("expert")]];
  const any = () => String(Math.floor(Math.random() * 1e6));
  const start = (seed, level) => show(it, { seed, level, edition, lang: language });
  it.title(t("Puzzle"));
  it.draw(h("p", null, t("The racks you see, answers that are all needed, and exactly one code.")),
    choice(t("Editions"), state.about.editions.map((one) => [one.name, one.name]), edition, (name) => choose(it, name), { class: "choice four" }),
    h("div", { class: "actions tall" },
      button(t("Puzzle of the day"), () => start(`daily ${today()}`, ""), { class: "primary big", "data-k": "daily" }),
      levels.map(([level, text]) => button(text, () => start(any(), level), { class: "big", "data-k": level }))));
}

// One puzzle; `found` is what the server said last, `said` what came of codes and hints.
async function show(it, wish, more = {}, seen = { said: [], notes: [], rung: 0 }) {
  let found;
  try {
    if (!seen.puzzle) it.draw(h("p", { class: "empty" }, t("Working it out ...")));
    found = await post("puzzle", { ...wish, notes: seen.notes, ...more });
  } catch (error) {
    const text = error instanceof Refusal ? error.message : t("The server cannot be reached. Your game is safe here.");
    if (!seen.puzzle) return it.draw(h("p", { class: "bad" }, text), h("div", { class: "actions" }, button(t("Another puzzle"), () => choose(it, wish.edition))));
    seen.said.unshift(h("p", { class: "bad" }, text));
    return draw(it, wish, seen);
  }
  seen.puzzle = found;
  note(found, seen);
  draw(it, wish, seen);
}

function note({ verdict, hint, clues }, seen) {
  if (verdict?.right) seen.said.unshift(h("p", { class: "headline certain", role: "status" }, t("Right: {code}.", verdict)));
  else if (verdict) {
    const against = clues.filter((clue) => verdict.lines.includes(clue.line)).map((clue) => `${clue.player} ${clue.card} ${clue.answer}`).join(", ");
    seen.marks = verdict.lines;
    seen.said.unshift(h("p", { class: "bad", role: "status" }, against ? t("{code} is wrong. It contradicts: {answers}", { code: verdict.code, answers: against })
      : t("{code} is wrong: the tiles in sight rule it out.", verdict)));
  }
  if (hint) {
    seen.rung = hint.line ? hint.level : 0;
    seen.marks = hint.line ? [hint.line] : [];
    seen.said.unshift(h("p", { role: "status" }, hint.text));
    if (hint.level >= 3 && hint.claim) Object.assign(seen, { notes: [...seen.notes, hint.claim], rung: 0 });
  }
}

function draw(it, wish, seen) {
  const { title, racks, clues, asks, solution, log } = seen.puzzle;
  const again = (more) => show(it, wish, more, seen);
  const input = h("input", { type: "text", id: "code", inputmode: asks === "numbers" ? "numeric" : "text", autocomplete: "off", autocapitalize: "off", maxlength: 60, placeholder: asks === "numbers" ? "257" : "B7 K5 Y2", "data-k": "code" });
  it.title(title);
  it.draw(
    h("section", { class: "block" }, h("h3", null, t("You see")),
      Object.entries(racks).map(([name, rack]) => h("p", { class: "heard" }, h("b", null, player(name)), tiles(rack)))),
    h("section", { class: "block" }, h("h3", null, t("They answer")),
      h("ol", { class: "clues" }, clues.map((clue) => h("li", { class: seen.marks?.includes(clue.line) ? "marked" : null, "data-line": clue.line },
        h("b", null, clue.player), h("span", { class: "num" }, clue.card), h("span", null, t(clue.text)), h("b", { class: "said" }, clue.answer)))),
      clues.some((clue) => "<=>".includes(clue.answer)) && h("p", { class: "note" }, t("> more of the first, < more of the second, = as many of both"))),
    h("div", { class: "replies" }, seen.said.slice(0, 3)),
    solution ? solved(it, wish, solution, log) : [
      h("form", { class: "inline", onsubmit: (event) => { event.preventDefault(); if (input.value.trim()) again({ code: input.value }); } },
        h("label", { for: "code" }, asks === "numbers" ? t("Which numbers are on your rack?") : t("Which tiles are on your rack?")), input, h("button", { class: "primary", "data-k": "check" }, t("Check"))),
      h("div", { class: "actions" },
        button(t("Hint"), () => again({ hint: Math.min(seen.rung + 1, RUNGS - 1) }), { "data-k": "hint" }),
        button(t("Show the solution"), () => again({ solution: "yes" }), { "data-k": "solution" }))]);
}

const solved = (it, wish, solution, log) => [
  h("section", { class: "block" }, h("h3", null, t("Solution: {code}", solution)), h("p", null, tiles(solution.dealt)),
    h("ul", { class: "way" }, solution.steps.map((step) => h("li", null, step)))),
  h("div", { class: "actions" }, button(t("Look at the game"), () => { it.close(); importLog(log); }, { "data-k": "look" }),
    button(t("Another puzzle"), () => choose(it, wish.edition), { class: "primary", "data-k": "another" })),
];
