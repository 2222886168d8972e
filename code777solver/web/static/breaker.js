// Code Breaker: the guess that is being made, the codes left, the best guesses, the log. Loaded when it is first played.

import { Refusal, isOnline, post } from "./api.js";
import { button, choice, h, icon, iconButton, sheet, toast } from "./dom.js";
import { add, change, logText, open, redo, replace, drop, state, undo } from "./hub.js";
import { counted, decimal, number, percent, t } from "./i18n.js";
import { create } from "./store.js";

const capital = (text) => text[0].toUpperCase() + text.slice(1);
const redraw = () => document.dispatchEvent(new Event("redraw"));

// Cards. Suits without a symbol show their letter, so that nothing depends on colours.

const half = () => state.view.table.halves[state.view.table.turn ?? state.view.table.mine];

function face(name, halves = state.view.table.halves) {
  for (const one of halves) {
    const at = one.suits.findIndex((suit) => name.endsWith(suit.letter) && one.ranks.includes(name.slice(0, -suit.letter.length)));
    if (at < 0) continue;
    const suit = one.suits[at];
    const rank = name.slice(0, -suit.letter.length);
    return h("span", { class: `tile u${at % 5}`, role: "img", "aria-label": `${rank} ${t(suit.name)}` },
      h("b", { "aria-hidden": "true" }, rank), h("span", { "aria-hidden": "true" }, suit.symbol || suit.letter));
  }
  return h("span", { class: "tile any" }, name);
}

const faces = (names) => h("span", { class: "tiles" }, names.map((name) => face(name)));

// What is being entered: three cards, and the answer unless the page holds the code.

let draft = { game: null, rev: null, cards: [], said: [null, null, null], touched: false };

function current() {
  const { game, view } = state;
  if (draft.game !== game.id || draft.rev !== game.rev) draft = { game: game.id, rev: game.rev, cards: [], said: [null, null, null], touched: false };
  if (!draft.touched && state.fresh && !secret() && view.table.turn === view.table.mine) draft.cards = view.analysis.best[0]?.cards ?? [];
  return draft;
}

const set = (changes) => { Object.assign(draft, changes); redraw(); };
const secret = () => state.game.secrets?.[state.view.table.turn] ?? null;
const complete = () => draft.cards.length === 3 && (secret() || !draft.said.includes(null));

export function board() {
  const { view } = state;
  if (!view) return [h("p", { class: "empty" }, isOnline() ? t("Working it out ...") : t("The server cannot be reached. Your game is safe here."))];
  const { table, analysis } = view;
  robot();
  const practice = Boolean(state.game.secrets);
  const known = [left(analysis), bestGuesses(analysis)];
  return [
    ending(analysis) ?? (table.turn === null ? null : builder(table)),
    h("div", { class: "side" }, contradiction(analysis), practice && !analysis.outcome
      ? h("details", { class: "panel", open: draft.help, ontoggle: (event) => { draft.help = event.target.open; } }, h("summary", null, t("Help me")), known)
      : known, race(analysis)),
    log(view),
  ];
}

function ending(analysis) {
  const words = { broken: counted(analysis.guesses.length, "Broken in {count} guess.", "Broken in {count} guesses."), me: t("You win."), them: t("They win."), tie: t("A tie."), shown: t("The code was shown before it was broken.") };
  if (!analysis.outcome) return null;
  const { revealed } = state.view.table;
  return h("section", { class: "panel" }, h("p", { class: "headline" }, words[analysis.outcome]),
    Object.values(revealed).map((cards) => h("p", { class: "big" }, faces(cards))),
    analysis.false_answers.map((one) => h("p", { class: "bad" }, t("line {line}: {said} was wrong, {right} is right", { line: one.line, said: one.answer.join(" "), right: one.right.join(" ") }))),
    h("div", { class: "actions" }, button(t("New game"), newBreaker, { class: "primary", "data-k": "again" })));
}

function builder(table) {
  const now = current();
  const mine = table.turn === table.mine;
  const slot = (name, i) => (name
    ? h("button", { type: "button", class: "slot", "data-k": `slot${i}`, "aria-label": t("Take {tile} away", { tile: name }),
      onclick: () => set({ cards: now.cards.filter((_, j) => j !== i), touched: true }) }, face(name))
    : h("span", { class: "slot empty", "aria-hidden": "true" }));
  return h("section", { class: "panel guess", "aria-label": t("next guess") },
    h("h2", null, capital(!table.race ? t("next guess") : mine ? t("your turn") : t("their turn"))),
    h("div", { class: "slots", role: "group", "aria-label": t("next guess") }, [0, 1, 2].map((i) => slot(now.cards[i], i))),
    cardPad(half(), now.cards, (cards) => set({ cards, touched: true })),
    secret() ? h("p", { class: "note" }, t("I have set a code. Guess!")) : answerRows(now));
}

