// @ts-check
// Tiles on a rack: new ones, one that was seen by its owner, a playerless rack.

import { button, choice } from "./dom.js";
import { add, changed, replace, state } from "./hub.js";
import { t } from "./i18n.js";
import { playerName } from "./names.js";
import { penaltyLine, rackLine, swapLine } from "./notation.js";
import { h } from "./render.js";
import { sheet } from "./sheets.js";
import { picker, tile, tiles } from "./tiles.js";

/**
 * Choose tiles. `back` are tiles that count as free again.
 * @param {string} title
 * @param {{ slots: number, value?: string[], back?: string[], ok: (tiles: string[]) => void,
 *   unknown?: [string, () => void] | null, note?: string | null }} options
 */
export function tilesSheet(title, { slots, value = [], back = [], ok, unknown = null, note = null }) {
  let now = value;
  const free = (/** @type {Api.DeckTile} */ kind) => kind.copies - kind.gone + back.filter((name) => name === kind.tile).length;
  const onchange = (/** @type {string[]} */ found) => {
    now = found;
    changed();
  };
  const done = (/** @type {() => void} */ action) => () => {
    it.close();
    action();
  };
  const it = sheet(
    () => title,
    () => [
      note && h("p", { class: "note" }, note),
      picker(state.view.table.deck, { slots, value: now, free, onchange, label: title }),
      h(
        "div",
        { class: "actions", key: "actions" },
        unknown && button(unknown[0], done(unknown[1]), { "data-k": "unknown" }),
        button(
          "OK",
          done(() => ok(now)),
          { class: "primary", disabled: now.length !== slots, "data-k": "ok" },
        ),
      ),
    ],
    { wide: true },
  );
}

/** @param {string} name @param {{ line?: number | null, value?: string[] }} options */
export function rackSheet(name, { line = null, value = [] } = {}) {
  const { table } = state.view;
  const spare = table.spares.includes(name);
  const log = (/** @type {string} */ text) => (line ? replace(line, text) : add(text));
  tilesSheet(t("Tiles of {name}", { name: playerName(name) }), {
    slots: spare ? table.edition.rules.spare_tiles : 3,
    value,
    back: value,
    ok: (found) => log(rackLine(name, found)),
    unknown: name === table.seat ? [t("I do not see them"), () => log(rackLine(name, null))] : null,
  });
}

/** A sheet with a button for each name. @param {string} title @param {string[]} names @param {(name: string) => void} pick */
export function nameSheet(title, names, pick, inside = (/** @type {string} */ name) => playerName(name)) {
  const it = sheet(
    () => title,
    () =>
      h(
        "div",
        { class: "actions" },
        names.map((name) => button(inside(name), () => go(name), { "data-k": `rack-${name}` })),
      ),
  );
  const go = (/** @type {string} */ name) => {
    it.close();
    pick(name);
  };
}

export function spareSheet() {
  const { spares, racks } = state.view.table;
  if (spares.length === 1) return rackSheet(spares[0]);
  const inside = (/** @type {string} */ name) => [playerName(name), " ", tiles(racks[name]?.tiles ?? [])];
  return nameSheet(t("Replace a playerless rack"), spares, (name) => rackSheet(name), /** @type {any} */ (inside));
}

export function whichRack() {
  const { players, spares } = state.view.table;
  nameSheet(t("New tiles on a rack"), [...players, ...spares], (name) => rackSheet(name));
}

export function penaltySheet() {
  nameSheet(t("Penalty for a false answer"), state.view.table.players, (name) => add(penaltyLine(name)));
}

export function swapSheet() {
  /** @type {string | null} */
  let name = null;
  const next = (/** @type {string} */ old) => {
    it.close();
    const fresh = (/** @type {string[]} */ [tile]) => add(swapLine(/** @type {string} */ (name), old, tile));
    tilesSheet(t("Which tile came instead?"), { slots: 1, ok: fresh });
  };
  const mine = () => {
    it.close();
    tilesSheet(t("Which tile was it?"), {
      slots: 1,
      ok: ([old]) => add(swapLine(/** @type {string} */ (name), old, null)),
    });
  };
  const it = sheet(
    () => t("Somebody saw a tile of their own"),
    () => {
      const { table } = state.view;
      const held = name && name !== table.seat ? table.racks[name]?.tiles : null;
      const pick = (/** @type {any} */ one) => {
        name = one;
        changed();
      };
      return [
        choice(
          t("Who?"),
          table.players.map((/** @type {any} */ one) => [one, playerName(one)]),
          name,
          pick,
          { class: "choice who" },
        ),
        held &&
          h(
            "div",
            { class: "actions" },
            held.map((/** @type {string} */ old) => button(tile(old), () => next(old), { "data-k": `old-${old}` })),
          ),
        name !== null &&
          name === table.seat &&
          button(t("Which tile was it?"), mine, { class: "primary", "data-k": "which" }),
      ];
    },
  );
}
