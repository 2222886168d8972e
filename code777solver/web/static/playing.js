// @ts-check
// A game against the computer that is being played: the racks in sight, what was said, one's own marks, and what is asked.
// The record stays in this browser and comes with every request; what it does not hold, nobody here knows.

import { post } from "./api.js";
import { answerLabel, answerMark } from "./cards.js";
import { button } from "./dom.js";
import { importLog } from "./files.js";
import { changed, state } from "./hub.js";
import { language, t } from "./i18n.js";
import { claimsOf, markedPyramid } from "./marks.js";
import { playerName } from "./names.js";
import { playComputer } from "./places.js";
import { h } from "./render.js";
import { deckSeen, seenIn } from "./seen.js";
import { closeSheets, sheet } from "./sheets.js";
import { codePad } from "./solving.js";
import { keep, kept } from "./store.js";
import { blank, tiles } from "./tiles.js";
import { failure, hintText } from "./why.js";

const SIZE = 3;
const RUNGS = 3;

/**
 * @typedef {object} Left what is kept of a game
 * @property {string[]} lines the record
 * @property {Record<string, import("./marks.js").Marks>} marks by person
 * @property {boolean} over
 */

/** Go on with a game. @param {Left} left */
export function playingSheet(left) {
  /** @type {any} */
  const it = { left, now: null, seat: null, code: [], claims: {}, declaring: false, reply: null, rung: 0, news: [] };
  const save = () => {
    keep("play.game", left);
    changed();
  };
  const ask = async (act = "", seat = it.seat) => {
    if (it.busy) return;
    it.busy = true;
    try {
      const now = await post("play", { log: left.lines.join("\n"), act, seat: seat ?? "", lang: language });
      take(it, now, act);
    } catch (error) {
      it.problem = failure(error);
    }
    it.busy = false;
    save();
  };
  const box = sheet(
    () => t("Against the computer"),
    () => (it.now ? view(it, ask, save) : (it.problem ?? h("p", { class: "empty" }, t("Working it out ...")))),
    { wide: true, kind: "full puzzle play" },
  );
  ask();
  return box;
}

// What came of something that was done.
function take(it, now, act) {
  it.problem = null;
  it.now = now;
  it.left.lines.push(...now.added);
  if (act) {
    Object.assign(it, { news: now.added, code: [], declaring: false, rung: 0, reply: null });
    if (now.people.length > 1) Object.assign(it, { seat: null, claims: {} });
  }
  if (now.people.length === 1) it.seat = now.owner;
  if (now.right === false) it.reply = t("Your answer was wrong: everybody noticed.");
  if (now.over && !it.left.over) {
    it.left.over = true;
    noteDone(now);
  }
}

// For one's own progress.
function noteDone(now) {
  const levels = [...new Set(Object.values(now.levels))];
  const late = now.ending.missed.map((one) => one.late);
  const cards = now.ending.missed.flatMap((one) => one.cards);
  const game = { level: levels.length === 1 ? levels[0] : "mixed", won: now.winner === now.owner, late, cards };
  keep("play.done", [...(kept("play.done") ?? []), game]);
}

const editionOf = (it) => {
  const name = it.left.lines.find((line) => line.startsWith("edition "))?.split(" ")[1] ?? "classic";
  return state.about?.editions.find((one) => one.name === name);
};
const linesOf = (it) => (it.now.log ? it.now.log.trim().split("\n") : it.left.lines);
const alone = (it) => it.now.people.length === 1;

