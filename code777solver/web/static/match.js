// @ts-check
// The screen of a game against the computer: the racks in sight, the answers, the player's marks, and the next question.
// The record stays in this browser and is sent with every request. The page knows nothing beyond it.

import { Refusal, post } from "./api.js";
import { answerLabel, answerMark } from "./cards.js";
import { button } from "./dom.js";
import { changed, state } from "./hub.js";
import { language, t } from "./i18n.js";
import { markedPyramid } from "./marks.js";
import { playerName } from "./names.js";
import { playersIn, readLine } from "./notation.js";
import { Countdown } from "./pace.js";
import { playComputer } from "./screens.js";
import { RUNGS, certainty, checkMarks, hint, verdict } from "./matchcoach.js";
import { storeMatch } from "./matchstore.js";
import { ended, grade, over } from "./matchend.js";
import { h } from "./render.js";
import { clue, eventText } from "./matchevents.js";
import { ask as confirm, closeSheets, sheet } from "./sheets.js";
import { codePad, withTile } from "./puzzleboard.js";
import { keep } from "./store.js";
import { editionIn, tableAfter } from "./table.js";
import { blank, tiles } from "./tiles.js";
import { failure } from "./why.js";

const SIZE = 3;

/**
 * @typedef {object} Match a game on the screen
 * @property {import("./matchstore.js").Left} left the record
 * @property {any} now the server's last answer (`Api.PlayedOn`); null before the first
 * @property {any} seat the person who looks; null while the screen is turned away
 * @property {string[]} code tapped so far
 * @property {Map<string, string>} claims declarations of people who share the device
 * @property {boolean} declaring
 * @property {string | null} reply
 * @property {number} rung of the hints
 * @property {string[]} news lines since the last act
 * @property {any} [clock]
 * @property {boolean} [busy]
 * @property {boolean} [thinking]
 * @property {any} [problem]
 * @property {any} [verdict]
 * @property {any} [act] ends the thinking of the computer players
 * @property {any} [wait]
 * @typedef {(act?: string, seat?: string | null) => any} Ask
 */

/** Go on with a game. @param {import("./matchstore.js").Left} left */
export function matchSheet(left) {
  /** @type {Match} */
  const it = { left, now: null, seat: null, code: [], claims: new Map(), declaring: false, reply: null, rung: 0, news: [] };
  it.clock = new Countdown(() => box.redraw());
  const save = () => {
    if (!left.over) keep("play.game", left);
    changed();
  };
  const send = async (/** @type {string} */ act, /** @type {string | null | undefined} */ seat) => {
    if (it.busy) return;
    it.busy = true;
    it.clock.stop();
    it.thinking = false;
    const before = [...left.lines];
    try {
      const now = await post("play", { log: left.lines.join("\n"), act, seat: seat ?? "", lang: language });
      take(it, now, act);
      if (act.startsWith("declare ") && alone(it)) {
        const [, name, ...code] = act.split(" ");
        it.verdict = await certainty(before, name, code.join(" "), byNumbers(it));
      }
    } catch (error) {
      it.problem = error instanceof Refusal && !it.now && isBegun(it) ? foreign() : failure(error);
    }
    it.busy = false;
    save();
    wait();
  };
  // Where there is a pace, the computer players take their time before they go on.
  const ask = (act = "", seat = it.seat) => {
    if (!act || !isTimed(it)) return send(act, seat);
    it.thinking = true;
    it.clock.paused = false; // whoever goes on lets the others think, too
    it.act = () => send(act, seat);
    it.clock.start(it.now.thinks / 2, it.act);
    return save();
  };
  // ... and nobody waits longer than that for a declaration.
  const wait = () => {
    if (!isTimed(it) || it.now.ask?.what !== "declare" || it.problem) return;
    it.clock.start(left.pace, () => ask("go on"));
    save();
  };
  it.wait = wait;
  const box = sheet(
    () => t("Against the computer"),
    () => (it.now ? view(it, ask, save) : waiting(it)),
    { wide: true, kind: "full puzzle play", onclose: () => it.clock.stop() },
  );
  send("", null);
  return box;
}

/** @param {Match} it */
const isBegun = (it) => it.left.lines.some((line) => line.startsWith("rack "));
const foreign = () =>
  h("p", { class: "bad" }, t("This game cannot be continued: its record was changed, or another server dealt it."));

// Before the first answer has come, or if there is none: a game that cannot be played on must not bar the way to others.
/** @param {Match} it */
const waiting = (it) =>
  it.problem
    ? [it.problem, h("div", { class: "actions" }, button(t("Another game"), () => leave(it), { "data-k": "leave" }))]
    : h("p", { class: "empty" }, t("Working it out ..."));

// What came of something that was done.
/** @param {Match} it @param {Api.PlayedOn} now @param {string} act */
function take(it, now, act) {
  it.problem = null;
  it.now = now;
  it.left.lines.push(...now.added);
  if (act) {
    Object.assign(it, { news: now.added, code: [], declaring: false, rung: 0, reply: null, verdict: null });
    if (now.people.length > 1) Object.assign(it, { seat: null, claims: new Map() });
  }
  if (now.people.length === 1) it.seat = now.owner;
  if (now.right === false) it.reply = t("Your answer was wrong: everybody noticed.");
  if (!now.over) return;
  if (it.left.over) grade(it);
  else {
    it.left.over = true;
    keep("play.game", null);
    over(it);
  }
}

