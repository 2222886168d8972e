// A new game: the edition, the players, the racks that I see.

import { button, choice, h, iconButton, sheet, toggle } from "./dom.js";
import { open, state } from "./hub.js";
import { t } from "./i18n.js";
import { create, prefs, setPrefs } from "./store.js";
import { pyramid, tile, tileName } from "./tiles.js";

const NAME = /^[\p{L}][\p{L}\p{N}_.'-]{0,30}$/u;
const WORDS = ["edition", "option", "players", "rack", "declare", "reshuffle", "swap", "penalty", "note", "spare1", "spare2"];
const ABOUT = {
  classic: () => t("One rack each. The player who draws a card answers it."),
  stronghold: () => t("Always four racks; those without a player are seen by all."),
  code77: () => t("Four racks; the cards come again in the same order."),
  unique49: () => t("49 different tiles, colours count, everybody else answers."),
};

export function newGame() {
  const it = { edition: prefs.edition, names: prefs.names ?? ["Ann", "Bob", "me", "Cid"], options: {}, racks: {}, at: null };
  sheet(t("New game"), (box) => steps(box, it), { wide: true });
}

const editionOf = (it) => state.about.editions.find((one) => one.name === it.edition) ?? state.about.editions[0];

function steps(box, it) {
  const first = () => {
    const edition = editionOf(it);
    box.title(t("New game"));
    box.draw(
      h("h3", null, t("Which edition?")),
      h("div", { class: "editions" }, state.about.editions.map((one) => h("label", { class: "pick" },
        h("input", { type: "radio", name: "edition", value: one.name, checked: one.name === edition.name, "data-k": `edition-${one.name}`,
          onchange: () => { it.edition = one.name; it.options = {}; first(); } }),
        h("span", null, h("b", null, t(one.title)), h("small", null, ABOUT[one.name]?.() ?? ""))))),
      h("details", { class: "options" }, h("summary", null, t("House rules")), options(edition, it, first)),
      h("div", { class: "actions" }, button(t("Next"), players, { class: "primary", "data-k": "next" })));
  };

  const players = (focus = null) => {
    const { rules } = editionOf(it);
    const problem = trouble(it.names, rules);
    const message = h("p", { class: "bad", role: "alert" }, problem);
    const next = button(t("Next"), () => { setPrefs({ names: it.names, edition: it.edition }); racks(); }, { class: "primary", disabled: problem !== "", "data-k": "next" });
    const swap = (i, j) => { [it.names[i], it.names[j]] = [it.names[j], it.names[i]]; players(`up${j}`); };
    const row = (name, i) => h("li", null, h("span", { class: "line", "aria-hidden": "true" }, i + 1),
      name === "me" ? h("span", { class: "me" }, t("me")) : h("input", {
        type: "text", value: name, maxlength: 31, autocomplete: "off", "aria-label": t("Player {number}", { number: i + 1 }), "data-k": `name${i}`,
        oninput: (event) => {
          it.names[i] = event.target.value.trim().replace(/\s+/g, "_");
          message.textContent = trouble(it.names, rules);
          next.disabled = message.textContent !== "";
        } }),
      iconButton("up", t("Move {name} up", { name: name || i + 1 }), () => swap(i, i - 1), { disabled: i === 0, "data-k": `up${i}` }),
      iconButton("close", t("Remove {name}", { name: name || i + 1 }), () => { it.names.splice(i, 1); players(); },
        { disabled: name === "me" || it.names.length <= rules.least_players, "data-k": `out${i}` }));
    box.title(t("Who plays?"));
    box.draw(h("p", { class: "note" }, t("Clockwise; the first one draws the first card.")),
      h("ol", { class: "players" }, it.names.map(row)),
      it.names.length < rules.most_players && button(t("Add a player"), () => { it.names.push(""); players(`name${it.names.length - 1}`); }, { class: "link", "data-k": "add" }),
      message, h("div", { class: "actions" }, button(t("Back"), first), next));
    if (focus) box.dialog.querySelector(`[data-k="${focus}"]`)?.focus();
  };

  const racks = () => {
    const edition = editionOf(it);
    const spares = Array.from({ length: Math.max(0, edition.rules.racks - it.names.length) }, (_, i) => `spare${i + 1}`);
    const names = [...it.names.filter((name) => name !== "me"), ...spares];
    const size = (name) => (spares.includes(name) ? edition.rules.spare_tiles : 3);
    const held = (name) => (it.racks[name] ??= []);
    if (!names.includes(it.at)) it.at = names[0];
    const used = names.flatMap(held);
    const full = names.every((name) => held(name).length === size(name));
    const left = (kind) => kind.copies - used.filter((name) => name === kind.tile).length;
    const look = (kind) => ({
      marks: [...Array(Math.max(0, left(kind))).fill("open"), ...Array(kind.copies - Math.max(0, left(kind))).fill("seen")], text: null,
      disabled: left(kind) <= 0 || full, label: `${tileName(kind.tile)}, ${t("{count} left", { count: left(kind) })}`,
    });
    const onpick = (kind) => {
      if (held(it.at).length >= size(it.at)) it.at = names.find((name) => held(name).length < size(name)) ?? it.at;
      held(it.at).push(kind.tile);
      if (held(it.at).length >= size(it.at)) it.at = names.find((name) => held(name).length < size(name)) ?? it.at;
      racks();
    };
    const rack = (name) => h("div", { class: name === it.at && !full ? "fillrack on" : "fillrack" },
      button(name, () => { it.at = name; racks(); }, { class: "who", "aria-pressed": String(name === it.at), "data-k": `at-${name}` }),
      h("span", { class: "slots" }, Array.from({ length: size(name) }, (_, i) => (held(name)[i]
        ? h("button", { type: "button", class: "slot", "data-k": `s-${name}-${i}`, "aria-label": t("Take {tile} away", { tile: tileName(held(name)[i]) }),
          onclick: () => { held(name).splice(i, 1); it.at = name; racks(); } }, tile(held(name)[i]))
        : h("span", { class: "slot empty" })))));
    box.title(t("What do you see?"));
    box.draw(h("p", { class: "note" }, full ? t("Check the tiles, then start.") : t("Tap the tiles on the rack of {name}.", { name: it.at })),
      h("div", { class: "fillracks" }, names.map(rack)), pyramid(edition.deck, look, onpick),
      h("div", { class: "actions" }, button(t("Back"), () => players()),
        button(t("Start"), () => { box.close(); open(create(lines(it, names))); }, { class: "primary", disabled: !full, "data-k": "start" })));
  };

  first();
}

function options(edition, it, redraw) {
  const set = (name, value) => { if (value === null) delete it.options[name]; else it.options[name] = value; redraw(); };
  const { rules } = edition;
  return [
    rules.target === "numbers" && toggle(t("Colours must be declared too"), it.options.advanced === "yes", (on) => set("advanced", on ? "yes" : null)),
    h("p", { class: "note" }, t("Tiles are reshuffled when this many are left:")),
    choice(t("Tiles are reshuffled when this many are left:"), ["0", "1", "4", "7"].map((n) => [n, n]), it.options.reshuffle_at ?? String(rules.reshuffle_at),
      (value) => set("reshuffle_at", value === String(rules.reshuffle_at) ? null : value)),
    h("p", { class: "note" }, t("Cards that differ in your copy:")),
    edition.other_readings.map((one) => toggle(`${one.card}. ${t(one.text)}`, it.options[`card${one.card}`] === one.reading,
      (on) => set(`card${one.card}`, on ? one.reading : null))),
  ];
}

function trouble(names, rules) {
  if (names.length < rules.least_players || names.length > rules.most_players) {
    return t("This edition takes {least} to {most} players.", { least: rules.least_players, most: rules.most_players });
  }
  for (const name of names) {
    if (!name) return t("A name is missing.");
    if (!NAME.test(name) || WORDS.includes(name.toLowerCase())) return t("{name} cannot be used as a name.", { name });
    if (names.filter((other) => other.toLowerCase() === name.toLowerCase()).length > 1) return t("Two players are called {name}.", { name });
  }
  return "";
}

function lines(it, names) {
  return [
    `edition ${it.edition}`,
    ...Object.entries(it.options).map(([name, value]) => `option ${name} ${value}`),
    `players ${it.names.join(" ")}`,
    ...names.map((name) => `rack ${name} ${it.racks[name].join(" ")}`),
  ];
}
