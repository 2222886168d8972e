// Keeps the page's own files, so that a reload works while the server is away. What the server gives comes first.

const NAME = "code777";
const FILES = ["/", ...["advice", "api", "app", "board", "breaker", "cards", "dom", "entry", "hub", "i18n", "log", "menu", "puzzle", "store", "tiles", "why", "wizard"]
  .map((name) => `/static/${name}.js`), "/static/style.css", "/static/icon.svg", "/static/app.webmanifest"];

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)));
});

addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method === "GET" && pathname !== "/api/health") event.respondWith(newest(event.request));
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
