// @ts-check
// The table in the page: the state after the lines of a log, for a page without a server and for games against the computer.
//
// It follows the server's `Table` and deduces nothing; tests/web/units/table.js compares the two line by line. Only the server
// judges lines: here a line that cannot be read changes nothing, and any other is believed.

import { isBreaker, playersIn, readLine, wordsOf } from "./notation.js";
import { record } from "./records.js";

/**
 * @typedef {{ owner: string, tiles: string[], unknown: number, seenByOwner: boolean }} Discard tiles out of play
 * @typedef {{ line: number, player: string, card: number, answer: string | null }} Clue an answer about the viewer's rack
 */

const RACK_SIZE = 3;
const YES = ["yes", "on", "true", "1"];

/** @param {Api.RackState} rack */
const sizeOf = (rack) => rack.tiles.length + rack.unknown;

export class Table {
  /** @param {Api.EditionInfo} edition with the options of the log @param {string[]} players @param {string} seat the viewer */
  constructor(edition, players, seat) {
    const spares = Math.max(0, edition.rules.racks - players.length);
    this.edition = edition;
    this.players = players;
    this.spares = Array.from({ length: spares }, (_, i) => `spare${i + 1}`);
    this.viewer = players.includes(seat) ? seat : null;
    /** @type {Record<string, Api.RackState>} */
    this.racks = record();
    this.discards = /** @type {Discard[]} */ ([]);
    this.started = false;
    /** @type {Record<string, number>} */
    this.scores = Object.assign(record(), Object.fromEntries(players.map((name) => [name, 0])));
    this.goal = edition.rules.points_to_win;
    this.winner = /** @type {string | null} */ (null);
    this.winnerMayBeJoined = false;
    this.round = /** @type {number[]} */ ([]); // the cards answered since the deck of cards was complete
    this.order = /** @type {number[]} */ ([]); // the order of the cards, once a whole round was seen
    this.turn = 0;
    this.asked = /** @type {number | null} */ (null);
    this.answered = /** @type {string[]} */ ([]);
    this.sparesDue = 0;
    this.clues = /** @type {Clue[]} */ ([]); // since the viewer's last declaration
  }

  /** The table after one more line. @param {Api.LogLine} entry */
  take(entry) {
    const { kind, player = "" } = entry;
    if (kind === "reshuffle") this.discards = [];
    else if (kind === "rack" && this.rackNames.includes(player)) this.fill(player, entry.tiles ?? null);
    else if (!this.players.includes(player)) return;
    else if (kind === "answer") this.answer(player, entry);
    else if (kind === "declare") this.declare(player, entry);
    else if (kind === "swap") this.swap(player, entry.tiles ?? []);
    else if (kind === "penalty") this.penalty(player);
  }

  // What follows from the fields.

  get rackNames() {
    return [...this.players, ...this.spares];
  }

  get waiting() {
    return this.rackNames.filter((name) => this.missing(name) > 0);
  }

  /** @param {string} name */
  fullSize(name) {
    return this.players.includes(name) ? RACK_SIZE : this.edition.rules.spare_tiles;
  }

  /** How many tiles a rack lacks. @param {string} name */
  missing(name) {
    const rack = this.racks[name];
    if (!rack) return name === this.viewer && !this.started ? 0 : this.fullSize(name);
    return this.players.includes(name) ? Math.max(0, this.fullSize(name) - sizeOf(rack)) : 0;
  }

  get pile() {
    const dealt = (/** @type {string} */ name) => (this.started ? 0 : this.fullSize(name));
    const onRacks = this.rackNames.map((name) => (this.racks[name] ? sizeOf(this.racks[name]) : dealt(name)));
    const all = this.edition.deck.map((kind) => kind.copies);
    return sum(all) - sum(onRacks) - sum(this.discards.map(sizeOf));
  }

  get reshuffleDue() {
    const { reshuffle_at, reshuffle_when, spare_tiles } = this.edition.rules;
    if (!this.discards.length) return false;
    const refilling = this.waiting.length > 0;
    const tooFew = this.sparesDue > 0 && !refilling && this.pile < spare_tiles;
    if (this.pile > reshuffle_at && !tooFew) return false;
    return reshuffle_when === "at_once" || refilling || this.sparesDue > 0;
  }

  get nextPlayer() {
    return this.at(this.turn + (this.asked === null ? 0 : 1));
  }

  get nextAnswerer() {
    if (this.edition.rules.answered_by === "drawer") return this.nextPlayer;
    const others = this.players.slice(1).map((_, i) => this.at(this.turn + 1 + i));
    const left = this.asked === null ? [] : others.filter((name) => !this.answered.includes(name));
    return left[0] ?? this.at(this.players.indexOf(this.nextPlayer) + 1);
  }

  /** The player in a seat, counted around the table. @param {number} place */
  at(place) {
    return this.players[place % this.players.length];
  }

  get cardsToCome() {
    const all = this.edition.cards.map((one) => one.card);
    const left = all.filter((card) => !this.round.includes(card));
    if (this.edition.rules.cards_run_out === "cycle" && (this.order.length || !left.length)) {
      const order = this.order.length ? this.order : this.round;
      return [order[this.round.length % order.length]];
    }
    return left.length ? left : all;
  }

