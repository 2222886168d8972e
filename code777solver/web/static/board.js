// What is known: the seats, the pyramid with chances, the codes, the cards that would help, a contradiction.

import { button, h, icon, sheet } from "./dom.js";
import { change, doubt, dropSupposed, keepSupposed, lookFrom, state, suppose } from "./hub.js";
import { isOnline } from "./api.js";
import { advicePanel } from "./advice.js";
import { counted, decimal, number, percent, t } from "./i18n.js";
import { answerMark, cardHead } from "./cards.js";
import { blank, pyramid, tileName, tiles } from "./tiles.js";
import { askWhy } from "./why.js";
import { declareSheet } from "./entry.js";

export const playerName = (name) => (name === "me" ? t("me") : name);

export function board() {
  const { view } = state;
  if (!view) return [h("p", { class: "empty" }, isOnline() ? t("Working it out ...") : t("The server cannot be reached. Your game is safe here."))];
  const { table, analysis } = view;
  if (table.players.length && !table.seat) return [seats(), seatChoice(table)];
  return [
    supposed(),
    seats(),
    h("section", { class: "panel know", "aria-label": t("My rack") }, analysis ? knowledge(table, analysis) : null),
    h("div", { class: "side" }, analysis && contradiction(analysis), analysis && bestCards(table, analysis), analysis && advicePanel(table, analysis)),
  ];
}

function supposed() {
  if (!state.suppose.length) return null;
  return h("section", { class: "suppose", role: "note" }, h("b", null, t("What if")), h("span", null, state.suppose.join(" · ")),
    h("div", { class: "actions" }, button(t("Back to the game"), dropSupposed), button(t("It happened"), keepSupposed)));
}

function seatChoice(table) {
  return h("section", { class: "panel" }, h("p", null, t("Nobody here is called me. Who are you?")),
    h("div", { class: "actions" }, table.players.map((name) => button(name, () => lookFrom(name)))));
}

// The seats, clockwise, each with its points, its tiles and how likely it can declare.

function seats() {
  const { table, analysis } = state.view;
  const next = table.winner ? null : table.next_player;
  const others = Object.fromEntries((analysis?.opponents ?? []).map((one) => [one.player, one]));
  const seat = (name) => {
    const held = table.racks[name];
    const mine = name === table.seat;
    const shown = mine || !held ? [blank(mine ? "?" : ""), blank(mine ? "?" : ""), blank(mine ? "?" : "")] : tiles(held.tiles);
    return h("button", {
      type: "button", class: `seat${name === next ? " next" : ""}${mine ? " mine" : ""}`, "data-k": `seat-${name}`,
      onclick: () => seatSheet(name), "aria-label": seatLabel(name, table, others[name], name === next),
    }, h("span", { class: "who" }, h("b", null, playerName(name)), name in table.scores && h("span", { class: "points" }, table.scores[name])),
    h("span", { class: "rack" }, shown), closeness(others[name], mine, table));
  };
  return h("section", { class: "seats", "aria-label": t("The table") }, [...table.players, ...table.spares].map(seat));
}

function seatLabel(name, table, other, next) {
  const parts = [playerName(name)];
  if (name in table.scores) parts.push(t("points: {points}", { points: table.scores[name] }));
  if (name !== table.seat) parts.push((table.racks[name]?.tiles ?? []).map(tileName).join(", "));
  if (other) parts.push(t("can declare: {chance}", { chance: percent(other.certain, { exact: other.exact }) }));
  if (next) parts.push(t("to play"));
  return parts.filter(Boolean).join("; ");
}

function closeness(other, mine, table) {
  if (mine) return h("span", { class: "close" }, t("pile {pile}", { pile: table.pile }));
  if (!other) return h("span", { class: "close" }, "–");
  const level = other.certain >= 0.5 ? "hot" : other.certain >= 0.15 ? "warm" : "";
  return h("span", { class: `close ${level}`, style: { "--level": other.certain } }, percent(other.certain, { short: true, exact: other.exact }));
}

function seatSheet(name) {
  const { table, analysis } = state.view;
  const other = analysis?.opponents?.find((one) => one.player === name);
  sheet(playerName(name), (it) => it.draw(
    table.racks[name] && name !== table.seat && h("p", { class: "big" }, tiles(table.racks[name].tiles)),
    other && h("dl", { class: "facts" },
      h("dt", null, t("Can declare now")), h("dd", null, percent(other.certain, { exact: other.exact })),
      h("dt", null, t("Can declare after the next card")), h("dd", null, percent(other.next_card, { exact: other.exact })),
      h("dt", null, analysis.target === "tiles" ? t("Racks left for them") : t("Codes left for them")),
      h("dd", null, number(Math.round((analysis.target === "tiles" ? other.expected_racks : other.expected_codes) * 10) / 10))),
    other && h("p", { class: "note" }, other.exact ? t("Exact, averaged over what I may hold.") : t("Estimated from a sample.")),
    h("div", { class: "actions" },
      table.players.includes(name) && button(t("Declares"), () => { it.close(); declareSheet(name); }),
      table.players.includes(name) && name !== table.seat && table.racks[table.seat]?.unknown === 0 && button(t("Look from this seat"), () => { it.close(); lookFrom(name); })),
  ));
}

