// @ts-check
// Tiles and the pyramid. Each colour has its own shape, so nothing depends on seeing colours.

import { slots } from "./dom.js";
import { t } from "./i18n.js";
import { h } from "./render.js";

/** @type {Record<string, string>} */
export const COLOURS = { G: "green", Y: "yellow", K: "black", N: "brown", R: "red", P: "pink", B: "blue" };

/** @param {string} colour */
export const shape = (colour) => h("i", { class: `shape s${colour}`, "aria-hidden": "true" });

/** @param {string} colour */
export const colourName = (colour) => t(COLOURS[colour] ?? colour);
/** @param {string} tile */
export const tileName = (tile) => t(`${COLOURS[tile[0]]} {number}`, { number: tile.slice(1) });

// A tile as it stands on a rack.
/** @param {string} name */
export const tile = (name, attributes = {}) =>
  h(
    "span",
    { class: `tile c${name[0]}`, role: "img", "aria-label": tileName(name), ...attributes },
    h("b", { "aria-hidden": "true" }, name.slice(1)),
    shape(name[0]),
  );

/** @param {string[]} names */
export const tiles = (names) =>
  h(
    "span",
    { class: "tiles" },
    names.map((name) => tile(name)),
  );

export const blank = (text = "?") => h("span", { class: "tile none", "aria-hidden": "true" }, text);

// What a card compares: a colour, a number, or both.
export function pick(/** @type {Api.Pick} */ { number, colour, without }) {
  if (colour && number) return tile(`${colour}${number}`);
  if (colour)
    return h("span", { class: `tile c${colour}`, role: "img", "aria-label": colourName(colour) }, shape(colour));
  const label = without ? `${number}, ${t("not {colour}", { colour: colourName(without) })}` : String(number);
  return h(
    "span",
    { class: "tile any", role: "img", "aria-label": label },
    h("b", { "aria-hidden": "true" }, number ?? ""),
    without && h("span", { class: `not c${without}`, "aria-hidden": "true" }, shape(without)),
  );
}

/** @param {Api.DeckTile} kind @param {string} mark */
const face = (kind, mark) =>
  mark === "seen" || mark === "no"
    ? h("span", { class: `face ${mark}` })
    : h("span", { class: `face c${kind.colour} ${mark}` }, kind.number, shape(kind.colour));

// The deck as rows by number. `look(kind)` gives the marks of its copies, a text below them and a label for reading aloud.
/**
 * @param {Api.DeckTile[]} deck
 * @param {(kind: any) => { marks: string[], text: string | null, label: string, state?: string, level?: number, disabled?: boolean }} look
 * @param {(kind: any) => void} onpick
 * @param {{ corners?: import("./render.js").Child }} options
 */
export function pyramid(deck, look, onpick, { corners = [] } = {}) {
  const numbers = [...new Set(deck.map((kind) => kind.number))].sort((a, b) => a - b);
  const rows = numbers.map((number) => deck.filter((kind) => kind.number === number));
  const widths = rows.map((row) => row.reduce((sum, kind) => sum + kind.copies, 0));
  const columns = Math.max(...widths);
  const roomy = widths.slice(0, 3).every((width) => width <= columns - 4);
  const group = (/** @type {Api.DeckTile} */ kind) => {
    const { marks, text, label, state = "", level = 0, disabled = false } = look(kind);
    return h(
      "button",
      {
        type: "button",
        class: `kind ${state}`,
        "aria-label": label,
        "data-k": `kind-${kind.tile}`,
        disabled,
        style: { "--n": kind.copies, "--level": level },
        onclick: () => onpick(kind),
      },
      h(
        "span",
        { class: "faces", "aria-hidden": "true" },
        marks.map((mark) => face(kind, mark)),
      ),
      text !== null &&
        h("span", { class: "chance", "aria-hidden": "true" }, text === "" ? [kind.number, shape(kind.colour)] : text),
    );
  };
  return h(
    "div",
    { class: roomy ? "pyramid roomy" : "pyramid", style: { "--cols": columns } },
    corners,
    rows.map((row) => h("div", { class: "row" }, row.map(group))),
  );
}

// Choosing tiles: slots above, the pyramid below; a tap on a slot empties it.
/**
 * @param {Api.DeckTile[]} deck
 * @param {{ slots: number, value: string[], free: (kind: Api.DeckTile) => number, onchange: (tiles: string[]) => void, active?: any, label: string }} how
 */
export function picker(deck, { slots: size, value, free, onchange, active = null, label }) {
  const taken = (/** @type {Api.DeckTile} */ kind) => value.filter((name) => name === kind.tile).length;
  const look = (/** @type {Api.DeckTile} */ kind) => {
    const left = Math.max(0, free(kind) - taken(kind));
    const marks = Array.from({ length: kind.copies }, (_, i) => (i < left ? "open" : "seen"));
    return {
      marks: marks.reverse(),
      text: null,
      disabled: left === 0 || value.length >= size,
      label: `${tileName(kind.tile)}, ${t("{count} left", { count: left })}`,
    };
  };
  return [
    h(
      "div",
      { class: "slots", role: "group", "aria-label": label },
      active,
      slots(size, value, onchange, { show: tile, say: tileName }),
    ),
    pyramid(deck, look, (kind) => onchange([...value, kind.tile])),
  ];
}
