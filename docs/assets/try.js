// @ts-check
// "Try it" under every log: the reader edits it, and sees what follows. The engine of the pocket computes (docs/pocket.md); it
// is loaded when the first box is opened. docs/try_it.py adds this script where the engine is there.

(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const TRANSPORT = new URL("../pocket/static/transport.js", script.src).href;
  const SERVER = "python3 -m http.server -d build/site";
  const PAUSE = 250; // ms without a key before the log is read
  const MOST_ROWS = 6;
  const MOST_CARDS = 3;

  /** @param {string} tag @param {object} [properties] @param {(Node | string)[]} children */
  function make(tag, properties = {}, ...children) {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children);
    return node;
  }

  // What is shown.

  const percent = (chance) => `${(100 * chance).toFixed(1)} %`;
  const many = (count, one) => `${count} ${one}${count === 1 ? "" : "s"}`;
  const line = (kind, ...parts) => make("p", { className: `try-${kind}` }, ...parts);
  const code = (text) => make("code", {}, text);

  /** What is refused and what is odd, by line. */
  function* remarks(lines) {
    for (const one of lines) {
      if (one.error) yield line("error", `line ${one.line}: ${one.error}`);
      for (const text of one.warnings) yield line("odd", `line ${one.line}: ${text}`);
    }
  }

  /** What the log still lacks. */
  function missing({ players, seat, need }) {
    if (!players.length) return ["The players come first: ", code("players Ann Bob me")];
    if (!seat) return ["Nobody here is ", code("me"), ", so there is nobody to help."];
    if (need?.name === seat) return [code(`rack ${seat} ?`), " is missing: the new tiles."];
    return need ? [code(`rack ${need.name}`), " and its tiles are missing."] : [];
  }

  /** @param {string} name @param {number} chance */
  function bar(name, chance) {
    const track = make("span", { className: "try-track" }, make("span"));
    /** @type {HTMLElement} */ (track.firstChild).style.width = `${100 * chance}%`;
    return make("li", {}, code(name), track, make("span", { className: "try-chance" }, percent(chance)));
  }

  function* analysed({ target, racks, candidates, codes, questions, contradiction }, cards) {
    if (contradiction) {
      yield line("error", `line ${contradiction.lines[0]}: nothing fits all answers up to here`);
      const [likely] = contradiction.culprits;
      if (likely) yield line("odd", `most likely wrong: line ${likely.lines.join(", ")}`);
      return;
    }
    if (!racks) return;
    const tiles = target === "tiles";
    yield line("count", make("b", {}, many(codes.length, "code")), ` left, ${many(racks, "rack")}`);
    const rows = (tiles ? candidates : codes).slice(0, MOST_ROWS);
    const more = (tiles ? racks : codes.length) - MOST_ROWS;
    yield make("ol", {}, ...rows.map((one) => bar(tiles ? one.tiles.join(" ") : one.numbers, one.probability)));
    if (more > 0) yield line("more", `and ${more} more`);
    const bits = (one) => (tiles ? one.tile_bits : one.bits);
    const best = [...questions].sort((a, b) => bits(b) - bits(a)).slice(0, MOST_CARDS);
    if (!best.length || !bits(best[0])) return;
    yield line("more", "Answers that would tell most:");
    const texts = new Map(cards.map((one) => [one.card, one.text]));
    const told = (one) => `${one.player} on card ${one.card}, ${bits(one).toFixed(2)} bits: ${texts.get(one.card)}`;
    yield make("ul", {}, ...best.map((one) => make("li", {}, told(one))));
  }

  /** All that is shown of a game. */
  function* shown({ lines, table, analysis }) {
    yield* remarks(lines);
    const lacks = missing(table);
    if (lacks.length) yield line("odd", ...lacks);
    if (analysis) yield* analysed(analysis, table.cards);
  }

  // The engine, the same for all boxes of a page.

  /** @type {Promise<any> | undefined} */
  let loading;
  const transport = () => (loading ??= import(TRANSPORT));

  // A box.

  /** @param {string} log */
  const rowsOf = (log) => log.split("\n").length;

  /** @param {string} log @param {() => void} closed */
  function box(log, closed) {
    const field = /** @type {HTMLTextAreaElement} */ (
      make("textarea", {
        value: log,
        rows: rowsOf(log),
        spellcheck: false,
        autocapitalize: "off",
        ariaLabel: "The log, to be edited",
      })
    );
    const found = make("div", { className: "try-found", role: "status" });
    const reset = make("button", { type: "button", className: "try-button" }, "As printed");
    const close = make("button", { type: "button", className: "try-button" }, "Close");
    let waiting = 0;
    let called = new AbortController();
    let isAsking = false;
    const progress = (part) => {
      const loaded = make("progress", { value: part, ariaLabel: "Loading" });
      found.replaceChildren(line("more", "Loading the engine ", loaded));
    };
    const watch = async () => {
      const { engine, watchEngine } = await transport();
      watchEngine(() => isAsking && !engine().ready && progress(engine().part));
    };
    const read = async () => {
      called.abort();
      const mine = (called = new AbortController());
      isAsking = true;
      let shows;
      try {
        const { ask } = await transport();
        const body = JSON.stringify({ log: field.value, top: MOST_ROWS });
        const response = await ask("/api/table", { method: "POST", body, signal: mine.signal });
        const told = await response.json();
        shows = response.ok ? shown(told) : [line("error", told.error.message)];
      } catch (error) {
        shows = [line("error", `The engine cannot be loaded: ${/** @type {Error} */ (error).message}`)];
      }
      if (mine !== called) return; // the log has changed meanwhile
      isAsking = false;
      found.replaceChildren(...shows);
    };
    field.addEventListener("input", () => {
      field.rows = rowsOf(field.value);
      clearTimeout(waiting);
      waiting = setTimeout(read, PAUSE);
    });
    reset.addEventListener("click", () => {
      field.value = log;
      field.rows = rowsOf(log);
      read();
    });
    close.addEventListener("click", () => {
      called.abort();
      clearTimeout(waiting);
      closed();
    });
    progress(0);
    watch().catch(() => {}); // `read` tells it
    read();
    const buttons = make("div", { className: "try-buttons" }, reset, close);
    return make("div", { className: "try-box", tabIndex: -1 }, field, buttons, found);
  }

  /**
   * A button that opens a box.
   * @param {string} log @param {(node: HTMLElement) => void} place @param {(node: HTMLElement) => void} unplace
   */
  function button(log, place, unplace, name = "Try it") {
    const opener = /** @type {HTMLButtonElement} */ (make("button", { type: "button", className: "try-button" }, name));
    opener.addEventListener("click", () => {
      opener.hidden = true;
      const node =
        location.protocol === "file:"
          ? line("error", "A browser starts the engine only from a web server: ", code(SERVER))
          : box(log, () => {
              unplace(node);
              opener.hidden = false;
              opener.focus();
            });
      place(node);
      node.focus(); // not the field: on a phone its keyboard would hide what is found
    });
    return opener;
  }

  const logs = [...document.querySelectorAll(".language-c777")];
  const textOf = (node) => (node.querySelector("code")?.textContent ?? "").trimEnd();

  for (const block of logs) {
    const log = textOf(block);
    if (log.includes(".toml")) continue; // it needs a file of its own
    const place = (node) => {
      if (node.querySelector("textarea")) /** @type {HTMLElement} */ (block).hidden = true;
      block.after(node);
    };
    const unplace = (node) => {
      node.remove();
      /** @type {HTMLElement} */ (block).hidden = false;
    };
    block.after(button(log, place, unplace));
  }

  // A line in a table follows the first log of the page; its box opens below its row.
  for (const cell of document.querySelectorAll("td > code.try")) {
    const row = /** @type {HTMLTableRowElement} */ (cell.closest("tr"));
    const place = (node) => {
      const wide = make("td", { colSpan: row.cells.length }, node);
      row.after(make("tr", { className: "try-row" }, wide));
    };
    const log = `${textOf(logs[0])}\n${cell.textContent}`;
    cell.after(" ", button(log, place, (node) => node.closest("tr")?.remove(), "Try"));
  }
})();