function view(it, ask, save) {
  if (it.now.over) return ended(it);
  if (it.seat === null) return turnedAway(it, ask, save);
  const edition = editionOf(it);
  const seen = seenIn(linesOf(it), it.seat);
  const deck = deckSeen(edition?.deck ?? [], seen);
  const marks = it.left.marks[it.seat] ?? {};
  const mark = (next) => {
    it.left.marks[it.seat] = next;
    it.rung = 0;
    save();
  };
  return [
    h(
      "div",
      { class: "seats" },
      Object.entries(seen.racks).map(([name, rack]) => seat(name, it, seen, tiles(rack))),
      seat(it.seat, it, seen, [blank(), blank(), blank()]),
    ),
    h(
      "ul",
      { class: "clues news", "data-k": "news" },
      it.news.map((line) => told(line, edition)),
    ),
    h(
      "ol",
      { class: "clues" },
      seen.clues.slice(-12).map((one) => clue(one, edition)),
    ),
    h("div", { class: "know", key: "pyramid" }, markedPyramid(deck, marks, mark)),
    it.problem,
    h(
      "div",
      { class: "tray", key: "tray" },
      h("p", { class: "reply", role: "status" }, it.reply ?? question(it)),
      acts(it, edition, deck, ask, save),
      h(
        "div",
        { class: "actions", key: "help" },
        button(t("Hint {number} of {all}", { number: Math.min(it.rung + 1, RUNGS), all: RUNGS }), () => hint(it, deck, save), {
          "data-k": "hint",
        }),
        button(t("Check marks"), () => checkMarks(it, deck, save), { "data-k": "marks" }),
        !alone(it) && button(t("Turn the screen away"), () => turn(it, null, save), { "data-k": "away" }),
      ),
    ),
  ];
}

const seat = (name, it, seen, rack) =>
  h(
    "div",
    { class: "seat", "data-k": `seat-${name}` },
    h("b", null, playerName(name)),
    rack,
    h("small", null, [name in seen.scores && String(seen.scores[name]), it.now.levels[name] && t(it.now.levels[name])].filter(Boolean).join(" · ")),
  );

function clue(one, edition) {
  const card = edition?.cards.find((other) => other.card === one.card);
  return h(
    "li",
    { "data-line": one.line },
    h("b", null, playerName(one.player)),
    h("span", null, t(card?.text ?? "")),
    h("span", { class: "told" }, answerMark(card, one.answer)),
  );
}

// A new line of the log as people would tell it; answers stand below.
function told(line, edition) {
  const [head, name, ...rest] = line.split(" ");
  if (head === "declare") {
    const right = rest.includes("right");
    const code = rest.slice(0, rest.indexOf(right ? "right" : "wrong")).join(" ");
    const values = { name: playerName(name), code };
    if (name === "me") return h("li", null, right ? t("You declare {code}: right!", values) : t("You declare {code}: wrong.", values));
    return h("li", null, right ? t("{name} declares {code}: right!", values) : t("{name} declares {code}: wrong.", values));
  }
  if (head === "reshuffle") return h("li", null, t("The tiles out of play are shuffled into the pile."));
  return null;
}

function question(it) {
  const { ask } = it.now;
  if (ask.what === "answer") return `${ask.card}. ${t(ask.text)}`;
  if (ask.what === "spare") return t("Which playerless rack is replaced: {spares}?", { spares: ask.spares.map(playerName).join(", ") });
  return t("Tap a tile to cross it out, again to circle it.");
}

function acts(it, edition, deck, ask, save) {
  const { ask: asked } = it.now;
  if (asked.what === "answer") {
    if (asked.players[0] !== it.seat) return null;
    const card = edition?.cards.find((one) => one.card === asked.card);
    return h(
      "div",
      { class: "pad eight", role: "group" },
      asked.answers.map((symbol) =>
        button(answerMark(card, symbol), () => ask(`answer ${symbol}`), {
          class: "answer",
          "aria-label": card ? answerLabel(card, symbol) : symbol,
          "data-k": `answer${symbol}`,
        }),
      ),
    );
  }
  if (asked.what === "spare") {
    return h(
      "div",
      { class: "actions" },
      asked.spares.map((name) => button(playerName(name), () => ask(`spare ${name}`), { "data-k": name })),
    );
  }
  return it.declaring ? declaring(it, edition, deck, ask, save) : deciding(it, ask, save);
}

const deciding = (it, ask, save) =>
  h(
    "div",
    { class: "actions", key: "decide" },
    it.now.ask.players.includes(it.seat) &&
      button(
        t("Declare"),
        () => {
          it.declaring = true;
          save();
        },
        { "data-k": "declare" },
      ),
    alone(it) && button(t("Go on"), () => ask("go on"), { class: "primary", "data-k": "go" }),
  );