// Every card of a half; a tap takes a card, another gives it back.
function cardPad({ ranks, suits }, picked, onchange) {
  return h("div", { class: "cardpad", style: { "--cols": ranks.length }, role: "group", "aria-label": t("Cards") }, suits.map((suit) => ranks.map((rank) => {
    const name = rank + suit.letter;
    const on = picked.includes(name);
    return button(face(name, [{ ranks, suits }]), () => onchange(on ? picked.filter((card) => card !== name) : [...picked, name]),
      { class: on ? "cardkey on" : "cardkey", "aria-pressed": String(on), disabled: !on && picked.length >= 3, "data-k": `pad${name}` });
  })));
}

function answerRows(now) {
  const labels = [t("numbers"), t("suits"), t("cards")];
  return h("div", { class: "said" }, labels.map((label, i) => h("div", null, h("span", { "aria-hidden": "true" }, capital(label)),
    choice(label, ["0", "1", "2", "3"].map((n) => [n, n]), now.said[i], (n) => set({ said: now.said.map((was, j) => (j === i ? n : was)), touched: true }), { "data-k": `said${i}` }))));
}

function left(analysis) {
  if (analysis.contradiction || analysis.outcome) return null;
  return h("section", { class: "panel", "aria-label": t("codes left") },
    analysis.solved ? h("p", { class: "headline certain" }, h("small", null, t("Certain")), faces(analysis.codes[0].cards))
      : h("p", { class: "count" }, h("b", null, number(analysis.left)), " ", counted(analysis.left, "code left", "codes left")),
    !analysis.solved && analysis.left <= 24 && h("div", { class: "codes" }, analysis.codes.map((code) => h("span", null, faces(code.cards)))));
}

function bestGuesses(analysis) {
  if (!analysis.best.length || analysis.solved) return null;
  const figures = (one) => [
    one.expected_guesses !== null && t("{mean} guesses on average, {worst} at worst", { mean: decimal(one.expected_guesses, 2), worst: one.worst_guesses }),
    t("{bits} bits", { bits: decimal(one.bits, 2) }), one.race !== null && t("wins {chance}", { chance: percent(one.race, { exact: false }) }),
    !one.possible && t("cannot be the code"),
  ].filter(Boolean).join(" · ");
  return h("section", { class: "panel cards", "aria-label": t("Best guesses") }, h("h2", null, t("Best guesses")),
    h("ol", null, analysis.best.map((one, i) => h("li", null, h("button", { type: "button", class: "bestrow", "data-k": `best${i}`, onclick: () => set({ cards: one.cards, touched: true }) },
      faces(one.cards), h("small", null, figures(one)))))));
}

function race({ race: now, outcome }) {
  if (!now || outcome) return null;
  return h("section", { class: "panel", "aria-label": t("race") }, h("h2", null, capital(t("race"))),
    now.last_chance && h("p", null, now.turn === "me" ? t("Last chance: one guess to tie.") : t("They have one guess to tie.")),
    h("p", null, now.win === null ? t("Codes left for them: {count}", { count: number(now.their_codes) })
      : t("they: codes left {left}; if they play well: win {win}, tie {tie}, lose {lose}", {
        left: number(now.their_codes), win: percent(now.win, { exact: false }), tie: percent(now.tie, { exact: false }), lose: percent(now.lose, { exact: false }) })));
}

function contradiction(analysis) {
  if (!analysis.contradiction) return null;
  const guess = (line) => analysis.guesses.find((one) => one.line === line);
  return h("section", { class: "panel mend", role: "alert" }, h("h2", null, icon("warn"), t("One of these must be wrong")),
    h("ol", null, analysis.contradiction.culprits.slice(0, 6).map((one) => h("li", null,
      h("p", null, h("b", null, percent(one.probability, { short: true })), " ", one.lines.map((line) => [t("Line {line}", { line }), ": ", faces(guess(line).cards), ` ${guess(line).answer.join(" ")} `])),
      h("div", { class: "actions" }, one.lines.length === 1 && Object.entries(one.instead[one.lines[0]] ?? {}).slice(0, 4).map(([said, share]) =>
        button(t("It was {answer} ({chance})", { answer: said, chance: percent(share, { short: true }) }),
          () => change(one.lines[0] - 1, 1, [`${guess(one.lines[0]).cards.join(" ")} ${said}`]))),
      one.lines.map((line) => button(t("Doubt line {line}", { line }), () => doubt(guess(line)))))))));
}

