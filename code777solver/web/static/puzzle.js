// @ts-check
// Puzzles: choose one, try codes, climb the ladder of hints. The server sends the solution only when it is due.

import { post } from "./api.js";
import { button, choice } from "./dom.js";
import { importLog } from "./files.js";
import { changed, state } from "./hub.js";
import { language, t } from "./i18n.js";
import { playerName } from "./names.js";
import { h } from "./render.js";
import { sheet } from "./sheets.js";
import { tiles } from "./tiles.js";
import { failure } from "./why.js";

const RUNGS = 4;
const today = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

export function puzzleSheet() {
  /** @type {any} */
  const it = {
    edition: "classic",
    wish: null,
    puzzle: null,
    replies: [],
    notes: [],
    rung: 0,
    marks: [],
    problem: null,
  };
  const again = () =>
    Object.assign(it, { wish: null, puzzle: null, replies: [], notes: [], rung: 0, marks: [], problem: null });
  const load = async (wish, more = {}) => {
    it.wish = wish;
    it.problem = null;
    changed();
    try {
      const found = await post("puzzle", { ...wish, notes: it.notes, ...more });
      it.puzzle = found;
      take(found, it);
    } catch (error) {
      if (it.puzzle) it.replies.unshift(failure(error));
      else it.problem = failure(error);
    }
    changed();
  };
  const box = sheet(
    () => it.puzzle?.title ?? t("Puzzle"),
    () => {
      if (it.puzzle) return solving(it, load, restart, box);
      if (it.problem) return [it.problem, h("div", { class: "actions" }, button(t("Another puzzle"), restart))];
      return it.wish ? h("p", { class: "empty" }, t("Working it out ...")) : choosing(it, load);
    },
    { wide: true },
  );
  const restart = () => {
    again();
    changed();
  };
}

function choosing(it, load) {
  const levels = ["easy", "medium", "hard", "expert"];
  const names = { easy: t("easy"), medium: t("medium"), hard: t("hard"), expert: t("expert") };
  const start = (seed, level) => load({ seed, level, edition: it.edition, lang: language });
  const any = () => String(Math.floor(Math.random() * 1e6));
  const pick = (edition) => {
    it.edition = edition;
    changed();
  };
  return [
    h("p", null, t("The racks you see, answers that are all needed, and exactly one code.")),
    choice(
      t("Editions"),
      (state.about?.editions ?? []).map((one) => [one.name, one.name]),
      it.edition,
      pick,
      { class: "choice four" },
    ),
    h(
      "div",
      { class: "actions tall" },
      button(t("Puzzle of the day"), () => start(`daily ${today()}`, ""), { class: "primary big", "data-k": "daily" }),
      levels.map((level) => button(names[level], () => start(any(), level), { class: "big", "data-k": level })),
    ),
  ];
}

// What came of a code or of asking for a hint.
function take({ verdict, hint, clues }, it) {
  if (verdict?.right)
    it.replies.unshift(h("p", { class: "headline certain", role: "status" }, t("Right: {code}.", verdict)));
  else if (verdict) {
    const against = clues.filter((clue) => verdict.lines.includes(clue.line));
    const answers = against.map((clue) => `${playerName(clue.player)} ${clue.card} ${clue.answer}`).join(", ");
    const text = answers
      ? t("{code} is wrong. It contradicts: {answers}", { code: verdict.code, answers })
      : t("{code} is wrong: the tiles in sight rule it out.", verdict);
    it.marks = verdict.lines;
    it.replies.unshift(h("p", { class: "bad", role: "status" }, text));
  }
  if (!hint) return;
  it.rung = hint.line ? hint.level : 0;
  it.marks = hint.line ? [hint.line] : [];
  it.replies.unshift(h("p", { role: "status" }, hint.text));
  if (hint.level >= 3 && hint.claim) Object.assign(it, { notes: [...it.notes, hint.claim], rung: 0 });
}

function solving(it, load, restart, box) {
  const { racks, clues, asks, solution, log } = it.puzzle;
  const again = (more) => load(it.wish, more);
  const submit = (event) => {
    event.preventDefault();
    const code = event.target.elements.code.value;
    if (code.trim()) again({ code });
  };
  const look = () => {
    box.close();
    importLog(log);
  };
  const numbers = asks === "numbers";
  const clue = (one) =>
    h(
      "li",
      { class: it.marks.includes(one.line) ? "marked" : null, "data-line": one.line },
      h("b", null, playerName(one.player)),
      h("span", { class: "num" }, one.card),
      h("span", null, t(one.text)),
      h("b", { class: "said" }, one.answer),
    );
  const field = {
    type: "text",
    id: "code",
    inputmode: numbers ? "numeric" : "text",
    autocomplete: "off",
    autocapitalize: "off",
    maxlength: 60,
    placeholder: numbers ? "257" : "B7 K5 Y2",
    "data-k": "code",
  };
  return [
    h(
      "section",
      { class: "block" },
      h("h3", null, t("You see")),
      Object.entries(racks).map(([name, rack]) =>
        h("p", { class: "heard" }, h("b", null, playerName(name)), tiles(rack)),
      ),
    ),
    h(
      "section",
      { class: "block" },
      h("h3", null, t("They answer")),
      h("ol", { class: "clues" }, clues.map(clue)),
      clues.some((one) => "<=>".includes(one.answer)) &&
        h("p", { class: "note" }, t("> more of the first, < more of the second, = as many of both")),
    ),
    h("div", { class: "replies" }, it.replies.slice(0, 3)),
    solution
      ? solved(solution, look, restart)
      : [
          h(
            "form",
            { class: "inline", onsubmit: submit },
            h(
              "label",
              { for: "code" },
              numbers ? t("Which numbers are on your rack?") : t("Which tiles are on your rack?"),
            ),
            h("input", field),
            h("button", { class: "primary", "data-k": "check" }, t("Check")),
          ),
          h(
            "div",
            { class: "actions" },
            button(t("Hint"), () => again({ hint: Math.min(it.rung + 1, RUNGS - 1) }), { "data-k": "hint" }),
            button(t("Show the solution"), () => again({ solution: "yes" }), { "data-k": "solution" }),
          ),
        ],
  ];
}

const solved = (solution, look, restart) => [
  h(
    "section",
    { class: "block" },
    h("h3", null, t("Solution: {code}", solution)),
    h("p", null, tiles(solution.dealt)),
    h(
      "ul",
      { class: "way" },
      solution.steps.map((step) => h("li", null, step)),
    ),
  ),
  h(
    "div",
    { class: "actions" },
    button(t("Look at the game"), look, { "data-k": "look" }),
    button(t("Another puzzle"), restart, { class: "primary", "data-k": "another" }),
  ),
];
