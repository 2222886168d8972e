// @ts-check
// The network. A request ends: by an answer, or because the server is gone. While the server does not answer, the page keeps
// logging and tries again, less and less often.

import { language, t } from "./i18n.js";
import { parsed } from "./records.js";
import { prefs, setPrefs } from "./store.js";
import { ask } from "./transport.js";

export class Refusal extends Error {
  /** @param {number} status @param {Api.ErrorInfo} error */
  constructor(status, error) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.reason = error.reason ?? error.message; // without what could be typed
  }
}

export class Gone extends Error {
  /** @param {boolean} failing whether the server is there */
  constructor(failing) {
    super(failing ? "the server fails" : "no server");
    this.failing = failing;
  }
}

/** What to say of a request that failed. @param {unknown} error */
export const problemText = (error) =>
  error instanceof Refusal ? error.message : awayText(error instanceof Gone && error.failing);

/** What to say while the server does not answer. */
export const awayText = (failing = contact === "failing") =>
  failing
    ? t("The server has a problem. Your game is safe here.")
    : t("The server cannot be reached. Your game is safe here.");

// Whether the server answers. `failing`: it is there, but has no answer to what the board needs.

/** @typedef {"online" | "unreachable" | "failing"} Contact */
/** @typedef {[path: string, options: RequestInit]} Request */

const NEEDED = ["/api/about", "/api/table", "/api/whatif", "/api/breaker"];
const HEALTH = /** @type {Request} */ (["/api/health", { cache: "no-store" }]);
const RETRY = { first: 500, most: 15_000 }; // ms

/** @type {Contact} */
let contact = "online";
let probe = HEALTH; // the request that shows that the server is back
let delay = RETRY.first;
/** @type {ReturnType<typeof setTimeout> | null} */
let waiting = null;
/** @type {Set<(online: boolean) => void>} */
const watchers = new Set();

export const isOnline = () => contact === "online";
export const isFailing = () => contact === "failing";
/** @param {(online: boolean) => void} callback */
export const watchServer = (callback) => watchers.add(callback);

/** @param {Contact} now */
function tell(now) {
  if (now === contact) return;
  contact = now;
  for (const callback of watchers) callback(isOnline());
}

/** @param {string} path */
function answered(path) {
  if (contact === "failing" && path !== probe[0] && !NEEDED.includes(path)) return;
  if (waiting !== null) clearTimeout(waiting);
  waiting = null;
  delay = RETRY.first;
  tell("online");
}

/** @param {Request} request @param {{ failing: boolean, wait?: number }} how `wait`: the least ms until the next try */
function missed(request, { failing, wait = 0 }) {
  probe = failing ? request : HEALTH;
  if (waiting === null) waiting = setTimeout(knock, Math.max(wait, delay * (0.5 + Math.random() / 2)));
  tell(failing ? "failing" : "unreachable");
}

async function knock() {
  const request = probe;
  delay = Math.min(delay * 2, RETRY.most);
  waiting = null;
  try {
    const { status, wait } = await exchange(...request);
    if (status < 500) answered(request[0]);
    else missed(request, { failing: true, wait });
  } catch (error) {
    missed(request, { failing: error instanceof Gone && error.failing });
  }
}

// A phone that is picked up again, or finds its network, does not wait.
function hurry() {
  if (waiting === null || document.hidden) return;
  clearTimeout(waiting);
  knock();
}
addEventListener("online", hurry);
document.addEventListener("visibilitychange", hurry);

// Requests. Some take minutes. So a slow one is no reason to give up while the server says that it is alive.

const PATIENCE = 3000; // ms until the page looks whether the server is alive
const SIGN = 3000; // ms for a sign of life
const LIMIT = 180_000; // ms for any request

/** @type {Promise<boolean> | null} */
let looking = null;

function isAlive() {
  looking ??= sign().finally(() => (looking = null));
  return looking;
}

async function sign() {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), SIGN);
  try {
    await ask(HEALTH[0], { ...HEALTH[1], signal: limit.signal });
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Ask, and read the whole answer. Throws `Gone` when the server gives no sign of life, or takes longer than anything may.
 * @param {string} path @param {RequestInit} options
 */
async function exchange(path, { signal, ...options }) {
  const limit = new AbortController();
  /** @type {Gone | null} */
  let gone = null;
  let over = false;
  const end = (/** @type {boolean} */ failing) => {
    gone = new Gone(failing);
    limit.abort();
  };
  const look = async () => {
    const alive = await isAlive();
    if (over) return;
    if (alive) timer = setTimeout(look, PATIENCE);
    else end(false);
  };
  const callOff = () => limit.abort();
  let timer = setTimeout(look, contact === "unreachable" ? 0 : PATIENCE);
  const last = setTimeout(end, LIMIT, true);
  signal?.addEventListener("abort", callOff);
  if (signal?.aborted) callOff();
  try {
    const response = await ask(path, { ...options, signal: limit.signal });
    const { ok, status, statusText } = response;
    const wait = 1000 * (Number(response.headers.get("retry-after")) || 0);
    return { ok, status, statusText, wait, body: await response.text() };
  } catch (error) {
    throw gone ?? error;
  } finally {
    over = true;
    clearTimeout(timer);
    clearTimeout(last);
    signal?.removeEventListener("abort", callOff);
  }
}

// The token comes in the part of the address that is never sent, and leaves the address at once.
/** Take the token of a link. Where there is another one, the player decides: it is returned. */
export function takeToken() {
  const found = /[#&]token=([\w-]+)/.exec(location.hash)?.[1];
  if (!found) return null;
  history.replaceState(null, "", location.pathname);
  if (prefs.token && prefs.token !== found) return found;
  setPrefs({ token: found });
  return null;
}

/** @param {string} path @param {RequestInit} options */
async function send(path, { signal, ...options }) {
  /** @type {Record<string, string>} */
  const headers = { .../** @type {Record<string, string> | undefined} */ (options.headers) };
  if (prefs.token) headers["authorization"] = `Bearer ${prefs.token}`;
  const request = /** @type {Request} */ ([path, { ...options, headers }]);
  let answer;
  try {
    answer = await exchange(path, { ...request[1], signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    const gone = error instanceof Gone ? error : new Gone(false);
    if (!gone.failing || NEEDED.includes(path)) missed(request, gone);
    throw gone;
  }
  const { ok, status, statusText, wait, body } = answer;
  if (status >= 500) {
    if (NEEDED.includes(path)) missed(request, { failing: true, wait });
    throw new Gone(true);
  }
  answered(path);
  if (ok) return body;
  throw new Refusal(status, errorIn(body) ?? { message: statusText, code: "refused" });
}

/** The error that a response describes, if it does. @param {string} body @returns {Api.ErrorInfo | undefined} */
function errorIn(body) {
  try {
    return parsed(body)?.error;
  } catch {
    return undefined;
  }
}

/** @param {string} path */
export const get = async (path) => parsed(await send(path, {}));

/** @param {string} name @param {Record<string, unknown>} body @param {AbortSignal} [signal] */
const posted = (name, body, signal) =>
  send(`/api/${name}`, {
    method: "POST",
    signal,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ lang: language, ...body }),
  });

/** @param {string} name of an endpoint @param {Record<string, unknown>} body @param {AbortSignal} [signal] @returns {Promise<any>} */
export const post = async (name, body, signal) => parsed(await posted(name, body, signal));

/** An SVG. @param {string} name @param {Record<string, unknown>} body */
export const picture = async (name, body) => new Blob([await posted(name, body)], { type: "image/svg+xml" });
