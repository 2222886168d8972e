// The worker that holds Python. build.py puts the list of its parts, PARTS, and a digest of all of it, VERSION, before this text.
/* global PARTS, VERSION */

const SITE = "/lib/python3.12/site-packages";
const place = (name) => new URL(PARTS[name].file, import.meta.url);
const isPacked = (name) => PARTS[name].file.endsWith(".bin");

// Nothing in here reaches the network but for these parts.
const plainFetch = globalThis.fetch.bind(globalThis);
for (const name of ["XMLHttpRequest", "WebSocket", "EventSource", "WebTransport"]) globalThis[name] = undefined;

const whole = Object.keys(PARTS).reduce((sum, name) => sum + (isPacked(name) ? PARTS[name].bytes : 0), 0);
let done = 0;

// A part as a stream of what it unpacks to, counted as it comes.
async function unpacked(name) {
  const response = await plainFetch(place(name));
  if (!response.ok || !response.body) throw new Error(`${PARTS[name].file}: ${response.status}`);
  const counted = new TransformStream({
    transform(chunk, stream) {
      done += chunk.byteLength;
      postMessage({ part: Math.min(done / whole, 1) });
      stream.enqueue(chunk);
    },
  });
  return response.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
}

// All parts are asked for at once, and what is compiled begins to be: nothing waits for another.
const bytes = async (name) => new Uint8Array(await new Response(await unpacked(name)).arrayBuffer());
const binary = async (name) => new Response(await unpacked(name), { headers: { "content-type": "application/wasm" } });
const compiled = WebAssembly.compileStreaming(binary("pyodide.asm.wasm"));
const library = bytes("python_stdlib.zip");
const packed = [bytes("numpy"), bytes("code777")];
for (const part of [compiled, library, ...packed]) part.catch(() => {}); // whoever waits for it is told

// Pyodide asks for its own parts by their names.
globalThis.fetch = async (resource) => {
  const name = new URL(resource.url ?? resource, import.meta.url).pathname.split("/").pop() ?? "";
  if (name === "python_stdlib.zip") return new Response(await library);
  if (name === "pyodide.asm.wasm") return new Response(); // `begun` has it compiled
  if (!(name in PARTS)) throw new TypeError(`${name} is not here`);
  return plainFetch(place(name));
};

// Files one behind the other, after a line of JSON with their names and sizes.
function unpackInto(files, packed) {
  let at = packed.indexOf(10) + 1;
  const listed = JSON.parse(new TextDecoder().decode(packed.subarray(0, at)));
  const made = new Set();
  const paths = [];
  for (const [name, size] of listed) {
    const path = `${SITE}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) files.mkdirTree(folder);
    made.add(folder);
    paths.push(path);
    files.writeFile(path, packed.subarray(at, at + size), { canOwn: true });
    at += size;
  }
  return paths;
}

// Python's memory after its start, kept in this browser: the next visit begins with it. The compiled parts of NumPy are
// loaded before Python starts, and always in this order, so that they lie where that memory expects them.

const STORE = `code777-memory-${VERSION}`;
const keeps = location.hash === "#keep" && "caches" in globalThis;

async function remembered() {
  const found = await caches.match("memory", { cacheName: STORE });
  const memory = found && new Uint8Array(await found.arrayBuffer());
  return memory?.length === Number(found?.headers.get("x-bytes")) ? memory : undefined;
}

async function remember(python) {
  const memory = python.makeMemorySnapshot();
  for (const name of await caches.keys())
    if (name.startsWith("code777-memory-") && name !== STORE) await caches.delete(name);
  const kept = new Response(memory, { headers: { "x-bytes": String(memory.length) } });
  await (await caches.open(STORE)).put("memory", kept);
}

const isGlobal = (name) => name.endsWith("/backtrace.so"); // a function that NumPy misses
const libraryOrder = (a, b) => Number(isGlobal(b)) - Number(isGlobal(a)) || (a < b ? -1 : 1);

// Pyodide, with the libraries loaded before Python starts.
async function begun(options) {
  const { loadPyodide } = await import(place("pyodide.mjs").href);
  await import(place("pyodide.asm.js").href);
  let named, fail;
  const paths = new Promise((resolve) => (named = resolve));
  const failure = new Promise((_, reject) => (fail = reject));
  const unpack = async (system) => {
    const names = [];
    for (const one of packed) names.push(...unpackInto(system, await one));
    named(names);
  };
  const loadLibraries = async (module) => {
    module.addRunDependency("libraries");
    for (const name of (await paths).filter((one) => one.endsWith(".so")).sort(libraryOrder)) {
      const how = { loadAsync: true, nodelete: true, global: isGlobal(name), fs: module.FS };
      await module.loadDynamicLibrary(name, how, {});
    }
    module.removeRunDependency("libraries");
  };
  const instantiate = async (imports, receive) => {
    const module = await compiled;
    receive(await WebAssembly.instantiate(module, imports), module);
  };
  const create = globalThis._createPyodideModule;
  globalThis._createPyodideModule = (settings) =>
    create({
      ...settings,
      preRun: [...settings.preRun, (module) => void loadLibraries(module).catch(fail)],
      instantiateWasm: (imports, receive) => (instantiate(imports, receive).catch(fail), {}),
    });
  const python = loadPyodide({
    indexURL: new URL(".", place("pyodide.mjs")).href,
    env: { CODE777_CACHE: `${SITE}/arrays`, HOME: "/home" },
    fsInit: (system) => unpack(system).catch(fail),
    ...options,
  });
  return Promise.race([python, failure]).finally(() => (globalThis._createPyodideModule = create));
}

const STARTED = `
import json
import random

from code777solver.web.solver_cache import SolverCache
from code777solver.web.worker import answer

_cache = SolverCache()

def _answered(name, body):
    status, picture, content = answer(name, body.encode(), _cache)
    return status, "image/svg+xml" if picture else "application/json", content.decode()

def _tried():
    lines = ["players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "Ann 16 >", "Bob 10 3"]
    return answer("table", json.dumps({"log": chr(10).join(lines)}).encode(), SolverCache())

_expected = _tried()
`;

// With a memory that is kept, if it still gives the same answer; otherwise from the beginning.
async function started() {
  const memory = keeps && (await remembered().catch(() => {})); // a browser may refuse to keep anything
  if (memory) {
    try {
      const python = await begun({ _loadSnapshot: memory });
      python._api.config._loadSnapshot = undefined; // it would hold the copy for ever
      if (python.runPython("random.seed(); _tried() == _expected")) return { python, remembers: true };
    } catch (error) {
      console.warn("the kept memory is of no use:", error);
    }
    await caches.delete(STORE);
  }
  const python = await begun({ _makeSnapshot: keeps });
  python.runPython(STARTED);
  if (keeps) remember(python).catch(() => {}); // then the next start takes longer
  return { python, remembers: false };
}

async function start() {
  const { python, remembers } = await started();
  const answered = python.globals.get("_answered");
  addEventListener("message", ({ data: { id, name, body } }) => {
    const found = answered(name, body);
    const [status, type, text] = found.toJs();
    found.destroy();
    postMessage({ id, status, type, body: text, memory: python._module.HEAP8.byteLength });
  });
  postMessage({ part: 1, ready: true, remembers });
}

start().catch((error) => postMessage({ failure: String(error?.message ?? error) }));