// My rack.

function knowledge(table, analysis) {
  if (analysis.racks === 0) {
    const empty = table.waiting.includes(table.seat);
    return h("p", { class: empty ? "headline" : "headline bad" },
      empty ? t("Your rack is empty.") : t("Contradiction: no rack fits every answer."));
  }
  const chances = Object.fromEntries(analysis.tiles.map((one) => [one.tile, one.at_least_one]));
  const look = (kind) => {
    const chance = chances[kind.tile];
    const unseen = Math.max(0, kind.copies - kind.seen);
    const open = chance === 0 ? "no" : chance === 1 ? "open yes" : "open";
    const marks = [...Array(unseen).fill(open), ...Array(kind.copies - unseen).fill("seen")];
    const text = chance === 1 ? t("YES") : chance === 0 ? "" : percent(chance, { short: true });
    const said = chance === 0 && !unseen ? t("all seen") : chance === 0 ? t("not mine") : chance === 1 ? t("certainly mine") : text;
    const state = chance === 1 ? "yes" : chance === 0 ? "no" : "";
    return { marks, text, state, level: chance, label: `${tileName(kind.tile)}: ${said}; ${t("{count} of {all} seen", { count: kind.seen, all: kind.copies })}` };
  };
  const target = table.edition.rules.target;
  const best = target === "tiles" ? analysis.candidates[0].tiles : analysis.codes[0].numbers;
  const headline = analysis.solved
    ? h("button", { type: "button", class: "headline certain", "data-k": "certain", onclick: () => askWhy(certainClaim(best)) },
      h("small", null, t("Certain")), h("b", null, target === "tiles" ? tiles(best) : best), h("small", null, t("declare it!")))
    : null;
  const left = h("div", { class: "corner left" }, ...(target === "tiles" ? [
    h("b", null, number(analysis.racks)), h("span", null, counted(analysis.racks, "rack left", "racks left"))] : [
    h("b", null, number(analysis.codes.length)), h("span", null, counted(analysis.codes.length, "code left", "codes left")),
    h("span", { class: "small" }, t("racks: {racks}", { racks: number(analysis.racks) }))]));
  const codes = h("div", { class: "corner right", role: "group", "aria-label": t("Likeliest codes") },
    (target === "tiles" ? analysis.candidates.slice(0, 3).map(rackRow) : analysis.codes.slice(0, 5).map((one) => codeRow(one, analysis.codes[0]))),
    button(allOf(target, analysis), codesSheet, { class: "link", "data-k": "codes" }));
  return [headline, pyramid(table.deck, look, (kind) => askWhy(whyTile(kind, chances[kind.tile])), { corners: [left, codes] })];
}

function allOf(target, analysis) {
  const [count, shown] = target === "tiles" ? [analysis.racks, 3] : [analysis.codes.length, 5];
  return count > shown ? t("all {count}", { count: number(count) }) : t("racks");
}

const certainClaim = (best) => (Array.isArray(best) ? `tiles ${best.join(" ")}` : `numbers ${best}`);
const whyTile = (kind, chance) => `${chance === 0 ? "no" : "has"} ${kind.tile}`;

function codeRow(code, first) {
  return h("button", { type: "button", class: "code", "data-k": `code-${code.numbers}`, onclick: () => askWhy(`numbers ${code.numbers}`),
    style: { "--level": code.probability / first.probability } }, h("b", null, code.numbers), h("span", null, percent(code.probability, { short: true })));
}

function rackRow(rack) {
  return h("button", { type: "button", class: "code", "data-k": `rack-${rack.tiles.join("")}`, onclick: () => askWhy(`tiles ${rack.tiles.join(" ")}`),
    style: { "--level": rack.probability } }, tiles(rack.tiles), h("span", null, percent(rack.probability, { short: true })));
}

function codesSheet() {
  const { analysis } = state.view;
  sheet(t("Codes and racks"), (it) => it.draw(
    h("h3", null, t("Codes ({count})", { count: number(analysis.codes.length) })),
    h("div", { class: "codes" }, analysis.codes.slice(0, 84).map((one) => codeRow(one, analysis.codes[0]))),
    h("h3", null, t("Likeliest racks")),
    h("div", { class: "codes racks" }, analysis.candidates.map(rackRow)),
    h("p", { class: "note" }, t("Tap one to see why it is possible or certain."))));
}

// What would help.

let all = false;

