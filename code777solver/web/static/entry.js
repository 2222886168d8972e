// Entering what happens: the bar at the thumb, and a sheet for each kind of event.

import { Gone, Refusal, post } from "./api.js";
import { button, choice, h, iconButton, sheet, toast, toggle } from "./dom.js";
import { add, asked, nextAnswerer, redo, replace, state, suppose, undo } from "./hub.js";
import { decimal, language, t } from "./i18n.js";
import { answerLabel, answerMark, cardHead } from "./cards.js";
import { colourName, picker, tile, tileName, tiles } from "./tiles.js";
import { prefs, setPrefs } from "./store.js";

const player = (name) => (name === "me" ? t("me") : name);

// The bar.

export function entryBar() {
  const { game, view } = state;
  if (!game) return [];
  const table = view?.table;
  const last = [...game.lines, ...state.suppose].at(-1) ?? "";
  const bar = h("div", { class: "bar" }, h("span", { class: "last", title: last }, last),
    iconButton("undo", t("Undo"), undo, { disabled: !game.past.length && !state.suppose.length, "data-k": "undo" }),
    iconButton("redo", t("Redo"), redo, { disabled: !game.future.length, "data-k": "redo" }));
  if (!table?.players.length) return [bar];
  const due = [];
  if (state.fresh && table.reshuffle_due) due.push(button(t("Reshuffle the tiles"), () => add("reshuffle"), { class: "due", "data-k": "reshuffle" }));
  if (state.fresh && table.spares_due && !table.waiting.length) due.push(button(t("Replace a playerless rack"), () => spareSheet(table), { class: "due" }));
  return [bar, due.length ? h("div", { class: "dues" }, due) : null, h("div", { class: "buttons" }, primary(table),
    button(t("Declare"), () => declareSheet(), { class: "big", "data-k": "declare" }),
    iconButton("more", t("More"), moreSheet, { "data-k": "more" }))];
}

function primary(table) {
  if (table.winner && state.fresh) {
    return button([h("small", null, table.winner === "me" ? t("you have won") : t("{name} has won", { name: player(table.winner) })), t("New game")],
      () => document.dispatchEvent(new Event("newgame")), { class: "big primary", "data-k": "go" });
  }
  const waiting = state.fresh ? table.waiting[0] : undefined;
  if (waiting && waiting === table.seat) {
    return button([h("small", null, player(waiting)), t("I drew new tiles")], () => add(`rack ${waiting} ?`), { class: "big primary", "data-k": "go" });
  }
  if (waiting) {
    return button([h("small", null, player(waiting)), t("New tiles")], () => rackSheet(waiting), { class: "big primary", "data-k": "go" });
  }
  const name = nextAnswerer();
  return button([h("small", null, player(name)), t("Card and answer")], () => cardSheet({ name }), { class: "big primary", "data-k": "go" });
}

// A card and its answer.

export function cardSheet({ name, card = null, line = null, supposing = false } = {}) {
  const { table, analysis } = state.view;
  const open = table.asked && table.answered.length < table.players.length - 1 && state.fresh ? table.asked : null;
  const chosen = { name: name ?? nextAnswerer(), card: card ?? open, doubted: false };
  const title = () => (supposing ? t("What if") : line ? t("Change line {line}", { line }) : t("Card and answer"));
  sheet(title(), (it) => {
    const set = (changes) => { Object.assign(chosen, changes); draw(); };
    const log = (symbol) => {
      const text = `${chosen.name} ${chosen.card} ${symbol}${chosen.doubted && symbol !== "?" ? " ?" : ""}`;
      it.close();
      if (supposing) suppose(text);
      else if (line) replace(line, text);
      else add(text);
    };
    const bits = () => Object.fromEntries((analysis?.questions ?? []).filter((one) => one.player === chosen.name).map((one) => [one.card, one.bits]));
    const draw = () => {
      const found = bits();
      const most = Math.max(0.01, ...Object.values(found));
      const current = table.cards.find((one) => one.card === chosen.card);
      it.draw(
        choice(t("Who answers?"), table.players.map((one) => [one, player(one)]), chosen.name, (one) => set({ name: one }), { class: "choice who" }),
        prefs.list ? cardList(table, chosen, found, most, set) : cardGrid(table, chosen, found, most, set),
        h("div", { class: "answering" }, current ? answerButtons(current, chosen, log, table.seat) : h("p", { class: "note" }, t("Tap the number of the card.")),
          h("div", { class: "options" },
            current && toggle(t("not sure"), chosen.doubted, (doubted) => set({ doubted })),
            current && button(t("not heard"), () => log("?"), { class: "link", "data-k": "unheard" }),
            current && chosen.name === table.seat && current.mine && button(t("What does it tell them?"), () => tellsSheet(current.card), { class: "link", "data-k": "tells" }),
            button(prefs.list ? t("Show numbers") : t("Show texts"), () => { setPrefs({ list: !prefs.list }); draw(); }, { class: "link", "data-k": "list" }))),
      );
    };
    draw();
    it.dialog.addEventListener("keydown", (event) => typed(event, table, chosen, set));
  });
}