function declaring(it, edition, deck, ask, save) {
  const numbers = edition?.rules.target === "numbers";
  const set = (code) => {
    it.code = code;
    save();
  };
  const pad = codePad(deck, it.code, numbers, set);
  const say = () => {
    const code = it.code.join(numbers ? "" : " ");
    if (alone(it)) return ask(`declare ${it.seat} ${code}`);
    it.claims[it.seat] = code;
    return turn(it, null, save);
  };
  const cancel = () => {
    Object.assign(it, { declaring: false, code: [] });
    save();
  };
  return [
    pad,
    h(
      "div",
      { class: "actions", key: "say" },
      button(t("Cancel"), cancel, { "data-k": "cancel" }),
      button(t("Declare {code}", { code: it.code.join(" ") }), say, {
        class: "primary",
        disabled: it.code.length !== SIZE,
        "data-k": "say",
      }),
    ),
  ];
}

// Several people on one device: nobody's racks are shown until somebody says who looks.
function turnedAway(it, ask, save) {
  const { ask: asked, people } = it.now;
  const claims = Object.entries(it.claims).map(([name, code]) => `${name} ${code}`);
  const on = () => ask(claims.length ? `declare ${claims.join(", ")}` : "go on", null);
  const names = asked.what === "declare" ? people : asked.players;
  return [
    h("p", { class: "headline", "data-k": "turned" }, t("The screen is turned away. Who looks?")),
    h(
      "ul",
      { class: "clues news", "data-k": "news" },
      it.news.filter((line) => !line.startsWith("rack ")).map((line) => told(line, editionOf(it))),
    ),
    it.problem,
    h(
      "div",
      { class: "actions" },
      names.map((name) => button(playerName(name), () => look(it, name, ask, save), { "data-k": `look-${name}` })),
      asked.what === "declare" && button(t("Go on"), on, { class: "primary", "data-k": "go" }),
    ),
  ];
}

const look = async (it, name, ask, save) => {
  await ask("", name);
  turn(it, name, save);
};

function turn(it, name, save) {
  Object.assign(it, { seat: name, declaring: false, code: [], rung: 0, reply: null });
  save();
}

// The coach: only what is asked for.

const known = (it, deck) => claimsOf(it.left.marks[it.seat] ?? {}, deck);
const asker = (it) => ({ log: linesOf(it).join("\n"), seat: it.seat });

async function hint(it, deck, save) {
  const level = Math.min(it.rung + 1, RUNGS);
  try {
    const found = await post("hint", { ...asker(it), level, lang: language, notes: known(it, deck) });
    const heard = seenIn(linesOf(it), it.seat).clues.find((one) => one.line === found.line);
    it.reply = found.wrong.length ? found.text : hintText(found, heard ?? { player: "", card: "" });
    it.rung = found.line ? level : 0;
  } catch (error) {
    it.problem = failure(error);
  }
  save();
}

async function checkMarks(it, deck, save) {
  try {
    const found = await post("notes", { ...asker(it), notes: known(it, deck) });
    it.reply = found.wrong.length
      ? t("Marks that are wrong: {count}.", { count: found.wrong.length })
      : t("No mark is wrong. Facts that can still be proved: {count}.", { count: found.more });
  } catch (error) {
    it.problem = failure(error);
  }
  save();
}

// The end: who won, what mattered, puzzles from what was missed.
function ended(it) {
  const { winner, ending } = it.now;
  const won = winner === "me" ? t("you have won") : winner ? t("{name} has won", { name: playerName(winner) }) : t("The game is over.");
  const open = (log) => {
    closeSheets();
    importLog(log);
  };
  const again = () => {
    closeSheets();
    playComputer();
  };
  return [
    h("p", { class: "headline certain", role: "status", "data-k": "over" }, won),
    h("h3", null, t("What mattered")),
    h(
      "ul",
      { class: "way" },
      ending.moments.map((one) => h("li", null, one.text)),
    ),
    ending.missed.length > 0 && h("h3", null, t("Puzzles")),
    h(
      "div",
      { class: "actions" },
      ending.missed.map((one, place) =>
        button(t("line {line}", { line: one.line }), () => open(one.log), { "data-k": `missed${place}` }),
      ),
    ),
    h(
      "div",
      { class: "actions" },
      button(t("Look back"), () => open(ending.opened.join("\n")), { "data-k": "back" }),
      button(t("New game"), again, { class: "primary", "data-k": "again" }),
    ),
  ];
}