/** @param {Match} it */
const isTimed = (it) => (it.left.pace ?? 0) > 0 && it.now !== null && alone(it) && !it.now.over;
/** @param {Match} it */
const editionOf = (it) => editionIn(it.left.lines, state.about);
/** @param {Match} it */
const byNumbers = (it) => editionOf(it)?.rules.target === "numbers";
/** @param {Match} it */
const linesOf = (it) => (it.now.log ? it.now.log.trim().split("\n") : it.left.lines);
/** @param {Match} it */
const newsOf = (it) => it.news.map((line, i) => readLine(line, i + 1, playersIn(it.left.lines)));
/** @param {Match} it */
const alone = (it) => it.now.people.length === 1;

/** @param {Match} it @param {Ask} ask @param {() => void} save */
function view(it, ask, save) {
  const edition = editionOf(it);
  if (it.now.over) return ended(it, edition, verdict(it.verdict, edition));
  if (it.seat === null) return turnedAway(it, ask, save);
  const table = tableAfter(linesOf(it), it.seat, state.about);
  if (!table) return waiting(it);
  const { deck } = table;
  const inSight = Object.entries(table.racks).filter(([name]) => name !== it.seat);
  const marks = it.left.marks[it.seat] ?? {};
  const mark = (/** @type {import("./marks.js").Marks} */ next) => {
    it.left.marks[it.seat] = next;
    it.rung = 0;
    save();
  };
  const choose = (/** @type {string} */ name) => {
    it.code = withTile(it.code, deck, name);
    save();
  };
  const pick = it.declaring && !byNumbers(it) ? choose : null;
  const howto = pick ? t("Tap the three tiles of your code.") : t("Tap a tile to cross it out, again to circle it.");
  const news = [...newsOf(it).map((event) => eventText(event, it.seat)), verdict(it.verdict, edition)].filter(Boolean);
  return [
    h(
      "div",
      { class: "given", key: "given", "data-lines": it.left.lines.length },
      h(
        "div",
        { class: "seats" },
        inSight.map(([name, rack]) => seat(name, it, table.scores, tiles(rack.tiles))),
        seat(it.seat, it, table.scores, h("span", { class: "tiles" }, [blank(), blank(), blank()])),
      ),
      news.length > 0 && h("ul", { class: "clues news", "data-k": "news" }, news),
      h(
        "ol",
        { class: "clues latest", tabindex: 0, "aria-label": t("Answers, the latest first") },
        [...table.clues].reverse().map((one) => clue(one, edition)),
      ),
      button(t("Another game"), () => leave(it), { class: "link", "data-k": "leave" }),
    ),
    h(
      "div",
      { class: "work", key: "work" },
      h("div", { class: "know", key: "pyramid" }, markedPyramid(deck, marks, mark, { pick })),
      it.problem,
      h(
        "div",
        { class: "tray", key: "tray" },
        h("p", { class: "reply", role: "status" }, it.reply ?? howto),
        question(it),
        paceBar(it, save),
        it.thinking ? thinking(it) : acts(it, edition, deck, ask, save),
        h(
          "div",
          { class: "actions", key: "help" },
          button(
            t("Hint {number} of {all}", { number: Math.min(it.rung + 1, RUNGS), all: RUNGS }),
            () => hint(it, linesOf(it), deck).then(save),
            { "data-k": "hint" },
          ),
          button(t("Check marks"), () => checkMarks(it, linesOf(it), deck).then(save), { "data-k": "marks" }),
          !alone(it) && button(t("Turn the screen away"), () => turn(it, null, save), { "data-k": "away" }),
        ),
      ),
    ),
  ];
}

// The time that runs down, and a button to stop it.
/** @param {Match} it @param {() => void} save */
function paceBar(it, save) {
  const { clock } = it;
  if (!clock.runs) return null;
  const pause = () => {
    clock.paused = !clock.paused;
    save();
  };
  const part = it.thinking ? null : Math.round((100 * clock.seconds) / clock.all);
  return h(
    "div",
    { class: "pace", key: "pace", "data-k": "pace" },
    part !== null && h("i", { style: { "--part": `${part}%` }, "aria-hidden": "true" }),
    part !== null && h("span", { role: "timer" }, `${clock.seconds} s`),
    button(clock.paused ? t("Start the clock") : t("Stop the clock"), pause, { class: "link", "data-k": "pause" }),
  );
}

/** @param {Match} it */
const thinking = (it) =>
  h(
    "div",
    { class: "actions", key: "thinking", "data-k": "thinking" },
    h("span", { class: "note" }, t("The others think ...")),
    button(t("Go on"), it.act, { class: "primary", "data-k": "skip" }),
  );

