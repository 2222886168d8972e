// @ts-check
// What a seat has seen, from the lines of its log: the racks in sight, the tiles out of play, the answers about its own rack.

import { record } from "./records.js";

/**
 * @typedef {{ line: number, player: string, card: number, answer: string }} Clue
 * @typedef {{ racks: Record<string, string[]>, gone: string[], clues: Clue[], scores: Record<string, number> }} Seen
 */

/** @param {readonly string[]} lines @param {string} seat @returns {Seen} */
export function seatView(lines, seat) {
  /** @type {Seen} */
  const seen = { racks: record(), gone: [], clues: [], scores: record() };
  lines.forEach((text, place) => take(seen, text.trim().split(/\s+/), seat, place + 1));
  return seen;
}

/** @param {Seen} seen @param {string[]} words @param {string} seat @param {number} line */
function take(seen, words, seat, line) {
  const [head, name, ...rest] = words;
  if (head === "players") {
    for (const player of words.slice(1)) seen.scores[player] = 0;
  } else if (head === "rack") {
    if (name === seat) return;
    if (/^spare/.test(name)) seen.gone.push(...(seen.racks[name] ?? []));
    seen.racks[name] = rest;
  } else if (head === "declare") {
    if (rest.includes("right")) seen.scores[name] += 1;
    const saw = rest.indexOf("saw");
    seen.gone.push(...(name === seat ? (saw < 0 ? [] : rest.slice(saw + 1)) : (seen.racks[name] ?? [])));
    delete seen.racks[name];
    if (name === seat) seen.clues = [];
  } else if (head === "reshuffle") {
    seen.gone = [];
  } else if (head === "penalty") {
    seen.scores[name] -= 1;
  } else if (head in seen.scores && head !== seat && rest.length) {
    seen.clues.push({ line, player: head, card: Number(name), answer: rest[0] });
  }
}

/** The deck with what a seat has seen of it. @param {readonly any[]} deck @param {Seen} seen */
export function deckInView(deck, seen) {
  const all = [...Object.values(seen.racks).flat(), ...seen.gone];
  return deck.map((kind) => ({ ...kind, seen: all.filter((tile) => tile === kind.tile).length }));
}
