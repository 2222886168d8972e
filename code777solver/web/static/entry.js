// @ts-check
// The bar of buttons at the bottom of a phone; on larger screens it is above the docked cards.

import { Gone, Refusal, post } from "./api.js";
import { cardSheet, docked, dockPanel } from "./answering.js";
import { button, iconButton } from "./dom.js";
import { declareSheet } from "./declare.js";
import { add, asked, changed, nextAnswerer, redo, rewrite, state, undo } from "./hub.js";
import { language, t } from "./i18n.js";
import { playerName } from "./names.js";
import { RESHUFFLE, rackLine } from "./notation.js";
import { lookBack } from "./screens.js";
import { penaltySheet, rackSheet, spareSheet, swapSheet, whichRack } from "./racks.js";
import { h } from "./render.js";
import { sheet } from "./sheets.js";
import { tip } from "./tips.js";

export const entryBar = () => (state.game && !docked() ? [tip("entry"), buttons()] : []);

// The cards beside the board.
export function dock() {
  const table = state.view?.table;
  if (!state.game || !docked() || !table?.players.length || !table.seat) return null;
  const due = next(table).must;
  return h(
    "section",
    { class: "panel dock", key: "dock", "aria-label": t("Card and answer") },
    buttons(),
    !due && dockPanel(),
    !due && tip("entry", { docked: true }),
  );
}

function buttons() {
  const { game, view } = state;
  const table = view?.table;
  const back = iconButton("undo", t("Undo"), undo, {
    disabled: !game?.past.length && !state.suppose.length,
    "data-k": "undo",
  });
  const again = game?.future.length ? iconButton("redo", t("Redo"), redo, { "data-k": "redo" }) : null;
  if (!table?.players.length) return h("div", { class: "buttons" }, back, again);
  const { must, small, text, action } = next(table);
  const primary =
    must || !docked()
      ? button([h("b", null, small), h("small", null, text)], action, { class: "big primary", "data-k": "go" })
      : h("span", { class: "turn" }, small === t("me") ? t("You answer") : t("{name} answers", { name: small }));
  return [
    dues(table),
    h(
      "div",
      { class: "buttons", key: "buttons" },
      back,
      again,
      primary,
      button(t("Declare"), () => declareSheet(), { class: "big", "data-k": "declare" }),
      iconButton("more", t("More"), moreSheet, { "data-k": "more" }),
    ),
  ];
}

/** @param {Api.TableState} table */
function dues(table) {
  if (!state.fresh) return null;
  const found = [
    table.reshuffle_due &&
      button(t("Reshuffle the tiles"), () => add(RESHUFFLE), { class: "due", "data-k": "reshuffle" }),
    table.spares_due > 0 &&
      !table.waiting.length &&
      button(t("Replace a playerless rack"), spareSheet, { class: "due" }),
  ].filter(Boolean);
  return found.length ? h("div", { class: "dues", key: "dues" }, found) : null;
}

// What comes next; `must` if nothing else can.
/** @param {Api.TableState} table */
function next(table) {
  if (table.winner && state.fresh) {
    const small = table.winner === "me" ? t("you have won") : t("{name} has won", { name: playerName(table.winner) });
    return { must: true, small, text: t("Look back"), action: lookBack };
  }
  const waiting = state.fresh || !state.view.analysis ? table.waiting[0] : undefined;
  if (waiting && waiting === table.seat) {
    return {
      must: true,
      small: playerName(waiting),
      text: t("I drew new tiles"),
      action: () => add(rackLine(waiting, null)),
    };
  }
  if (waiting)
    return { must: true, small: playerName(waiting), text: t("New tiles"), action: () => rackSheet(waiting) };
  const name = nextAnswerer();
  return { must: false, small: playerName(name), text: t("Card and answer"), action: () => cardSheet({ name }) };
}

function moreSheet() {
  sheet(
    () => t("More"),
    (it) => {
      const entry = (/** @type {string} */ key, /** @type {string} */ text, /** @type {() => void} */ action) => {
        const go = () => {
          it.close();
          action();
        };
        return h("li", null, button(text, go, { "data-k": `do-${key}` }));
      };
      return h(
        "ul",
        { class: "menu" },
        entry("whatif", t("What if ..."), () => cardSheet({ name: nextAnswerer() ?? undefined, supposing: true })),
        entry("reshuffle", t("Reshuffle the tiles"), () => add(RESHUFFLE)),
        entry("swap", t("Somebody saw a tile of their own"), swapSheet),
        entry("rack", t("New tiles on a rack"), whichRack),
        entry("penalty", t("Penalty for a false answer"), penaltySheet),
        entry("note", t("Write a note"), () => lineSheet({ start: "note " })),
        entry("line", t("Type a line"), () => lineSheet()),
      );
    },
  );
}

// A line as it would be typed at the prompt; shortcuts are written out by the server.
/** @param {{ start?: string, line?: number | null }} options */
export function lineSheet({ start = "", line = null } = {}) {
  let problem = "";
  /** @type {HTMLInputElement} */
  let input;
  const submit = async (/** @type {any} */ event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    if (line) {
      it.close();
      rewrite(line, text);
      return;
    }
    try {
      const found = await post("enter", asked({ text, lang: language }));
      if (found.line) add(...found.line.split("\n"));
      if (found.suggestion) {
        input.value = found.suggestion;
        return;
      }
      it.close();
    } catch (error) {
      if (error instanceof Gone) {
        it.close();
        add(text);
      } else if (error instanceof Refusal) {
        problem = error.message;
        changed();
      }
    }
  };
  const field = {
    type: "text",
    id: "typed",
    value: start,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: 1000,
    ref: (/** @type {HTMLInputElement} */ node) => (input = node),
  };
  const it = sheet(
    () => (line ? t("Change line {line}", { line }) : t("Type a line")),
    () => [
      h(
        "form",
        { class: "inline", onsubmit: submit },
        h("label", { for: "typed" }, t("Like: Ann 16 <, declare Ann 257 right, reshuffle")),
        h("input", field),
        h("button", { class: "primary" }, "OK"),
      ),
      h("p", { class: "bad", role: "alert" }, problem),
    ],
    {
      ready: () => {
        input.focus();
        input.setSelectionRange(start.length, start.length);
      },
    },
  );
}
