// @ts-check
// How the page asks where there is no server: a worker in this browser answers, by the same function that a server's workers
// call. The names are those of the served page's transport.js, in whose place this file stands.

const PATIENCE = 3000; // ms that work which nobody waits for any more may hold up the next request
const LIMIT = 180_000; // ms for any request
const MOST_MEMORY = 600e6; // bytes of Python's memory at which it starts afresh, after its answer

/**
 * @typedef {object} Job
 * @property {number} id
 * @property {string} name
 * @property {BodyInit | null | undefined} body
 * @property {(found: Response) => void} resolve
 * @property {boolean} left whether nobody waits for it any more
 */

/** What a page shows of its engine, its memory in bytes, and whether it began with the memory of an earlier start. */
const state = { part: 0, ready: false, kept: false, newer: false, memory: 0, remembers: false };
/** @type {Set<() => void>} */
const watchers = new Set();

export const inPocket = true;
export const engine = () => state;
/** @param {() => void} callback */
export const watchEngine = (callback) => watchers.add(callback);

/** @param {Partial<typeof state>} found */
function tell(found) {
  Object.assign(state, found);
  for (const callback of watchers) callback();
}

// The worker. It gets one request at a time, so that those behind can be called off; when it is ended the log loses nothing.

/** @type {Worker | null} */
let worker = null;
let keeps = false; // whether this page stores anything: its games, and the engine's memory after a start
let persisting = false;
let failed = "";
let last = 0;
/** @type {Job | null} */
let running = null;
/** @type {Job[]} */
let queue = [];

function start() {
  if (worker) return;
  failed = "";
  worker = new Worker(new URL(`../engine.js${keeps ? "#keep" : ""}`, import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => told(data));
  worker.addEventListener("error", (event) => stop(event.message || "the engine failed", 503));
}

function told({ part, ready, remembers, failure, id, status, type, body, memory }) {
  if (failure) return stop((failed = failure), 503);
  if (part !== undefined) tell({ part });
  if (ready) tell({ ready, remembers });
  if (id !== undefined && id === running?.id) {
    running.resolve(new Response(body, { status, headers: { "content-type": type } }));
    running = null;
    state.memory = memory;
    if (memory > MOST_MEMORY) return stop("", 503);
  }
  next();
}

function next() {
  if (running || !queue.length) return;
  start();
  if (!state.ready) return;
  const job = /** @type {Job} */ (queue.shift());
  running = job;
  worker?.postMessage({ id: job.id, name: job.name, body: job.body });
  setTimeout(() => running === job && stop("that took too long and was stopped", 422), LIMIT);
}

/** @param {string} message @param {number} status */
function stop(message, status) {
  worker?.terminate();
  worker = null;
  tell({ ready: false });
  running?.resolve(refusal(status, message));
  running = null;
  if (failed) for (const job of queue.splice(0)) job.resolve(refusal(status, message));
  next();
}

const refusal = (status, message) =>
  new Response(JSON.stringify({ error: { code: "stopped", message } }), { status });

/** Work that nobody waits for is ended if it holds up a request. */
function hurry() {
  const job = running;
  if (job?.left && queue.length) setTimeout(() => running === job && stop("", 503), PATIENCE);
}

/** @param {string} path @param {RequestInit} [options] @returns {Promise<Response>} */
export function ask(path, options = {}) {
  if (options.method !== "POST") return fixed(path);
  if (keeps && !persisting) persisting = Boolean(navigator.storage?.persist?.());
  return new Promise((resolve, reject) => {
    const job = { id: ++last, name: path.replace("/api/", ""), body: options.body, resolve, left: false };
    options.signal?.addEventListener("abort", () => {
      reject(new DOMException("called off", "AbortError"));
      queue = queue.filter((other) => other !== job);
      job.left = true;
      hurry();
    });
    queue.push(job);
    hurry();
    next();
  });
}

// What a server says without being given a log is a file here.
/** @param {string} path */
function fixed(path) {
  if (path !== "/api/health") return fetch(new URL(`..${path}.json`, import.meta.url));
  start();
  return Promise.resolve(refusal(state.ready ? 200 : 503, failed));
}

// The service worker keeps everything. It comes after the engine, so that nothing is loaded twice at the same time.

/** @type {ServiceWorkerRegistration | null} */
let registration = null;

/** Called first by early.js, before the rest of the page is loaded, and then by the page. */
export function begin() {
  if (keeps) return;
  keeps = true;
  start();
  const when = () => {
    if (!state.ready || registration) return;
    watchers.delete(when);
    register();
  };
  watchers.add(when);
}

async function register() {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  try {
    registration = await workers.register(new URL("../sw.js", import.meta.url));
  } catch {
    return; // not allowed here: the page works while the server of its files does
  }
  const look = () => tell({ kept: Boolean(registration?.active), newer: Boolean(registration?.waiting) });
  const follow = () => registration?.installing?.addEventListener("statechange", look);
  registration.addEventListener("updatefound", follow);
  follow();
  workers.ready.then(look);
  look();
}

/** Take the newer page that waits. Only the player asks for it, so that no game is disturbed. */
export function takeNewer() {
  navigator.serviceWorker?.addEventListener("controllerchange", () => location.reload(), { once: true });
  registration?.waiting?.postMessage("take over");
}