  /** Every kind of tile: how many the log places, and how many of those the viewer sees. @returns {Api.DeckTile[]} */
  get deck() {
    const racks = Object.entries(this.racks);
    const gone = [...racks.flatMap(([, rack]) => rack.tiles), ...this.discards.flatMap(({ tiles }) => tiles)];
    const inSight = racks.filter(([name]) => name !== this.viewer).flatMap(([, rack]) => rack.tiles);
    const known = this.discards.filter((one) => one.owner !== this.viewer || one.seenByOwner);
    const seen = [...inSight, ...known.flatMap(({ tiles }) => tiles)];
    const count = (/** @type {string[]} */ names, /** @type {string} */ tile) =>
      names.filter((name) => name === tile).length;
    return this.edition.deck.map((kind) => ({ ...kind, gone: count(gone, kind.tile), seen: count(seen, kind.tile) }));
  }

  /** The table as the server describes it, but without the answers that the viewer would have to give. @returns {Api.TableState} */
  get state() {
    const { waiting, winner } = this;
    const toCome = this.cardsToCome;
    const inSight = Math.max(1, this.rackNames.length - 1);
    return {
      edition: this.edition,
      players: this.players,
      spares: this.spares,
      seat: this.viewer,
      racks: this.racks,
      waiting,
      need: waiting.length && winner === null ? { what: "rack", name: waiting[0] } : null,
      scores: this.scores,
      goal: this.goal,
      winner,
      pile: this.pile,
      next_player: this.nextPlayer,
      next_answerer: this.nextAnswerer,
      asked: this.asked,
      answered: this.answered,
      reshuffle_due: this.reshuffleDue,
      spares_due: this.sparesDue,
      deck: this.deck,
      cards: this.edition.cards.map(({ card, text, answers, by_racks, sides }) => ({
        card,
        text,
        answers: by_racks ? answers.slice(0, inSight + 1) : answers,
        sides,
        to_come: toCome.includes(card),
        mine: null,
      })),
    };
  }

  // Events.

  /** @param {string} name @param {string[] | null} tiles null if they are not seen */
  fill(name, tiles) {
    if (this.started && !this.missing(name)) {
      this.discard(name, false);
      if (this.spares.includes(name)) this.sparesDue = Math.max(0, this.sparesDue - 1);
    }
    const kept = this.racks[name] ?? { tiles: [], unknown: 0 };
    const full = tiles && this.spares.includes(name) ? tiles.length : this.fullSize(name);
    const left = this.started ? this.pile : full;
    const size = sizeOf(kept) + Math.min(full - sizeOf(kept), left);
    this.racks[name] = tiles
      ? { tiles: this.sorted(tiles), unknown: Math.max(0, size - tiles.length) }
      : { tiles: kept.tiles, unknown: size - kept.tiles.length };
  }

  /** @param {string} player @param {Api.LogLine} entry */
  answer(player, { line, card = 0, answer = null }) {
    this.begin();
    if (this.isNewCard(player, card)) {
      this.nextTurn(player, card);
      this.nextCard(card);
    } else this.answered = [...this.answered, player];
    this.winnerMayBeJoined = false;
    this.sparesDue = 0;
    if (player !== this.viewer) this.clues.push({ line, player, card, answer });
  }

  /** @param {string} player @param {number} card */
  isNewCard(player, card) {
    if (this.edition.rules.answered_by === "drawer" || this.asked !== card) return true;
    return this.answered.includes(player) || player === this.players[this.turn];
  }

  /** @param {string} player who answers a card that was just drawn @param {number} card */
  nextTurn(player, card) {
    const count = this.players.length;
    if (this.edition.rules.answered_by === "drawer") {
      this.turn = (this.players.indexOf(player) + 1) % count;
      return;
    }
    const drawer = this.players.indexOf(this.nextPlayer);
    this.turn = this.players[drawer] === player ? (drawer + 1) % count : drawer;
    this.asked = card;
    this.answered = [player];
  }

  /** @param {number} card that was drawn */
  nextCard(card) {
    const all = this.edition.cards.map((one) => one.card);
    const complete = all.every((one) => this.round.includes(one));
    if (complete && this.edition.rules.cards_run_out === "cycle" && !this.order.length) this.order = this.round;
    if (this.order.length && this.order[this.round.length % this.order.length] !== card) this.order = [];
    if (complete) this.round = [card];
    else if (!this.round.includes(card)) this.round = [...this.round, card];
  }

  /** The deal is over; the viewer has a rack even if no line says so. */
  begin() {
    if (this.started) return;
    this.started = true;
    if (this.viewer !== null) this.racks[this.viewer] ??= { tiles: [], unknown: RACK_SIZE };
  }

  /** @param {string} player @param {Api.LogLine} entry */
  declare(player, { right = false, saw = null }) {
    this.begin();
    const seen = right || this.edition.rules.own_tiles_seen === "always";
    this.discard(player, saw !== null || (this.racks[player]?.unknown === 0 && seen), saw);
    if (right) this.score(player);
    if (player === this.viewer) this.clues = [];
  }

