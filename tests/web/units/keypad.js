// Keys for a card and its answer.

import { equal } from "./assert.js";
import { Keypad } from "/static/keypad.js";

const cards = Array.from({ length: 23 }, (_, i) => ({
  card: i + 1,
  answers: i < 11 ? ["0", "1", "2", "3"] : [">", "<", "="],
}));

// Press keys, `_` for a pause, and tell what they mean.
function type(keys) {
  let now = 0;
  const pad = new Keypad(() => now);
  let chosen;
  const found = [];
  for (const key of keys.split(" ")) {
    now += key === "_" ? 2000 : 100;
    if (key === "_") continue;
    const { card, answer } = pad.press(key, cards, chosen);
    if (card) chosen = cards[card - 1];
    found.push(card ?? (answer === undefined ? null : `=${answer}`));
  }
  return found;
}

export function two_digits_are_a_card_and_the_third_its_answer() {
  equal(type("1 2 <"), [1, 12, "=<"]);
  equal(type("1 0 3"), [1, 10, "=3"]);
  equal(type("1 1 1"), [1, 11, "=1"]);
}

export function a_digit_that_begins_no_longer_number_is_a_card_at_once() {
  equal(type("7 2"), [7, "=2"]);
  equal(type("2 3 ."), [2, 23, "=>"]);
}

export function after_a_pause_a_digit_is_the_answer() {
  equal(type("1 _ 2"), [1, "=2"]);
  equal(type("1 _ 9"), [1, 9]); // 9 is no answer to card 1
}

export function other_keys_mean_nothing() {
  equal(type("x < 0"), [null, null, null]);
  equal(type("7 <"), [7, null]);
}
