// @ts-check
// Declare or wait: the verdict in the strip, and behind it the figures, the reasons and a second opinion by playing on.

import { Refusal, post } from "./api.js";
import { button } from "./dom.js";
import { asked, changed, state } from "./hub.js";
import { language, number, percent, t } from "./i18n.js";
import { playerName } from "./names.js";
import { h } from "./render.js";
import { sheet } from "./sheets.js";
import { learnt } from "./tips.js";
import { inPocket } from "./transport.js";

/** @typedef {Partial<Api.WordedAdvice> & { error?: string, waiting?: boolean }} Opinion */

/** @type {Map<string, Opinion>} */
const opinions = new Map(); // by log, seat and language: what playing on gave
const MOST_KEPT = 40;
const SAMPLES = 3000; // games that are played on for each choice
const key = () => JSON.stringify([state.game?.seat, language, state.game?.lines]);

/** @param {Api.TableState} table @param {Api.Analysis} analysis */
const isOpen = (table, analysis) =>
  analysis.racks > 0 && !analysis.solved && !table.winner && !table.waiting.length && !state.suppose.length;

/** The verdict of the policy, or of an estimate that was asked for. @returns {any} */
function current() {
  const found = opinions.get(key());
  return state.view.advice ?? (found?.declare ? found : null);
}

/** @param {Api.TableState} table @param {Api.Analysis} analysis */
export function verdict(table, analysis) {
  if (!isOpen(table, analysis)) return null;
  const advice = current();
  const label = advice
    ? [h("span", { class: `pill ${advice.better}` }, short(advice)), h("span", { class: "reason" }, reason(advice))]
    : h("span", { class: "reason" }, t("Declare or wait?"));
  return button(label, adviceSheet, { class: "verdict", "data-k": "advice" });
}

/** @param {any} advice */
const short = (advice) =>
  /** @type {Record<string, string>} */ ({ declare: t("Declare {code}", advice), wait: t("Wait"), even: t("Close call") })[
    advice.better
  ];

/** @param {number | null} share */
const chance = (share) => percent(share, { short: true, exact: false });

/** @param {any} advice */
function reason(advice) {
  const { danger } = advice;
  if (advice.better !== "declare" && danger && (danger.certain ?? 0) >= 0.15) {
    return t("{name} can declare: {chance}", { name: playerName(danger.player), chance: chance(danger.certain) });
  }
  const values = { now: chance(advice.declare.game), later: chance(advice.wait.game) };
  return advice.better === "declare"
    ? t("wins {now}, waiting {later}", values)
    : t("wins {later}, declaring {now}", values);
}

function adviceSheet() {
  learnt("strip");
  sheet(
    () => t("Declare or wait?"),
    () => {
      const { table, analysis } = state.view;
      if (!analysis || !isOpen(table, analysis)) return null;
      const { advice } = state.view;
      const second = opinions.get(key());
      return [
        advice && told(advice),
        second?.declare && told(second),
        second?.error && h("p", { class: "bad" }, second.error),
        second?.waiting &&
          h(
            "p",
            { class: "note", role: "status" },
            t("Playing on ... The first estimate at a table can take a minute."),
          ),
        !second &&
          !inPocket &&
          h(
            "div",
            { class: "actions" },
            button(t("Estimate by playing on"), playOn, { class: advice ? "" : "primary", "data-k": "playon" }),
          ),
      ];
    },
  );
}

/** @type {Record<string, () => string>} */
const LEAN = {
  declare: () => t("Declaring looks better."),
  wait: () => t("Waiting looks better."),
  even: () => t("Too close to call."),
};

/** @param {any} advice */
function told(advice) {
  const estimate = (/** @type {number | null} */ share, /** @type {number | null | undefined} */ error) => (error ? `${chance(share)} ± ${number(error * 100, 1)}` : chance(share));
  const row = (/** @type {string} */ label, /** @type {any} */ outcome) =>
    h(
      "tr",
      null,
      h("th", { scope: "row" }, label),
      h("td", null, estimate(outcome.point, outcome.point_error)),
      h("td", null, estimate(outcome.game, outcome.game_error)),
    );
  const column = (/** @type {string} */ text) => h("th", { scope: "col" }, text);
  return h(
    "section",
    { class: "advice block" },
    h("p", { class: "lean" }, LEAN[advice.better]()),
    h(
      "table",
      null,
      h("thead", null, h("tr", null, column(t("choice")), column(t("next point")), column(t("game")))),
      h("tbody", null, row(t("declare {code}", { code: advice.code }), advice.declare), row(t("wait"), advice.wait)),
    ),
    h(
      "ul",
      { class: "reasons" },
      advice.reasons.map((/** @type {any} */ one) => h("li", null, one)),
    ),
    h("p", { class: "note" }, advice.source),
  );
}

async function playOn() {
  const mine = key();
  const keep = (/** @type {any} */ found) => {
    opinions.set(mine, found);
    while (opinions.size > MOST_KEPT) opinions.delete(/** @type {string} */ (opinions.keys().next().value));
    changed();
  };
  keep({ waiting: true });
  try {
    keep(await post("advise", asked({ samples: SAMPLES })));
  } catch (error) {
    if (error instanceof Refusal) keep({ error: error.message });
    else opinions.delete(mine);
    changed();
  }
}
