// @ts-check
// Texts and numbers. English sentences are the keys; what has no translation is shown in English.

import { record } from "./records.js";

/** @type {Record<string, string>} */
let texts = record();
export let language = "en";

/** @param {string} code @param {Record<string, string>} found */
export function use(code, found) {
  language = code;
  texts = found;
  document.documentElement.lang = code;
}

/** @param {string} text @param {Record<string, any> | null} values @returns {string} */
export function t(text, values = null) {
  const found = texts[text] ?? text;
  return values ? found.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole)) : found;
}

/**
 * A sentence about a number of things: the language says which of the two forms goes with the number.
 * @param {number} count @param {string} one @param {string} other @param {Record<string, any>} values
 */
export const counted = (count, one, other, values = {}) =>
  t(new Intl.PluralRules(language).select(count) === "one" ? one : other, { ...values, count: number(count) });

/** A sentence that stands alone. @param {string} text */
export const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

/** A number as it is written here. @param {number} value @param {number} digits */
export const number = (value, digits = 0) =>
  value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A mean: whole numbers without a digit behind the point. @param {number} value */
export const mean = (value) => number(value, Number.isInteger(value) || value >= 100 ? 0 : 1);

/**
 * A chance for people: 0 % and 100 % are shown only where they are proved.
 * @param {number | null | undefined} chance null if it is not known
 * @param {{ short?: boolean, exact?: boolean }} options `exact`: whether it is known and not estimated
 */
export function percent(chance, { short = false, exact = true } = {}) {
  if (chance === null || chance === undefined) return "?";
  const low = short ? 0.01 : 0.001;
  const shown = (/** @type {number} */ share) => `${number(share * 100, short ? 0 : 1)}\u00a0%`;
  const mark = exact ? "" : "~";
  if (exact && (chance === 0 || chance === 1)) return `${chance * 100}\u00a0%`;
  if (chance < low) return `${mark}<${shown(low)}`;
  return chance > 1 - low ? `${mark}>${shown(1 - low)}` : mark + shown(chance);
}

/** A day as it is written here. @param {number | Date} when @param {Intl.DateTimeFormatOptions} how */
export const day = (when, how = { dateStyle: "medium" }) => new Date(when).toLocaleString(language, how);
