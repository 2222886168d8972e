// @ts-check
// The review of a game: who won, codes left line by line, the moments that mattered, who declared late.

import { post } from "./api.js";
import { chart, leftOf, mark, ON_PAPER, ON_SCREEN } from "./chart.js";
import { button } from "./dom.js";
import { asked, state } from "./hub.js";
import { counted, mean, number, t } from "./i18n.js";
import { shownLine } from "./lines.js";
import { playerName } from "./names.js";
import { h, svg } from "./render.js";
import { picturesOf, shareSheet, sharePicture } from "./share.js";
import { sheet } from "./sheets.js";
import { failure } from "./why.js";
import { newGame } from "./wizard.js";

export async function endingSheet() {
  /** @type {import("./render.js").Child} */
  let content = h("p", { class: "empty" }, t("Working it out ..."));
  const it = sheet(title, () => content, { wide: true, kind: "full" });
  content = await post("review", asked()).then((review) => body(review, it), failure);
  it.redraw();
}

/** @param {string} name */
const winnerText = (name) => (name === "me" ? t("you have won") : t("{name} has won", { name: playerName(name) }));

function title() {
  const winner = state.view?.table.winner;
  if (!winner) return t("Looking back");
  const text = winnerText(winner);
  return text[0].toUpperCase() + text.slice(1);
}

/** @param {Api.GameReview} review @param {import("./sheets.js").Sheet} it */
function body(review, it) {
  const players = state.view.table.players;
  const again = () => {
    it.close();
    newGame([...players]);
  };
  return [
    h("ol", { class: "scores" }, standing(review)),
    h(
      "section",
      { class: "block" },
      h("h3", null, review.target === "tiles" ? t("Racks left, line by line") : t("Codes left, line by line")),
      chart(review),
      h(
        "p",
        { class: "legend" },
        review.players.map((one, place) =>
          h("span", null, svg("svg", { viewBox: "0 0 12 12" }, mark(place, ON_SCREEN)), playerName(one.player)),
        ),
      ),
    ),
    moments(review),
    lateness(review),
    h(
      "div",
      { class: "actions" },
      button(t("Again with these players"), again, { class: "primary", "data-k": "again" }),
      button(t("Share the game"), shareSheet, { "data-k": "share" }),
      picturesOf &&
        button(t("Share as a picture"), () => sharePicture(chart(review, ON_PAPER), title()), { "data-k": "picture" }),
    ),
  ];
}

/** @param {Api.GameReview} review */
const standing = (review) =>
  [...review.players]
    .sort((one, other) => other.points - one.points)
    .map((one) =>
      h(
        "li",
        { class: one.player === review.winner ? "won" : "" },
        h("b", null, playerName(one.player)),
        h("span", null, number(one.points)),
      ),
    );

// What a line did for a player: how many codes were left before and after it.
/** @param {Api.GameReview} review @param {string | null} player @param {number | null} line */
function change(review, player, line) {
  const at = review.steps.findIndex((step) => step.line === line);
  const known = (/** @type {number} */ place) => review.steps[place]?.known.find((one) => one.player === player);
  const [before, after] = [known(at - 1), known(at)];
  if (!before || !after || before.rack !== after.rack) return null;
  return `${mean(leftOf(before, review.target))} → ${mean(leftOf(after, review.target))}`;
}

/** @param {Api.GameReview} review */
function moments(review) {
  const mine = review.players.find((one) => one.player === review.seat);
  const told = (mine?.turning_points ?? [])
    .slice(0, 2)
    .map((line) => moment(line, t("told you most"), change(review, review.seat, line)));
  const late = review.racks
    .filter((rack) => rack.player === review.seat && rack.could_declare !== null && (rack.late ?? 0) > 0)
    .map((rack) =>
      moment(
        rack.could_declare ?? 0,
        t("you could have declared"),
        counted(rack.late ?? 0, "{count} card late", "{count} cards late"),
      ),
    );
  const lucky = review.turning_points
    .flatMap((point) => Object.entries(point.bits).map(([player, bits]) => ({ line: point.line, player, bits })))
    .filter((one) => one.player !== review.seat)
    .sort((one, other) => other.bits - one.bits)
    .slice(0, 1)
    .map((one) =>
      moment(one.line, t("told {name} most", { name: playerName(one.player) }), change(review, one.player, one.line)),
    );
  const rows = [...late, ...told, ...lucky];
  return (
    rows.length > 0 &&
    h("section", { class: "block" }, h("h3", null, t("Moments")), h("ol", { class: "moments" }, rows))
  );
}

/** @param {number} line @param {string} text @param {any} figure */
function moment(line, text, figure) {
  const entry = state.view.lines[line - 1];
  return h(
    "li",
    null,
    h("span", { class: "line" }, line),
    h("span", { class: "what" }, entry && shownLine(entry)),
    h("span", { class: "told" }, text, figure && h("b", null, ` ${figure}`)),
  );
}

// Cards drawn between the moment a player could declare and the declaration, on average.
/** @param {Api.GameReview} review */
function lateness(review) {
  const row = (/** @type {Api.PlayerReview} */ { player }) => {
    const counted = review.racks.filter((rack) => rack.player === player && rack.late !== null);
    const sum = counted.reduce((total, rack) => total + (rack.late ?? 0), 0);
    return [
      h("dt", null, playerName(player)),
      h("dd", null, counted.length ? mean(Math.round((sum / counted.length) * 10) / 10) : "–"),
    ];
  };
  return h(
    "section",
    { class: "block" },
    h("h3", null, t("Cards too late, on average")),
    h("dl", { class: "facts" }, review.players.map(row)),
    !review.complete && h("p", { class: "note" }, t("Some of this is estimated: the log does not show every rack.")),
  );
}
