// @ts-check
// Codes left, line by line, for every player. Players differ by colour, dashes and the mark where they became certain.

import { t } from "./i18n.js";
import { svg } from "./render.js";

const WIDTH = 360;
const HEIGHT = 200;
const EDGE = { left: 30, right: 10, top: 20, bottom: 20 };
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "1 2", "12 4"];

/** The colours of the screen, and those of a picture that is sent elsewhere. */
export const ON_SCREEN = {
  line: "var(--line)",
  ink: "var(--soft)",
  good: "var(--good)",
  bad: "var(--bad)",
  seats: [0, 1, 2, 3, 4, 5].map((n) => `var(--s${n})`),
};
export const ON_PAPER = {
  line: "#d5cbb8",
  ink: "#5d564a",
  good: "#1b6b38",
  bad: "#a3211b",
  seats: ["#0b5f5a", "#b3261e", "#2a62bd", "#7a4c00", "#7b3fa0", "#44403a"],
};

/** How many codes (racks, where tiles are declared) were left. @param {any} one @param {string} target */
export const leftOf = (one, target) => (target === "tiles" ? one.expected_racks : one.expected_codes);

/** The mark of a player, as in the chart. @param {number} place @param {typeof ON_SCREEN} colours */
export function mark(place, colours, x = 6, y = 6) {
  const fill = colours.seats[place % colours.seats.length];
  switch (place % 4) {
    case 1:
      return svg("rect", { x: x - 4, y: y - 4, width: 8, height: 8, fill });
    case 2:
      return svg("path", { d: `M${x} ${y - 5}l5 9h-10z`, fill });
    case 3:
      return svg("path", { d: `M${x} ${y - 6}l6 6l-6 6l-6-6z`, fill });
    default:
      return svg("circle", { cx: x, cy: y, r: 4.5, fill });
  }
}

/** @param {Api.GameReview} review @param {typeof ON_SCREEN} colours */
export function chart(review, colours = ON_SCREEN) {
  const { steps, target } = review;
  const most = Math.max(
    1,
    Math.ceil(Math.log2(Math.max(2, ...steps.flatMap((step) => step.known.map((one) => leftOf(one, target)))))),
  );
  const [first, last] = [steps[0]?.line ?? 0, steps.at(-1)?.line ?? 1];
  const x = (/** @type {number} */ line) => EDGE.left + ((WIDTH - EDGE.left - EDGE.right) * (line - first)) / Math.max(1, last - first);
  const y = (/** @type {number} */ count) => EDGE.top + (HEIGHT - EDGE.top - EDGE.bottom) * (1 - Math.log2(Math.max(1, count)) / most);
  const label = target === "tiles" ? t("Racks left, line by line") : t("Codes left, line by line");
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img", "aria-label": label },
    scale(most, y, colours),
    lines(first, last, x, colours),
    review.players.map((player, place) => curve(review, player.player, place, x, y, colours)),
    review.racks.map((rack) => rack.declaration && declaration(rack.declaration, x, colours)),
  );
}

/** @param {number} x @param {number} y @param {string | number} content @param {Record<string, any>} attributes */
const text = (x, y, content, attributes) => svg("text", { x, y, "font-size": 11, ...attributes }, content);

/** @param {number} most @param {(value: number) => number} y @param {any} colours */
const scale = (most, y, colours) =>
  Array.from({ length: most + 1 }, (_, bits) => [
    svg("line", { x1: EDGE.left, x2: WIDTH - EDGE.right, y1: y(2 ** bits), y2: y(2 ** bits), stroke: colours.line }),
    text(EDGE.left - 5, y(2 ** bits) + 4, 2 ** bits, { "text-anchor": "end", fill: colours.ink }),
  ]);

/** @param {number} first @param {number} last @param {(value: number) => number} x @param {any} colours */
function lines(first, last, x, colours) {
  const every = Math.max(1, Math.round((last - first) / 8));
  const found = [];
  for (let line = first; line <= last; line += every) {
    found.push(text(x(line), HEIGHT - 5, line, { "text-anchor": "middle", fill: colours.ink }));
  }
  return found;
}

// One stepped line for each rack, with a mark where the player became certain.
/** @param {Api.GameReview} review @param {string} player @param {number} place @param {(value: number) => number} x @param {(value: number) => number} y @param {any} colours */
function curve(review, player, place, x, y, colours) {
  const racks = new Map();
  for (const step of review.steps) {
    const one = step.known.find((known) => known.player === player);
    if (!one) continue;
    const points = racks.get(one.rack) ?? [];
    points.push({ x: x(step.line), y: y(leftOf(one, review.target)), certain: one.certain === 1 });
    racks.set(one.rack, points);
  }
  return [...racks.values()].map((points) => {
    const path = points.map((/** @type {any} */ point, /** @type {number} */ i) =>
      i ? `H${point.x.toFixed(1)}V${point.y.toFixed(1)}` : `M${point.x.toFixed(1)} ${point.y.toFixed(1)}`,
    );
    const sure = points.find((/** @type {any} */ point) => point.certain);
    const stroke = colours.seats[place % colours.seats.length];
    return [
      svg("path", {
        d: path.join(""),
        fill: "none",
        stroke,
        "stroke-width": 2,
        "stroke-dasharray": DASHES[place % DASHES.length],
      }),
      sure && mark(place, colours, sure.x, sure.y),
    ];
  });
}

/** @param {Api.Declaration} one @param {(value: number) => number} x @param {any} colours */
const declaration = (one, x, colours) =>
  text(x(one.line), 12, one.right ? "✓" : "✗", {
    "text-anchor": "middle",
    fill: one.right ? colours.good : colours.bad,
    "font-weight": 700,
  });