// A game that is left for another one can be taken up again.
/** @param {Match} it */
function leave(it) {
  const go = () => {
    if (isBegun(it)) storeMatch(it.left, null);
    keep("play.game", null);
    closeSheets();
    playComputer();
  };
  if (!isBegun(it)) return go();
  return confirm(t("Another game?"), t("This one is kept among your games."), t("Another game"), go);
}

/** @param {string} name @param {Match} it @param {Record<string, number>} scores @param {import("./render.js").Child} rack */
const seat = (name, it, scores, rack) =>
  h(
    "div",
    { class: "seat", "data-k": `seat-${name}` },
    h("b", null, playerName(name)),
    rack,
    h("small", null, [name in scores && String(scores[name]), it.now.levels[name] && t(it.now.levels[name])].filter(Boolean).join(" · ")),
  );

// What the game waits for, other than a declaration.
/** @param {Match} it */
function question(it) {
  const { ask } = it.now;
  if (it.thinking || ask.what === "declare") return null;
  const text =
    ask.what === "answer"
      ? `${ask.card}. ${t(ask.text)}`
      : t("Which playerless rack is replaced: {spares}?", { spares: ask.spares.map(playerName).join(", ") });
  return h("p", { class: "asked", "data-k": "asked" }, text);
}

/** @param {Match} it @param {Api.EditionInfo | undefined} edition @param {Api.DeckTile[]} deck @param {Ask} ask @param {() => void} save */
function acts(it, edition, deck, ask, save) {
  const { ask: asked } = it.now;
  if (asked.what === "answer") {
    if (asked.players[0] !== it.seat) return null;
    const card = edition?.cards.find((one) => one.card === asked.card);
    return h(
      "div",
      { class: "pad eight even", role: "group" },
      asked.answers.map((/** @type {string} */ symbol) =>
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
      asked.spares.map((/** @type {string} */ name) => button(playerName(name), () => ask(`spare ${name}`), { "data-k": name })),
    );
  }
  return it.declaring ? declaring(it, deck, ask, save) : deciding(it, ask, save);
}

/** @param {Match} it @param {Ask} ask @param {() => void} save */
const deciding = (it, ask, save) =>
  h(
    "div",
    { class: "actions", key: "decide" },
    it.now.ask.players.includes(it.seat) &&
      button(
        t("Declare"),
        () => {
          it.declaring = true;
          it.clock.stop(); // whoever declares has all the time
          save();
        },
        { "data-k": "declare" },
      ),
    alone(it) && button(t("Go on"), () => ask("go on"), { class: "primary", "data-k": "go" }),
  );

/** @param {Match} it @param {Api.DeckTile[]} deck @param {Ask} ask @param {() => void} save */
function declaring(it, deck, ask, save) {
  const numbers = byNumbers(it);
  const set = (/** @type {string[]} */ code) => {
    it.code = code;
    save();
  };
  const say = () => {
    const code = it.code.join(numbers ? "" : " ");
    if (alone(it)) return ask(`declare ${it.seat} ${code}`);
    it.claims.set(it.seat, code);
    return turn(it, null, save);
  };
  const cancel = () => {
    Object.assign(it, { declaring: false, code: [] });
    save();
    it.wait();
  };
  return [
    codePad(deck, it.code, numbers, set),
    h(
      "div",
      { class: "actions", key: "say" },
      button(t("Cancel"), cancel, { "data-k": "cancel" }),
      button(numbers ? t("Declare {code}", { code: it.code.join(" ") }) : t("Declare"), say, {
        class: "primary",
        disabled: it.code.length !== SIZE,
        "data-k": "say",
      }),
    ),
  ];
}

// Several people on one device: nobody's racks are shown until somebody says who looks.
/** @param {Match} it @param {Ask} ask @param {() => void} save */
function turnedAway(it, ask, save) {
  const { ask: asked, people } = it.now;
  const claims = [...it.claims].map(([name, code]) => `${name} ${code}`);
  const on = () => ask(claims.length ? `declare ${claims.join(", ")}` : "go on", null);
  const names = asked.what === "declare" ? people : asked.players;
  return [
    h(
      "p",
      { class: "headline", "data-k": "turned", "data-lines": it.left.lines.length },
      t("The screen is turned away. Who looks?"),
    ),
    h(
      "ul",
      { class: "clues news", "data-k": "news" },
      newsOf(it).filter(({ kind }) => kind !== "rack").map((event) => eventText(event, null)),
    ),
    it.problem,
    h(
      "div",
      { class: "actions" },
      names.map((/** @type {string} */ name) => button(playerName(name), () => look(it, name, ask, save), { "data-k": `look-${name}` })),
      asked.what === "declare" && button(t("Go on"), on, { class: "primary", "data-k": "go" }),
    ),
  ];
}

/** @param {Match} it @param {string} name @param {Ask} ask @param {() => void} save */
const look = async (it, name, ask, save) => {
  await ask("", name);
  turn(it, name, save);
};

/** @param {Match} it @param {string | null} name @param {() => void} save */
function turn(it, name, save) {
  Object.assign(it, { seat: name, declaring: false, code: [], rung: 0, reply: null });
  save();
}
