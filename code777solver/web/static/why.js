// Reasons: proofs in steps, hints, and a place to ask about anything.

import { Refusal, post } from "./api.js";
import { button, closeSheets, h, sheet } from "./dom.js";
import { asked, changed, state } from "./hub.js";
import { counted, language, number, percent, t } from "./i18n.js";
import { answerMark, cardHead } from "./cards.js";
import { COLOURS, colourName, shape, tile, tileName, tiles } from "./tiles.js";

const LETTERS = Object.fromEntries(Object.entries(COLOURS).map(([letter, name]) => [name, letter]));
const player = (name) => (name === "me" ? t("me") : name);

// A claim in the words of the page: the server speaks in claims like `no 6`, `has blue`, `the numbers are 257`.
export function claimText(claim) {
  const simple = /^(no|has) (\S+)$/.exec(claim);
  if (simple) {
    const what = subject(simple[2]);
    return simple[1] === "no" ? t("I have no {what}", { what }) : t("I have a {what}", { what });
  }
  const numbers = /^the numbers are (\d+)$/.exec(claim);
  if (numbers) return t("My numbers are {code}", { code: numbers[1] });
  const rack = /^the tiles are (.+)$/.exec(claim);
  if (rack) return t("My tiles are {tiles}", { tiles: rack[1].split(" ").map(tileName).join(", ") });
  const not = /^not (\d{3})$/.exec(claim);
  if (not) return t("My numbers are not {code}", { code: not[1] });
  return claim;
}

const subject = (word) => (LETTERS[word] ? colourName(LETTERS[word]) : /^[A-Z]\d$/.test(word) ? tileName(word) : word);

function factChip(fact) {
  const [sign, word] = fact.split(" ");
  const face = LETTERS[word] ? h("span", { class: `tile c${LETTERS[word]}` }, shape(LETTERS[word]))
    : /^[A-Z]\d$/.test(word) ? tile(word) : h("span", { class: "tile any" }, h("b", null, word));
  return h("span", { class: `fact ${sign}`, role: "img", "aria-label": claimText(fact) },
    h("b", { "aria-hidden": "true" }, sign === "no" ? "✕" : "✓"), h("span", { "aria-hidden": "true" }, face));
}

// The claims that are near to the one asked about: a tile, its number and its colour.
function family(claim) {
  const found = /^(no|has) ([A-Z])(\d)$/.exec(claim);
  if (!found) return [];
  const [, sign, letter, digit] = found;
  return [claim, `${sign} ${digit}`, `${sign} ${COLOURS[letter]}`];
}

export function askWhy(claim) {
  sheet(t("Why?"), (it) => {
    const near = family(claim);
    const load = async (asking) => {
      const tabs = near.length > 0 && h("div", { class: "tabs", role: "group", "aria-label": t("Ask about") },
        near.map((one) => button(subject(one.split(" ")[1]), () => load(one), { "aria-pressed": String(one === asking), "data-k": one })));
      try {
        let proof = await post("explain", asked({ claim: asking, lang: language }));
        if (!proof.proved && proof.chance === 0) proof = await post("explain", asked({ claim: opposite(asking), lang: language }));
        mark(proof.premises);
        it.draw(tabs, proofBody(proof));
      } catch (error) {
        it.draw(tabs, h("p", { class: "bad" }, error instanceof Refusal ? error.message : t("The server cannot be reached. Your game is safe here.")));
      }
    };
    load(claim);
  });
}

function opposite(claim) {
  if (claim.startsWith("no ")) return `has ${claim.slice(3)}`;
  if (claim.startsWith("has ")) return `no ${claim.slice(4)}`;
  return claim.startsWith("not ") ? claim.slice(4) : `not ${claim.replace(/^(numbers|tiles) /, "")}`;
}

function mark(lines) {
  state.marks = new Set(lines);
  changed("log");
}

const cardOf = (card) => state.view.table.cards.find((one) => one.card === card);

