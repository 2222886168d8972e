// Keeps everything, so that the page needs no network any more. build.py puts FILES before this text: the address of
// each file with a digest of what is in it. A new version takes over from the old one what has not changed, and waits until
// the player wants it.
/* global FILES, VERSION */

const NAME = `code777-pocket-${VERSION}`;
const address = (file) => new URL(file, registration.scope).href;

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(Promise.all([clients.claim(), forget()])));
addEventListener("message", (event) => {
  if (event.data === "take over") skipWaiting();
});

async function fill() {
  const cache = await caches.open(NAME);
  for (const [file, digest] of Object.entries(FILES)) {
    const kept = await earlier(file, digest);
    const response = kept ?? (await fetch(address(file), { cache: "no-cache" }));
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    await cache.put(address(file), kept ?? (await marked(response, digest)));
  }
}

async function marked(response, digest) {
  const headers = new Headers(response.headers);
  headers.set("x-digest", digest);
  headers.delete("content-encoding");
  return new Response(await response.arrayBuffer(), { headers });
}

async function earlier(file, digest) {
  const found = await caches.match(address(file));
  return found?.headers.get("x-digest") === digest ? found : undefined;
}

async function forget() {
  for (const name of await caches.keys())
    if (name.startsWith("code777-pocket-") && name !== NAME) await caches.delete(name);
}

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(registration.scope)) return;
  event.respondWith(kept(event.request));
});

async function kept(request) {
  const cache = await caches.open(NAME);
  const url = request.mode === "navigate" ? address("") : request.url.split("#")[0];
  return (await cache.match(url, { ignoreSearch: true })) ?? fetch(request);
}
