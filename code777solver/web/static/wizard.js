// @ts-check
// A new game: the edition, the players, the racks that I see. What was entered is kept until the game starts.

import { button, choice, iconButton, slots, toggle } from "./dom.js";
import { changed, open, state } from "./hub.js";
import { t } from "./i18n.js";
import { playerName } from "./names.js";
import { openingLines } from "./notation.js";
import { h } from "./render.js";
import { sheet } from "./sheets.js";
import { create, prefs, setPrefs } from "./store.js";
import { pyramid, tile, tileName } from "./tiles.js";

const TITLES = {
  edition: () => t("New game"),
  players: () => t("Who plays?"),
  racks: () => t("What do you see?"),
};

/**
 * @typedef {object} Draft
 * @property {"edition" | "players" | "racks"} step
 * @property {string} edition
 * @property {string[]} names as the log has them
 * @property {Record<string, string>} options
 * @property {Map<string, string[]>} racks
 * @property {string | null} at the rack that is being filled
 */

/** @type {Draft | null} */
let draft = null; // what was entered; a sheet that was closed goes on here

/** @param {string[] | null} names the players; those of the last game if they are not given */
export function newGame(names = null) {
  if (!state.about) return;
  if (!draft || names) {
    const players = [...(names ?? prefs.names ?? ["Ann", "Bob", "me", "Cid"])];
    draft = {
      step: names ? "racks" : "edition",
      edition: prefs.edition,
      names: players,
      options: {},
      racks: new Map(),
      at: null,
    };
  }
  const it = draft;
  const view = { edition: editionStep, players: playersStep, racks: racksStep };
  const entered = () => it === draft && [...it.racks.values()].some((rack) => rack.length > 0);
  sheet(
    () => TITLES[it.step](),
    (box) => h("div", { key: it.step, class: "step" }, view[it.step](it, box)),
    { wide: true, keep: entered },
  );
}

/** @param {Draft} it @param {Partial<Draft>} changes */
function set(it, changes) {
  Object.assign(it, changes);
  changed();
}

/** @param {Draft} it @returns {Api.EditionInfo} */
function editionOf(it) {
  const { editions } = /** @type {Api.About} */ (state.about);
  return editions.find((one) => one.name === it.edition) ?? editions[0];
}

// The edition.

/** @param {Draft} it */
function editionStep(it) {
  const edition = editionOf(it);
  const pick = (/** @type {Api.EditionInfo} */ one) =>
    h(
      "label",
      { class: "pick", key: one.name },
      h("input", {
        type: "radio",
        name: "edition",
        value: one.name,
        checked: one.name === edition.name,
        "data-k": `edition-${one.name}`,
        onchange: () => set(it, { edition: one.name, options: {}, racks: new Map() }),
      }),
      h("span", null, h("b", null, t(one.title)), h("small", null, t(one.summary))),
    );
  return [
    h("h3", null, t("Which edition?")),
    h("div", { class: "editions" }, state.about?.editions.map(pick)),
    h("details", { class: "options" }, h("summary", null, t("House rules")), houseRules(edition, it)),
    h(
      "div",
      { class: "actions" },
      button(t("Next"), () => set(it, { step: "players" }), { class: "primary", "data-k": "next" }),
    ),
  ];
}

const RESHUFFLES = ["0", "1", "4", "7"];

/** @param {Api.EditionInfo} edition @param {Draft} it */
function houseRules(edition, it) {
  const { rules } = edition;
  const option = (/** @type {string} */ name, /** @type {string | null} */ value) => {
    const { [name]: _, ...others } = it.options;
    set(it, { options: value === null ? others : { ...others, [name]: value } });
  };
  const usual = String(rules.reshuffle_at);
  return [
    rules.target === "numbers" &&
      toggle(t("Colours must be declared too"), it.options.advanced === "yes", (on) =>
        option("advanced", on ? "yes" : null),
      ),
    h("p", { class: "note" }, t("Tiles are reshuffled when this many are left:")),
    choice(
      t("Tiles are reshuffled when this many are left:"),
      RESHUFFLES.map((n) => [n, n]),
      it.options.reshuffle_at ?? usual,
      (value) => option("reshuffle_at", value === usual ? null : value),
    ),
    h("p", { class: "note" }, t("Cards that differ in your copy:")),
    edition.other_readings.map(({ card, text, reading }) =>
      toggle(`${card}. ${t(text)}`, it.options[`card${card}`] === reading, (on) =>
        option(`card${card}`, on ? reading : null),
      ),
    ),
  ];
}

// The players.

/** A name as the log has it: its fields are separated by spaces. @param {string} text */
export const nameInLog = (text) => text.trim().replace(/\s+/g, "_");

