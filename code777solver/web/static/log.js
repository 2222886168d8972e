// The log, newest line first; a tap on a line tells what it did and lets it be changed.

import { button, h, icon, sheet } from "./dom.js";
import { doubt, drop, state } from "./hub.js";
import { decimal, language, number, t } from "./i18n.js";
import { answerMark, cardHead } from "./cards.js";
import { cardSheet, lineSheet, rackSheet } from "./entry.js";
import { tiles } from "./tiles.js";

const player = (name) => (name === "me" ? t("me") : name);

export function logPanel() {
  const { game, view } = state;
  if (!game) return null;
  const known = state.fresh && !state.suppose.length ? view.lines : game.lines.map((text, i) => {
    const entry = view?.lines[i];
    return entry?.text === text ? entry : { line: i + 1, kind: "new", text, warnings: [] };
  });
  const told = Object.fromEntries((view?.analysis?.answers ?? []).map((one) => [one.line, one]));
  const rows = new Map();
  for (const entry of known) {
    const key = JSON.stringify([language, entry, told[entry.line], state.marks.has(entry.line)]);
    rows.set(key, drawn.get(key) ?? row(entry, told[entry.line]));
  }
  drawn = rows;
  return h("section", { class: "panel log", id: "log", "aria-label": t("Log") }, h("h2", null, t("Log")),
    h("ol", { reversed: true }, [...rows.values()].reverse()));
}

let drawn = new Map(); // the rows that are on the screen, by all that they show

function row(entry, told) {
  const marked = state.marks.has(entry.line);
  return h("li", { class: `is-${entry.kind}${marked ? " marked" : ""}${entry.doubted ? " unsure" : ""}`, id: `line${entry.line}` },
    h("button", { type: "button", "data-k": `line${entry.line}`, onclick: () => lineMenu(entry, told) },
      h("span", { class: "line" }, entry.line), h("span", { class: "what" }, what(entry)),
      told && h("span", { class: "bits" }, t("{bits} bits", { bits: decimal(told.bits, 2) })),
      marked && h("span", { class: "hidden" }, t("part of the proof"))),
    entry.error && h("p", { class: "bad" }, icon("warn"), entry.error),
    entry.warnings.map((text) => h("p", { class: "odd" }, icon("warn"), text)));
}

const cardOf = (card) => state.view?.table.cards.find((one) => one.card === card);

function what(entry) {
  switch (entry.kind) {
    case "answer":
      return [h("b", null, player(entry.player)), h("span", { class: "num" }, entry.card), answerMark(cardOf(entry.card), entry.answer),
        entry.doubted && h("span", { class: "q" }, "?")];
    case "rack":
      return [h("b", null, player(entry.player)), entry.tiles ? tiles(entry.tiles) : t("unseen tiles")];
    case "declare":
      return [h("b", null, player(entry.player)), t("declares"), entry.tiles ? tiles(entry.tiles) : h("b", null, entry.numbers),
        h("span", { class: entry.right ? "good" : "bad" }, entry.right ? t("right") : t("wrong"))];
    default:
      return h("span", { class: "raw" }, entry.text || " ");
  }
}

function lineMenu(entry, told) {
  const card = entry.kind === "answer" ? cardOf(entry.card) : null;
  sheet(t("Line {line}", { line: entry.line }), (it) => {
    const act = (text, action, attributes) => button(text, () => { it.close(); action(); }, attributes);
    const edit = card ? () => cardSheet({ name: entry.player, card: entry.card, line: entry.line })
      : entry.kind === "rack" ? () => rackSheet(entry.player, { line: entry.line, value: entry.tiles ?? [] })
        : () => lineSheet({ start: entry.text, line: entry.line });
    it.draw(h("p", { class: "big what" }, what(entry)), card && cardHead(card),
      told && h("p", null, t("{bits} bits. Left without it: racks {racks}, codes {codes}.", {
        bits: decimal(state.view.analysis.target === "tiles" ? told.tile_bits : told.bits, 2),
        racks: number(told.racks_without), codes: number(told.codes_without) })),
      h("div", { class: "actions wrap" }, act(t("Change"), edit, { class: "primary" }),
        (card || entry.kind === "rack") && act(t("Change as text"), () => lineSheet({ start: entry.text, line: entry.line })),
        card && entry.answer && act(entry.doubted ? t("I am sure") : t("I am not sure"), () => doubt(entry)),
        act(t("Delete"), () => drop(entry.line), { class: "danger" })));
  });
}
