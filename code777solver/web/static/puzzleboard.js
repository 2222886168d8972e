// @ts-check
// The screen of a puzzle: the racks in sight, the answers, the player's marks, a code to try, hints. It survives a reload.

import { post } from "./api.js";
import { answerMark } from "./cards.js";
import { copyText } from "./copy.js";
import { button, slots, toggle } from "./dom.js";
import { importLog } from "./files.js";
import { changed, state } from "./hub.js";
import { language, sentence, t } from "./i18n.js";
import { claimsOf, markedPyramid } from "./marks.js";
import { playerName } from "./names.js";
import { fitting, isTextRecord, isTexts } from "./records.js";
import { h } from "./render.js";
import { codeText } from "./matchevents.js";
import { closeSheets, sheet } from "./sheets.js";
import { clock, storeResult } from "./puzzleresults.js";
import { keep, kept, prefs, setPrefs } from "./store.js";
import { tile, tileName, tiles } from "./tiles.js";
import { failure } from "./why.js";

const RUNGS = 4;
const SIZE = 3;

/**
 * @typedef {object} Attempt what is kept of a puzzle
 * @property {import("./marks.js").Marks} marks
 * @property {string[]} code
 * @property {number} seconds
 * @property {number} hints how many were taken
 * @property {boolean} done
 */

/** How hard puzzles are. @returns {Record<string, string>} */
export const levelNames = () => ({ easy: t("easy"), medium: t("medium"), hard: t("hard"), expert: t("expert") });

// One's own game has no lines for who taps: its puzzles are told apart by how hard they are.
const titleOf = (/** @type {{ puzzle: Api.PagePuzzle, own: boolean }} */ { puzzle, own }) =>
  own ? t("Puzzle from your game: {level}", { level: levelNames()[puzzle.level] ?? puzzle.level }) : puzzle.title;

/**
 * Open a puzzle.
 * @param {"daily" | "puzzle" | "missed"} endpoint
 * @param {Record<string, any>} wish
 * @param {string | null} day
 * @param {string} place where the attempt is kept
 */
export function puzzleBoard(endpoint, wish, day = null, place = `puzzle.${JSON.stringify(wish)}`) {
  /** @type {Attempt} */
  const attempt = fitting({ marks: {}, code: [], seconds: 0, hints: 0, done: false }, kept(place), {
    marks: isTextRecord,
    code: isTexts,
  });
  /** @type {any} */
  const it = { puzzle: null, problem: null, reply: null, lit: [], wrong: [], rung: 0, naming: false, attempt, day, wish };
  it.own = endpoint === "missed";
  const save = () => {
    keep(place, attempt);
    changed(); // the calendar behind it, too
  };
  const ask = async (more = {}) => {
    try {
      it.puzzle = await post(endpoint, { ...wish, lang: language, ...more });
      it.problem = null;
      take(it, save);
    } catch (error) {
      it.problem = failure(error);
    }
    save();
    if (!attempt.done) box.dialog.querySelector(".clues .marked")?.scrollIntoView({ block: "nearest" });
  };
  const tick = setInterval(() => {
    if (!it.puzzle || attempt.done || document.hidden) return;
    attempt.seconds += 1;
    if (attempt.seconds % 5 === 0) keep(place, attempt);
    if (prefs.timer) box.redraw();
  }, 1000);
  const box = sheet(
    () => (it.puzzle ? titleOf(it) : t("Puzzle")),
    () => (it.puzzle ? view(it, ask, save) : (it.problem ?? h("p", { class: "empty" }, t("Working it out ...")))),
    { wide: true, kind: "full puzzle", onclose: () => clearInterval(tick) },
  );
  ask(attempt.done ? { solution: "yes" } : {});
}

// What came of a code or of a hint.
/** @param {any} it @param {() => void} save */
function take(it, save) {
  const { verdict, hint, solution, clues } = it.puzzle;
  const { attempt } = it;
  if (solution && !attempt.done) {
    attempt.done = true;
    if (it.day) storeResult(it.day, { seconds: attempt.seconds, hints: attempt.hints, given: !verdict?.right });
    save();
  }
  if (verdict && !verdict.right) {
    const against = clues.filter((/** @type {Api.Clue} */ clue) => verdict.lines.includes(clue.line));
    const answers = against.map((/** @type {Api.Clue} */ clue) => `${playerName(clue.player)} ${clue.card}`).join(", ");
    it.lit = verdict.lines;
    it.reply = answers
      ? t("{code} is wrong. It contradicts: {answers}", { code: verdict.code, answers })
      : t("{code} is wrong: the tiles in sight rule it out.", verdict);
    it.bad = true;
  }
  if (hint) {
    it.rung = hint.line ? hint.level : 0;
    it.lit = hint.line ? [hint.line] : [];
    const lit = clues.find((/** @type {Api.Clue} */ clue) => clue.line === hint.line);
    const look = { name: playerName(lit?.player), card: lit?.card };
    const reply = lit && hint.level === 1 ? t("Look again at {name}'s answer to card {card}.", look) : hint.text;
    Object.assign(it, { reply, bad: false });
    attempt.hints += 1;
  }
}

