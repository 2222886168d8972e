// @ts-check
// Data from outside, from the server or from the browser's storage. Its records have no prototype, so that a player may be
// called `constructor`; and stored data is checked before it is used, since other versions and other programs write it too.

/** An empty record for look-ups by names that people choose. @returns {any} */
export const record = () => Object.create(null);

/** @param {string} _key @param {unknown} value */
const bare = (_key, value) => (isRecord(value) ? Object.assign(record(), value) : value);

/** The value of a JSON text. @param {string} text */
export const parsed = (text) => JSON.parse(text, bare);

// Checks.

/** @param {unknown} value */
export const isText = (value) => typeof value === "string";
/** @param {unknown} value */
export const isTexts = (value) => Array.isArray(value) && value.every(isText);
/** @param {unknown} value */
export const isRecord = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
/** @param {any} value */
export const isTextRecord = (value) => isRecord(value) && Object.values(value).every(isText);
/** A moment in ms, as dates can show it. @param {any} value */
export const isTime = (value) => Number.isFinite(value) && Math.abs(value) <= 8.64e15;

/** @param {unknown} value */
const kindOf = (value) =>
  value === null || (typeof value === "number" && !Number.isFinite(value))
    ? "nothing"
    : Array.isArray(value)
      ? "list"
      : typeof value;

/**
 * `usual` with the fields of `found` that fit: of the same type, or accepted by a check of their own.
 * @template {Record<string, any>} T
 * @param {T} usual
 * @param {any} found
 * @param {Record<string, (value: any) => boolean>} checks
 * @returns {T}
 */
export function fitting(usual, found, checks = {}) {
  const fits = (/** @type {string} */ name) => {
    const check = checks[name] ?? ((value) => kindOf(value) === kindOf(usual[name]));
    return isRecord(found) && Object.hasOwn(found, name) && check(found[name]);
  };
  return Object.assign({ ...usual }, ...Object.keys(usual).filter(fits).map((name) => ({ [name]: found[name] })));
}