/** @param {Draft} it */
function playersStep(it) {
  const { rules } = editionOf(it);
  const { names: rule } = /** @type {Api.About} */ (state.about);
  const problem = trouble(it.names, rules, rule);
  const rename = (/** @type {string[]} */ names) => set(it, { names, racks: new Map() });
  const done = () => {
    setPrefs({ names: it.names, edition: it.edition });
    set(it, { step: "racks" });
  };
  const up = (/** @type {number} */ i) => rename(it.names.map((name, j) => (j === i - 1 ? it.names[i] : j === i ? it.names[i - 1] : name)));
  const row = (/** @type {string} */ name, /** @type {number} */ i) => {
    const shown = playerName(name) || i + 1;
    const input = {
      type: "text",
      value: playerName(name),
      maxlength: rule.longest,
      autocomplete: "off",
      "aria-label": t("Player {number}", { number: i + 1 }),
      "data-k": `name${i}`,
      oninput: (/** @type {{ target: HTMLInputElement }} */ event) => rename(it.names.map((one, j) => (j === i ? nameInLog(event.target.value) : one))),
    };
    return h(
      "li",
      null,
      h("span", { class: "line", "aria-hidden": "true" }, i + 1),
      name === "me" ? h("span", { class: "me", key: "me" }, t("me")) : h("input", input),
      iconButton("up", t("Move {name} up", { name: shown }), () => up(i), { disabled: i === 0, "data-k": `up${i}` }),
      iconButton("close", t("Remove {name}", { name: shown }), () => rename(it.names.filter((_, j) => j !== i)), {
        disabled: name === "me" || it.names.length <= rules.least_players,
        "data-k": `out${i}`,
      }),
    );
  };
  return [
    h("p", { class: "note" }, t("Clockwise; the first one draws the first card.")),
    h("ol", { class: "players" }, it.names.map(row)),
    it.names.length < rules.most_players &&
      button(t("Add a player"), () => rename([...it.names, ""]), { class: "link", "data-k": "add" }),
    h("p", { class: "bad", role: "alert" }, problem),
    h(
      "div",
      { class: "actions" },
      button(t("Back"), () => set(it, { step: "edition" }), { "data-k": "back" }),
      button(t("Next"), done, { class: "primary", disabled: problem !== "", "data-k": "next" }),
    ),
  ];
}

/**
 * The problem with the names; empty if there is none.
 * @param {string[]} names @param {Pick<Api.Rules, "least_players" | "most_players">} rules @param {Api.NameRule} rule
 */
export function trouble(names, rules, { pattern, longest, reserved }) {
  if (names.length < rules.least_players || names.length > rules.most_players) {
    return t("This edition takes {least} to {most} players.", { least: rules.least_players, most: rules.most_players });
  }
  for (const name of names) {
    const shown = { name: name.replaceAll("_", " ") };
    if (!name) return t("A name is missing.");
    const valid = new RegExp(pattern, "u").test(name) && [...name].length <= longest;
    if (!valid || reserved.includes(name.toLowerCase())) return t("{name} cannot be used as a name.", shown);
    const same = names.filter((other) => other.toLowerCase() === name.toLowerCase());
    if (same.length > 1) return t("Two players are called {name}.", shown);
  }
  return "";
}

// The racks.

/** @param {Draft} it @param {import("./sheets.js").Sheet} box */
function racksStep(it, box) {
  const edition = editionOf(it);
  const count = Math.max(0, edition.rules.racks - it.names.length);
  const spares = Array.from({ length: count }, (_, i) => `spare${i + 1}`);
  const names = [...it.names.filter((name) => name !== "me"), ...spares];
  const size = (/** @type {string} */ name) => (spares.includes(name) ? edition.rules.spare_tiles : 3);
  const held = (/** @type {string} */ name) => it.racks.get(name) ?? [];
  const used = names.flatMap(held);
  const unfilled = names.filter((name) => held(name).length < size(name));
  const at = it.at !== null && unfilled.includes(it.at) ? it.at : (unfilled[0] ?? null);
  const left = (/** @type {Api.DeckTile} */ kind) => Math.max(0, kind.copies - used.filter((name) => name === kind.tile).length);
  const look = (/** @type {Api.DeckTile} */ kind) => ({
    marks: [...Array(left(kind)).fill("open"), ...Array(kind.copies - left(kind)).fill("seen")],
    text: null,
    disabled: left(kind) === 0 || at === null,
    label: `${tileName(kind.tile)}, ${t("{count} left", { count: left(kind) })}`,
  });
  const fill = (/** @type {string} */ name, /** @type {string[]} */ tiles) => set(it, { racks: new Map(it.racks).set(name, tiles), at: name });
  const start = () => {
    draft = null;
    box.close();
    const racks = Object.fromEntries(names.map((name) => [name, held(name)]));
    open(create(openingLines({ edition: it.edition, options: it.options, names: it.names, racks })));
  };
  return [
    h(
      "p",
      { class: "note" },
      at === null
        ? t("Check the tiles, then start.")
        : t("Tap the tiles on the rack of {name}.", { name: playerName(at) }),
    ),
    h(
      "div",
      { class: "fillracks" },
      names.map((name) =>
        fillRack(name, {
          on: name === at,
          size: size(name),
          tiles: held(name),
          fill,
          pick: () => set(it, { at: name }),
        }),
      ),
    ),
    pyramid(edition.deck, look, (kind) => fill(at, [...held(at), kind.tile])),
    h(
      "div",
      { class: "actions" },
      button(t("Back"), () => set(it, { step: "players" }), { "data-k": "back" }),
      button(t("Start"), start, { class: "primary", disabled: at !== null, "data-k": "start" }),
    ),
  ];
}

/**
 * @param {string} name
 * @param {{ on: boolean, size: number, tiles: string[], fill: (name: string, tiles: string[]) => void, pick: () => void }} how
 */
function fillRack(name, { on, size, tiles, fill, pick }) {
  const look = { show: tile, say: tileName, key: `s-${name}-` };
  return h(
    "div",
    { class: on ? "fillrack on" : "fillrack", key: name },
    button(playerName(name), pick, { class: "who", "aria-pressed": String(on), "data-k": `at-${name}` }),
    h("span", { class: "slots" }, slots(size, tiles, (now) => fill(name, now), look)),
  );
}
