// @ts-check
// Code Breaker: the guess that is being made, the codes left, the best guesses, the log. Loaded when it is first played.

import { awayText, isOnline, post, problemText } from "./api.js";
import { cardPad, face, faces } from "./breakercards.js";
import { newBreaker, rankRange } from "./breakernew.js";
import { inWords, rulesSheet } from "./breakerrules.js";
import { button, choice, icon, iconButton, slots, toast } from "./dom.js";
import { add, change, changed, drop, logText, redo, replace, rewrite, state, undo } from "./hub.js";
import { counted, number, percent, t } from "./i18n.js";
import { shownRows, wholeLog } from "./log.js";
import { h } from "./render.js";
import { closingButton, sheet } from "./sheets.js";

export { newBreaker };
export const rules = () => rulesSheet(state.view.table);

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const theGame = () => /** @type {import("./store.js").Game} */ (state.game);
const half = () => state.view.table.halves[state.view.table.turn ?? state.view.table.mine];

// What is being entered: three cards, and the answer unless the page holds the code.

/** @type {any} */
let draft = { game: null, rev: null, cards: [], said: [null, null, null], touched: false };

function current() {
  const game = theGame();
  const { view } = state;
  if (draft.game !== game.id || draft.rev !== game.rev)
    draft = { game: game.id, rev: game.rev, cards: [], said: [null, null, null], touched: false };
  if (!draft.touched && state.fresh && !secret() && view.table.turn === view.table.mine)
    draft.cards = view.analysis.best[0]?.cards ?? [];
  return draft;
}

/** @param {Record<string, any>} changes */
const set = (changes) => {
  Object.assign(draft, changes);
  changed();
};
const secret = () => theGame().secrets?.[state.view.table.turn] ?? null;
const complete = () => draft.cards.length === 3 && (secret() || !draft.said.includes(null));

export function board() {
  const { view } = state;
  if (!view)
    return [
      h("p", { class: "empty" }, isOnline() ? t("Working it out ...") : awayText()),
    ];
  const { table, analysis } = view;
  robot();
  const practice = Boolean(theGame().secrets);
  const known = [left(analysis), bestGuesses(analysis)];
  return [
    ending(analysis) ?? (table.turn === null ? null : builder(table)),
    h(
      "div",
      { class: "side" },
      contradiction(analysis),
      practice && !analysis.outcome
        ? h(
            "details",
            {
              class: "panel",
              open: draft.help,
              ontoggle: (/** @type {any} */ event) => {
                draft.help = event.target.open;
              },
            },
            h("summary", null, t("Help me")),
            known,
          )
        : known,
      race(analysis),
    ),
    log(view),
  ];
}

/** @param {Api.ShortBreakerAnalysis} analysis */
function ending(analysis) {
  /** @type {Record<string, string>} */
  const words = {
    broken: counted(analysis.guesses.length, "Broken in {count} guess.", "Broken in {count} guesses."),
    me: t("You win."),
    them: t("They win."),
    tie: t("A tie."),
    shown: t("The code was shown before it was broken."),
  };
  if (!analysis.outcome) return null;
  const { revealed } = state.view.table;
  return h(
    "section",
    { class: "panel" },
    h("p", { class: "headline" }, words[analysis.outcome]),
    Object.values(revealed).map((cards) => h("p", { class: "big" }, faces(cards))),
    analysis.false_answers.map((one) =>
      h(
        "p",
        { class: "bad" },
        t("line {line}: {said} was wrong, {right} is right", {
          line: one.line,
          said: one.answer.join(" "),
          right: one.right.join(" "),
        }),
      ),
    ),
    h("div", { class: "actions" }, button(t("New game"), newBreaker, { class: "primary", "data-k": "again" })),
  );
}

/** @param {Api.BreakerTable} table */
function builder(table) {
  const now = current();
  const mine = table.turn === table.mine;
  const place = (/** @type {string[]} */ cards) => set({ cards, touched: true });
  return h(
    "section",
    { class: "panel guess", "aria-label": t("next guess") },
    h("h2", null, capital(!table.race ? t("next guess") : mine ? t("your turn") : t("their turn"))),
    h(
      "div",
      { class: "slots", role: "group", "aria-label": t("next guess") },
      slots(3, now.cards, place, { show: face }),
    ),
    cardPad(half(), now.cards, place),
    secret() ? h("p", { class: "note" }, t("I have set a code. Guess!")) : answerRows(now),
  );
}

