// @ts-check
// Language and colours, from the settings or from the browser.

import { get } from "./api.js";
import { changed } from "./hub.js";
import { use } from "./i18n.js";
import { kept, keep, prefs } from "./store.js";

const TRANSLATED = ["nl", "fr", "de"];

export async function settle() {
  document.documentElement.dataset.theme = prefs.theme;
  const wanted = prefs.lang ?? navigator.language.slice(0, 2).toLowerCase();
  const code = TRANSLATED.includes(wanted) ? wanted : "en";
  use(code, code === "en" ? {} : await texts(code));
  changed();
}

// The texts of a language; without a server those of the last visit, or English.
async function texts(code) {
  try {
    const found = (await get(`/api/texts/${code}`)).texts;
    keep(`texts.${code}`, found);
    return found;
  } catch {
    return kept(`texts.${code}`) ?? {};
  }
}
