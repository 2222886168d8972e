// @ts-check
// The cards of Code Breaker. Suits without a symbol show their letter, so that nothing depends on colours.

import { button } from "./dom.js";
import { state } from "./hub.js";
import { t } from "./i18n.js";
import { h } from "./render.js";

/** @param {string} name */
export function face(name, halves = state.view.table.halves) {
  for (const one of halves) {
    const at = one.suits.findIndex(
      (/** @type {Api.Suit} */ suit) => name.endsWith(suit.letter) && one.ranks.includes(name.slice(0, -suit.letter.length)),
    );
    if (at < 0) continue;
    const suit = one.suits[at];
    const rank = name.slice(0, -suit.letter.length);
    return h(
      "span",
      { class: `tile u${at % 5}`, role: "img", "aria-label": `${rank} ${t(suit.name)}` },
      h("b", { "aria-hidden": "true" }, rank),
      h("span", { "aria-hidden": "true" }, suit.symbol || suit.letter),
    );
  }
  return h("span", { class: "tile any" }, name);
}

/** @param {readonly string[]} names @param {any[]} halves */
export const faces = (names, halves = state.view.table.halves) =>
  h(
    "span",
    { class: "tiles" },
    names.map((name) => face(name, halves)),
  );

// Every card of a half; a tap takes a card, another gives it back.
/** @param {string[]} picked @param {(cards: string[]) => void} onchange */
export function cardPad(/** @type {Pick<Api.PackHalf, "ranks" | "suits">} */ { ranks, suits }, picked, onchange) {
  return h(
    "div",
    { class: "cardpad", style: { "--cols": ranks.length }, role: "group", "aria-label": t("Cards") },
    suits.map((suit) =>
      ranks.map((rank) => {
        const name = rank + suit.letter;
        const on = picked.includes(name);
        return button(
          face(name, [{ ranks, suits }]),
          () => onchange(on ? picked.filter((card) => card !== name) : [...picked, name]),
          {
            class: on ? "cardkey on" : "cardkey",
            "aria-pressed": String(on),
            disabled: !on && picked.length >= 3,
            "data-k": `pad${name}`,
          },
        );
      }),
    ),
  );
}