/** @param {any} now */
function answerRows(now) {
  const labels = [t("numbers"), t("suits"), t("cards")];
  return h(
    "div",
    { class: "said" },
    labels.map((label, i) =>
      h(
        "div",
        null,
        h("span", { "aria-hidden": "true" }, capital(label)),
        choice(
          label,
          ["0", "1", "2", "3"].map((n) => [n, n]),
          now.said[i],
          (n) => set({ said: now.said.map((/** @type {number} */ was, /** @type {number} */ j) => (j === i ? n : was)), touched: true }),
          { "data-k": `said${i}` },
        ),
      ),
    ),
  );
}

/** @param {Api.ShortBreakerAnalysis} analysis */
function left(analysis) {
  if (analysis.contradiction || analysis.outcome) return null;
  return h(
    "section",
    { class: "panel", "aria-label": t("codes left") },
    analysis.solved
      ? h("p", { class: "headline certain" }, h("small", null, t("Certain")), faces(analysis.codes[0].cards))
      : h(
          "p",
          { class: "count" },
          h("b", null, number(analysis.left)),
          " ",
          counted(analysis.left, "code left", "codes left"),
        ),
    !analysis.solved &&
      analysis.left <= 24 &&
      h(
        "div",
        { class: "codes" },
        analysis.codes.map((code) => h("span", null, faces(code.cards))),
      ),
  );
}

/** @param {Api.ShortBreakerAnalysis} analysis */
function bestGuesses(analysis) {
  if (!analysis.best.length || analysis.solved) return null;
  const figures = (/** @type {any} */ one) =>
    [
      one.expected_guesses !== null &&
        t("{mean} guesses on average, {worst} at worst", {
          mean: number(one.expected_guesses, 2),
          worst: one.worst_guesses,
        }),
      t("{bits} bits", { bits: number(one.bits, 2) }),
      one.race !== null && t("wins {chance}", { chance: percent(one.race, { exact: false }) }),
      !one.possible && t("cannot be the code"),
    ]
      .filter(Boolean)
      .join(" · ");
  return h(
    "section",
    { class: "panel cards", "aria-label": t("Best guesses") },
    h("h2", null, t("Best guesses")),
    h(
      "ol",
      null,
      analysis.best.map((one, i) =>
        h(
          "li",
          null,
          h(
            "button",
            {
              type: "button",
              class: "bestrow",
              "data-k": `best${i}`,
              onclick: () => set({ cards: one.cards, touched: true }),
            },
            faces(one.cards),
            h("small", null, figures(one)),
          ),
        ),
      ),
    ),
  );
}

function race(/** @type {Api.ShortBreakerAnalysis} */ { race: now, outcome }) {
  if (!now || outcome) return null;
  return h(
    "section",
    { class: "panel", "aria-label": t("race") },
    h("h2", null, capital(t("race"))),
    now.last_chance &&
      h("p", null, now.turn === "me" ? t("Last chance: one guess to tie.") : t("They have one guess to tie.")),
    h(
      "p",
      null,
      now.win === null
        ? t("Codes left for them: {count}", { count: number(now.their_codes) })
        : t("they: codes left {left}; if they play well: win {win}, tie {tie}, lose {lose}", {
            left: number(now.their_codes),
            win: percent(now.win, { exact: false }),
            tie: percent(now.tie, { exact: false }),
            lose: percent(now.lose, { exact: false }),
          }),
    ),
  );
}

