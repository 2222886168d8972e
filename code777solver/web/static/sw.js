// Keeps the page's own files, so that a reload works while the server is away. What the server gives comes first.
// The server puts two constants before this text: FILES, what is kept, and NAME, where; it changes with any file.
/* global FILES, NAME */

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)));
});

addEventListener("activate", (event) => event.waitUntil(Promise.all([clients.claim(), forget()])));

async function forget() {
  for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name);
}

// Only files are kept: what the interface says is kept by the page itself, where it is of use.
addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method === "GET" && !pathname.startsWith("/api/")) event.respondWith(newest(event.request));
});

async function newest(request) {
  const cache = await caches.open(NAME);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreVary: true, ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}
