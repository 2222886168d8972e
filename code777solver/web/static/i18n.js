// Texts: English sentences are the keys, and what has no translation is shown in English.

let texts = {};
export let language = "en";

export function use(code, found) {
  language = code;
  texts = found;
  document.documentElement.lang = code;
}

export function t(text, values = null) {
  const found = texts[text] ?? text;
  return values ? found.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole) : found;
}

// A sentence about a number of things: the language says which of the two forms goes with the number.
export const counted = (count, one, other, values = {}) =>
  t(new Intl.PluralRules(language).select(count) === "one" ? one : other, { ...values, count: number(count) });

// A chance for people: 0 % and 100 % are shown only where they are proved.
export function percent(chance, { short = false, exact = true } = {}) {
  const mark = exact ? "" : "~";
  if (exact && (chance === 0 || chance === 1)) return chance ? "100 %" : "0 %";
  const low = short ? 0.01 : 0.001;
  if (chance < low) return `${mark}<${short ? 1 : decimal(0.1, 1)} %`;
  if (chance > 1 - low) return `${mark}>${short ? 99 : decimal(99.9, 1)} %`;
  return `${mark}${decimal(chance * 100, short ? 0 : 1)} %`;
}

export const number = (value) => value.toLocaleString(language);
export const decimal = (value, digits) => value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
