// @ts-check
// The cards with the most information, and the result of each of their answers.

import { answerMark, cardHead } from "./cards.js";
import { button } from "./dom.js";
import { changed, state, suppose } from "./hub.js";
import { mean, number, percent, t } from "./i18n.js";
import { cardOf, playerName } from "./names.js";
import { answerLine } from "./notation.js";
import { h } from "./render.js";
import { sheet } from "./sheets.js";

const FEW = 4;
let all = false;

/** What counts of a question: the numbers, or the tiles where those must be declared. @param {Api.Question} one */
const worth = (one) =>
  state.view.analysis.target === "tiles"
    ? { bits: one.tile_bits, left: one.expected_racks, settles: one.settles_tiles }
    : { bits: one.bits, left: one.expected_codes, settles: one.settles };

/** @param {Api.TableState} table @param {Api.Analysis} analysis */
export function bestCards(table, analysis) {
  if (analysis.solved || !analysis.questions.length || table.winner) return null;
  const shown = new Map();
  for (const question of [...analysis.questions].sort((a, b) => worth(b).bits - worth(a).bits)) {
    if (worth(question).bits > 0 && !shown.has(question.card)) shown.set(question.card, question);
  }
  const rows = [...shown.values()];
  if (!rows.length) return null;
  const turn = () => {
    all = !all;
    changed();
  };
  return h(
    "section",
    { class: "panel cards", key: "cards", "aria-label": t("Best to hear") },
    h("h2", null, t("Best to hear")),
    h(
      "ol",
      null,
      rows
        .slice(0, all ? rows.length : FEW)
        .map((one) => h("li", { key: String(one.card) }, row(one, worth(rows[0]).bits, analysis))),
    ),
    rows.length > FEW &&
      button(all ? t("fewer") : t("all {count}", { count: rows.length }), turn, {
        class: "link",
        "data-k": "allcards",
      }),
  );
}

/** @param {Api.Question} one @param {Api.Analysis} analysis */
function leaves(one, analysis) {
  const then = mean(Math.round(worth(one).left * 10) / 10);
  return analysis.target === "tiles"
    ? t("racks left {now} → {then}", { now: number(analysis.racks), then })
    : t("codes left {now} → {then}", { now: number(analysis.codes.length), then });
}

/** @param {Api.Question} one @param {number} most @param {Api.Analysis} analysis */
function row(one, most, analysis) {
  const attributes = { class: "cardrow", "data-k": `best-${one.card}`, style: { "--level": worth(one).bits / most } };
  return button(
    [
      h("span", { class: "num" }, one.card),
      h("span", { class: "text" }, t(cardOf(one.card)?.text ?? "")),
      h("span", { class: "from" }, playerName(one.player)),
      h("span", { class: "bits" }, leaves(one, analysis)),
    ],
    () => questionSheet(one.card),
    attributes,
  );
}

/** @param {number} number */
function questionSheet(number) {
  sheet(
    () => t("Card {card}", { card: number }),
    (it) => {
      const card = cardOf(number);
      const asked = state.view.analysis?.questions.filter((/** @type {Api.Question} */ other) => other.card === number) ?? [];
      if (!card) return null;
      return [
        cardHead(card),
        asked.map((/** @type {Api.Question} */ one) => question(one, card, it)),
        h("p", { class: "note" }, t("Tap an answer to see what it would leave.")),
      ];
    },
  );
}

/** @param {Api.Question} one @param {Api.CardState} card @param {import("./sheets.js").Sheet} it */
function question(one, card, it) {
  const { analysis } = state.view;
  const answer = (/** @type {[string, number]} */ [symbol, chance]) => {
    const line = answerLine({ player: one.player, card: card.card, answer: symbol });
    const go = () => {
      it.close();
      suppose(line);
    };
    const label = t("What if {line}?", { line: `${playerName(one.player)} ${card.card} ${symbol}` });
    return button([answerMark(card, symbol), h("small", null, percent(chance, { short: true }))], go, {
      class: "answer",
      "aria-label": label,
    });
  };
  return h(
    "section",
    { class: "block" },
    h("h3", null, t("If {name} answers", { name: playerName(one.player) })),
    h("p", null, `${leaves(one, analysis)}; ${t("settles it: {chance}", { chance: percent(worth(one).settles) })}`),
    h("div", { class: "answers small" }, Object.entries(one.answers).map(answer)),
  );
}
