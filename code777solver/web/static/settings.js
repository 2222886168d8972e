// @ts-check
// Language and colours, from the settings or from the browser.

import { get } from "./api.js";
import { changed } from "./hub.js";
import { use } from "./i18n.js";
import { isTextRecord, record } from "./records.js";
import { kept, keepReply, prefs } from "./store.js";

const TRANSLATED = ["nl", "fr", "de"];

function chosen() {
  const wanted = prefs.lang ?? navigator.language.slice(0, 2).toLowerCase();
  return TRANSLATED.includes(wanted) ? wanted : "en";
}

// The texts of the last visit.
/** @param {string} code */
const before = (code) => kept(`texts.${code}`, isTextRecord);

/** Show what is known before the server has answered. */
export function recall() {
  document.documentElement.dataset.theme = prefs.theme;
  const found = before(chosen());
  if (found) use(chosen(), found);
  changed();
}

export async function settle() {
  document.documentElement.dataset.theme = prefs.theme;
  const code = chosen();
  use(code, code === "en" ? record() : await texts(code));
  changed();
}

// The texts of a language; without a server those of the last visit, or English.
/** @param {string} code */
async function texts(code) {
  try {
    const found = (await get(`/api/texts/${code}`)).texts;
    keepReply(`texts.${code}`, found);
    return found;
  } catch {
    return before(code) ?? record();
  }
}
