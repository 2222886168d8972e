// Games in links: packed into letters, and unpacked again.

import { equal } from "./assert.js";
import { MOST_CHARACTERS } from "/static/store.js";
import { packed, unpacked } from "/static/links.js";

export async function a_link_holds_the_text_to_the_letter() {
  for (const text of ["", "players Ann me\n", "note Ünïcödé ♥ \u2028 \u{1F600}\n".repeat(400)]) {
    equal(await unpacked(await packed(text), MOST_CHARACTERS), text);
  }
}

export async function a_link_that_unpacks_to_more_than_a_game_is_given_up() {
  const letters = await packed("a".repeat(20_000_000));
  let told = "";
  await unpacked(letters, MOST_CHARACTERS).catch((error) => (told = error.message));
  equal(told, "larger than a game");
}

export async function letters_that_are_no_link_are_refused() {
  for (const letters of ["%", "AAAA", "not a link!", "_".repeat(100)]) {
    let refused = false;
    await unpacked(letters, MOST_CHARACTERS).catch(() => (refused = true));
    equal(refused, true);
  }
}
