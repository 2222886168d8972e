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

// A chance for people: 0 % and 100 % are shown only where they are proved.
export function percent(chance, { short = false, exact = true } = {}) {
  const mark = exact ? "" : "~";
  if (exact && (chance === 0 || chance === 1)) return chance ? "100 %" : "0 %";
  const low = short ? 0.01 : 0.001;
  if (chance < low) return `${mark}<${short ? 1 : "0.1"} %`;
  if (chance > 1 - low) return `${mark}>${short ? 99 : "99.9"} %`;
  return `${mark}${(chance * 100).toFixed(short ? 0 : 1)} %`;
}

export const number = (value) => value.toLocaleString(language);
