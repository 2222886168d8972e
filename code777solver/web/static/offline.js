// @ts-check
// The table as far as the log alone tells it, for a page that has not reached the server: who plays, what lies on the racks,
// which cards there are. It deduces nothing; the server says the rest when it is back.

import { isBreaker, playersIn, wordsOf } from "./notation.js";
import { record } from "./records.js";

/**
 * A view without analysis; null if the log names no players or the editions are not known.
 * @param {{ lines: string[], seat: string }} game
 * @param {Api.About | null} about
 * @returns {Api.Game | null}
 */
export function withoutServer(game, about) {
  const players = playersIn(game.lines);
  const events = game.lines.map(wordsOf).filter((words) => words.length > 0);
  const wanted = events.find((words) => words[0].toLowerCase() === "edition")?.[1] ?? "classic";
  const edition = about?.editions.find((one) => one.name === wanted);
  if (isBreaker(game) || !players.length || !edition) return null;
  const count = Math.max(0, edition.rules.racks - players.length);
  const spares = Array.from({ length: count }, (_, i) => `spare${i + 1}`);
  const size = (name) => (spares.includes(name) ? edition.rules.spare_tiles : 3);
  const { racks, scores, waiting, last } = followed(events, players, size);
  const placed = Object.values(racks).flatMap((rack) => rack.tiles);
  const gone = (tile) => placed.filter((name) => name === tile).length;
  const next = players[(players.indexOf(last) + 1) % players.length];
  const others = players.length + spares.length - 1;
  return {
    table: {
      edition,
      players,
      spares,
      seat: players.includes(game.seat) ? game.seat : null,
      racks,
      waiting,
      need: null,
      scores,
      goal: edition.rules.points_to_win,
      winner: null,
      pile: edition.deck.reduce((sum, kind) => sum + kind.copies, 0) - placed.length - 3,
      next_player: next,
      next_answerer: next,
      asked: null,
      answered: [],
      reshuffle_due: false,
      spares_due: 0,
      deck: edition.deck.map((kind) => ({ ...kind, gone: gone(kind.tile), seen: gone(kind.tile) })),
      cards: edition.cards.map((card) => ({
        ...card,
        answers: card.by_racks ? card.answers.slice(0, others + 1) : card.answers,
        to_come: true,
        mine: null,
      })),
    },
    lines: [],
    analysis: null,
    slots: [],
    advice: null,
  };
}

/** @param {string[][]} events @param {string[]} players @param {(name: string) => number} size tiles on a full rack */
function followed(events, players, size) {
  /** @type {Record<string, Api.RackState>} */
  const racks = record();
  const scores = Object.assign(record(), Object.fromEntries(players.map((name) => [name, 0])));
  let waiting = /** @type {string[]} */ ([]);
  let last = players.at(-1) ?? "";
  for (const [verb, name, ...rest] of events) {
    if (verb === "rack") {
      const tiles = rest.filter((word) => word !== "?");
      racks[name] = { tiles, unknown: size(name) - tiles.length };
      waiting = waiting.filter((one) => one !== name);
    } else if (verb === "declare") {
      if (rest.includes("right")) scores[name] += 1;
      delete racks[name];
      waiting.push(name);
    } else if (players.includes(verb)) {
      last = verb;
    }
  }
  return { racks, scores, waiting, last };
}

const TILE = /^[A-Z]\d$/;

/**
 * A line that the server has not read yet, as far as it can be shown without it.
 * @param {string} text
 * @param {number} line
 * @param {readonly string[]} players
 * @returns {Api.LogLine}
 */
export function unread(text, line, players) {
  const [verb = "", name = "", ...rest] = wordsOf(text);
  const entry = { line, kind: "new", text, warnings: [] };
  const tiles = rest.filter((word) => TILE.test(word));
  if (players.includes(verb) && /^\d+$/.test(name)) {
    const [answer, doubt] = rest;
    return {
      ...entry,
      kind: "answer",
      player: verb,
      card: Number(name),
      answer: answer === "?" ? null : answer,
      doubted: doubt === "?",
    };
  }
  if (verb === "rack") return { ...entry, kind: "rack", player: name, tiles };
  if (verb === "declare")
    return { ...entry, kind: "declare", player: name, numbers: rest[0], right: rest.includes("right"), tiles };
  return entry;
}
