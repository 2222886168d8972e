// @ts-check
// A demonstration on the first page: a few answers, and the codes left after each.

import { answerMark } from "./cards.js";
import { state } from "./hub.js";
import { number, t } from "./i18n.js";
import { h } from "./render.js";

/** Ann has Y2 K5 B7, Bob G6 G6 R5 and Cid N4 P7 Y7; at first 70 codes are left. A test asks the solver for the rest. */
export const DEMO = {
  codes: 70,
  answers: [
    { player: "Ann", card: 14, answer: "<", codes: 56 },
    { player: "Bob", card: 18, answer: "=", codes: 15 },
    { player: "Ann", card: 8, answer: "7", codes: 1 },
  ],
};

export function demo() {
  const cards = state.about?.editions.find((one) => one.name === "classic")?.cards ?? [];
  const bar = (/** @type {number} */ codes, /** @type {number} */ i) =>
    h("span", { class: "bar", style: { "--level": Math.log(codes + 0.35) / Math.log(DEMO.codes), "--i": i } });
  const row = (/** @type {any} */ one, /** @type {number} */ i) => {
    const card = cards.find((other) => other.card === one.card);
    return h(
      "li",
      { style: { "--i": i + 1 } },
      h(
        "span",
        { class: "what" },
        h("b", null, one.player),
        h("span", { class: "num" }, one.card),
        answerMark(card, one.answer),
      ),
      bar(one.codes, i + 1),
      h("b", { class: "count" }, one.codes === 1 ? t("Certain") : number(one.codes)),
    );
  };
  const start = h(
    "li",
    { style: { "--i": 0 } },
    h("span", { class: "what" }, t("codes left")),
    bar(DEMO.codes, 0),
    h("b", { class: "count" }, number(DEMO.codes)),
  );
  return h(
    "section",
    { class: "card demo", "aria-label": t("How it works") },
    h("h2", null, t("How it works")),
    h("ol", null, start, DEMO.answers.map(row)),
  );
}
