// Lines of the log: written by taps, and read back while the server is away.

import { equal } from "./assert.js";
import { t, use, number, percent } from "/static/i18n.js";
import * as notation from "/static/notation.js";
import { withoutServer } from "/static/table.js";
import { nameInLog, trouble } from "/static/wizard.js";

const about = await (await fetch("/api/about")).json();

export function lines_are_written_as_the_log_has_them() {
  equal(notation.answerLine({ player: "Ann", card: 16, answer: "<", doubted: true }), "Ann 16 < ?");
  equal(notation.answerLine({ player: "Ann", card: 16, answer: null, doubted: true }), "Ann 16 ?");
  equal(notation.declareLine("me", ["7", "5", "2"], true), "declare me 257 right");
  equal(notation.declareLine("me", ["Y2", "K5", "B7"], false), "declare me Y2 K5 B7 wrong");
  equal(notation.keepComment("Ann 1 2  # loud", "Ann 1 3"), "Ann 1 3  # loud");
}

export function lines_are_read_back() {
  const read = (text, ...fields) => fields.map((field) => notation.readLine(text, 1, ["Ann", "me"])[field]);
  const heard = ["kind", "player", "card", "answer", "doubted"];
  equal(read("Ann 16 < ?", ...heard), ["answer", "Ann", 16, "<", true]);
  equal(read("Ann 16 ?", ...heard), ["answer", "Ann", 16, null, false]);
  equal(read("rack Ann Y2 K5 B7", "kind", "player", "tiles"), ["rack", "Ann", ["Y2", "K5", "B7"]]);
  equal(read("declare me 257 right", "kind", "player", "numbers", "right"), ["declare", "me", "257", true]);
  equal(read("DECLARE ann G1 R5 B7 wrong saw G1 R5 B7", "player", "numbers", "tiles", "saw", "right"), [
    "Ann",
    "157",
    ["G1", "R5", "B7"],
    ["G1", "R5", "B7"],
    false,
  ]);
  equal(read("declare me 157 right saw G1 R5 B7", "tiles", "saw"), [null, ["G1", "R5", "B7"]]);
  equal(read("Zoe 16 <", "kind"), ["new"]);
}

export function points_and_short_racks_are_known_without_a_server() {
  const lines = ["edition unique49", "players Ann Bob me", "rack Ann Y2 K5 B7", "rack spare1 G6"];
  const { table } = withoutServer({ lines, seat: "me" }, about);
  equal(table.goal, 1);
  equal(table.racks, { Ann: { tiles: ["Y2", "K5", "B7"], unknown: 0 }, spare1: { tiles: ["G6"], unknown: 0 } });
  const usual = withoutServer({ lines: ["players Ann me", "rack Ann Y2 K5"], seat: "me" }, about);
  equal([usual.table.goal, usual.table.racks.Ann.unknown], [3, 1]);
}

export function a_game_goes_on_without_a_server() {
  const lines = [
    "edition stronghold",
    "players Ann Bob me",
    "rack Ann Y2 K5 B7",
    "rack Bob G6 G6 R5",
    "rack spare1 N4 P7 Y7",
    "Ann 1 2",
  ];
  const { table, analysis } = withoutServer({ lines, seat: "me" }, about);
  equal(analysis, null);
  equal([table.next_answerer, table.spares, table.waiting], ["Bob", ["spare1"], []]);
  equal(table.cards[0].answers, ["0", "1", "2", "3"]);
  equal(table.deck.find((kind) => kind.tile === "G6").gone, 2);
  const declared = withoutServer({ lines: [...lines, "declare Bob 566 right"], seat: "me" }, about).table;
  equal(
    [declared.waiting, declared.scores.Bob, declared.deck.find((kind) => kind.tile === "G6").gone],
    [["Bob"], 1, 2],
  );
  equal(withoutServer({ lines: ["pack breaker"], seat: "me" }, about), null);
}

export function names_may_have_spaces() {
  equal(nameInLog("  Mary  Ann "), "Mary_Ann");
  const rules = { least_players: 2, most_players: 4 };
  equal(trouble(["Mary_Ann", "me"], rules, about.names), "");
  equal(trouble(["mary_ann", "Mary_Ann"], rules, about.names), "Two players are called mary ann.");
  equal(trouble(["rack", "me"], rules, about.names), "rack cannot be used as a name.");
}

export function numbers_are_written_as_the_language_has_them() {
  use("de", { "x {a}": "{a} y" });
  equal(
    [number(1234), number(0.5, 1), percent(0.125), percent(0.9999), percent(1)],
    ["1.234", "0,5", "12,5\u00a0%", ">99,9\u00a0%", "100\u00a0%"],
  );
  equal([t("x {a}", { a: 1 }), t("other")], ["1 y", "other"]);
  use("en", {});
  equal([percent(0.0001, { short: true }), percent(0, { exact: false })], ["<1\u00a0%", "~<0.1\u00a0%"]);
  equal([percent(null), percent(null, { short: true, exact: false })], ["?", "?"]);
}