let digits = "";
let digitsAt = 0;

// Digits choose a card: 1, then 6 within a second, is card 16.
function typed(event, table, chosen, set) {
  if (!/^\d$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.target.type === "text") return;
  digits = Date.now() - digitsAt < 1000 ? digits + event.key : event.key;
  digitsAt = Date.now();
  const found = table.cards.find((one) => String(one.card) === digits) ?? table.cards.find((one) => String(one.card) === event.key);
  if (found) set({ card: found.card });
}

const meter = (bits, most) => (bits ? h("i", { class: "meter", style: { "--level": bits / most } }) : null);

function cardGrid(table, chosen, bits, most, set) {
  return h("div", { class: "grid", role: "group", "aria-label": t("Cards") }, table.cards.map((one) => button(
    [h("b", null, one.card), meter(bits[one.card], most)],
    () => set({ card: one.card }),
    { class: one.to_come ? "num" : "num gone", "aria-pressed": String(one.card === chosen.card), "data-k": `card${one.card}`, "aria-label": `${one.card}: ${t(one.text)}` })));
}

function cardList(table, chosen, bits, most, set) {
  return h("div", { class: "list", role: "group", "aria-label": t("Cards") }, table.cards.map((one) => button(
    [h("span", { class: "num" }, one.card), h("span", { class: "text" }, t(one.text)), meter(bits[one.card], most)],
    () => set({ card: one.card }),
    { class: one.to_come ? "cardrow" : "cardrow gone", "aria-pressed": String(one.card === chosen.card), "data-k": `card${one.card}` })));
}

function answerButtons(card, chosen, log, seat) {
  const mine = chosen.name === seat && card.mine;
  const order = card.sides ? [">", "=", "<"] : card.answers;
  return [cardHead(card),
    mine && h("p", { class: "say" }, t("Say:"), " ", answerMark(card, card.mine)),
    h("div", { class: card.sides ? "answers three" : "answers", role: "group", "aria-label": t("Answers") }, order.map((symbol) => button(
      [answerMark(card, symbol), card.sides && h("small", null, symbol === "=" ? t("same") : t("more"))], () => log(symbol),
      { class: mine === symbol ? "answer right" : "answer", "data-k": `answer${symbol}`, "aria-label": card.sides ? sideLabel(card, symbol) : symbol })))];
}

function sideLabel(card, symbol) {
  if (symbol === "=") return answerLabel(card, symbol);
  const side = card.sides[symbol === ">" ? 0 : 1];
  const words = [side.colour && (side.number ? tileName(side.colour + side.number) : colourName(side.colour)), !side.colour && side.number,
    side.without && t("not {colour}", { colour: colourName(side.without) })].filter(Boolean).join(" ");
  return `${symbol} ${t("more")}: ${words}`;
}

async function tellsSheet(card) {
  try {
    const [own] = (await post("drew", asked({ cards: [card] }))).cards;
    sheet(t("Card {card}", { card }), (it) => it.draw(
      h("p", null, t("What my answer tells each player about their own numbers:")),
      h("dl", { class: "facts" }, Object.entries(own.tells).map(([name, bits]) => [h("dt", null, player(name)), h("dd", null, t("{bits} bits", { bits: decimal(bits, 2) }))]))));
  } catch (error) {
    toast(error.message, { bad: true });
  }
}

// Tiles on a rack.

const freeTiles = (back = []) => (kind) => kind.copies - kind.gone + back.filter((name) => name === kind.tile).length;

