// Keeps the page's own files, so that a reload works while the server is away or hangs. What the server gives comes first.
// The server puts two constants before this text: FILES, what is kept, and NAME, where; it changes with any file.
/* global FILES, NAME */

const PATIENCE = 1500; // ms until a kept file is used instead
const OWN = /^code777-[0-9a-f]{12}$/; // names of this page's stores; other pages of this origin have their own

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)));
});

addEventListener("activate", (event) => event.waitUntil(Promise.all([clients.claim(), forget()])));

async function forget() {
  for (const name of await caches.keys()) if (OWN.test(name) && name !== NAME) await caches.delete(name);
}

// Only files are kept: what the interface says is kept by the page itself, where it is of use.
addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method === "GET" && !pathname.startsWith("/api/")) event.respondWith(newest(event));
});

const cut = new Set(); // pages that got a kept file: they get the others at once, and of the same version

async function newest(event) {
  const { request } = event;
  const client = event.resultingClientId || event.clientId;
  const cache = await caches.open(NAME);
  const kept = await cache.match(request, { ignoreVary: true, ignoreSearch: true });
  if (kept && cut.has(client)) return kept;
  const sent = fetch(request).then(async (response) => {
    if (response.ok) await cache.put(request, response.clone());
    return response;
  });
  if (!kept) return sent;
  event.waitUntil(sent.catch(() => {}));
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const response = await Promise.race([sent.catch(() => null), late]);
  if (response && response.status < 500) return response;
  cut.add(client);
  return kept;
}
