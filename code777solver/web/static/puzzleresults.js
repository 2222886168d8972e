// @ts-check
// Results of puzzles in the browser's storage: solved days, days in a row, and a result to copy.

import { isRecord, isTime, record } from "./records.js";
import { keep, kept } from "./store.js";

/** @typedef {{ seconds: number, hints: number, given?: boolean }} Result `given`: the solution was shown */

const SOLVED = "solved";
const DAY = 86_400_000;

/** @returns {Record<string, Result>} by day, `2026-11-17` */
export const solvedDays = () => kept(SOLVED, isResults) ?? record();

/** @param {any} days */
const isResults = (days) => isRecord(days) && Object.values(days).every((one) => isRecord(one) && isTime(one.seconds));

/** @param {string} day @param {Result} result */
export function storeResult(day, result) {
  const found = solvedDays();
  if (!(day in found)) keep(SOLVED, { ...found, [day]: result });
}

/** A date as the name of a day, by the clock of this place. @param {Date} when */
export const dayName = (when) =>
  new Date(when.getTime() - when.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

/** The days in a row that were solved, up to today or yesterday. @param {Record<string, Result>} days @param {string} today */
export function streak(days, today) {
  const own = (/** @type {string} */ day) => days[day] && !days[day].given;
  const before = (/** @type {string} */ day) => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);
  let day = own(today) ? today : before(today);
  let count = 0;
  while (own(day)) {
    count += 1;
    day = before(day);
  }
  return count;
}

/** The weeks of a month from Monday on; null where another month's days would be. @param {number} year @param {number} month from 0 */
export function weeks(year, month) {
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const first = (new Date(Date.UTC(year, month, 1)).getUTCDay() + 6) % 7;
  const days = [
    ...Array(first).fill(null),
    ...Array.from({ length }, (_, i) => new Date(Date.UTC(year, month, i + 1)).toISOString().slice(0, 10)),
  ];
  return Array.from({ length: Math.ceil(days.length / 7) }, (_, i) =>
    Array.from({ length: 7 }, (_one, j) => days[i * 7 + j] ?? null),
  );
}

/** @param {number} seconds */
export const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, "0")}`;
