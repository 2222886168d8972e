// @ts-check
// The menu of puzzles: the puzzle of the day, a calendar of solved ones, others by level and edition.

import { button, choice } from "./dom.js";
import { changed, state } from "./hub.js";
import { counted, day as dayText, language, t } from "./i18n.js";
import { h } from "./render.js";
import { sheet } from "./sheets.js";
import { clock, dayName, solvedDays, streak, weeks } from "./puzzleresults.js";
import { levelNames, puzzleBoard } from "./puzzleboard.js";
import { inPocket } from "./transport.js";

const LEVELS = ["easy", "medium", "hard", "expert"];
const FIRST = "2026-01";
const LAST = "2027-12";

const it = { edition: "classic", month: "" }; // what is chosen stays while the page is open

export function puzzleSheet() {
  const today = dayName(new Date());
  it.month ||= today.slice(0, 7);
  const pick = (/** @type {string} */ edition) => {
    it.edition = edition;
    changed();
  };
  sheet(
    () => t("Puzzles"),
    () => {
      const days = solvedDays();
      const row = streak(days, today);
      const done = days[today];
      return [
        button(
          [
            h("b", null, t("Puzzle of the day")),
            h(
              "small",
              null,
              done
                ? t("solved in {time}", { time: clock(done.seconds) })
                : dayText(new Date(`${today}T12:00`), { dateStyle: "full" }),
            ),
          ],
          () => playDay(today),
          { class: "card primary", "data-k": "daily" },
        ),
        row > 0 &&
          h("p", { class: "streak" }, counted(row, "{count} day in a row", "{count} days in a row")),
        calendar(days, today),
        h("h3", null, t("Others")),
        choice(
          t("Editions"),
          (state.about?.editions ?? []).filter(isQuick).map((one) => [one.name, t(one.title)]),
          it.edition,
          pick,
          { class: "choice four" },
        ),
        h("div", { class: "actions" }, LEVELS.map(level)),
      ];
    },
    { wide: true, kind: "full" },
  );
}

// Making a puzzle of a large deck takes minutes where nothing is compiled.
const LARGE = 40;
/** @param {Api.EditionInfo} edition */
const isQuick = (edition) => !inPocket || edition.deck.length < LARGE;

/** @param {string} one */
function level(one) {
  const seed = () => String(Math.floor(Math.random() * 1e6));
  const wish = () => ({ seed: seed(), level: one, edition: it.edition });
  return button(levelNames()[one], () => puzzleBoard("puzzle", wish()), { "data-k": one });
}

// The usual puzzles of these years are there at once; others are made.
/** @param {string} day */
const playDay = (day) =>
  day.slice(0, 7) >= FIRST && day.slice(0, 7) <= LAST
    ? puzzleBoard("daily", { day }, day)
    : puzzleBoard("puzzle", { seed: `daily ${day}`, level: "", edition: "classic" }, day);

/** @param {Record<string, any>} days @param {string} today */
function calendar(days, today) {
  const [year, month] = it.month.split("-").map(Number);
  const turn = (/** @type {number} */ by) => () => {
    it.month = new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 7);
    changed();
  };
  const title = new Date(year, month - 1, 15).toLocaleDateString(language, { month: "long", year: "numeric" });
  const cell = (/** @type {string} */ day) => {
    if (!day) return h("td", null);
    const result = days[day];
    const kind = [day === today && "today", result && (result.given ? "given" : "done")].filter(Boolean).join(" ");
    const label = `${dayText(new Date(`${day}T12:00`))}${result && !result.given ? `, ${t("solved")}` : ""}`;
    const inside = [
      String(Number(day.slice(8))),
      result && h("i", { "aria-hidden": "true" }, result.given ? "·" : "✓"),
    ];
    return h(
      "td",
      null,
      button(inside, () => playDay(day), {
        class: `day ${kind}`,
        disabled: day > today,
        "aria-label": label,
        "data-k": `day-${day}`,
      }),
    );
  };
  return h(
    "section",
    { class: "calendar", "aria-label": title },
    h(
      "div",
      { class: "month" },
      button("‹", turn(-1), { class: "round", "aria-label": t("Month before"), disabled: it.month <= FIRST }),
      h("b", null, title),
      button("›", turn(1), { class: "round", "aria-label": t("Month after"), disabled: it.month >= today.slice(0, 7) }),
    ),
    h(
      "table",
      null,
      h(
        "tbody",
        null,
        weeks(year, month - 1).map((week) => h("tr", null, week.map(cell))),
      ),
    ),
  );
}
