// Declare or wait: an estimate, asked for once and then kept up to date.

import { Refusal, post } from "./api.js";
import { button, h } from "./dom.js";
import { asked, state } from "./hub.js";
import { decimal, number, percent, t } from "./i18n.js";

const found = new Map(); // by log and seat: advice, "waiting", or an error
let wanted = false; // whether the person has asked before: then the next estimates come by themselves

const key = () => JSON.stringify([state.game.seat, state.game.lines]);
const redraw = () => document.dispatchEvent(new Event("redraw"));

export function advicePanel(table, analysis) {
  if (!analysis.racks || analysis.solved || table.winner || table.waiting.length || state.suppose.length) return null;
  const now = state.fresh ? found.get(key()) : null;
  if (wanted && state.fresh && now === undefined) fetchAdvice();
  return h("section", { class: "panel advice", "aria-label": t("Declare or wait?") }, h("h2", null, t("Declare or wait?")), body(now));
}

function body(now) {
  if (now?.samples) return told(now);
  if (now?.error) return h("p", { class: "note" }, now.error);
  if (wanted) return h("p", { class: "note" }, t("Playing on ... The first estimate at a table can take a minute."));
  return button(t("Estimate by playing on"), () => { wanted = true; redraw(); }, { class: "link", "data-k": "advice" });
}

function told(advice) {
  const verdict = { declare: t("Declaring looks better."), wait: t("Waiting looks better."), even: t("Too close to call.") }[advice.better];
  const estimate = (share, error) => `${percent(share, { short: true, exact: false })} ± ${decimal(error * 100, 1)}`;
  const row = (label, outcome) => h("tr", null, h("th", { scope: "row" }, label),
    h("td", null, estimate(outcome.point, outcome.point_error)), h("td", null, estimate(outcome.game, outcome.game_error)));
  return [h("p", { class: "lean" }, verdict),
    h("table", null, h("thead", null, h("tr", null, h("th", { scope: "col" }, t("choice")), h("th", { scope: "col" }, t("next point")), h("th", { scope: "col" }, t("game")))),
      h("tbody", null, row(t("declare {code}", { code: advice.code }), advice.declare), row(t("wait"), advice.wait))),
    h("p", { class: "note" }, t("Best code {code}: {chance} likely.", { code: advice.code, chance: percent(advice.chance) }), " ",
      t("Estimated from {count} games per choice.", { count: number(advice.samples) }))];
}

async function fetchAdvice() {
  const mine = key();
  found.set(mine, "waiting");
  try {
    found.set(mine, await post("advise", asked()));
  } catch (error) {
    if (error instanceof Refusal) found.set(mine, { error: error.message });
    else found.delete(mine);
  }
  while (found.size > 40) found.delete(found.keys().next().value);
  if (state.game && key() === mine) redraw();
}