function tilesSheet(title, { slots, value = [], back = [], ok, unknown = null, note = null }) {
  const { table } = state.view;
  sheet(title, (it) => {
    const draw = (now) => it.draw(note && h("p", { class: "note" }, note),
      picker(table.deck, { slots, value: now, free: freeTiles(back), onchange: draw, label: title }),
      h("div", { class: "actions" }, unknown && button(unknown[0], () => { it.close(); unknown[1](); }, { "data-k": "unknown" }),
        button("OK", () => { it.close(); ok(now); }, { class: "primary", disabled: now.length !== slots, "data-k": "ok" })));
    draw(value);
  }, { wide: true });
}

export function rackSheet(name, { line = null, value = [] } = {}) {
  const { table } = state.view;
  const spare = table.spares.includes(name);
  const log = (text) => (line ? replace(line, text) : add(text));
  tilesSheet(t("Tiles of {name}", { name: player(name) }), {
    slots: spare ? table.edition.rules.spare_tiles : 3, value, back: value,
    ok: (found) => log(`rack ${name} ${found.join(" ")}`),
    unknown: name === table.seat ? [t("I do not see them"), () => log(`rack ${name} ?`)] : null,
  });
}

function spareSheet(table) {
  if (table.spares.length === 1) return rackSheet(table.spares[0]);
  return sheet(t("Replace a playerless rack"), (it) => it.draw(h("div", { class: "actions" },
    table.spares.map((name) => button([name, tiles(table.racks[name]?.tiles ?? [])], () => { it.close(); rackSheet(name); })))));
}

// A declaration.

export function declareSheet(name = null) {
  const { table, analysis } = state.view;
  const byTiles = table.edition.rules.target === "tiles";
  const best = analysis?.racks ? (byTiles ? analysis.candidates[0].tiles : [...analysis.codes[0].numbers]) : [];
  const initial = name ?? (analysis?.solved ? table.seat : table.next_player);
  const chosen = { name: initial, code: initial === table.seat && analysis?.solved ? best : [] };
  sheet(t("Declare"), (it) => {
    const set = (changes) => { Object.assign(chosen, changes); draw(); };
    const digitsOf = () => [...new Set(table.deck.map((kind) => kind.number))];
    const known = () => (chosen.name === table.seat ? null : table.racks[chosen.name]?.tiles ?? null);
    const verdict = () => {
      const rack = known();
      if (!rack || chosen.code.length < 3) return null;
      const side = (codes) => [...codes].sort().join(" ");
      return side(byTiles ? rack : rack.map((one) => one.slice(1))) === side(chosen.code);
    };
    const log = (right) => {
      const { name: who, code } = chosen;
      const said = `declare ${who} ${byTiles ? code.join(" ") : [...code].sort().join("")} ${right ? "right" : "wrong"}`;
      it.close();
      const sees = who === table.seat && (right || table.edition.rules.own_tiles_seen === "always");
      if (sees) sawSheet(said, right, code, byTiles);
      else add(said);
    };
    const draw = () => {
      const right = verdict();
      const full = chosen.code.length === 3;
      it.draw(
        choice(t("Who declares?"), table.players.map((one) => [one, player(one)]), chosen.name, (one) => set({ name: one, code: [] }), { class: "choice who" }),
        known() && h("p", { class: "note" }, t("Has:"), " ", tiles(known())),
        byTiles ? picker(table.deck, { slots: 3, value: chosen.code, free: (kind) => kind.copies, onchange: (code) => set({ code }), label: t("The code") })
          : [h("div", { class: "slots", role: "group", "aria-label": t("The code") }, [0, 1, 2].map((i) => (chosen.code[i]
            ? button(chosen.code[i], () => set({ code: chosen.code.filter((_, j) => j !== i) }), { class: "slot digit", "aria-label": t("Take {tile} away", { tile: chosen.code[i] }), "data-k": `slot${i}` })
            : h("span", { class: "slot empty" })))),
          h("div", { class: "pad", role: "group", "aria-label": t("Numbers") }, digitsOf().map((digit) => button(digit, () => set({ code: [...chosen.code, String(digit)] }), { class: "answer", disabled: full, "data-k": `digit${digit}` })))],
        h("div", { class: "actions two" },
          button(t("Wrong"), () => log(false), { class: right === false ? "primary danger" : "danger", disabled: !full || right === true, "data-k": "wrong" }),
          button(t("Right"), () => log(true), { class: "primary", disabled: !full || right === false, "data-k": "right" })));
    };
    draw();
  });
}

