// @ts-check
// A time that runs down, can be paused, and calls back at its end. It stands still while nobody looks at the page.

/**
 * @typedef {object} Clock what measures the time; tests bring their own
 * @property {() => number} now milliseconds
 * @property {(ms: number, tick: () => void) => any} every
 * @property {(id: any) => void} end
 * @property {() => boolean} hidden whether nobody looks
 */

const STEP = 250;

/** @type {Clock} */
const OWN = {
  now: () => performance.now(),
  every: (ms, tick) => setInterval(tick, ms),
  end: (id) => clearInterval(id),
  hidden: () => document.hidden,
};

export class Countdown {
  /** @param {() => void} changed called when the whole seconds that are left change @param {Clock} clock */
  constructor(changed, clock = OWN) {
    this.changed = changed;
    this.clock = clock;
    this.paused = false;
    /** Seconds that are left; null while no time runs. @type {number | null} */
    this.left = null;
    this.all = 0;
    /** @type {any} */
    this.ticking = null;
  }

  /** Let a time run down, instead of any other. @param {number} seconds @param {() => void} done */
  start(seconds, done) {
    this.stop();
    this.all = this.left = seconds;
    let last = this.clock.now();
    this.ticking = this.clock.every(STEP, () => {
      const now = this.clock.now();
      const passed = (now - last) / 1000;
      last = now;
      if (this.paused || this.clock.hidden() || this.left === null) return;
      const before = Math.ceil(this.left);
      this.left -= passed;
      if (this.left <= 0) {
        this.stop();
        done();
      } else if (Math.ceil(this.left) !== before) this.changed();
    });
  }

  stop() {
    if (this.ticking !== null) this.clock.end(this.ticking);
    this.ticking = this.left = null;
  }

  get runs() {
    return this.left !== null;
  }

  /** The whole seconds that are left. */
  get seconds() {
    return Math.ceil(this.left ?? 0);
  }
}
