// @ts-check
// Screens that are loaded when they are first opened: Code Breaker, puzzles, games against the computer, the ending, sharing, help.

import { changed } from "./hub.js";

/** @type {typeof import("./breaker.js") | null} */
export let breaker = null; // the module of Code Breaker, once somebody plays it

export async function loadBreaker() {
  breaker ??= await import("./breaker.js");
  changed();
  return breaker;
}

export const playBreaker = async () => (await loadBreaker()).newBreaker();
export const lookBack = async () => (await import("./ending.js")).endingSheet();
export const shareGame = async () => (await import("./share.js")).shareSheet();
export const helpSheet = async () => (await import("./guide.js")).helpSheet();
export const playPuzzle = async () => (await import("./puzzle.js")).puzzleSheet();
export const playComputer = async () => (await import("./matchmenu.js")).matchMenu();
