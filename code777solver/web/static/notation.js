// @ts-check
// The lines of the log as text: those that taps write, and any line read back while the server is away.

/** @typedef {{ player: string, card: number, answer: string | null, doubted?: boolean }} Heard */

/** @param {Heard} heard `answer` is null if it was not heard */
export const answerLine = ({ player, card, answer, doubted = false }) =>
  `${player} ${card} ${answer ?? "?"}${doubted && answer !== null ? " ?" : ""}`;

/** @param {string} name @param {string[] | null} tiles null if they are not seen */
export const rackLine = (name, tiles) => `rack ${name} ${tiles ? tiles.join(" ") : "?"}`;

/** @param {string} player @param {string[]} code digits, or tiles @param {boolean} right */
export function declareLine(player, code, right) {
  const said = code.every((part) => part.length === 1) ? [...code].sort().join("") : code.join(" ");
  return `declare ${player} ${said} ${right ? "right" : "wrong"}`;
}

/** @param {string} declared @param {string[]} tiles */
export const withSaw = (declared, tiles) => `${declared} saw ${tiles.join(" ")}`;

/** @param {string} player @param {string} old @param {string | null} fresh */
export const swapLine = (player, old, fresh) => `swap ${player} ${old} ${fresh ?? "?"}`;

/** @param {string} player */
export const penaltyLine = (player) => `penalty ${player}`;

export const RESHUFFLE = "reshuffle";

/**
 * The first lines of a game.
 * @param {{ edition: string, options: Record<string, string>, names: string[], racks: Record<string, string[]> }} game
 */
export const openingLines = ({ edition, options, names, racks }) => [
  `edition ${edition}`,
  ...Object.entries(options).map(([name, value]) => `option ${name} ${value}`),
  `players ${names.join(" ")}`,
  ...Object.entries(racks).map(([name, tiles]) => rackLine(name, tiles)),
];

/** A line without its comment, in words. @param {string} line */
export const wordsOf = (line) => line.replace(/#.*/, "").trim().split(/\s+/).filter(Boolean);

/** The line `text` with the comment of the line that it replaces. @param {string} before @param {string} text */
export function keepComment(before, text) {
  const comment = /#.*$/.exec(before)?.[0];
  return comment ? `${text}  ${comment}` : text;
}

/** The players that a log names. @param {readonly string[]} lines */
export const playersIn = (lines) =>
  wordsOf(lines.find((line) => /^\s*players\s/i.test(line)) ?? "")
    .slice(1)
    .map((name) => (name.toLowerCase() === "me" ? "me" : name));

/** A game of Code Breaker names its pack first. @param {{ lines: readonly string[] } | null | undefined} game */
export const isBreaker = (game) => /^\s*pack\s/i.test(game?.lines.find((line) => line.replace(/#.*/, "").trim()) ?? "");

const TILE = /^[A-Z]\d$/i;

/** @type {Record<string, (words: string[]) => Partial<Api.LogLine>>} what follows the name, by the first word of a line */
const READERS = {
  rack: (words) => ({ tiles: tilesIn(words) }),
  swap: (words) => ({ tiles: tilesIn(words) }),
  declare: readDeclaration,
  penalty: () => ({}),
};

/**
 * A line as the server would describe it, as far as the page can read it. Lines that it cannot read are of the kind `new`.
 * @param {string} text
 * @param {number} line
 * @param {readonly string[]} players
 * @returns {Api.LogLine}
 */
export function readLine(text, line, players) {
  const [head = "", name = "", ...words] = wordsOf(text);
  const kind = head.toLowerCase();
  const entry = { line, text, warnings: [] };
  const player = spelled(players, head);
  if (player !== undefined && /^\d+$/.test(name) && words.length) return { ...entry, ...readAnswer(player, name, words) };
  if (Object.hasOwn(READERS, kind))
    return { ...entry, kind, player: spelled(players, name) ?? name.toLowerCase(), ...READERS[kind](words) };
  return { ...entry, kind: kind === "reshuffle" ? kind : head ? "new" : "comment" };
}

/** A player's name as the log first has it. @param {readonly string[]} players @param {string} name */
const spelled = (players, name) => players.find((one) => one.toLowerCase() === name.toLowerCase());

/** @param {string[]} words */
function tilesIn(words) {
  const found = words.filter((word) => TILE.test(word)).map((word) => word.toUpperCase());
  return found.length ? found : null;
}

/** @param {string} player @param {string} card @param {string[]} words */
function readAnswer(player, card, words) {
  const said = words.join(" ");
  const answer = said.replace(/\s*\?$/, "") || null;
  return { kind: "answer", player, card: Number(card), answer, doubted: answer !== null && said.endsWith("?") };
}

/** @param {string[]} words */
function readDeclaration(words) {
  const lower = words.map((word) => word.toLowerCase());
  const verdict = lower.findIndex((word) => word === "right" || word === "wrong");
  const saw = lower.indexOf("saw");
  const code = words.slice(0, verdict < 0 ? undefined : verdict);
  return {
    numbers: [...code.join("").replace(/\D/g, "")].sort().join(""),
    right: lower[verdict] === "right",
    tiles: tilesIn(code),
    saw: saw < 0 ? null : tilesIn(words.slice(saw)),
  };
}
