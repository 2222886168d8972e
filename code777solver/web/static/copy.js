// @ts-check
// Copying. Browsers give a page the clipboard only over https or on this computer, so there are two other ways.

import { toast } from "./dom.js";
import { t } from "./i18n.js";
import { h, make } from "./render.js";
import { sheet, topmost } from "./sheets.js";

/** Copy a text, or show it selected where the browser does not allow that. @param {string} text */
export async function copyText(text) {
  if ((await toClipboard(text)) || bySelection(text)) toast(t("Copied."));
  else byHand(text);
}

/** @param {string} text */
async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // not there, or not allowed
  }
}

/** @param {string} text */
const field = (text) => h("textarea", { readonly: true, rows: 4, "aria-label": t("Text to copy"), "data-k": "text" }, text);

/** @param {string} text */
function bySelection(text) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const area = /** @type {HTMLTextAreaElement} */ (make(field(text)));
  topmost().append(area); // nothing outside an open sheet can be selected
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  before?.focus();
  return done;
}

/** @param {string} text */
function byHand(text) {
  sheet(
    () => t("Copy"),
    () => [h("p", null, t("This browser does not let the page copy. Copy the selected text yourself.")), field(text)],
    { ready: ({ dialog }) => dialog.querySelector("textarea")?.select() },
  );
}
