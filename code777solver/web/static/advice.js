// Declare or wait: what the learnt policy says, at once; and on a tap a second opinion, by playing on.

import { Refusal, post } from "./api.js";
import { button, h } from "./dom.js";
import { asked, state } from "./hub.js";
import { decimal, language, number, percent, t } from "./i18n.js";

const SAMPLES = 3000;
const found = new Map(); // by log, seat, language and samples: advice, "waiting", or an error

const key = (samples) => JSON.stringify([state.game.seat, language, samples, state.game.lines]);
const redraw = () => document.dispatchEvent(new Event("redraw"));

export function advicePanel(table, analysis) {
  if (!analysis.racks || analysis.solved || table.winner || table.waiting.length || state.suppose.length) return null;
  const [now, second] = state.fresh ? [found.get(key(0)), found.get(key(SAMPLES))] : [];
  if (state.fresh && now === undefined) fetchAdvice(0);
  return h("section", { class: "panel advice", "aria-label": t("Declare or wait?") }, h("h2", null, t("Declare or wait?")),
    body(now), now?.code && h("div", { class: "second" }, secondOpinion(second)));
}

function body(now) {
  if (now?.code) return told(now);
  return now?.error ? h("p", { class: "note" }, now.error) : null;
}

function secondOpinion(second) {
  if (second === "waiting") return h("p", { class: "note" }, t("Playing on ... The first estimate at a table can take a minute."));
  return body(second) ?? button(t("Estimate by playing on"), () => { fetchAdvice(SAMPLES); redraw(); }, { class: "link", "data-k": "advice" });
}

function told(advice) {
  const verdict = { declare: t("Declaring looks better."), wait: t("Waiting looks better."), even: t("Too close to call.") }[advice.better];
  const estimate = (share, error) => `${percent(share, { short: true, exact: false })} ± ${decimal(error * 100, 1)}`;
  const row = (label, outcome) => h("tr", null, h("th", { scope: "row" }, label),
    h("td", null, estimate(outcome.point, outcome.point_error)), h("td", null, estimate(outcome.game, outcome.game_error)));
  return [h("p", { class: "lean" }, verdict),
    h("table", null, h("thead", null, h("tr", null, h("th", { scope: "col" }, t("choice")), h("th", { scope: "col" }, t("next point")), h("th", { scope: "col" }, t("game")))),
      h("tbody", null, row(t("declare {code}", { code: advice.code }), advice.declare), row(t("wait"), advice.wait))),
    h("p", { class: "note" }, [...advice.reasons, advice.source].join(" "))];
}

async function fetchAdvice(samples) {
  const mine = key(samples);
  found.set(mine, "waiting");
  try {
    found.set(mine, await post("advise", asked({ lang: language, samples })));
  } catch (error) {
    if (error instanceof Refusal) found.set(mine, { error: error.message });
    else found.delete(mine);
  }
  while (found.size > 40) found.delete(found.keys().next().value);
  if (state.game && key(samples) === mine) redraw();
}
