// Marks and what they claim; days in a row; the calendar.

import { equal } from "./assert.js";
import { claimsOf, tapped } from "/static/marks.js";
import { clock, streak, weeks } from "/static/puzzleresults.js";

const deck = [
  { tile: "G6", number: 6, colour: "G", copies: 3, seen: 0 },
  { tile: "P6", number: 6, colour: "P", copies: 3, seen: 0 },
  { tile: "P7", number: 7, colour: "P", copies: 1, seen: 1 },
  { tile: "B7", number: 7, colour: "B", copies: 4, seen: 1 },
];

export function a_tile_is_crossed_circled_and_open_again() {
  const one = tapped({}, "G6");
  const two = tapped(one, "G6");
  equal([one, two, tapped(two, "G6")], [{ G6: "cross" }, { G6: "circle" }, {}]);
}

export function a_number_without_open_tiles_is_crossed_out() {
  equal(claimsOf({ G6: "cross", P6: "cross" }, deck), ["no 6", "no green", "no pink", "no G6", "no P6"]); // the pink 7 is seen
  equal(claimsOf({ B7: "circle" }, deck), ["has B7"]);
  equal(claimsOf({}, deck), []);
}

export function days_in_a_row_may_end_yesterday() {
  const own = { seconds: 1, hints: 0 };
  const days = { "2026-10-31": own, "2026-11-01": own, "2026-11-02": own };
  equal([streak(days, "2026-11-02"), streak(days, "2026-11-03"), streak(days, "2026-11-04")], [3, 3, 0]);
  equal(streak({ ...days, "2026-11-01": { ...own, given: true } }, "2026-11-02"), 1);
}

export function a_month_has_its_weeks_from_monday() {
  const found = weeks(2026, 10); // November 2026 begins on a Sunday
  equal(found[0], [null, null, null, null, null, null, "2026-11-01"]);
  equal([found.length, found.flat().filter(Boolean).length, found.at(-1)[0]], [6, 30, "2026-11-30"]);
}

export function seconds_are_minutes() {
  equal([clock(0), clock(61), clock(3599.9)], ["0:00", "1:01", "59:59"]);
}
