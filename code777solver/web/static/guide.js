// @ts-check
// Help: how the page works, in pictures made of its own parts; keys only where there is a keyboard. Loaded when it is opened.

import { answerMark } from "./cards.js";
import { icon } from "./dom.js";
import { state } from "./hub.js";
import { percent, t } from "./i18n.js";
import { h } from "./render.js";
import { sheet } from "./sheets.js";
import { blank, COLOURS, colourName, shape, tile, tiles } from "./tiles.js";

const RED_OR_PINK = 18; // a card that compares two colours
const keyboard = matchMedia("(any-hover: hover) and (any-pointer: fine)");

/** A picture and what it says. @param {import("./render.js").Child} picture @param {string} text */
const figure = (picture, text) =>
  h(
    "figure",
    { class: "shown" },
    h("div", { class: "drawn", "aria-hidden": "true" }, picture),
    h("figcaption", null, text),
  );

const then = () => h("span", { class: "then" }, "→");

function entering() {
  const card = state.about?.editions[0]?.cards.find((one) => one.card === RED_OR_PINK);
  return [
    h("span", { class: "key primary" }, "Ann"),
    then(),
    h("span", { class: "key num" }, RED_OR_PINK),
    then(),
    h("span", { class: "key" }, answerMark(card, ">")),
  ];
}

/** @param {number} number @param {string} colour */
const mark = (number, colour, kind = "") =>
  kind === "seen"
    ? h("span", { class: "face seen" })
    : h("span", { class: `face c${colour} open` }, number, shape(colour));

/** @param {any[]} faces @param {import("./render.js").Child} text */
const group = (faces, text, kind = "", level = 0) =>
  h(
    "span",
    { class: `kind ${kind}`, style: { "--n": faces.length, "--level": level } },
    h("span", { class: "faces" }, faces),
    h("span", { class: "chance" }, text),
  );

const chances = () => [
  group([mark(5, "R"), mark(5, "R"), mark(5, "R", "seen")], percent(0.59, { short: true }), "", 0.59),
  group([mark(7, "P")], t("YES"), "yes"),
  group([h("span", { class: "face no" })], [4, shape("N")], "no"),
];

const strip = () =>
  h(
    "span",
    { class: "slots3" },
    [tile("P7"), tile("B7"), blank("?")].map((one) => h("span", { class: "slot3" }, one)),
  );

const seat = () =>
  h(
    "span",
    { class: "seat" },
    h("span", { class: "who" }, h("b", null, "Cid")),
    h("span", { class: "rack" }, tiles(["K3", "N4", "P6"])),
    h("span", { class: "close hot" }, t("can declare"), " ", percent(0.6, { short: true })),
  );

const line = () => [
  h("span", { class: "key what" }, h("b", null, "Bob"), h("span", { class: "num" }, 5), h("b", null, "2")),
  then(),
  h("span", { class: "key" }, t("Change")),
];

const BUTTONS = /** @type {const} */ (["undo", "bulb", "ask"]);
const buttons = () => BUTTONS.map((name) => h("span", { class: "key" }, icon(name)));

const shapes = () =>
  Object.keys(COLOURS).map((colour) =>
    h("span", { class: `tile c${colour}`, title: colourName(colour) }, shape(colour)),
  );

const keys = () => [
  ["c", t("Card and answer")],
  ["1 2 <", t("the card, then its answer")],
  ["d", t("Declare")],
  ["l", t("Type a line")],
  ["u", t("Undo")],
  ["r", t("Redo")],
  ["h", t("Hint")],
  ["w", t("Ask why")],
  ["n", t("New game")],
  ["g", t("My games")],
  ["?", t("Help")],
];

export function helpSheet() {
  sheet(
    () => t("Help"),
    () => [
      h(
        "div",
        { class: "guide", tabindex: "0", role: "group", "aria-label": t("Help") },
        figure(entering(), t("The player's button, the number of the card, the answer: three taps.")),
        figure(chances(), t("What may be yours: how likely, certainly, or not at all. Tap it to see why.")),
        figure(strip(), t("Your rack: tiles fill in as they are proved. When it turns green, tap it to declare.")),
        figure(seat(), t("How likely it is that this player can declare now.")),
        figure(line(), t("A wrong line? Tap it in the log to change, doubt or delete it.")),
        figure(buttons(), t("Undo; a hint, step by step; any question about your rack.")),
        figure(shapes(), t("Every colour has its own shape.")),
      ),
      keyboard.matches && [
        h("h3", null, t("Keys")),
        h(
          "dl",
          { class: "facts keys" },
          keys().map(([key, text]) => [h("dt", null, h("kbd", null, key)), h("dd", null, text)]),
        ),
      ],
    ],
    { wide: true },
  );
}
