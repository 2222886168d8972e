// @ts-check
// Keys for a card and its answer. Digits choose a card: 1, then 6 within a second, is card 16. Once no longer number can
// come of it, further digits are the answer; `<`, `=` and `>` always are.

const WAIT = 1000; // ms in which a second digit belongs to the first
/** @type {Record<string, string>} */
const SIGNS = { ",": "<", ".": ">" }; // the same keys without Shift

/** @typedef {{ card: number, answers: readonly string[] }} Asked */

export class Keypad {
  /** @param {() => number} clock */
  constructor(clock = () => Date.now()) {
    this.clock = clock;
    this.digits = "";
    this.at = -Infinity;
  }

  /**
   * What a key means: a card, an answer to the chosen card, or nothing.
   * @param {string} key
   * @param {readonly Asked[]} cards
   * @param {Asked | undefined} chosen
   * @returns {{ card?: number, answer?: string }}
   */
  press(key, cards, chosen) {
    const sign = SIGNS[key] ?? key;
    if (!/^\d$/.test(key)) return chosen?.answers.includes(sign) ? { answer: sign } : {};
    const now = this.clock();
    const going = now - this.at < WAIT ? this.digits + key : "";
    const longer = cards.find((one) => String(one.card) === going);
    if (longer) return this.took(longer.card, going, now);
    if (chosen?.answers.includes(key)) return { answer: key };
    const found = cards.find((one) => String(one.card) === key);
    return found ? this.took(found.card, key, now) : {};
  }

  /** @param {number} card @param {string} digits @param {number} now */
  took(card, digits, now) {
    Object.assign(this, { digits, at: now });
    return { card };
  }

  // The next digit begins a new number.
  clear() {
    this.digits = "";
  }
}
