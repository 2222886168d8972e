// @ts-check
// A contradiction, with the changes of the log that would remove it.

import { button, icon } from "./dom.js";
import { doubt, replace, state } from "./hub.js";
import { number, percent, t } from "./i18n.js";
import { shownLine } from "./lines.js";
import { answerLine } from "./notation.js";
import { h } from "./render.js";

const MOST = 6;
const MOST_MISREADINGS = 8;

/** @param {Api.Analysis} analysis */
export function contradiction(analysis) {
  const found = analysis.contradiction;
  if (!found) return null;
  if (!found.culprits.length && !found.misreadings.length) {
    const text = t("An earlier rack of yours contradicted its answers (line {line}).", { line: found.lines.at(-1) });
    return analysis.racks ? h("section", { class: "panel warn", key: "mend" }, icon("warn"), text) : null;
  }
  const certain = found.misreadings.length === 0;
  return h(
    "section",
    { class: "panel mend", role: "alert", key: "mend" },
    h("h2", null, icon("warn"), t("One of these must be wrong")),
    h(
      "ol",
      null,
      found.culprits.slice(0, MOST).map(culprit),
    ),
    !certain &&
      h(
        "details",
        null,
        h("summary", null, t("Or it was none of the answers")),
        h("ul", null, found.misreadings.slice(0, MOST_MISREADINGS).map(misreading)),
      ),
  );
}

/** @param {number} line */
const entryOf = (line) => state.view.lines[line - 1];

/** @param {any} one */
const misreading = (one) =>
  h(
    "li",
    null,
    h("b", null, percent(one.share, { short: true })),
    ` ${t("Line {line}", { line: one.line })}: ${one.text} (${t("racks: {racks}", { racks: number(one.racks) })})`,
    one.leaves.length ? `; ${t("still a contradiction at line {line}", { line: one.leaves[0] })}` : "",
  );

/** @param {any} one */
function culprit(one) {
  const [first] = one.lines;
  const instead = one.lines.length === 1 ? Object.entries(one.instead[first] ?? {}) : [];
  const repair = (/** @type {[string, any]} */ [symbol, share]) =>
    button(t("It was {answer} ({chance})", { answer: symbol, chance: percent(share, { short: true }) }), () =>
      replace(first, answerLine({ ...entryOf(first), answer: symbol, doubted: false })),
    );
  return h(
    "li",
    null,
    h(
      "p",
      { class: "what" },
      h("b", null, percent(one.share, { short: true })),
      one.lines.map((/** @type {number} */ line) => culpritLine(line)),
    ),
    h(
      "div",
      { class: "actions" },
      instead.map(repair),
      one.lines
        .filter((/** @type {number} */ line) => !entryOf(line).doubted)
        .map((/** @type {number} */ line) => button(t("Doubt line {line}", { line }), () => doubt(entryOf(line)))),
    ),
  );
}

/** @param {number} line */
const culpritLine = (line) =>
  h("span", { class: "what" }, h("span", { class: "line" }, t("line {line}", { line })), shownLine(entryOf(line)));