// The deck with what the racks in sight show of it.
/** @param {any} it */
function deckOf(it) {
  const edition = editionOf(it);
  const seen = Object.values(it.puzzle.racks).flat();
  return (edition?.deck ?? []).map((kind) => ({ ...kind, seen: seen.filter((tile) => tile === kind.tile).length }));
}

/** @param {any} it @param {(more?: Record<string, any>) => Promise<void>} ask @param {() => void} save */
function view(it, ask, save) {
  const { attempt, puzzle } = it;
  const deck = deckOf(it);
  const mark = (/** @type {import("./marks.js").Marks} */ marks) => {
    Object.assign(attempt, { marks });
    Object.assign(it, { wrong: [], rung: 0 });
    save();
  };
  const take = (/** @type {string} */ name) => {
    attempt.code = withTile(attempt.code, deck, name);
    save();
  };
  const pick = it.naming && !puzzle.solution ? take : null;
  const howto = pick ? t("Tap the three tiles of your code.") : t("Tap a tile to cross it out, again to circle it.");
  return [
    h(
      "div",
      { class: "given", key: "given" },
      puzzle.solution && solution(puzzle.solution),
      h(
        "p",
        { class: "clock" },
        prefs.timer ? clock(attempt.seconds) : "",
        toggle(t("Timer"), prefs.timer, (timer) => {
          setPrefs({ timer });
          save();
        }),
      ),
      h(
        "div",
        { class: "seats" },
        Object.entries(puzzle.racks).map(([name, rack]) =>
          h("div", { class: "seat" }, h("b", null, playerName(name)), tiles(rack)),
        ),
      ),
      h(
        "ol",
        { class: "clues" },
        puzzle.clues.map((/** @type {any} */ one) => clue(one, it)),
      ),
      !puzzle.solution &&
        button(t("Show the solution"), () => ask({ solution: "yes" }), { class: "link", "data-k": "solution" }),
    ),
    h(
      "div",
      { class: puzzle.solution ? "work solved" : "work", key: "work" },
      h("div", { class: "know", key: "pyramid" }, markedPyramid(deck, attempt.marks, mark, { wrong: it.wrong, pick })),
      it.problem,
      puzzle.solution
        ? ended(it)
        : h(
            "div",
            { class: "tray", key: "tray" },
            h("p", { class: it.bad ? "reply bad" : "reply", role: "status" }, it.reply ?? howto),
            trying(it, deck, ask, save),
          ),
    ),
  ];
}

/** @param {any} it */
const editionOf = (it) => state.about?.editions.find((one) => one.name === it.puzzle.edition);
/** @param {any} it @param {number} card */
const cardIn = (it, card) => editionOf(it)?.cards.find((one) => one.card === card);

/** @param {any} one @param {any} it */
function clue(one, it) {
  const card = cardIn(it, one.card);
  return h(
    "li",
    { class: it.lit.includes(one.line) ? "marked" : null, "data-line": one.line },
    h("b", null, playerName(one.player)),
    h("span", null, t(one.text)),
    h("span", { class: "told" }, answerMark(card, one.answer)),
  );
}

/** @param {any} it @param {Api.DeckTile[]} deck @param {(more?: Record<string, any>) => Promise<void>} ask @param {() => void} save */
function trying(it, deck, ask, save) {
  const { attempt, puzzle } = it;
  const numbers = puzzle.asks === "numbers";
  const set = (/** @type {string[]} */ code) => {
    attempt.code = code;
    save();
  };
  const check = () => ask({ code: attempt.code.join(numbers ? "" : " ") });
  const hint = () => ask({ hint: Math.min(it.rung + 1, RUNGS), notes: known(it, deck) });
  const shown = numbers ? [0, 1, 2].map((i) => attempt.code[i] ?? "?").join(" ") : t("Check");
  const help = [
    button(t("Hint {number} of {all}", { number: Math.min(it.rung + 1, RUNGS), all: RUNGS }), hint, { "data-k": "hint" }),
    button(t("Check marks"), () => checkMarks(it, deck, save), { "data-k": "marks" }),
  ];
  const naming = (/** @type {boolean} */ on) => () => {
    Object.assign(it, { naming: on, reply: null, bad: false });
    save();
  };
  if (!numbers && !it.naming)
    return h(
      "div",
      { class: "actions", key: "actions" },
      help,
      button(t("Declare"), naming(true), { class: "primary", "data-k": "naming" }),
    );
  return [
    codePad(deck, attempt.code, numbers, set),
    h(
      "div",
      { class: "actions", key: "actions" },
      numbers ? help : button(t("Cancel"), naming(false), { "data-k": "cancel" }),
      button(shown, check, {
        class: "primary code3",
        disabled: attempt.code.length !== SIZE,
        "aria-label": `${t("Check")}: ${shown}`,
        "data-k": "check",
      }),
    ),
  ];
}

