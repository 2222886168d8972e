// @ts-check
// A card and its answer: who answers, which card, what was said. In a sheet on a phone; docked beside the board where
// there is room.

import { post, problemText } from "./api.js";
import { answerLabel, answerMark, cardHead } from "./cards.js";
import { button, choice, toast, toggle } from "./dom.js";
import { add, asked, changed, nextAnswerer, replace, state, suppose } from "./hub.js";
import { number, t } from "./i18n.js";
import { Keypad } from "./keypad.js";
import { byTiles, cardOf, playerName } from "./names.js";
import { answerLine } from "./notation.js";
import { h } from "./render.js";
import { sheet } from "./sheets.js";
import { prefs, setPrefs } from "./store.js";
import { colourName, tileName } from "./tiles.js";
import { learnt } from "./tips.js";

/** @typedef {{ name: string, card: number | null, doubted: boolean, was?: string | null }} Chosen */
/** @typedef {{ chosen: Chosen, log: (symbol: string | null) => void, group: string }} Entry */

const wide = matchMedia("(min-width: 800px) and (min-height: 560px)");
wide.addEventListener("change", () => changed());

/** Whether the cards stand beside the board. */
export const docked = () => wide.matches;

/** The card that the others are answering, where the others answer. */
function openCard() {
  const { table } = state.view;
  return table.asked && table.answered.length < table.players.length - 1 && state.fresh ? table.asked : null;
}

/** @param {{ name?: string, card?: number | null, line?: Api.LogLine | null, supposing?: boolean }} options */
export function cardSheet({ name, card = null, line = null, supposing = false } = {}) {
  /** @type {Chosen} */
  const chosen = {
    name: name ?? nextAnswerer() ?? "",
    card: card ?? openCard(),
    doubted: line?.doubted ?? false,
    was: line?.answer,
  };
  const began = state.game?.lines.length;
  const log = (/** @type {string | null} */ symbol) => {
    learnt("entry");
    const text = answerLine({
      player: chosen.name,
      card: /** @type {number} */ (chosen.card),
      answer: symbol,
      doubted: chosen.doubted,
    });
    it.close();
    if (supposing) suppose(text);
    else if (line) replace(line.line, text);
    else add(text);
  };
  const title = () =>
    supposing ? t("What if") : line ? t("Change line {line}", { line: line.line }) : t("Card and answer");
  const body = () => {
    const overtaken = !line && !supposing && state.game?.lines.length !== began;
    return [
      overtaken && h("p", { class: "odd" }, t("Another tab has logged a line meanwhile.")),
      entry({ chosen, log, group: "sheet" }),
    ];
  };
  const it = sheet(title, body, {
    kind: "answersheet",
    ready: ({ dialog }) => dialog.addEventListener("keydown", (event) => typed(event, { chosen, log, group: "sheet" })),
  });
}

// Docked: what is chosen lasts until the log changes.

/** @type {Chosen & { of: string }} */
let dock = { name: "", card: null, doubted: false, of: "" };

/** @returns {Entry} */
export function dockEntry() {
  const of = `${state.game?.id} ${state.game?.rev}`;
  if (dock.of !== of) dock = { name: nextAnswerer() ?? "", card: openCard(), doubted: false, of };
  const chosen = dock;
  const log = (/** @type {string | null} */ symbol) => {
    learnt("entry");
    pad.clear();
    add(
      answerLine({
        player: chosen.name,
        card: /** @type {number} */ (chosen.card),
        answer: symbol,
        doubted: chosen.doubted,
      }),
    );
  };
  return { chosen, log, group: "dock" };
}

export const dockPanel = () => entry(dockEntry());

// Keys.

const pad = new Keypad();

/** @param {KeyboardEvent} event @param {Entry} how @returns {boolean} whether the key meant something */
export function typed(event, { chosen, log }) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input[type=text]")) return false;
  const { card, answer } = pad.press(event.key, state.view.table.cards, cardOf(chosen.card));
  if (card) {
    chosen.card = card;
    changed();
  }
  if (answer) log(answer);
  return Boolean(card || answer);
}

// What is shown.

/** @param {Entry} it */
function entry({ chosen, log, group }) {
  const { table, analysis } = state.view;
  const set = (/** @type {Record<string, any>} */ changes) => {
    Object.assign(chosen, changes);
    changed();
  };
  const questions = (analysis?.questions ?? []).filter((/** @type {any} */ one) => one.player === chosen.name);
  const current = cardOf(chosen.card);
  const names = table.players.map((/** @type {any} */ one) => [one, playerName(one)]);
  return h(
    "div",
    { class: "cardentry", key: "cardentry" },
    h(
      "div",
      { class: "choosing" },
      choice(t("Who answers?"), names, chosen.name, (name) => set({ name }), {
        class: "choice who",
        name: `${group} who`,
      }),
      cards(table, chosen, questions, (/** @type {number} */ card) => set({ card })),
    ),
    h(
      "div",
      { class: "answering" },
      current
        ? answers(current, chosen, log, table.seat, questions)
        : h("p", { class: "note" }, t("Tap the number of the card.")),
      options(current, chosen, log, set, table.seat),
    ),
  );
}