/** @param {Api.ShortBreakerAnalysis} analysis */
function contradiction(analysis) {
  if (!analysis.contradiction) return null;
  const guess = (/** @type {number} */ line) => /** @type {Api.GuessMade} */ (analysis.guesses.find((one) => one.line === line));
  return h(
    "section",
    { class: "panel mend", role: "alert" },
    h("h2", null, icon("warn"), t("One of these must be wrong")),
    h(
      "ol",
      null,
      analysis.contradiction.culprits.slice(0, 6).map((one) =>
        h(
          "li",
          null,
          h(
            "p",
            null,
            h("b", null, percent(one.probability, { short: true })),
            " ",
            one.lines.map((line) => [
              t("Line {line}", { line }),
              ": ",
              faces(guess(line).cards),
              ` ${guess(line).answer.join(" ")} `,
            ]),
          ),
          h(
            "div",
            { class: "actions" },
            one.lines.length === 1 &&
              Object.entries(one.instead[one.lines[0]] ?? {})
                .slice(0, 4)
                .map(([said, share]) =>
                  button(
                    t("It was {answer} ({chance})", {
                      answer: said,
                      chance: percent(share, { short: true }),
                    }),
                    () => change(one.lines[0] - 1, 1, [`${guess(one.lines[0]).cards.join(" ")} ${said}`]),
                  ),
                ),
            one.lines.map((line) => button(t("Doubt line {line}", { line }), () => doubt(guess(line)))),
          ),
        ),
      ),
    ),
  );
}

/** @param {Api.GuessMade} guess */
const doubt = (guess) =>
  replace(guess.line, `${guess.cards.join(" ")} ${guess.answer.join(" ")}${guess.doubted ? "" : " ?"}`);

// The log, newest line first.

/** @param {Api.BreakerGame} view */
function log(view) {
  const guesses = Object.fromEntries(view.analysis.guesses.map((one) => [one.line, one]));
  const known = state.fresh
    ? view.lines
    : theGame().lines.map((text, i) =>
        view.lines[i]?.text === text ? view.lines[i] : /** @type {Api.BreakerLogLine} */ (/** @type {unknown} */ ({ line: i + 1, kind: "new", text, warnings: [] })),
      );
  const row = (/** @type {Api.BreakerLogLine} */ entry) => {
    const guess = guesses[entry.line]?.answer && entry.kind === "guess" ? guesses[entry.line] : null;
    return h(
      "li",
      { class: `is-${entry.kind}${guess?.doubted ? " unsure" : ""}` },
      h(
        "button",
        { type: "button", "data-k": `line${entry.line}`, onclick: () => lineMenu(entry, guess) },
        h("span", { class: "line" }, entry.line),
        h(
          "span",
          { class: "what" },
          guess
            ? [
                view.table.race && h("b", null, guess.player === "me" ? t("me") : t("they")),
                faces(guess.cards),
                saidMark(guess.answer),
                guess.doubted && h("span", { class: "q" }, "?"),
              ]
            : h("span", { class: "raw" }, plainLine(entry)),
        ),
      ),
      entry.error && h("p", { class: "bad" }, icon("warn"), entry.error),
    );
  };
  return h(
    "section",
    { class: "panel log", id: "log", "aria-label": t("Log") },
    h("h2", null, t("Log")),
    h("ol", { reversed: true, start: known.length }, known.slice(-shownRows(known.length)).map(row).reverse()),
    wholeLog(known.length),
  );
}

// A line that is no guess: the pack, a code that was shown, who guesses what.
/** @param {Api.BreakerLogLine} entry */
function plainLine(entry) {
  const { table } = state.view;
  const [word, ...rest] = (entry.written ?? entry.text).trim().split(/\s+/);
  if (entry.kind === "pack") return t(table.title);
  if (entry.kind === "code") return [t("Code shown"), " ", faces(rest)];
  if (entry.kind === "first") return [t("Who guesses first?"), " ", rest[0] === "me" ? t("me") : t("they")];
  if (entry.kind === "me") return [t("I guess"), " ", rankRange(table.halves[table.mine])];
  return word ? entry.text : " ";
}

/** @param {number[]} said */
const saidMark = (said) =>
  h(
    "span",
    {
      class: "said3",
      role: "img",
      "aria-label": t("Answer: numbers {numbers}, suits {suits}, cards {cards}", {
        numbers: said[0],
        suits: said[1],
        cards: said[2],
      }),
    },
    inWords(said),
  );

