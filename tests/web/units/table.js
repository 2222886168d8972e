// The table in the page against the server's: games with the table after every line, and names, both written by Python.

import { equal } from "./assert.js";
import { Table, editionIn, tableAfter } from "/static/table.js";
import { playersIn, readLine } from "/static/notation.js";
import { trouble } from "/static/wizard.js";

const about = await (await fetch("/api/about")).json();
const { games, names } = await (await fetch("/units/tables.json")).json();

const flat = (table) => ({
  ...table,
  edition: { rules: table.edition.rules, readings: table.edition.readings },
  cards: table.cards.map(({ mine, ...card }) => card),
});

// Both sides in one order of keys, since the rules and the racks are records.
const ordered = (value) =>
  Array.isArray(value)
    ? value.map(ordered)
    : value !== null && typeof value === "object"
      ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, ordered(value[key])]))
      : value;

export function the_table_is_the_same_after_every_line() {
  for (const { name, log, seat, tables } of games) {
    const players = playersIn(log);
    const table = new Table(editionIn(log, about), players, seat);
    log.forEach((text, i) => {
      table.take(readLine(text, i + 1, players));
      if (!tables[i]) return;
      const found = ordered(flat(table.state));
      for (const [field, wanted] of Object.entries(tables[i]))
        equal([name, i + 1, text, field, found[field]], [name, i + 1, text, field, ordered(wanted)]);
    });
  }
}

export function a_whole_log_gives_the_last_table() {
  for (const { log, seat, tables } of games)
    equal(ordered(tableAfter(log, seat, about).scores), ordered(tables.at(-1).scores));
}

export function names_are_valid_where_the_server_accepts_them() {
  const rules = { least_players: 1, most_players: 4 };
  for (const [name, accepted] of names) equal([name, trouble([name], rules, about.names) === ""], [name, accepted]);
}

export function answers_count_since_the_last_declaration() {
  const lines = ["players Ann me", "rack Ann Y2 K5 B7", "Ann 16 <", "me 10 3"];
  const clues = (...more) => tableAfter([...lines, ...more], "me", about).clues.map(({ line, answer }) => [line, answer]);
  equal(clues(), [[3, "<"]]);
  equal(clues("Ann 1 ?", "Ann 2 1 ?"), [[3, "<"], [5, null], [6, "1"]]);
  equal(clues("declare me 257 wrong", "rack me ?", "Ann 4 0"), [[7, "0"]]);
}