/** @param {Api.TableState} table @param {Chosen} chosen @param {Api.Question[]} questions @param {(card: number) => void} pick */
function cards(table, chosen, questions, pick) {
  const bits = Object.fromEntries(questions.map((one) => [one.card, byTiles(table) ? one.tile_bits : one.bits]));
  const most = Math.max(0.01, ...Object.values(bits));
  const meter = (/** @type {number} */ card) => (bits[card] ? h("i", { class: "meter", style: { "--level": bits[card] / most } }) : null);
  const attributes = (/** @type {any} */ one, /** @type {string} */ kind) => ({
    class: one.to_come ? kind : `${kind} gone`,
    "aria-pressed": String(one.card === chosen.card),
    "data-k": `card${one.card}`,
    "aria-label": `${one.card}: ${t(one.text)}`,
  });
  const cell = (/** @type {any} */ one) => button([h("b", null, one.card), meter(one.card)], () => pick(one.card), attributes(one, "num"));
  const row = (/** @type {any} */ one) =>
    button(
      [h("span", { class: "num" }, one.card), h("span", { class: "text" }, t(one.text)), meter(one.card)],
      () => pick(one.card),
      attributes(one, "cardrow"),
    );
  const group = {
    class: prefs.list ? "list" : "grid",
    key: prefs.list ? "list" : "grid",
    role: "group",
    "aria-label": t("Cards"),
  };
  return h("div", group, table.cards.map(prefs.list ? row : cell));
}

/** @param {Api.CardState} card @param {Chosen} chosen @param {(symbol: string | null) => void} log @param {string | null} seat @param {Api.Question[]} questions */
function answers(card, chosen, log, seat, questions) {
  const mine = chosen.name === seat && card.mine;
  const order = card.sides ? [">", "=", "<"] : card.answers;
  const chances = questions.find((one) => one.card === card.card)?.answers;
  const answer = (/** @type {string} */ symbol) => {
    const label = card.sides ? sideLabel(card, symbol) : symbol;
    const impossible = chances && !(symbol in chances);
    const kind = [mine === symbol && "right", chosen.was === symbol && "was", impossible && "never"]
      .filter(Boolean)
      .join(" ");
    return button(
      [answerMark(card, symbol), card.sides && h("small", null, symbol === "=" ? t("same") : t("more"))],
      () => log(symbol),
      {
        class: `answer ${kind}`,
        "data-k": `answer${symbol}`,
        "aria-label": impossible ? `${label}: ${t("would contradict")}` : label,
        "aria-current": chosen.was === symbol ? "true" : null,
      },
    );
  };
  return [
    cardHead(card),
    mine && h("p", { class: "say" }, t("Say:"), " ", answerMark(card, card.mine)),
    h(
      "div",
      { class: card.sides ? "answers three" : "answers", role: "group", "aria-label": t("Answers") },
      order.map(answer),
    ),
  ];
}

/** @param {Api.CardState} card @param {string} symbol */
function sideLabel(card, symbol) {
  if (symbol === "=") return answerLabel(card, symbol);
  const side = /** @type {Api.Pick[]} */ (card.sides)[symbol === ">" ? 0 : 1];
  const words = [
    side.colour && (side.number ? tileName(side.colour + side.number) : colourName(side.colour)),
    !side.colour && side.number,
    side.without && t("not {colour}", { colour: colourName(side.without) }),
  ];
  return `${symbol} ${t("more")}: ${words.filter(Boolean).join(" ")}`;
}

/** @param {Api.CardState | undefined} current @param {Chosen} chosen @param {(symbol: string | null) => void} log @param {(changes: Partial<Chosen>) => void} set @param {string | null} seat */
function options(current, chosen, log, set, seat) {
  const turn = () => {
    setPrefs({ list: !prefs.list });
    changed();
  };
  return h(
    "div",
    { class: "options" },
    current && [
      toggle(t("not sure"), chosen.doubted, (doubted) => set({ doubted })),
      button(t("not heard"), () => log(null), { class: "link", "data-k": "unheard" }),
      chosen.name === seat &&
        current.mine &&
        button(t("What does it tell them?"), () => tellsSheet(current.card), { class: "link", "data-k": "tells" }),
    ],
    button(prefs.list ? t("Show numbers") : t("Show texts"), turn, { class: "link", "data-k": "list" }),
  );
}

/** @param {number} card */
async function tellsSheet(card) {
  try {
    const [own] = (await post("drew", asked({ cards: [card] }))).cards;
    const rows = Object.entries(own.tells).map(([name, bits]) => [
      h("dt", null, playerName(name)),
      h("dd", null, t("{bits} bits", { bits: number(bits, 2) })),
    ]);
    sheet(
      () => t("Card {card}", { card }),
      () => [
        h("p", null, t("What my answer tells each player about their own numbers:")),
        h("dl", { class: "facts" }, rows),
      ],
    );
  } catch (error) {
    toast(problemText(error), { bad: true });
  }
}