const doubt = (guess) => replace(guess.line, `${guess.cards.join(" ")} ${guess.answer.join(" ")}${guess.doubted ? "" : " ?"}`);

// The log, newest line first.

function log(view) {
  const guesses = Object.fromEntries(view.analysis.guesses.map((one) => [one.line, one]));
  const known = state.fresh ? view.lines : state.game.lines.map((text, i) => (view.lines[i]?.text === text ? view.lines[i] : { line: i + 1, kind: "new", text }));
  const row = (entry) => {
    const guess = guesses[entry.line]?.answer && entry.kind === "guess" ? guesses[entry.line] : null;
    return h("li", { class: `is-${entry.kind}${guess?.doubted ? " unsure" : ""}` },
      h("button", { type: "button", "data-k": `line${entry.line}`, onclick: () => lineMenu(entry, guess) },
        h("span", { class: "line" }, entry.line),
        h("span", { class: "what" }, guess ? [view.table.race && h("b", null, guess.player === "me" ? t("me") : t("they")), faces(guess.cards), saidMark(guess.answer), guess.doubted && h("span", { class: "q" }, "?")]
          : h("span", { class: "raw" }, entry.text || " "))),
      entry.error && h("p", { class: "bad" }, icon("warn"), entry.error));
  };
  return h("section", { class: "panel log", id: "log", "aria-label": t("Log") }, h("h2", null, t("Log")), h("ol", { reversed: true }, known.map(row).reverse()));
}

const saidMark = (said) => h("span", { class: "said3", role: "img", "aria-label": t("Answer: numbers {numbers}, suits {suits}, cards {cards}", { numbers: said[0], suits: said[1], cards: said[2] }) },
  said.map((count) => h("b", { "aria-hidden": "true" }, count)));

function lineMenu(entry, guess) {
  sheet(t("Line {line}", { line: entry.line }), (it) => {
    const input = h("input", { type: "text", id: "typed", value: entry.text, autocomplete: "off", autocapitalize: "off", "aria-label": t("Change as text") });
    it.draw(h("form", { class: "inline", onsubmit: (event) => { event.preventDefault(); it.close(); replace(entry.line, input.value); } },
      h("label", { for: "typed" }, t("Change as text")), input, h("button", { class: "primary" }, "OK")),
    h("div", { class: "actions wrap" }, guess && button(guess.doubted ? t("I am sure") : t("I am not sure"), () => { it.close(); doubt(guess); }),
      button(t("Delete"), () => { it.close(); drop(entry.line); }, { class: "danger" })));
  });
}

// The bar at the thumb.

export function entry() {
  const { game, view } = state;
  const bar = h("div", { class: "bar" }, h("span", { class: "last" }, game.lines.at(-1)),
    iconButton("undo", t("Undo"), undo, { disabled: !game.past.length, "data-k": "undo" }),
    iconButton("redo", t("Redo"), redo, { disabled: !game.future.length, "data-k": "redo" }));
  if (!view || view.table.turn === null) return [bar];
  current();
  return [bar, h("div", { class: "buttons" },
    button(secret() ? t("Guess") : t("Log guess and answer"), enter, { class: "big primary", disabled: !complete() || !state.fresh, "data-k": "go" }),
    game.secrets ? button(t("Show the code"), () => add(...Object.values(game.secrets).map((cards) => `code ${cards}`)), { class: "big", "data-k": "show" })
      : button(t("Code shown"), showSheet, { class: "big", "data-k": "show" }))];
}

async function enter() {
  const { cards, said } = current();
  const code = secret();
  if (!code) return add(`${cards.join(" ")} ${said.join(" ")}`);
  return guessAt(cards, code);
}

async function guessAt(cards, code) {
  const { id, rev } = state.game;
  try {
    const found = await post("answer", { pack: state.view.table.pack, guess: cards.join(" "), code });
    if (state.game?.id === id && state.game.rev === rev) await add(`${cards.join(" ")} ${found.answer.join(" ")}`);
  } catch (error) {
    toast(error instanceof Refusal ? error.message : t("The server cannot be reached. Your game is safe here."), { bad: true });
  }
}

