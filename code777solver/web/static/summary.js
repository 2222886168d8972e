// @ts-check
// The strip under the seats: my rack as far as it is proved, the codes left, the best code, and what to do. Its height
// never changes; when the code is certain, the strip is the button that declares it.

import { awayText, isOnline } from "./api.js";
import { coaching } from "./coach.js";
import { button, icon } from "./dom.js";
import { declareSheet } from "./declare.js";
import { state } from "./hub.js";
import { counted, number, percent, t } from "./i18n.js";
import { byTiles, playerName } from "./names.js";
import { h } from "./render.js";
import { points, seatSheet } from "./seats.js";
import { blank, tile, tiles } from "./tiles.js";
import { verdict } from "./verdict.js";
import { askWhy } from "./why.js";

export function summary() {
  const { table, analysis } = state.view;
  const next = !table.winner && table.next_player === table.seat;
  const [kind, content] = analysis
    ? inside(table, analysis)
    : ["", message(isOnline() ? t("Working it out ...") : awayText())];
  return h(
    "section",
    { class: `hero ${kind} ${next ? "next" : ""}`, key: "hero", "aria-label": t("My rack") },
    content,
  );
}

/** @returns {[string, import("./render.js").Child]} @param {Api.TableState} table @param {Api.Analysis} analysis */
function inside(table, analysis) {
  if (analysis.racks === 0) {
    return table.waiting.includes(table.seat ?? "")
      ? ["", [me(table), message(t("Your rack is empty."))]]
      : ["bad", message([icon("warn"), t("Contradiction: no rack fits every answer.")])];
  }
  if (coaching()) return ["", [me(table), message(t("You deduce; the page only counts and checks."))]];
  if (analysis.solved && !table.winner) return ["certain", certain(table, analysis)];
  return [
    "",
    [
      h("div", { class: "mine" }, rack(), others()),
      h("div", { class: "left" }, count(table, analysis), best(table, analysis)),
      h("div", { class: "decision" }, me(table), verdict(table, analysis)),
    ],
  ];
}

/** @param {import("./render.js").Child} text */
const message = (text) => h("p", { class: "message", key: "message" }, text);

/** @param {Api.TableState} table */
const me = (table) =>
  button([h("b", null, playerName(table.seat)), points(table.seat ?? "", table)], () => seatSheet(table.seat ?? ""), {
    class: "who",
    "data-k": `seat-${table.seat}`,
  });

// What is proved of my rack: tiles, numbers whose colour is open, and question marks.
const rack = () => h("div", { class: "slots3" }, state.view.slots.map(slot));

/** @param {Api.ProvedSlot} one @param {number} place */
function slot(one, place) {
  const key = `${place} ${one.tile ?? one.number ?? ""}`;
  if (one.tile) return h("span", { class: "slot3 flip", key }, tile(one.tile));
  if (one.number)
    return h("span", { class: "slot3 flip", key }, h("span", { class: "tile any" }, h("b", null, one.number)));
  return h("span", { class: "slot3", key }, blank("?"));
}

function others() {
  const open = state.view.slots.filter((/** @type {Api.ProvedSlot} */ one) => one.number === null);
  if (!open.length || open.length === state.view.slots.length)
    return h("span", { class: "may" }, t("pile {pile}", { pile: state.view.table.pile }));
  const values = { numbers: open[0].may_be.join(" ") };
  return h(
    "span",
    { class: "may" },
    open.length === 1 ? t("third: {numbers}", values) : t("others: {numbers}", values),
  );
}

/** @param {Api.TableState} table @param {Api.Analysis} analysis */
function count(table, analysis) {
  const left = byTiles(table) ? analysis.racks : analysis.codes.length;
  const unit = byTiles(table) ? counted(left, "rack left", "racks left") : counted(left, "code left", "codes left");
  return h("p", { class: "count" }, h("b", { key: String(left) }, number(left)), " ", unit);
}

const LEAST_SHOWN = 0.01;

/** @param {Api.TableState} table @param {Api.Analysis} analysis */
function best(table, analysis) {
  const [rack] = analysis.candidates;
  const first = byTiles(table) ? rack : analysis.codes[0];
  if (first.probability < LEAST_SHOWN) {
    return h("p", { class: "best" }, t("each below {chance}", { chance: percent(LEAST_SHOWN, { short: true }) }));
  }
  const code = byTiles(table) ? tiles(rack.tiles) : h("b", null, first.numbers);
  return h("p", { class: "best" }, t("best"), " ", code, " · ", percent(first.probability, { short: true }));
}

/** @param {Api.TableState} table @param {Api.Analysis} analysis */
function certain(table, analysis) {
  const code = byTiles(table) ? analysis.candidates[0].tiles : analysis.codes[0].numbers;
  const claim = Array.isArray(code) ? `tiles ${code.join(" ")}` : `numbers ${code}`;
  const said = Array.isArray(code) ? tiles(code) : code;
  return [
    button(
      [
        h("span", { class: "slots3" }, state.view.slots.map(slot)),
        h("span", { class: "say" }, h("b", null, said), h("small", null, t("Certain"))),
        h("span", { class: "tap" }, t("Tap to declare")),
      ],
      () => declareSheet(table.seat),
      { class: "sure", "data-k": "sure" },
    ),
    button(t("why?"), () => askWhy(claim), { class: "link", "data-k": "certain" }),
  ];
}
