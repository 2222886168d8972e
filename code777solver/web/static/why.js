// @ts-check
// Reasons: proofs in steps, hints, and a place to ask about anything.

import { post, problemText } from "./api.js";
import { answerMark, cardHead } from "./cards.js";
import { button } from "./dom.js";
import { asked, changed, state } from "./hub.js";
import { counted, language, number, percent, sentence, t } from "./i18n.js";
import { cardOf, playerName } from "./names.js";
import { record } from "./records.js";
import { h } from "./render.js";
import { learnt } from "./tips.js";
import { closeSheets, sheet } from "./sheets.js";
import { COLOURS, colourName, shape, tile, tileName, tiles } from "./tiles.js";

const LETTERS = Object.assign(record(), ...Object.entries(COLOURS).map(([letter, name]) => ({ [name]: letter })));

// A claim in the words of the page: the server speaks in claims like `no 6`, `has blue`, `numbers 257`, `the numbers are 257`.
/** @param {string} claim */
export function claimText(claim) {
  const simple = /^(no|has) (\S+)$/.exec(claim);
  if (simple) {
    const what = subject(simple[2]);
    return simple[1] === "no" ? t("I have no {what}", { what }) : t("I have a {what}", { what });
  }
  const numbers = /^(?:the numbers are|numbers) (\d+)$/.exec(claim);
  if (numbers) return t("My numbers are {code}", { code: numbers[1] });
  const rack = /^(?:the tiles are|tiles) (.+)$/.exec(claim);
  if (rack) return t("My tiles are {tiles}", { tiles: rack[1].split(" ").map(tileName).join(", ") });
  const not = /^not (\d{3})$/.exec(claim);
  return not ? t("My numbers are not {code}", { code: not[1] }) : claim;
}

const TILE = /^[A-Z]\d$/;
/** @param {string} word */
const subject = (word) => (LETTERS[word] ? colourName(LETTERS[word]) : TILE.test(word) ? tileName(word) : word);

/** A fact as a sign and a tile, a number or a colour. @param {string} fact */
export function factChip(fact) {
  const [sign, word] = fact.split(" ");
  const letter = LETTERS[word];
  const face = letter
    ? h("span", { class: `tile c${letter}` }, shape(letter))
    : TILE.test(word)
      ? tile(word)
      : h("span", { class: "tile any" }, h("b", null, word));
  return h(
    "span",
    { class: `fact ${sign}`, role: "img", "aria-label": claimText(fact) },
    h("b", { "aria-hidden": "true" }, sign === "no" ? "✕" : "✓"),
    h("span", { "aria-hidden": "true" }, face),
  );
}

// The claims that are near to the one asked about: a tile, its number and its colour.
/** @param {string} claim */
function family(claim) {
  const found = /^(no|has) ([A-Z])(\d)$/.exec(claim);
  if (!found) return [];
  const [, sign, letter, digit] = found;
  return [claim, `${sign} ${digit}`, `${sign} ${COLOURS[letter]}`];
}

/** What to say of a request that failed. @param {unknown} error */
export const failure = (error) => h("p", { class: "bad" }, problemText(error));

/** @param {string} claim */
export function askWhy(claim) {
  learnt("tiles");
  const near = family(claim);
  let asking = claim;
  /** @type {import("./render.js").Child} */
  let found = null;
  const load = async (/** @type {any} */ one) => {
    asking = one;
    found = await explained(one).then(proofBody, failure);
    it.redraw();
  };
  const tab = (/** @type {any} */ one) =>
    button(subject(one.split(" ")[1]), () => load(one), { "aria-pressed": String(one === asking), "data-k": one });
  const it = sheet(
    () => t("Why?"),
    () => [
      near.length > 0 && h("div", { class: "tabs", role: "group", "aria-label": t("Ask about") }, near.map(tab)),
      found,
    ],
  );
  load(claim);
}

/** @param {string} claim */
async function explained(claim) {
  let proof = await post("explain", asked({ claim, lang: language }));
  if (!proof.proved && proof.probability === 0)
    proof = await post("explain", asked({ claim: opposite(claim), lang: language }));
  mark(proof.premises);
  return proof;
}

/** @param {string} claim */
function opposite(claim) {
  if (claim.startsWith("no ")) return `has ${claim.slice(3)}`;
  if (claim.startsWith("has ")) return `no ${claim.slice(4)}`;
  return claim.startsWith("not ") ? claim.slice(4) : `not ${claim.replace(/^(numbers|tiles) /, "")}`;
}

/** @param {number[]} lines */
function mark(lines) {
  state.marks = new Set(lines);
  changed();
}

/** @param {any} proof @param {(card: number) => any} [find] a card of another game than the one on the page */
export function proofBody(proof, find) {
  const claim = claimText(proof.claim);
  if (!proof.proved) {
    return [
      h("p", { class: "said open" }, h("b", null, percent(proof.probability)), h("span", null, claim)),
      h("p", null, t("Not proved. You may still hold:")),
      h("p", { class: "big" }, tiles(proof.counterexample ?? [])),
    ];
  }
  const said = h("p", { class: "said proved" }, h("b", null, t("Proved")), h("span", null, claim));
  if (!proof.steps.length) return [said, h("p", null, t("The tiles in sight alone prove it."))];
  return [
    said,
    proof.given.length > 0 && h("p", { class: "note" }, t("This takes the answers about your earlier racks as given.")),
    h("ol", { class: "steps" }, proof.steps.map((/** @type {any} */ one) => step(one, find ?? cardOf))),
    !find && button(t("Show these answers in the log"), showMarks, { class: "link" }),
  ];
}

