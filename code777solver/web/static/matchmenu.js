// @ts-check
// The menu of games against the computer: a new game, the player's progress, and an unfinished game.

import { button, choice } from "./dom.js";
import { changed, state } from "./hub.js";
import { number, t } from "./i18n.js";
import { leftGame } from "./matchstore.js";
import { matchSheet } from "./match.js";
import { loadProgress, progress } from "./progress.js";
import { fitting, record } from "./records.js";
import { h } from "./render.js";
import { sheet } from "./sheets.js";
import { keep, kept } from "./store.js";

const NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"];
const PACES = ["0", "10", "20", "60"]; // seconds to think
const USUAL = { edition: "classic", players: "4", level: "regular", people: "", pace: "0" };
const wish = fitting(USUAL, kept("play.wish"));

export function matchMenu() {
  const left = leftGame();
  if (left) return matchSheet(left);
  const mine = loadProgress(changed);
  const open = (/** @type {import("./matchstore.js").Left} */ game) => {
    box.close();
    matchSheet(game);
  };
  const box = sheet(
    () => t("Against the computer"),
    () => [setup(() => begin(box)), progress(mine, open)],
    { wide: true, kind: "full" },
  );
  return box;
}

/** @param {Record<string, any>} changes */
function set(changes) {
  Object.assign(wish, changes);
  keep("play.wish", wish);
  changed();
}

/** @param {() => void} start */
function setup(start) {
  const editions = state.about?.editions ?? [];
  const edition = editions.find((one) => one.name === wish.edition) ?? editions[0];
  const most = Math.min(5, Number(edition?.rules?.most_players ?? 5));
  const players = ["2", "3", "4", "5"].filter((count) => Number(count) <= most);
  const levels = state.about?.levels ?? [];
  const level = levels.find((one) => one.name === wish.level) ?? levels[0];
  return [
    choice(
      t("Editions"),
      editions.map((one) => [one.name, t(one.title)]),
      wish.edition,
      (name) => set({ edition: name }),
      { class: "choice four" },
    ),
    h("h3", null, t("players")),
    choice(
      t("players"),
      players.map((count) => [count, count]),
      String(Math.min(Number(wish.players), most)),
      (count) => set({ players: count }),
    ),
    h("h3", null, t("level")),
    choice(
      t("level"),
      levels.map((one) => [one.name, t(one.name)]),
      wish.level,
      (name) => set({ level: name }),
      { class: "choice four" },
    ),
    level && h("p", { class: "note" }, `${t(level.text)} (${number(level.rating)})`),
    h("h3", null, t("Time to think")),
    choice(
      t("Time to think"),
      PACES.map((pace) => [pace, pace === "0" ? t("step by step") : `${pace} s`]),
      wish.pace,
      (pace) => set({ pace }),
    ),
    h(
      "label",
      { class: "field" },
      t("Names, if several people share this device"),
      h("input", {
        type: "text",
        value: wish.people,
        maxlength: 80,
        placeholder: "Tom, Lis",
        "data-k": "people",
        oninput: (/** @type {{ target: HTMLInputElement }} */ event) => {
          wish.people = event.target.value;
        },
      }),
    ),
    h("div", { class: "actions" }, button(t("Start"), start, { class: "primary", "data-k": "deal" })),
  ];
}

/** @param {import("./sheets.js").Sheet} box */
function begin(box) {
  const edition = state.about?.editions.find((one) => one.name === wish.edition);
  const most = Math.min(5, Number(edition?.rules?.most_players ?? 5));
  const named = wish.people.split(/[\s,]+/).filter(Boolean);
  const people = named.length > 1 ? named : ["me"];
  const count = Math.max(people.length, Math.min(Number(wish.players), most));
  const rivals = NAMES.filter((name) => !people.includes(name)).slice(0, count - people.length);
  const seats = shuffled([...people, ...rivals]);
  const levels = seats.filter((name) => rivals.includes(name)).map((name) => `${name} ${wish.level}`);
  const game = [...crypto.getRandomValues(new Uint32Array(2))].map((word) => word.toString(36)).join("");
  keep("play.wish", wish);
  box.close();
  matchSheet({
    lines: [`edition ${wish.edition}`, `players ${seats.join(" ")}`, `note play ${game} ${levels.join(" ")}`.trim()],
    marks: record(),
    over: false,
    pace: Number(wish.pace),
  });
}

/** @template T @param {T[]} items */
function shuffled(items) {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [items[last], items[other]] = [items[other], items[last]];
  }
  return items;
}
