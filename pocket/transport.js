// @ts-check
// In the pocket there is no server: a worker in this browser answers, by the same function that a server's workers call.
// The page asks as it asks a server, and gets a Response.

const PATIENCE = 20_000; // Milliseconds after which a request that nobody waits for any more ends its worker.

/** @type {Worker | null} */
let worker = null;
let last = 0;
/** @type {Map<number, (found: Response) => void>} */
const waiting = new Map();
const watchers = new Set();
let progress = { part: 0, ready: false };

/** Told of how far the engine is: `part` from 0 to 1, and whether it is ready. */
export function watchEngine(callback) {
  watchers.add(callback);
  callback(progress);
}

function told({ data }) {
  if (data.progress) {
    progress = data.progress;
    for (const callback of watchers) callback(progress);
    return;
  }
  const { id, status, type, body } = data;
  waiting.get(id)?.(new Response(body, { status, headers: { "content-type": type } }));
  waiting.delete(id);
}

function engine() {
  if (!worker) {
    worker = new Worker(new URL("../engine.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", told);
    worker.addEventListener("error", (event) => stop(event.message || "the engine failed"));
  }
  return worker;
}

// Whatever it was doing is over; the log is kept by the page, so nothing is lost. The next request starts another.
function stop(message) {
  worker?.terminate();
  worker = null;
  for (const answer of waiting.values()) answer(failure(503, message));
  waiting.clear();
}

const failure = (status, message) =>
  new Response(JSON.stringify({ error: { code: "stopped", message } }), { status });

/** @param {string} path @param {RequestInit} options @returns {Promise<Response>} */
export function ask(path, options = {}) {
  if (options.method !== "POST") return fixed(path);
  const id = ++last;
  const { signal } = options;
  return new Promise((resolve, reject) => {
    waiting.set(id, resolve);
    const timer = { id: 0 };
    signal?.addEventListener("abort", () => {
      reject(new DOMException("nobody waits for it", "AbortError"));
      timer.id = setTimeout(() => waiting.has(id) && stop("that took too long and was stopped"), PATIENCE);
    });
    engine().postMessage({ id, name: path.replace("/api/", ""), body: options.body });
  });
}

// What a server would say at all times is a file here.
function fixed(path) {
  if (path === "/api/health") return Promise.resolve(new Response("{}"));
  return fetch(new URL(`..${path}.json`, import.meta.url));
}
