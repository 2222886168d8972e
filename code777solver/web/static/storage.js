// @ts-check
// The browser's storage. Where it is forbidden or full, values stay in memory while the page is open, and the page reports it.

/** @typedef {"kept" | "full" | "forbidden"} Keeping */

/** @type {Set<() => void>} */
const watchers = new Set();

class Area {
  /** @param {() => Storage} open */
  constructor(open) {
    /** @type {Map<string, { value: string, under: string | null }>} values not stored yet, and what they are to replace */
    this.memory = new Map();
    /** @type {Storage | null} */
    this.stored = null;
    try {
      this.stored = open();
      this.stored.getItem("code777");
    } catch {
      this.stored = null; // forbidden
    }
  }

  /** @param {string} key */
  get(key) {
    return this.memory.get(key)?.value ?? this.stored?.getItem(key) ?? null;
  }

  /** @param {string} key @param {string} value */
  set(key, value) {
    const under = (this.memory.get(key) ?? { under: this.stored?.getItem(key) ?? null }).under;
    this.memory.set(key, { value, under });
    this.flush();
  }

  /** Store a value that the page can do without. @param {string} key @param {string} value */
  offer(key, value) {
    try {
      this.stored?.setItem(key, value);
    } catch {
      // full
    }
  }

  /** @param {string} key */
  remove(key) {
    this.memory.delete(key);
    this.stored?.removeItem(key);
    this.flush();
  }

  /** @returns {string[]} */
  keys() {
    const stored = Array.from({ length: this.stored?.length ?? 0 }, (_, i) => this.stored?.key(i) ?? "");
    return [...new Set([...stored, ...this.memory.keys()])];
  }

  // Store what is only in memory, as far as there is room. What another tab has written meanwhile is not overwritten.
  flush() {
    for (const [key, { value, under }] of this.stored ? this.memory : []) {
      if (this.stored?.getItem(key) !== under) continue;
      try {
        this.stored?.setItem(key, value);
        this.memory.delete(key);
      } catch {
        // full
      }
    }
    report();
  }
}

/** Values that stay. */
export const lasting = new Area(() => localStorage);
/** Values of this tab. */
export const ofTab = new Area(() => sessionStorage);

/** Whether the browser keeps what is entered. @returns {Keeping} */
export const keeping = () => (lasting.stored === null ? "forbidden" : lasting.memory.size ? "full" : "kept");

/** @param {() => void} callback called when that changes */
export const watchStorage = (callback) => watchers.add(callback);

let reported = keeping();

function report() {
  if (keeping() === reported) return;
  reported = keeping();
  watchers.forEach((callback) => callback());
}
