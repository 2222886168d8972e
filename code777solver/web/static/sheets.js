// @ts-check
// Sheets: they come up from below on a phone and stand in the middle of a larger screen. The browser's Back closes one.

import { button, iconButton } from "./dom.js";
import { t } from "./i18n.js";
import { h, make, put } from "./render.js";

/** @typedef {import("./render.js").Child} Child */
/** @typedef {{ close: () => void, redraw: () => void, dialog: HTMLDialogElement }} Sheet */

/** @type {Map<HTMLDialogElement, () => void>} */
const shown = new Map();
/** @type {WeakMap<HTMLDialogElement, () => void>} */
const closers = new WeakMap();
const opened = () => [...shown.keys()];

/**
 * Makes buttons that close a sheet and then do something.
 * @param {Sheet} it
 */
export const closingButton = (it) => (/** @type {string} */ text, /** @type {() => void} */ action, attributes = {}) => {
  const go = () => {
    it.close();
    action();
  };
  return button(text, go, attributes);
};

/**
 * Show a sheet. `title` and `body` are asked again at every drawing, with the sheet itself.
 * @param {(it: Sheet) => string} title
 * @param {(it: Sheet) => Child} body
 * @param {{ wide?: boolean, kind?: string, onclose?: () => void, keep?: () => boolean, ready?: (it: Sheet) => void }} options
 *   `keep`: whether a tap beside the sheet leaves it open; `ready`: called once it is on the screen.
 * @returns {Sheet}
 */
export function sheet(title, body, { wide = false, kind = "", onclose, keep, ready } = {}) {
  const dialog = /** @type {HTMLDialogElement} */ (
    make(
      h(
        "dialog",
        { class: `sheet ${wide ? "wide" : ""} ${kind}`, "aria-labelledby": "sheet-title" },
        h("div", { class: "bar" }),
        h("div", { class: "content" }),
      ),
    )
  );
  const [bar, content] = dialog.children;
  const redraw = () => {
    if (!dialog.isConnected) return;
    put(bar, h("h2", { id: "sheet-title" }, title(it)), iconButton("close", t("Close"), close));
    put(content, body(it));
  };
  const close = () => {
    if (!shown.delete(dialog)) return;
    closing = tapped ?? closing;
    dialog.close();
    dialog.remove();
    onclose?.();
    leave();
  };
  const it = { close, redraw, dialog };
  dialog.addEventListener("close", close); // by the browser, for Escape
  closers.set(dialog, close);
  dialog.addEventListener("cancel", (event) => {
    if (keep?.()) {
      event.preventDefault();
      ask(t("Leave this?"), t("What you entered here is not logged yet."), t("Leave"), close);
    }
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog && !keep?.()) close();
  });
  for (const other of opened()) other.querySelector("#sheet-title")?.removeAttribute("id");
  shown.set(dialog, redraw);
  document.body.append(dialog);
  redraw();
  dialog.showModal();
  enter();
  ready?.(it);
  return it;
}

export const redrawSheets = () => shown.forEach((redraw) => redraw());
export const anySheet = () => shown.size > 0;
/** The sheet in front, or the page. @returns {HTMLElement} */
export const topmost = () => opened().at(-1) ?? document.body;

export function closeSheets() {
  for (const dialog of opened()) closers.get(dialog)?.();
}

/** @param {string} title @param {Child} text @param {string} yes @param {() => void} action @param {() => void} [onclose] */
export function ask(title, text, yes, action, onclose) {
  const agree = (/** @type {Sheet} */ it) => {
    it.close();
    action();
  };
  sheet(
    () => title,
    (it) => [
      h("p", null, text),
      h(
        "div",
        { class: "actions" },
        button(t("Cancel"), it.close),
        button(yes, () => agree(it), { class: "danger", "data-k": "agree" }),
      ),
    ],
    { onclose },
  );
}

// Back. While a sheet is open the history has one entry more, which is left when the last one closes.

let leaving = false;

function enter() {
  if (!history.state?.sheet) history.pushState({ ...history.state, sheet: true }, "");
}

function leave() {
  setTimeout(() => {
    if (anySheet() || !history.state?.sheet || leaving) return;
    leaving = true;
    history.back();
  });
}

addEventListener("popstate", () => {
  const own = leaving;
  leaving = false;
  const top = opened().at(-1);
  if (!own && top?.dispatchEvent(new Event("cancel", { cancelable: true }))) closers.get(top)?.();
  if (anySheet()) enter();
});

// A double tap on an answer closes the sheet with its first tap; the second, at the same place, must not fall through.

const DOUBLE = { ms: 400, px: 24 };
/** @typedef {{ at: number, x: number, y: number }} Tap */
/** @type {Tap | null} */
let tapped = null; // the tap that is being handled
/** @type {Tap | null} */
let closing = null; // the tap that closed a sheet

addEventListener(
  "click",
  (event) => {
    const now = { at: performance.now(), x: event.clientX, y: event.clientY };
    const near = closing && Math.hypot(now.x - closing.x, now.y - closing.y) < DOUBLE.px;
    if (event.isTrusted && event.detail > 0 && closing && near && now.at - closing.at < DOUBLE.ms) {
      event.stopPropagation();
      event.preventDefault();
      return;
    }
    tapped = now;
    closing = null;
    setTimeout(() => {
      if (tapped === now) tapped = null;
    });
  },
  true,
);
