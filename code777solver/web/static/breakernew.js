// @ts-check
// A new game of Code Breaker: the pack, my chair, the secret code.

import { cardPad } from "./breakercards.js";
import { button, choice } from "./dom.js";
import { changed, open, state } from "./hub.js";
import { t } from "./i18n.js";
import { h } from "./render.js";
import { sheet } from "./sheets.js";
import { create } from "./store.js";

export function newBreaker() {
  const packs = state.about?.packs;
  if (!packs) return;
  const it = { pack: packs[0], chair: "help", half: "low", first: "me", picked: /** @type {string[]} */ ([]) };
  const set = (/** @type {Record<string, any>} */ changes) => {
    Object.assign(it, changes);
    changed();
  };
  const start = () => {
    box.close();
    begin(it);
  };
  const box = sheet(
    () => "Code Breaker",
    () => body(it, set, start),
    { wide: true },
  );
}

/** @param {any} it @param {(changes: Record<string, any>) => void} set @param {() => void} start */
function body(it, set, start) {
  const pick = (/** @type {Api.PackState} */ one) =>
    h(
      "label",
      { class: "pick", key: one.pack },
      h("input", {
        type: "radio",
        name: "pack",
        value: one.pack,
        checked: one === it.pack,
        "data-k": `pack-${one.pack}`,
        onchange: () => set({ pack: one, picked: [] }),
      }),
      h("span", null, h("b", null, t(one.title)), h("small", null, cardsOf(one))),
    );
  const chairs = [
    ["help", t("I guess at a table")],
    ["practice", t("Practice")],
    ...(it.pack.race ? [] : [["keep", t("I keep the code")]]),
  ];
  const keeps = it.chair === "keep" && !it.pack.race;
  return [
    h("div", { class: "editions" }, state.about?.packs.map(pick)),
    h("h3", null, t("Your chair")),
    choice(t("Your chair"), /** @type {any} */ (chairs), it.chair, (chair) => set({ chair }), { "data-k": "chair" }),
    it.pack.race && raceChoices(it, set),
    keeps && [
      h("p", { class: "note" }, t("Tap your code; the page gives the answers and keeps the code in this browser.")),
      cardPad(it.pack.halves[0], it.picked, (/** @type {string[]} */ picked) => set({ picked })),
    ],
    h(
      "div",
      { class: "actions" },
      button(t("Start"), start, { class: "primary", "data-k": "start", disabled: keeps && it.picked.length !== 3 }),
    ),
  ];
}

/** @param {any} it @param {(changes: Record<string, any>) => void} set */
function raceChoices(it, set) {
  const halves = it.pack.halves.map((/** @type {Api.PackHalf} */ one) => [one.half, rankRange(one)]);
  const sides = [
    ["me", t("me")],
    ["them", t("they")],
  ];
  return [
    h("h3", null, t("I guess")),
    choice(t("I guess"), halves, it.half, (half) => set({ half })),
    h("h3", null, t("Who guesses first?")),
    choice(t("Who guesses first?"), /** @type {any} */ (sides), it.first, (first) => set({ first })),
  ];
}

export const rankRange = (/** @type {Pick<Api.PackHalf, "ranks">} */ { ranks }) => `${ranks[0]}–${ranks.at(-1)}`;

/** @param {Api.PackState} one */
const cardsOf = (one) =>
  `${one.halves.map(rankRange).join(" | ")} / ${one.halves[0].suits.map((suit) => suit.symbol || t(suit.name)).join(" ")}`;

/** @param {any} it */
function begin(it) {
  const { pack, chair } = it;
  const lines = [`pack ${pack.pack}`];
  if (pack.race) lines.push(`me ${it.half}`, `first ${it.first}`);
  open(create(lines, "me", chair === "help" ? {} : { secrets: secretsFor(pack, chair, it.picked) }));
}

/** @param {Api.PackState} pack @param {string} chair @param {string[]} picked */
function secretsFor(pack, chair, picked) {
  if (chair === "keep" && !pack.race) return { 0: picked.join(" ") };
  return Object.fromEntries(pack.halves.map((one, side) => [side, draw(one)]));
}

function draw(/** @type {Api.PackHalf} */ { ranks, suits }) {
  const cards = suits.flatMap((suit) => ranks.map((rank) => rank + suit.letter));
  const picked = [];
  while (picked.length < 3) {
    const limit = 2 ** 32 - (2 ** 32 % cards.length);
    const [random] = crypto.getRandomValues(new Uint32Array(1));
    if (random < limit) picked.push(cards.splice(random % cards.length, 1)[0]);
  }
  return picked.join(" ");
}