export function proofBody(proof) {
  const claim = claimText(proof.claim);
  if (!proof.proved) {
    return [h("p", { class: "verdict open" }, h("b", null, percent(proof.chance)), h("span", null, claim)),
      h("p", null, t("Not proved. You may still hold:")), h("p", { class: "big" }, tiles(proof.counterexample ?? []))];
  }
  const verdict = h("p", { class: "verdict proved" }, h("b", null, t("Proved")), h("span", null, claim));
  if (!proof.steps.length) return [verdict, h("p", null, t("The tiles in sight alone prove it."))];
  return [verdict,
    proof.given.length > 0 && h("p", { class: "note" }, t("This takes the answers about your earlier racks as given.")),
    h("ol", { class: "steps" }, proof.steps.map(step)),
    button(t("Show these answers in the log"), showMarks, { class: "link" })];
}

function showMarks() {
  closeSheets();
  document.getElementById(`line${Math.max(...state.marks)}`)?.scrollIntoView({ block: "center" });
}

function step(one) {
  return h("li", null, one.answers.map((heard) => h("section", { class: "block" },
    h("p", { class: "heard" }, h("span", { class: "line" }, heard.line), h("b", null, player(heard.player)),
      answerMark(cardOf(heard.card), heard.answer)),
    cardHead(cardOf(heard.card)),
    h("p", { class: "scene" }, h("span", null, t("{name} saw your rack and", { name: player(heard.player) })),
      Object.entries(heard.seen).map(([name, rack]) => h("span", { class: "seen" }, player(name), " ", tiles(rack)))),
    h("p", null, sentence(heard.says)))),
  h("p", { class: "follows" }, one.facts.slice(0, 8).map(factChip), h("span", null, t("racks left: {racks}", { racks: number(one.racks) }))));
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

// The ladder of hints: each rung tells more.
export function hintSheet() {
  sheet(t("Hint"), (it) => {
    const rungs = [];
    const climb = async (level) => {
      try {
        const hint = await post("hint", asked({ level, lang: language }));
        rungs.push(hint.proof ? proofBody(hint.proof) : h("p", null, hintText(hint)));
        if (hint.line) mark(hint.proof?.premises ?? [hint.line]);
        const more = [t("What about?"), t("What follows?"), t("Show the proof")][level - 1];
        it.draw(rungs.map((rung) => h("section", { class: "block" }, rung)), more && hint.line
          ? h("div", { class: "actions" }, button(more, () => climb(level + 1), { class: "primary", "data-k": "more" })) : null);
      } catch (error) {
        it.draw(h("p", { class: "bad" }, error instanceof Refusal ? error.message : t("The server cannot be reached. Your game is safe here.")));
      }
    };
    climb(1);
  });
}

function hintText(hint) {
  if (!hint.line) return t("Nothing more can be proved now about single numbers, colours or tiles.");
  const heard = state.view.lines[hint.line - 1];
  if (hint.level === 1) {
    return t("Look again at {name}'s answer to card {card} (line {line}).", { name: player(heard.player), card: heard.card, line: hint.line });
  }
  if (hint.level === 3) return `${claimText(hint.claim)}.`;
  const what = subject(hint.about);
  if (!hint.others) return t("It tells you about {what}.", { what });
  return counted(hint.others, "Together with {count} other answer, it tells you about {what}.",
    "Together with {count} other answers, it tells you about {what}.", { what });
}

// Ask about anything: a code, or a claim in words.
export function askSheet() {
  sheet(t("Ask why"), (it) => {
    const input = h("input", { type: "text", id: "claim", autocomplete: "off", autocapitalize: "off", placeholder: "no 6", maxlength: 100, "data-k": "claim" });
    const go = (claim) => { if (claim.trim()) { it.close(); askWhy(claim.trim()); } };
    it.draw(
      h("form", { class: "inline", onsubmit: (event) => { event.preventDefault(); go(input.value); } },
        h("label", { for: "claim" }, t("A claim: no 6, has B7, two 5s, not 447")), input, h("button", { class: "primary" }, t("Ask"))),
      h("h3", null, t("Numbers")),
      h("div", { class: "pad" }, [...new Set(state.view.table.deck.map((kind) => kind.number))].map((digit) =>
        button(digit, () => go(`has ${digit}`), { class: "chip", "aria-label": t("I have a {what}", { what: digit }) }))),
      h("h3", null, t("Colours")),
      h("div", { class: "chips" }, [...new Set(state.view.table.deck.map((kind) => kind.colour))].map((letter) =>
        button([shape(letter), colourName(letter)], () => go(`has ${COLOURS[letter]}`), { class: `chip c${letter}` }))));
  });
}