/** @param {Api.BreakerLogLine} entry @param {Api.GuessMade | null} guess */
function lineMenu(entry, guess) {
  const submit = (/** @type {import("./sheets.js").Sheet} */ it) => (/** @type {any} */ event) => {
    event.preventDefault();
    it.close();
    rewrite(entry.line, event.target.elements.typed.value);
  };
  const field = {
    type: "text",
    id: "typed",
    value: entry.text,
    autocomplete: "off",
    autocapitalize: "off",
  };
  sheet(
    () => t("Line {line}", { line: entry.line }),
    (it) => {
      const act = closingButton(it);
      return [
        h(
          "form",
          { class: "inline", onsubmit: submit(it) },
          h("label", { for: "typed" }, t("Change as text")),
          h("input", field),
          h("button", { class: "primary" }, "OK"),
        ),
        h(
          "div",
          { class: "actions wrap" },
          guess && act(guess.doubted ? t("I am sure") : t("I am not sure"), () => doubt(guess)),
          act(t("Delete"), () => drop(entry.line), { class: "danger" }),
        ),
      ];
    },
  );
}

// The bar at the thumb.

export function entry() {
  const { game, view } = state;
  if (!game) return [];
  const back = iconButton("undo", t("Undo"), undo, { disabled: !game.past.length, "data-k": "undo" });
  const again = game.future.length ? iconButton("redo", t("Redo"), redo, { "data-k": "redo" }) : null;
  if (!view || view.table.turn === null) return h("div", { class: "buttons" }, back, again);
  current();
  const show = game.secrets
    ? button(t("Show the code"), () => add(...codeLines(game.secrets ?? {})), { class: "big", "data-k": "show" })
    : button(t("Code shown"), showSheet, { class: "big", "data-k": "show" });
  const go = { class: "big primary", disabled: !complete() || !state.fresh, "data-k": "go" };
  return h(
    "div",
    { class: "buttons" },
    back,
    again,
    button(secret() ? t("Guess") : t("Log guess and answer"), enter, go),
    show,
  );
}

/** @param {Record<string, string>} secrets */
const codeLines = (secrets) => Object.values(secrets).map((cards) => `code ${cards}`);

async function enter() {
  const { cards, said } = current();
  const code = secret();
  if (!code) return add(`${cards.join(" ")} ${said.join(" ")}`);
  return guessAt(cards, code);
}

/** @param {string[]} cards @param {string} code */
async function guessAt(cards, code) {
  const { id, rev } = theGame();
  try {
    const found = await post("answer", { pack: state.view.table.pack, guess: cards.join(" "), code });
    if (state.game?.id === id && state.game?.rev === rev) await add(`${cards.join(" ")} ${found.answer.join(" ")}`);
  } catch (error) {
    toast(problemText(error), { bad: true });
  }
}

// In a practice race the other side guesses by itself: the best guess as seen from its chair.
/** @type {string | null} */
let thinking = null;
async function robot() {
  const game = theGame();
  const { table } = state.view;
  const turn = `${game.id} ${game.rev}`;
  if (
    !state.fresh ||
    !game.secrets ||
    !table.race ||
    table.turn === null ||
    table.turn === table.mine ||
    thinking === turn
  )
    return;
  thinking = turn;
  const their = table.halves[1 - table.mine].half;
  const text = logText()
    .replace(/^me \w+$/m, `me ${their}`)
    .replace(/^first (\w+)$/m, (_, who) => `first ${who === "me" ? "them" : "me"}`);
  try {
    const found = await post("breaker", { log: text, top: 1 });
    if (turn === `${state.game?.id} ${state.game?.rev}`)
      await guessAt(found.analysis.best[0].cards, game.secrets[table.turn]);
  } catch {
    thinking = null; // again with the next drawing
  }
}

function showSheet() {
  const { table } = state.view;
  let picked = /** @type {string[]} */ ([]);
  const pick = (/** @type {string[]} */ cards) => {
    picked = cards;
    changed();
  };
  const ok = () => {
    it.close();
    add(`code ${picked.join(" ")}`);
  };
  const it = sheet(
    () => t("Code shown"),
    () => [
      cardPad(table.halves[table.mine], picked, pick),
      h(
        "div",
        { class: "actions" },
        button("OK", ok, { class: "primary", disabled: picked.length !== 3, "data-k": "ok" }),
      ),
    ],
  );
}

export function announcement(/** @type {Api.BreakerGame} */ { analysis }) {
  if (analysis.contradiction) return t("CONTRADICTION: no code fits every answer");
  if (analysis.solved) return t("Certain: {code}. Declare it!", { code: analysis.codes[0].cards.join(" ") });
  return `${number(analysis.left)} ${counted(analysis.left, "code left", "codes left")}`;
}