// What counts of a question: about the numbers, or about the tiles where those must be declared.
const worth = (question) => (state.view.analysis.target === "tiles"
  ? { bits: question.tile_bits, left: question.expected_racks, settles: question.settles_tiles }
  : { bits: question.bits, left: question.expected_codes, settles: question.settles });

function bestCards(table, analysis) {
  if (analysis.solved || !analysis.questions.length) return null;
  const shown = new Map();
  for (const question of [...analysis.questions].sort((a, b) => worth(b).bits - worth(a).bits)) {
    if (worth(question).bits > 0 && !shown.has(question.card)) shown.set(question.card, question);
  }
  const rows = [...shown.values()];
  if (!rows.length) return null;
  const most = worth(rows[0]).bits;
  return h("section", { class: "panel cards", "aria-label": t("Best to hear") }, h("h2", null, t("Best to hear")),
    h("ol", null, rows.slice(0, all ? 99 : 5).map((one) => h("li", null, h("button", {
      type: "button", class: "cardrow", "data-k": `best-${one.card}`, onclick: () => questionSheet(one),
      style: { "--level": worth(one).bits / most },
    }, h("span", { class: "num" }, one.card), h("span", { class: "text" }, t(cardOf(table, one.card).text)),
    h("span", { class: "from" }, playerName(one.player)), h("span", { class: "bits" }, t("{bits} bits", { bits: decimal(worth(one).bits, 1) })))))),
    rows.length > 5 && button(all ? t("fewer") : t("all {count}", { count: rows.length }),
      () => { all = !all; document.dispatchEvent(new Event("redraw")); }, { class: "link", "data-k": "allcards" }));
}

const cardOf = (table, card) => table.cards.find((one) => one.card === card);

function questionSheet(one) {
  const { table, analysis } = state.view;
  const card = cardOf(table, one.card);
  const whoelse = analysis.questions.filter((other) => other.card === one.card);
  sheet(t("Card {card}", { card: one.card }), (it) => it.draw(
    cardHead(card),
    whoelse.map((question) => h("section", { class: "block" }, h("h3", null, t("If {name} answers", { name: playerName(question.player) })),
      h("p", null, analysis.target === "tiles"
        ? t("{bits} bits; {racks} racks left on average; settles it: {chance}", {
          bits: decimal(worth(question).bits, 2), racks: decimal(worth(question).left, 1), chance: percent(worth(question).settles) })
        : t("{bits} bits; {codes} codes left on average; settles it: {chance}", {
          bits: decimal(worth(question).bits, 2), codes: decimal(worth(question).left, 1), chance: percent(worth(question).settles) })),
      h("div", { class: "answers small" }, Object.entries(question.answers).map(([symbol, chance]) => button(
        [answerMark(card, symbol), h("small", null, percent(chance, { short: true }))],
        () => { it.close(); suppose(`${question.player} ${one.card} ${symbol}`); },
        { class: "answer", "aria-label": t("What if {line}?", { line: `${question.player} ${one.card} ${symbol}` }) }))))),
    h("p", { class: "note" }, t("Tap an answer to see what it would leave."))));
}

// A contradiction, and how to mend it.

function contradiction(analysis) {
  const found = analysis.contradiction;
  if (!found) return null;
  if (!found.culprits.length && !found.misreadings.length) {
    return analysis.racks ? h("section", { class: "panel warn" }, icon("warn"),
      t("An earlier rack of yours contradicted its answers (line {line}).", { line: found.lines.at(-1) })) : null;
  }
  const entry = (line) => state.view.lines[line - 1];
  return h("section", { class: "panel mend", role: "alert" }, h("h2", null, icon("warn"), t("One of these must be wrong")),
    h("ol", null, found.culprits.slice(0, 6).map((one) => h("li", null,
      h("p", null, h("b", null, percent(found.misreadings.length ? Math.min(one.chance, 0.9999) : one.chance, { short: true })), " ",
        one.lines.map((line) => t("line {line}: {text}", { line, text: entry(line).written })).join(", ")),
      h("div", { class: "actions" }, one.lines.length === 1 && Object.entries(one.instead[one.lines[0]] ?? {}).map(([symbol, chance]) => button(
        t("It was {answer} ({chance})", { answer: symbol, chance: percent(chance, { short: true }) }),
        () => change(one.lines[0] - 1, 1, [`${entry(one.lines[0]).player} ${entry(one.lines[0]).card} ${symbol}`]))),
      one.lines.map((line) => !entry(line).doubted && button(t("Doubt line {line}", { line }), () => doubt(entry(line)))))))),
    found.misreadings.length > 0 && h("details", null, h("summary", null, t("Or it was none of the answers")),
      h("ul", null, found.misreadings.slice(0, 8).map((one) => h("li", null, one.line, ": ", one.text, " (", t("racks: {racks}", { racks: number(one.racks) }), ")")))));
}