// Where a code is entered: digits; or places for tiles, which are taken from the pyramid with one's marks, for there is no
// room for a second one.
/** @param {Api.DeckTile[]} deck @param {string[]} code @param {boolean} numbers @param {(code: string[]) => void} set */
export function codePad(deck, code, numbers, set) {
  if (numbers) return digitPad(deck, code, set);
  const places = { class: "slots", key: "slots", role: "group", "aria-label": t("The code") };
  return h("div", places, slots(SIZE, code, set, { show: tile, say: tileName }));
}

/** A code with one more tile, if there is room and such a tile. @param {string[]} code @param {any[]} deck @param {string} name */
export function withTile(code, deck, name) {
  const open = deck.filter((kind) => kind.tile === name).reduce((sum, kind) => sum + kind.copies - kind.seen, 0);
  return code.length === SIZE || code.filter((one) => one === name).length >= open ? code : [...code, name];
}

/** Keys for three numbers. @param {any[]} deck @param {string[]} code @param {(code: string[]) => void} set */
function digitPad(deck, code, set) {
  const digit = (/** @type {any} */ one) =>
    button(one, () => set([...code, String(one)]), {
      class: "answer",
      disabled: code.length === SIZE,
      "data-k": `digit${one}`,
    });
  const back = button("⌫", () => set(code.slice(0, -1)), {
    class: "answer",
    disabled: !code.length,
    "aria-label": t("Take {tile} away", { tile: code.at(-1) ?? "" }),
    "data-k": "rubout",
  });
  const numbers = [...new Set(deck.map((kind) => kind.number))];
  return h(
    "div",
    { class: "pad eight", key: "pad", role: "group", "aria-label": t("Numbers") },
    numbers.map(digit),
    back,
  );
}

// Marks that are known to be right; a hint goes on from them.
/** @param {any} it @param {Api.DeckTile[]} deck */
const known = (it, deck) =>
  claimsOf(Object.fromEntries(Object.entries(it.attempt.marks).filter(([tile]) => !it.wrong.includes(tile))), deck);

/** @param {any} it @param {Api.DeckTile[]} deck @param {() => void} save */
async function checkMarks(it, deck, save) {
  try {
    const found = await post("notes", { log: it.puzzle.log, notes: claimsOf(it.attempt.marks, deck) });
    const tilesOf = (/** @type {string[]} */ claims) => claims.map((claim) => claim.split(" ")[1]).filter((word) => /^[A-Z]\d$/.test(word));
    it.wrong = tilesOf(found.wrong);
    it.bad = it.wrong.length > 0;
    it.reply = it.bad
      ? t("Marks that are wrong: {count}.", { count: it.wrong.length })
      : t("No mark is wrong. Facts that can still be proved: {count}.", { count: found.more });
  } catch (error) {
    it.problem = failure(error);
  }
  save();
}

/** @param {Api.PageStep} step @param {any} it */
function solutionStep(step, it) {
  const used = it.puzzle.clues.filter((/** @type {any} */ one) => step.lines.includes(one.line));
  const said = (/** @type {any} */ one) =>
    h(
      "span",
      { class: "what" },
      h("b", null, playerName(one.player)),
      h("span", { class: "num" }, one.card),
      answerMark(cardIn(it, one.card), one.answer),
    );
  return h("li", null, used.map(said), h("p", null, sentence(step.follows)));
}

// It comes first, so that nobody has to look for it.
/** @param {any} found */
const solution = (found) =>
  h(
    "p",
    { class: "headline certain", role: "status", key: "solution" },
    h("span", null, t("Solution: {code}", { code: codeText(found.code) })),
    tiles(found.dealt),
  );

/** @param {any} it */
function ended(it) {
  const { attempt, puzzle } = it;
  const text = `Code 777 · ${titleOf(it)} · ${clock(attempt.seconds)} · ${t("hints: {count}", { count: attempt.hints })}`;
  const look = () => {
    closeSheets();
    importLog(puzzle.log);
  };
  return [
    h("p", { class: "note" }, `${clock(attempt.seconds)} · ${t("hints: {count}", { count: attempt.hints })}`),
    h(
      "section",
      { class: "block" },
      h(
        "ul",
        { class: "way" },
        puzzle.solution.steps.map((/** @type {Api.PageStep} */ step) => solutionStep(step, it)),
      ),
    ),
    h(
      "div",
      { class: "actions" },
      button(t("Look at the game"), look, { "data-k": "look" }),
      button(t("Copy the result"), () => copyText(text), { class: "primary", "data-k": "copy" }),
    ),
  ];
}