function showMarks() {
  closeSheets();
  document.getElementById(`line${Math.max(...state.marks)}`)?.scrollIntoView({ block: "center" });
}

/** @param {any} one @param {(card: number) => any} find */
function step(one, find) {
  const answer = (/** @type {any} */ heard) =>
    h(
      "section",
      { class: "block" },
      h(
        "p",
        { class: "heard" },
        h("span", { class: "line" }, heard.line),
        h("b", null, playerName(heard.player)),
        answerMark(find(heard.card), heard.answer),
      ),
      cardHead(find(heard.card)),
      h(
        "p",
        { class: "scene" },
        h("span", null, t("{name} saw your rack and", { name: playerName(heard.player) })),
        Object.entries(heard.seen).map(([name, rack]) =>
          h("span", { class: "seen" }, playerName(name), " ", tiles(rack)),
        ),
      ),
      h("p", null, sentence(heard.says)),
    );
  const left = h("span", null, t("racks left: {racks}", { racks: number(one.racks) }));
  return h(
    "li",
    null,
    one.answers.map(answer),
    h("p", { class: "follows" }, one.facts.slice(0, 8).map(factChip), left),
  );
}


// The ladder of hints: each rung tells more.
/** @param {string[]} notes what the player has noted: the hint is about something else */
export function hintSheet(notes = []) {
  /** @type {import("./render.js").Child[]} */
  const rungs = [];
  /** @type {import("./render.js").Child} */
  let problem = null;
  let next = 1;
  const more = () => [t("What about?"), t("What follows?"), t("Show the proof")][next - 2];
  const climb = async () => {
    const level = next;
    try {
      const hint = await post("hint", asked({ level, lang: language, notes }));
      const heard = state.view.lines[(hint.line ?? 0) - 1];
      rungs.push(hint.proof ? proofBody(hint.proof) : h("p", null, hintText(hint, heard)));
      next = hint.line ? level + 1 : Infinity;
      if (hint.line) mark(hint.proof?.premises ?? [hint.line]);
    } catch (error) {
      problem = failure(error);
    }
    it.redraw();
  };
  const it = sheet(
    () => t("Hint"),
    () => [
      rungs.map((rung) => h("section", { class: "block" }, rung)),
      problem,
      rungs.length > 0 &&
        more() &&
        h("div", { class: "actions" }, button(more(), climb, { class: "primary", "data-k": "more" })),
    ],
  );
  climb();
}

/** A hint in words; `heard` is the answer that it is about. @param {any} hint @param {any} heard */
export function hintText(hint, heard) {
  if (!hint.line) return t("Nothing more can be proved now about single numbers, colours or tiles.");
  if (hint.level === 1) {
    return t("Look again at {name}'s answer to card {card}.", { name: playerName(heard.player), card: heard.card });
  }
  if (hint.level === 3) return `${claimText(hint.claim)}.`;
  const what = subject(hint.about);
  if (!hint.others) return t("It tells you about {what}.", { what });
  return counted(
    hint.others,
    "Together with {count} other answer, it tells you about {what}.",
    "Together with {count} other answers, it tells you about {what}.",
    { what },
  );
}

// Ask about anything: a code, or a claim in words.
export function askSheet() {
  const { deck } = state.view.table;
  const go = (/** @type {string} */ claim) => {
    if (!claim.trim()) return;
    it.close();
    askWhy(claim.trim());
  };
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    go(event.target.elements.claim.value);
  };
  const field = {
    type: "text",
    id: "claim",
    autocomplete: "off",
    autocapitalize: "off",
    placeholder: "no 6",
    maxlength: 100,
    "data-k": "claim",
  };
  const digit = (/** @type {any} */ one) =>
    button(one, () => go(`has ${one}`), { class: "chip", "aria-label": t("I have a {what}", { what: one }) });
  const colour = (/** @type {string} */ letter) =>
    button([shape(letter), colourName(letter)], () => go(`has ${COLOURS[letter]}`), { class: `chip c${letter}` });
  const it = sheet(
    () => t("Ask why"),
    () => [
      h("h3", null, t("Numbers")),
      h("div", { class: "pad" }, [...new Set(deck.map((/** @type {Api.DeckTile} */ kind) => kind.number))].map(digit)),
      h("h3", null, t("Colours")),
      h("div", { class: "chips" }, [...new Set(deck.map((/** @type {Api.DeckTile} */ kind) => kind.colour))].map(colour)),
      h("h3", null, t("In words")),
      h(
        "form",
        { class: "inline", onsubmit: submit },
        h("label", { for: "claim" }, t("Like: no 6, two 5s, not 447")),
        h("input", field),
        h("button", { class: "primary" }, t("Ask")),
      ),
    ],
  );
}
