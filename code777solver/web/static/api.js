// @ts-check
// The server. What it cannot be asked waits: the page goes on logging and comes back when the server does.

import { language } from "./i18n.js";
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

export class Gone extends Error {}

let online = true;
const watchers = new Set();
export const isOnline = () => online;
export const watchServer = (callback) => watchers.add(callback);

function tell(now) {
  if (now === online) return;
  online = now;
  if (!now) setTimeout(knock, 500, 500);
  for (const callback of watchers) callback(now);
}

async function knock(delay) {
  try {
    if ((await ask("/api/health", { cache: "no-store" })).ok) return tell(true);
  } catch {
    /* still gone */
  }
  setTimeout(knock, delay, Math.min(delay * 1.5, 5000));
}

// The token comes in the part of the address that is never sent, and leaves the address at once.
export function takeToken() {
  const found = /[#&]token=([\w-]+)/.exec(location.hash);
  if (!found) return;
  setPrefs({ token: found[1] });
  history.replaceState(null, "", location.pathname);
}

async function send(path, options) {
  const headers = { ...options.headers };
  if (prefs.token) headers.authorization = `Bearer ${prefs.token}`;
  let response;
  try {
    response = await ask(path, { ...options, headers });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    tell(false);
    throw new Gone("no server");
  }
  if (response.ok) {
    tell(true);
    return response;
  }
  const found = await response.json().catch(() => null);
  if (response.status >= 500) {
    tell(false);
    throw new Gone(found?.error?.message ?? "no server");
  }
  tell(true);
  throw new Refusal(response.status, found?.error ?? { message: response.statusText, code: "refused" });
}

export async function get(path) {
  return (await send(path, {})).json();
}

const posted = (name, body, signal) =>
  send(`/api/${name}`, {
    method: "POST",
    signal,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ lang: language, ...body }),
  });

export const post = async (name, body, signal) => (await posted(name, body, signal)).json();
export const picture = async (name, body) => (await posted(name, body)).blob();
