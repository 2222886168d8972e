// @ts-check
// The log, newest line first; a tap on a line shows its effect and offers changes.

import { cardSheet } from "./answering.js";
import { cardHead } from "./cards.js";
import { button, icon } from "./dom.js";
import { lineSheet } from "./entry.js";
import { changed, doubt, drop, state } from "./hub.js";
import { language, number, sentence, t } from "./i18n.js";
import { shownLine } from "./lines.js";
import { cardOf } from "./names.js";
import { readLine } from "./notation.js";
import { rackSheet } from "./racks.js";
import { h } from "./render.js";
import { closingButton, sheet } from "./sheets.js";

/** @type {Map<string, import("./render.js").View>} */
let drawn = new Map(); // the rows that are on the screen, by all that they show: the same row need not be compared

export function logPanel() {
  const { game, view } = state;
  if (!game) return null;
  const told = Object.fromEntries((view?.analysis?.answers ?? []).map((/** @type {{ line: number }} */ one) => [one.line, one]));
  const tiles = view?.analysis?.target === "tiles";
  const now = (tiles ? view?.analysis?.racks : view?.analysis?.codes.length) ?? 0;
  const before = (/** @type {{ racks_without: number, codes_without: number } | undefined} */ one) => one && (tiles ? one.racks_without : one.codes_without);
  const rows = new Map();
  const all = entries();
  for (const entry of all.slice(-shownRows(all.length))) {
    const key = JSON.stringify([language, entry, told[entry.line], now, state.marks.has(entry.line)]);
    rows.set(key, drawn.get(key) ?? row(entry, before(told[entry.line]), now));
  }
  drawn = rows;
  return h(
    "section",
    { class: "panel log", id: "log", key: "log", "aria-label": t("Log") },
    h("h2", null, t("Log")),
    h("ol", { reversed: true, start: all.length }, [...rows.values()].reverse()),
    wholeLog(all.length),
  );
}

// A long log is slow to draw: its older lines are shown on demand.

const MOST_ROWS = 200;
/** @type {string | undefined} */
let whole; // the game whose whole log is shown

/** How many of the lines are shown. @param {number} lines */
export function shownRows(lines) {
  const marked = Math.min(...state.marks, lines);
  return whole === state.game?.id || marked <= lines - MOST_ROWS ? lines : Math.min(lines, MOST_ROWS);
}

/** A button for the older lines, if some are not shown. @param {number} lines */
export function wholeLog(lines) {
  if (shownRows(lines) === lines) return null;
  const show = () => {
    whole = state.game?.id;
    changed();
  };
  return button(t("Show all {count} lines", { count: number(lines) }), show, { class: "link", "data-k": "wholelog" });
}

// What the server read of each line, and what it has not read yet.
export function entries() {
  const { game, view } = state;
  if (state.fresh && !state.suppose.length) return view.lines;
  return (game?.lines ?? []).map((text, i) => {
    const entry = view?.lines[i];
    return entry?.text === text ? entry : readLine(text, i + 1, view?.table.players ?? []);
  });
}

/** @param {Api.LogLine} entry @param {number | undefined} before @param {number} now */
function row(entry, before, now) {
  const marked = state.marks.has(entry.line);
  const kinds = [`is-${entry.kind}`, marked && "marked", entry.doubted && "unsure"].filter(Boolean).join(" ");
  const content = [
    h("span", { class: "line" }, entry.line),
    h("span", { class: "what" }, shownLine(entry)),
    before !== undefined && before > now && h("span", { class: "bits" }, `${number(before)} → ${number(now)}`),
    marked && h("span", { class: "hidden" }, t("part of the proof")),
  ];
  return h(
    "li",
    { class: kinds, id: `line${entry.line}`, key: `line${entry.line}` },
    button(content, () => lineMenu(entry.line), { "data-k": `line${entry.line}` }),
    entry.error && h("p", { class: "bad" }, icon("warn"), entry.error),
    entry.warnings.map((text) => h("p", { class: "odd" }, icon("warn"), sentence(text))),
  );
}

/** @param {number} line */
function lineMenu(line) {
  const entry = entries()[line - 1];
  const told = state.view?.analysis?.answers.find((/** @type {{ line: number }} */ one) => one.line === line);
  const card = entry.kind === "answer" ? cardOf(entry.card) : null;
  const edit = card
    ? () => cardSheet({ name: entry.player, card: entry.card, line: entry })
    : entry.kind === "rack"
      ? () => rackSheet(entry.player, { line, value: entry.tiles ?? [] })
      : () => lineSheet({ start: entry.text, line });
  sheet(
    () => t("Line {line}", { line }),
    (it) => {
      const act = closingButton(it);
      return [
        h("p", { class: "big what" }, shownLine(entry)),
        card && cardHead(card),
        told &&
          h(
            "p",
            null,
            t("Left without it: racks {racks}, codes {codes}.", {
              racks: number(told.racks_without),
              codes: number(told.codes_without),
            }),
          ),
        h(
          "div",
          { class: "actions wrap" },
          act(t("Change"), edit, { class: "primary" }),
          (card || entry.kind === "rack") && act(t("Change as text"), () => lineSheet({ start: entry.text, line })),
          card && entry.answer && act(entry.doubted ? t("I am sure") : t("I am not sure"), () => doubt(entry)),
          act(t("Delete"), () => drop(line), { class: "danger" }),
        ),
      ];
    },
  );
}
