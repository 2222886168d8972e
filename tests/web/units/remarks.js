// The server's warnings in the words of the page, each from a game in which it comes up.

import { equal } from "./assert.js";
import { remarks } from "/static/remarks.js";

const START = "players Ann Bob me\nrack Ann Y2 K5 B7\nrack Bob G6 G6 R5\n";

async function said(lines, start = START) {
  const body = JSON.stringify({ log: start + lines });
  const headers = { "content-type": "application/json" };
  const found = await (await fetch("/api/table", { method: "POST", headers, body })).json();
  return remarks(found.lines.at(-1).warnings);
}

export async function odd_lines_are_told_in_plain_words() {
  equal(await said("Bob 16 ="), ["Out of turn: Ann was to draw a card."]);
  equal(await said("Ann 16 =\nme 12 >"), [
    "The right answer for the racks in sight is =.",
    "Out of turn: Bob was to draw a card.",
  ]);
  equal(await said("reshuffle"), ["No tiles are out of play: this reshuffle changes nothing."]);
  equal(await said("Ann 16 =\nBob 16 ="), ["Card 16 has already been answered."]);
}

export async function a_skipped_look_at_my_tiles_is_no_oddity() {
  equal(await said("declare me 146 right"), []);
}

export function what_is_not_known_stays_as_it_is() {
  equal(remarks(["something new"]), ["something new"]);
}
