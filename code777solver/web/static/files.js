// @ts-check
// Games as files: saves and opens them, and refuses files that hold no game.

import { toast } from "./dom.js";
import { Refusal, post } from "./api.js";
import { logText, open, state, tooLong } from "./hub.js";
import { t } from "./i18n.js";
import { isBreaker } from "./notation.js";
import { h, make } from "./render.js";
import { MOST_CHARACTERS, create, isLog } from "./store.js";

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const link = /** @type {HTMLAnchorElement} */ (make(h("a", { href: URL.createObjectURL(blob), download: name })));
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function saveFile() {
  const day = new Date(state.game?.created ?? 0).toISOString().slice(0, 10);
  const ending = isBreaker(state.game) ? "breaker" : "c777";
  download(new Blob([`${logText()}\n`], { type: "text/plain" }), `game-${day}.${ending}`);
}

export function openFile() {
  const fields = { type: "file", accept: ".c777,.breaker,text/plain", class: "hidden", id: "file" };
  const input = /** @type {HTMLInputElement} */ (make(h("input", fields)));
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    input.remove();
    if (!file) return;
    if (file.size > MOST_CHARACTERS) return toast(t("That file is too large for a game."), { bad: true });
    return importLog(await file.text());
  });
  document.body.append(input);
  input.click();
}

/** The lines of a text, without the blank ones at its end. @param {string} text */
export function linesOf(text) {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  while (lines.length && lines.at(-1) === "") lines.pop();
  return lines;
}

/** Open the text of a log as a new game; what is no game is told and not opened. @param {string} text */
export async function importLog(text) {
  const lines = linesOf(text);
  const why = await problem(lines);
  if (why) toast(why, { bad: true });
  else open(create(lines));
}

// Why a text is no game: no line of it can be read.
/** @param {string[]} lines */
async function problem(lines) {
  if (!lines.length) return t("not a game: the file is empty");
  if (!isLog(lines)) return tooLong();
  if (isBreaker({ lines })) return null;
  try {
    const found = (await post("table", { log: lines.join("\n") })).lines;
    const read = found.filter((/** @type {Api.LogLine} */ line) => !["refused", "comment", "note"].includes(line.kind));
    const refused = found.find((/** @type {Api.LogLine} */ line) => line.kind === "refused");
    return read.length || !refused
      ? null
      : t("not a game: line {line}: {why}", { line: refused.line, why: refused.error });
  } catch (error) {
    return error instanceof Refusal ? error.message : null;
  }
}