// In a practice race the other side guesses by itself: the best guess as seen from its chair.
let thinking = null;
async function robot() {
  const { game, view } = state;
  const { table } = view;
  const turn = `${game.id} ${game.rev}`;
  if (!state.fresh || !game.secrets || !table.race || table.turn === null || table.turn === table.mine || thinking === turn) return;
  thinking = turn;
  const their = table.halves[1 - table.mine].half;
  const text = logText().replace(/^me \w+$/m, `me ${their}`).replace(/^first (\w+)$/m, (_, who) => `first ${who === "me" ? "them" : "me"}`);
  try {
    const found = await post("breaker", { log: text, top: 1 });
    if (turn === `${state.game?.id} ${state.game?.rev}`) await guessAt(found.analysis.best[0].cards, game.secrets[table.turn]);
  } catch {
    thinking = null; // again with the next drawing
  }
}

function showSheet() {
  const { table } = state.view;
  sheet(t("Code shown"), (it) => {
    const draw = (picked) => it.draw(cardPad(table.halves[table.mine], picked, draw),
      h("div", { class: "actions" }, button("OK", () => { it.close(); add(`code ${picked.join(" ")}`); }, { class: "primary", disabled: picked.length !== 3, "data-k": "ok" })));
    draw([]);
  });
}

// A new game.

export function newBreaker() {
  const it = { pack: state.about.packs[0], chair: "help", half: "low", first: "me", picked: [] };
  sheet("Code Breaker", (box) => {
    const draw = () => box.draw(
      h("div", { class: "editions" }, state.about.packs.map((one) => h("label", { class: "pick" },
        h("input", { type: "radio", name: "pack", value: one.pack, checked: one === it.pack, "data-k": `pack-${one.pack}`, onchange: () => { it.pack = one; it.picked = []; draw(); } }),
        h("span", null, h("b", null, t(one.title)), h("small", null, cardsOf(one)))))),
      h("h3", null, t("Your chair")),
      choice(t("Your chair"), [["help", t("I guess at a table")], ["practice", t("Practice")], ...(it.pack.race ? [] : [["keep", t("I keep the code")]])], it.chair, (chair) => { it.chair = chair; draw(); }, { "data-k": "chair" }),
      it.pack.race && [h("h3", null, t("I guess")), choice(t("I guess"), it.pack.halves.map((one) => [one.half, `${one.ranks[0]}–${one.ranks.at(-1)}`]), it.half, (one) => { it.half = one; draw(); }),
        h("h3", null, t("Who guesses first?")), choice(t("Who guesses first?"), [["me", t("me")], ["them", t("they")]], it.first, (one) => { it.first = one; draw(); })],
      it.chair === "keep" && !it.pack.race && [h("p", { class: "note" }, t("Tap your code; the page gives the answers and keeps the code in this browser.")), cardPad(it.pack.halves[0], it.picked, (picked) => { it.picked = picked; draw(); })],
      h("div", { class: "actions" }, button(t("Start"), () => { box.close(); begin(it); }, { class: "primary", "data-k": "start", disabled: it.chair === "keep" && !it.pack.race && it.picked.length !== 3 })));
    draw();
  }, { wide: true });
}

const cardsOf = (one) => one.halves.map((each) => `${each.ranks[0]}–${each.ranks.at(-1)}`).join(" | ") + " / " + one.halves[0].suits.map((suit) => suit.symbol || t(suit.name)).join(" ");

function begin(it) {
  const lines = [`pack ${it.pack.pack}`];
  if (it.pack.race) lines.push(`me ${it.half}`, `first ${it.first}`);
  const secrets = it.chair === "practice" ? Object.fromEntries(it.pack.halves.map((one, side) => [side, draw(one)]))
    : it.chair === "keep" && !it.pack.race ? { 0: it.picked.join(" ") } : null;
  open(create(lines, "me", secrets ? { secrets } : {}));
}

function draw({ ranks, suits }) {
  const cards = suits.flatMap((suit) => ranks.map((rank) => rank + suit.letter));
  const picked = [];
  while (picked.length < 3) {
    const limit = 2 ** 32 - (2 ** 32 % cards.length);
    const [random] = crypto.getRandomValues(new Uint32Array(1));
    if (random < limit) picked.push(cards.splice(random % cards.length, 1)[0]);
  }
  return picked.join(" ");
}

export function announcement({ analysis }) {
  if (analysis.contradiction) return t("CONTRADICTION: no code fits every answer");
  if (analysis.solved) return t("Certain: {code}. Declare it!", { code: analysis.codes[0].cards.join(" ") });
  return `${number(analysis.left)} ${t("codes left")}`;
}
