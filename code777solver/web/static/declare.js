// @ts-check
// A declaration: who, which code, right or wrong; and what was on my rack if I see it then.

import { button, choice, slots } from "./dom.js";
import { add, changed, state } from "./hub.js";
import { t } from "./i18n.js";
import { byTiles, playerName } from "./names.js";
import { declareLine, withSaw } from "./notation.js";
import { tilesSheet } from "./racks.js";
import { h } from "./render.js";
import { sheet } from "./sheets.js";
import { picker, tiles } from "./tiles.js";

const SIZE = 3;

/** @param {string | null} name */
export function declareSheet(name = null) {
  const { table, analysis } = state.view;
  const best = analysis?.racks ? (byTiles(table) ? analysis.candidates[0].tiles : [...analysis.codes[0].numbers]) : [];
  const initial = name ?? (analysis?.solved ? table.seat : table.next_player);
  const chosen = { name: initial, code: initial === table.seat && analysis?.solved ? best : [] };
  const log = (/** @type {boolean} */ right) => {
    it.close();
    const said = declareLine(chosen.name, chosen.code, right);
    const sees = chosen.name === table.seat && (right || table.edition.rules.own_tiles_seen === "always");
    if (sees) sawSheet(said, right, chosen.code);
    else add(said);
  };
  const it = sheet(
    () => t("Declare"),
    () => body(chosen, log),
  );
}

/** @param {{ name: string, code: string[] }} chosen @param {(right: boolean) => void} log */
function body(chosen, log) {
  const { table } = state.view;
  const set = (/** @type {Record<string, any>} */ changes) => {
    Object.assign(chosen, changes);
    changed();
  };
  const known = chosen.name === table.seat ? null : (table.racks[chosen.name]?.tiles ?? null);
  const full = chosen.code.length === SIZE;
  const right = known && full ? isRight(known, chosen.code, table) : null;
  const names = table.players.map((/** @type {any} */ one) => [one, playerName(one)]);
  const code = byTiles(table)
    ? picker(table.deck, {
        slots: SIZE,
        value: chosen.code,
        free: (kind) => kind.copies,
        onchange: (value) => set({ code: value }),
        label: t("The code"),
      })
    : digits(table.deck, chosen.code, (value) => set({ code: value }));
  return [
    choice(t("Who declares?"), names, chosen.name, (one) => set({ name: one, code: [] }), { class: "choice who" }),
    known && h("p", { class: "note" }, t("Has:"), " ", tiles(known)),
    code,
    h(
      "div",
      { class: "actions two" },
      button(t("Wrong"), () => log(false), {
        class: right === false ? "primary danger" : "danger",
        disabled: !full || right === true,
        "data-k": "wrong",
      }),
      button(t("Right"), () => log(true), { class: "primary", disabled: !full || right === false, "data-k": "right" }),
    ),
  ];
}

// Whether a code that was said is on a rack that everybody else sees.
/** @param {string[]} rack @param {string[]} code @param {Api.TableState} table */
function isRight(rack, code, table) {
  const side = (/** @type {string[]} */ parts) => [...parts].sort().join(" ");
  return side(byTiles(table) ? rack : rack.map((one) => one.slice(1))) === side(code);
}

/** Three digits: slots above, a pad below. @param {Api.DeckTile[]} deck @param {string[]} value @param {(value: string[]) => void} onchange */
export function digits(deck, value, onchange) {
  const key = (/** @type {number} */ digit) =>
    button(digit, () => onchange([...value, String(digit)]), {
      class: "answer",
      disabled: value.length === SIZE,
      "data-k": `digit${digit}`,
    });
  const numbers = [...new Set(deck.map((kind) => kind.number))];
  return [
    h(
      "div",
      { class: "slots", key: "code", role: "group", "aria-label": t("The code") },
      slots(SIZE, value, onchange, { show: (digit) => digit, kind: "slot digit" }),
    ),
    h("div", { class: "pad", key: "pad", role: "group", "aria-label": t("Numbers") }, numbers.map(key)),
  ];
}

// Where I see my old tiles, they help with the next rack.
/** @param {string} said @param {boolean} right @param {string[]} code */
function sawSheet(said, right, code) {
  const { table, analysis } = state.view;
  if (byTiles(table) && right) return add(said);
  const fits = (/** @type {Api.Candidate} */ rack) => !right || byTiles(table) || rack.numbers === [...code].sort().join("");
  const sure = (analysis?.candidates ?? []).filter(fits);
  return tilesSheet(t("What was on my rack?"), {
    slots: SIZE,
    value: right && sure.length === 1 ? sure[0].tiles : [],
    back: table.racks[table.seat]?.tiles ?? [],
    ok: (found) => add(withSaw(said, found)),
    unknown: [t("Skip"), () => add(said)],
    note: t("You see your old tiles now: they help with the next rack."),
  });
}
