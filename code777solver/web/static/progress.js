// @ts-check
// The player's progress against the computer: wins by level, late declarations, overlooked cards, and the games.

import { post } from "./api.js";
import { button } from "./dom.js";
import { counted, day, language, number, t } from "./i18n.js";
import { isWhole, isWon, levelsOf, outcomes, storedMatches, resumeMatch } from "./matchstore.js";
import { h } from "./render.js";
import { failure } from "./why.js";

const MOST_CARDS = 8;

/** What is shown of it; `drawn` is called once the server has answered. @param {() => void} drawn */
export function loadProgress(drawn) {
  /** @type {{ found: any, problem: any }} */
  const it = { found: null, problem: null };
  const games = outcomes();
  if (games.length)
    post("progress", { games, lang: language })
      .then((found) => Object.assign(it, { found }))
      .catch((error) => Object.assign(it, { problem: failure(error) }))
      .finally(drawn);
  return it;
}

/** @param {{ found: any, problem: any }} it @param {(left: import("./matchstore.js").Left) => void} open */
export function progress({ found, problem }, open) {
  const games = storedMatches().filter(isWhole);
  if (!found && !games.length) return problem;
  return h(
    "section",
    { class: "block", "data-k": "progress" },
    h("h3", null, t("Your games")),
    problem,
    found?.levels.length > 0 && table(found.levels),
    found?.cards.length > 0 && h("p", { class: "note", "data-k": "overlooked" }, overlooked(found.cards)),
    found?.unfinished > 0 &&
      h("p", { class: "note" }, counted(found.unfinished, "{count} game is not finished.", "{count} games are not finished.")),
    h("ul", { class: "played" }, games.map((one) => row(one, open))),
  );
}

/** @param {Api.LevelRow[]} levels */
function table(levels) {
  const names = [t("level"), t("games"), t("won"), t("late"), t("cards late")];
  const cells = (/** @type {any} */ one) => [t(one.level), one.games, one.won, one.missed, one.late === null ? "-" : number(one.late, 1)];
  return h(
    "table",
    null,
    h("thead", null, h("tr", null, names.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", null, levels.map((one) => h("tr", { key: one.level }, cells(one).map((cell) => h("td", null, String(cell)))))),
  );
}

/** @param {any} cards */
const overlooked = (cards) =>
  t("Answers you overlook, by card: {cards}", {
    cards: cards
      .slice(0, MOST_CARDS)
      .map((/** @type {[string, number]} */ [card, count]) => `${card} (${count}x)`)
      .join(", "),
  });

/** @param {any} one @param {(left: import("./matchstore.js").Left) => void} open */
function row(one, open) {
  const levels = levelsOf(one.lines).map((level) => t(level)).join(", ");
  const came = one.note === null ? t("not finished") : isWon(one.note) ? t("won") : t("not won");
  const text = [day(one.at), levels, came].filter(Boolean).join(" · ");
  return h("li", { key: one.lines.join("\n") }, button(text, () => open(resumeMatch(one)), { class: "link", "data-k": "played" }));
}
