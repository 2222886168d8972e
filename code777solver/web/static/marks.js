// @ts-check
// A player's own marks on the pyramid: tiles crossed out and circled, and what they claim.

import { t } from "./i18n.js";
import { COLOURS, pyramid, tileName } from "./tiles.js";

/** @typedef {"cross" | "circle"} Mark */
/** @typedef {Record<string, Mark>} Marks by tile */

/** The marks after a tap on a tile: a cross, then a circle, then nothing. @param {Marks} marks @param {string} tile @returns {Marks} */
export function tapped(marks, tile) {
  const { [tile]: before, ...others } = marks;
  if (before === undefined) return { ...others, [tile]: "cross" };
  return before === "cross" ? { ...others, [tile]: "circle" } : others;
}

/**
 * What the marks say of the rack, as claims. A number or a colour of which no tile is left open is crossed out as a whole.
 * @param {Marks} marks
 * @param {readonly { tile: string, number: number, colour: string, copies: number, seen: number }[]} deck
 */
export function claimsOf(marks, deck) {
  const closed = (/** @type {Pick<Api.DeckTile, "tile" | "seen" | "copies">[]} */ kinds) =>
    kinds.some((kind) => marks[kind.tile] === "cross") &&
    kinds.every((kind) => marks[kind.tile] === "cross" || kind.seen >= kind.copies);
  const groups = (/** @type {"number" | "colour"} */ field) =>
    [...new Set(deck.map((kind) => kind[field]))].filter((one) => closed(deck.filter((kind) => kind[field] === one)));
  const tiles = Object.entries(marks).map(([tile, mark]) => `${mark === "cross" ? "no" : "has"} ${tile}`);
  return [
    ...groups("number").map((one) => `no ${one}`),
    ...groups("colour").map((one) => `no ${COLOURS[one]}`),
    ...tiles,
  ];
}

/**
 * The pyramid with marks; `wrong` are the tiles whose marks were found wrong. With `pick`, a tap chooses a tile instead.
 * @param {any[]} deck
 * @param {Marks} marks
 * @param {(marks: Marks) => void} onchange
 * @param {{ wrong?: readonly string[], corners?: import("./render.js").Child, pick?: ((tile: string) => void) | null }} options
 */
export function markedPyramid(deck, marks, onchange, { wrong = [], corners = [], pick = null } = {}) {
  const words = { cross: t("crossed out"), circle: t("circled") };
  const look = (/** @type {Pick<Api.DeckTile, "tile" | "seen" | "copies">} */ kind) => {
    const mark = marks[kind.tile];
    const unseen = Math.max(0, kind.copies - kind.seen);
    const state = [mark ?? "", wrong.includes(kind.tile) ? "wrong" : "", "own"].join(" ");
    return {
      marks: [...Array(unseen).fill("open"), ...Array(kind.copies - unseen).fill("seen")],
      text: null,
      state,
      disabled: unseen === 0,
      label: `${tileName(kind.tile)}: ${unseen === 0 ? t("all seen") : (words[mark] ?? t("open"))}`,
    };
  };
  const tap = (/** @type {Pick<Api.DeckTile, "tile" | "seen" | "copies">} */ kind) => (pick ? pick(kind.tile) : onchange(tapped(marks, kind.tile)));
  return pyramid(deck, look, tap, { corners });
}
