// @ts-check
// The other seats, clockwise, each with its points, its tiles and how likely it can declare. Mine is the strip below them.

import { button } from "./dom.js";
import { declareSheet } from "./declare.js";
import { lookFrom, state } from "./hub.js";
import { mean, percent, t } from "./i18n.js";
import { byTiles, playerName } from "./names.js";
import { h } from "./render.js";
import { sheet } from "./sheets.js";
import { blank, tileName, tiles } from "./tiles.js";

export function seats() {
  const { table, analysis } = state.view;
  const next = table.winner ? null : table.next_player;
  const opponents = new Map((analysis?.opponents ?? []).map((/** @type {Api.Opponent} */ one) => [one.player, one]));
  const at = table.players.indexOf(table.seat);
  const names = [...table.players.slice(at + 1), ...table.players.slice(0, Math.max(0, at)), ...table.spares];
  const shown = at < 0 ? [...table.players, ...table.spares] : names;
  return h(
    "section",
    { class: "seats", key: "seats", "aria-label": t("The table") },
    shown.map((name) => seat(name, table, opponents.get(name), name === next)),
  );
}

/** @param {string} name @param {Api.TableState} table @param {Api.Opponent | undefined} other @param {boolean} next */
function seat(name, table, other, next) {
  const held = table.racks[name];
  const attributes = {
    class: next ? "seat next" : "seat",
    "data-k": `seat-${name}`,
    "aria-label": seatLabel(name, table, other, next),
  };
  return button(
    [
      h("span", { class: "who" }, h("b", null, playerName(name)), points(name, table)),
      h("span", { class: "rack" }, held?.tiles.length ? tiles(held.tiles) : [blank(""), blank(""), blank("")]),
      closeness(other),
    ],
    () => seatSheet(name),
    attributes,
  );
}

/** @param {string} name @param {Api.TableState} table */
export const points = (name, table) =>
  name in table.scores && h("span", { class: "points" }, `${table.scores[name]}/${table.goal}`);

/** @param {string} name @param {Api.TableState} table @param {Api.Opponent | undefined} other @param {boolean} next */
function seatLabel(name, table, other, next) {
  const parts = [playerName(name)];
  if (name in table.scores) parts.push(t("points: {points}", { points: table.scores[name] }));
  parts.push((table.racks[name]?.tiles ?? []).map(tileName).join(", "));
  if (other) parts.push(t("can declare: {chance}", { chance: percent(other.certain, { exact: other.exact }) }));
  if (next) parts.push(t("to play"));
  return parts.filter(Boolean).join("; ");
}

const HOT = 0.5;
const WARM = 0.15;

/** @param {Api.Opponent | undefined} other */
function closeness(other) {
  if (!other) return h("span", { class: "close" }, "–");
  const certain = other.certain ?? 0;
  const level = certain >= HOT ? "hot" : certain >= WARM ? "warm" : "";
  return h(
    "span",
    { class: `close ${level}`, style: { "--level": other.certain ?? 0 } },
    h("span", { class: "can" }, t("can declare"), " "),
    h("span", null, percent(other.certain, { short: true, exact: other.exact })),
  );
}

/** @param {string} name */
export function seatSheet(name) {
  sheet(
    () => playerName(name),
    (it) => {
      const { table, analysis } = state.view;
      const other = analysis?.opponents?.find((/** @type {Api.Opponent} */ one) => one.player === name);
      const go = (/** @type {() => void} */ action) => () => {
        it.close();
        action();
      };
      const plays = table.players.includes(name);
      const open = name !== table.seat && table.racks[table.seat]?.unknown === 0;
      return [
        table.racks[name] && name !== table.seat && h("p", { class: "big" }, tiles(table.racks[name].tiles)),
        other && facts(other),
        h(
          "div",
          { class: "actions" },
          plays &&
            button(
              t("Declares"),
              go(() => declareSheet(name)),
              { "data-k": "declares" },
            ),
          plays &&
            open &&
            button(
              t("Look from this seat"),
              go(() => lookFrom(name)),
            ),
        ),
      ];
    },
  );
}

/** @param {Api.Opponent} other */
const facts = (other, racks = byTiles(state.view.table)) => [
  h(
    "dl",
    { class: "facts" },
    h("dt", null, t("Can declare now")),
    h("dd", null, percent(other.certain, { exact: other.exact })),
    h("dt", null, t("Can declare after the next card")),
    h("dd", null, percent(other.next_card, { exact: other.exact })),
    h("dt", null, racks ? t("Racks left for them") : t("Codes left for them")),
    h("dd", null, other.certain === null ? "?" : left(racks ? other.expected_racks : other.expected_codes)),
  ),
  h("p", { class: "note" }, other.certain === null ? misled(other) : basis(other)),
];

/** @param {number} count */
const left = (count) => mean(Math.round(count * 10) / 10);

/** @param {Api.Opponent} other */
const basis = (other) =>
  other.exact ? t("Exact, averaged over what I may hold.") : t("Estimated from a sample.");

/** The answers that leave an opponent no rack. @param {Api.Opponent} other */
const misled = (other) =>
  t("It is not known what {player} knows. False for {player}: {lines}", {
    player: playerName(other.player),
    lines: (other.misled_by ?? []).map((line) => `${t("line {line}", { line })} (${textOf(line)})`).join(", "),
  });

/** @param {number} line */
const textOf = (line) => state.view.lines.find((/** @type {Api.LogLine} */ one) => one.line === line)?.text.trim() ?? "";
