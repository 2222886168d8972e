// @ts-check
// Requests of the page, sent to a server. The pocket replaces this file by one with the same exports (docs/pocket.md).

export const inPocket = false;

/** @param {string} path @param {RequestInit} [options] */
export const ask = (path, options) => fetch(path, options);

const state = { part: 1, ready: true, kept: false, newer: false };
/** How far what computes is loaded, whether all is kept for a page without a network, and whether a newer page waits. */
export const engine = () => state;
/** @param {() => void} callback */
export const watchEngine = (callback) => void callback;
export const takeNewer = () => {};

export function begin() {
  try {
    navigator.serviceWorker?.register("/sw.js").catch(() => {}); // not wanted: the page works without
  } catch {
    // forbidden
  }
}
