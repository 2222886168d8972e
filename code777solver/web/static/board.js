// @ts-check
// The board of a game: the seats, my rack, the pyramid with chances, the codes, the cards that would help, a contradiction.

import { awayText, isOnline } from "./api.js";
import { bestCards } from "./best.js";
import { coaching, coachPanel } from "./coach.js";
import { button } from "./dom.js";
import { summary } from "./summary.js";
import { dropSupposed, keepSupposed, lookFrom, state } from "./hub.js";
import { number, percent, t } from "./i18n.js";
import { shownLine } from "./lines.js";
import { entries } from "./log.js";
import { contradiction } from "./repair.js";
import { byTiles, playerName } from "./names.js";
import { h } from "./render.js";
import { seats } from "./seats.js";
import { sheet } from "./sheets.js";
import { pyramid, tileName, tiles } from "./tiles.js";
import { tip } from "./tips.js";
import { askWhy } from "./why.js";

export function board() {
  const { view } = state;
  if (!view)
    return [
      h("p", { class: "empty" }, isOnline() ? t("Working it out ...") : awayText()),
    ];
  const { table, analysis } = view;
  if (table.players.length && !table.seat) return [seats(), seatChoice(table)];
  return [
    supposed(),
    seats(),
    summary(),
    analysis?.racks !== 0 &&
      h(
        "section",
        { class: "panel know", key: "know", "aria-label": t("Codes and racks") },
        analysis ? (coaching() ? coachPanel() : knowledge(table, analysis)) : lastLine(null),
        tip("strip"),
        tip("tiles"),
      ),
    h(
      "div",
      { class: "side", key: "side" },
      analysis && contradiction(analysis),
      analysis && !coaching() && bestCards(table, analysis),
    ),
  ];
}

function supposed() {
  if (!state.suppose.length) return null;
  return h(
    "section",
    { class: "suppose", role: "note", key: "suppose" },
    h("b", null, t("What if")),
    h("span", { class: "what" }, state.view.lines.slice(-state.suppose.length).map(shownLine)),
    h("div", { class: "actions" }, button(t("Back to the game"), dropSupposed), button(t("It happened"), keepSupposed)),
  );
}

/** @param {Api.TableState} table */
function seatChoice(table) {
  return h(
    "section",
    { class: "panel" },
    h("p", null, t("Nobody here is called me. Who are you?")),
    h(
      "div",
      { class: "actions" },
      table.players.map((name) => button(playerName(name), () => lookFrom(name))),
    ),
  );
}

// My rack in the pyramid.

/** @param {Api.TableState} table @param {Api.Analysis} analysis */
function knowledge(table, analysis) {
  const chances = chancesOf(analysis);
  const before = state.before?.analysis?.racks ? chancesOf(state.before.analysis) : {};
  const look = (/** @type {Api.DeckTile} */ kind) => lookOf(kind, chances[kind.tile], before[kind.tile]);
  const claim = (/** @type {Api.DeckTile} */ kind) => askWhy(`${chances[kind.tile] === 0 ? "no" : "has"} ${kind.tile}`);
  return pyramid(table.deck, look, claim, { corners: [lastLine(analysis), likeliest(table, analysis)] });
}

/** @param {Api.Analysis} analysis */
const chancesOf = (analysis) => Object.fromEntries(analysis.tiles.map((one) => [one.tile, one.at_least_one]));

/** @param {Api.DeckTile} kind @param {number | undefined} chance @param {number | undefined} before */
function lookOf(kind, chance, before) {
  const unseen = Math.max(0, kind.copies - kind.seen);
  const open = chance === 0 ? "no" : chance === 1 ? "open yes" : "open";
  const text = chance === 1 ? t("YES") : chance === 0 ? "" : percent(chance, { short: true });
  const words = chance === 0 ? (unseen ? t("not mine") : t("all seen")) : chance === 1 ? t("certainly mine") : text;
  const news = before !== undefined && before !== chance && (chance === 0 || chance === 1) ? " news" : "";
  return {
    marks: [...Array(unseen).fill(open), ...Array(kind.copies - unseen).fill("seen")],
    text,
    state: (chance === 1 ? "yes" : chance === 0 ? "no" : "") + news,
    level: chance,
    label: `${tileName(kind.tile)}: ${words}; ${t("{count} of {all} seen", { count: kind.seen, all: kind.copies })}`,
  };
}

// The last line of the log and what it changed.
/** @param {Api.Analysis | null} analysis */
function lastLine(analysis) {
  const entry = state.suppose.length ? state.view.lines.at(-1) : entries().at(-1);
  const counted = (/** @type {any} */ one) => (byTiles(state.view.table) ? one.racks : one.codes.length);
  const was = analysis && state.fresh && state.before?.analysis ? counted(state.before.analysis) : null;
  return h(
    "div",
    { class: "corner left", key: "left" },
    entry && h("span", { class: "what last", key: `last${entry.line}` }, shownLine(entry)),
    was !== null && h("span", { class: "small" }, `${number(was)} → ${number(counted(analysis))}`),
  );
}

/** @param {Api.TableState} table @param {Api.Analysis} analysis */
function likeliest(table, analysis) {
  const seen = (/** @type {any} */ one) => one.probability >= 0.01;
  const rows = byTiles(table)
    ? analysis.candidates.filter(seen).slice(0, 3).map(rackRow)
    : analysis.codes.slice(0, 5).map((one) => codeRow(one, analysis.codes[0]));
  const count = byTiles(table) ? analysis.racks : analysis.codes.length;
  const label = count > rows.length ? t("all {count}", { count: number(count) }) : t("racks");
  return h(
    "div",
    { class: "corner right", key: "right", role: "group", "aria-label": t("Likeliest codes") },
    rows,
    button(label, codesSheet, { class: "link", "data-k": "codes" }),
  );
}

/** @param {Api.Code} code @param {Api.Code} first */
function codeRow(code, first) {
  const attributes = {
    class: "code",
    "data-k": `code-${code.numbers}`,
    style: { "--level": code.probability / first.probability },
  };
  return button(
    [h("b", null, code.numbers), h("span", null, percent(code.probability, { short: true }))],
    () => askWhy(`numbers ${code.numbers}`),
    attributes,
  );
}

/** @param {Api.Candidate} rack */
function rackRow(rack) {
  const attributes = { class: "code", "data-k": `rack-${rack.tiles.join("")}`, style: { "--level": rack.probability } };
  return button(
    [tiles(rack.tiles), h("span", null, percent(rack.probability, { short: true }))],
    () => askWhy(`tiles ${rack.tiles.join(" ")}`),
    attributes,
  );
}

const MOST_CODES = 84;

function codesSheet() {
  sheet(
    () => t("Codes and racks"),
    () => {
      const { table, analysis } = state.view;
      if (!analysis?.racks) return null;
      return [
        !byTiles(table) && [
          h("h3", null, t("Codes ({count})", { count: number(analysis.codes.length) })),
          h(
            "div",
            { class: "codes" },
            analysis.codes.slice(0, MOST_CODES).map((/** @type {any} */ one) => codeRow(one, analysis.codes[0])),
          ),
        ],
        h("h3", null, t("Likeliest racks")),
        h("div", { class: "codes racks" }, analysis.candidates.map(rackRow)),
        h("p", { class: "note" }, t("Tap one to see why it is possible or certain.")),
      ];
    },
  );
}
