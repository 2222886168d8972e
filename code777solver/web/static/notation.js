// @ts-check
// The lines that taps write into the log. Each kind of line is put together here and nowhere else; the page must be able to
// do so itself, since it goes on logging while the server is away.

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

/** @param {string[]} lines */
export const playersIn = (lines) => wordsOf(lines.find((line) => /^\s*players\s/i.test(line)) ?? "").slice(1);

/** A game of Code Breaker names its pack first. @param {{ lines: string[] } | null | undefined} game */
export const isBreaker = (game) => /^\s*pack\s/i.test(game?.lines.find((line) => line.replace(/#.*/, "").trim()) ?? "");