  /** @param {string} player */
  score(player) {
    this.scores[player] += 1;
    this.sparesDue += Math.min(this.edition.rules.spares_refreshed, this.spares.length);
    if (this.scores[player] < this.goal) return;
    if (this.winner === null) {
      this.winner = player;
      this.winnerMayBeJoined = true;
    } else if (this.winnerMayBeJoined && this.winner !== player && this.edition.rules.tie === "one_more") {
      this.winner = null;
      this.winnerMayBeJoined = false;
      this.goal += 1;
    }
  }

  /** @param {string} player */
  penalty(player) {
    this.scores[player] -= this.edition.rules.false_answer_penalty;
    if (this.winner !== player || this.scores[player] >= this.goal) return;
    this.winner = null;
    this.winnerMayBeJoined = false;
  }

  /** @param {string} player @param {string[]} tiles the old one, and the new one if it is seen */
  swap(player, [old, fresh]) {
    const { tiles, unknown } = this.racks[player] ?? { tiles: [], unknown: RACK_SIZE };
    const place = tiles.indexOf(old);
    const left = tiles.filter((_, i) => i !== place);
    const hidden = (place < 0 ? unknown - 1 : unknown) + (fresh ? 0 : 1);
    this.racks[player] = { tiles: this.sorted(fresh ? [...left, fresh] : left), unknown: Math.max(0, hidden) };
    this.discards.push({ owner: player, tiles: [old], unknown: 0, seenByOwner: true });
  }

  /** @param {string} name @param {boolean} seenByOwner @param {string[] | null} found the tiles, if a line names them only now */
  discard(name, seenByOwner, found = null) {
    const { tiles, unknown } = found ? { tiles: found, unknown: 0 } : (this.racks[name] ?? { tiles: [], unknown: 0 });
    this.discards.push({ owner: name, tiles, unknown, seenByOwner });
    delete this.racks[name];
  }

  /** Tiles in the order of the deck. @param {string[]} tiles */
  sorted(tiles) {
    const place = (/** @type {string} */ tile) => this.edition.deck.findIndex((kind) => kind.tile === tile);
    return [...tiles].sort((a, b) => place(a) - place(b));
  }
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

/**
 * The table after the lines of a log; null if they name no players or an edition that the page does not know.
 * @param {readonly string[]} lines
 * @param {string} seat
 * @param {Api.About | null} about
 */
export function tableAfter(lines, seat, about) {
  const edition = editionIn(lines, about);
  const players = playersIn(lines);
  if (!edition || !players.length || isBreaker({ lines })) return null;
  const table = new Table(edition, players, seat);
  lines.forEach((text, i) => table.take(readLine(text, i + 1, players)));
  return table;
}

/** The edition of a log with its options. @param {readonly string[]} lines @param {Api.About | null} about */
export function editionIn(lines, about) {
  const heads = lines.map(wordsOf);
  const named = heads.find(([verb]) => verb?.toLowerCase() === "edition")?.[1] ?? "classic";
  const found = about?.editions.find((one) => one.name === named.toLowerCase());
  return heads
    .filter(([verb]) => verb?.toLowerCase() === "option")
    .reduce((edition, [, ...words]) => edition && withOption(edition, words), found);
}

/** @param {Api.EditionInfo} edition @param {string[]} words the name of the option and its value @returns {Api.EditionInfo} */
function withOption(edition, words) {
  const spaced = words.length > 2 && words[0].toLowerCase() === "card";
  const [head = "", ...rest] = spaced ? [`card${words[1]}`, ...words.slice(2)] : words;
  const [name, value] = [head, rest.join("_") || "yes"].map((word) => word.toLowerCase().replaceAll("-", "_"));
  if (name === "advanced") return withRule(edition, "target", YES.includes(value) ? "tiles" : "numbers");
  if (name in edition.rules) return withRule(edition, name, value);
  const reading = edition.other_readings.find((one) => `card${one.card}` === name && one.reading.toLowerCase() === value);
  if (!reading) return edition;
  return {
    ...edition,
    readings: { ...edition.readings, [reading.card]: reading.reading },
    cards: edition.cards.map((one) => (one.card === reading.card ? { ...one, text: reading.text } : one)),
  };
}

/** @param {Api.EditionInfo} edition @param {string} name @param {string} value @returns {Api.EditionInfo} */
function withRule(edition, name, value) {
  const before = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (edition.rules))[name];
  const read = typeof before === "number" ? Number(value) : typeof before === "boolean" ? YES.includes(value) : value;
  return Number.isNaN(read) ? edition : { ...edition, rules: { ...edition.rules, [name]: read } };
}

/**
 * A game without analysis, until the server answers; null where `tableAfter` is.
 * @param {{ lines: string[], seat: string }} game
 * @param {Api.About | null} about
 * @returns {Api.Game | null}
 */
export function withoutServer(game, about) {
  const table = tableAfter(game.lines, game.seat, about);
  return table && { table: table.state, lines: [], analysis: null, slots: [], advice: null };
}