// Where I see my old tiles, they help with the next rack.
function sawSheet(said, right, code, byTiles) {
  const { table, analysis } = state.view;
  if (byTiles && right) return add(said);
  const fits = (rack) => !right || byTiles || rack.numbers === [...code].sort().join("");
  const sure = (analysis?.candidates ?? []).filter(fits);
  return tilesSheet(t("What was on my rack?"), {
    slots: 3, value: right && sure.length === 1 ? sure[0].tiles : [], back: table.racks[table.seat]?.tiles ?? [],
    ok: (found) => add(`${said} saw ${found.join(" ")}`),
    unknown: [t("Skip"), () => add(said)],
    note: t("You see your old tiles now: they help with the next rack."),
  });
}

// Everything else.

function moreSheet() {
  const { table } = state.view;
  sheet(t("More"), (it) => {
    const entry = (key, text, action) => h("li", null, button(text, () => { it.close(); action(); }, { "data-k": `do-${key}` }));
    it.draw(h("ul", { class: "menu" },
      entry("whatif", t("What if ..."), () => cardSheet({ name: nextAnswerer(), supposing: true })),
      entry("reshuffle", t("Reshuffle the tiles"), () => add("reshuffle")),
      entry("swap", t("Somebody saw a tile of their own"), () => swapSheet(table)),
      entry("rack", t("New tiles on a rack"), () => whichRack(table)),
      entry("penalty", t("Penalty for a false answer"), () => penaltySheet(table)),
      entry("note", t("Write a note"), () => lineSheet({ start: "note " })),
      entry("line", t("Type a line"), () => lineSheet())));
  });
}

function whichRack(table) {
  sheet(t("New tiles on a rack"), (it) => it.draw(h("div", { class: "actions" }, [...table.players, ...table.spares].map((name) =>
    button(player(name), () => { it.close(); rackSheet(name); }, { "data-k": `rack-${name}` })))));
}

function penaltySheet(table) {
  sheet(t("Penalty for a false answer"), (it) => it.draw(h("div", { class: "actions" }, table.players.map((name) =>
    button(player(name), () => { it.close(); add(`penalty ${name}`); })))));
}

function swapSheet(table) {
  sheet(t("Somebody saw a tile of their own"), (it) => {
    const chosen = { name: null, old: null };
    const draw = () => {
      const held = chosen.name === table.seat ? null : table.racks[chosen.name]?.tiles;
      it.draw(
        choice(t("Who?"), table.players.map((one) => [one, player(one)]), chosen.name, (name) => { Object.assign(chosen, { name, old: null }); draw(); }, { class: "choice who" }),
        held && h("div", { class: "actions" }, held.map((name) => button(tile(name), () => { it.close(); next(chosen.name, name); }, { "data-k": `old-${name}` }))),
        chosen.name === table.seat && button(t("Which tile was it?"), () => { it.close(); tilesSheet(t("Which tile was it?"), { slots: 1, ok: ([name]) => add(`swap ${chosen.name} ${name} ?`) }); }, { class: "primary", "data-k": "which" }));
    };
    const next = (name, old) => tilesSheet(t("Which tile came instead?"), { slots: 1, ok: ([fresh]) => add(`swap ${name} ${old} ${fresh}`) });
    draw();
  });
}

// A line as it would be typed at the prompt; shortcuts are written out by the server.
export function lineSheet({ start = "", line = null } = {}) {
  sheet(line ? t("Change line {line}", { line }) : t("Type a line"), (it) => {
    const input = h("input", { type: "text", id: "typed", value: start, autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 1000 });
    const problem = h("p", { class: "bad", role: "alert" });
    const submit = async (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (!text) return;
      if (line) { it.close(); replace(line, text); return; }
      try {
        const found = await post("enter", asked({ text, lang: language }));
        if (found.suggestion) { input.value = found.suggestion; return; }
        it.close();
        add(found.line);
      } catch (error) {
        if (error instanceof Gone) { it.close(); add(text); } else if (error instanceof Refusal) problem.textContent = error.message;
      }
    };
    it.draw(h("form", { class: "inline", onsubmit: submit }, h("label", { for: "typed" }, t("Like: Ann 16 <, declare Ann 257 right, reshuffle")), input,
      h("button", { class: "primary" }, "OK")), problem);
    queueMicrotask(() => { input.focus(); input.setSelectionRange(start.length, start.length); });
  });
}

