// The worker that holds Python. build.py puts the list of its parts, PARTS, before this text.
/* global PARTS */

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

// Pyodide asks for its own parts by their names.
globalThis.fetch = async (resource) => {
  const name = new URL(resource.url ?? resource, import.meta.url).pathname.split("/").pop() ?? "";
  if (!(name in PARTS)) throw new TypeError(`${name} is not here`);
  if (!isPacked(name)) return plainFetch(place(name));
  const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return new Response(await unpacked(name), { headers: { "content-type": type } });
};

const bytes = async (name) => new Uint8Array(await new Response(await unpacked(name)).arrayBuffer());

// Files one behind the other, after a line of JSON with their names and sizes.
function unpackInto(files, packed) {
  let at = packed.indexOf(10) + 1;
  const listed = JSON.parse(new TextDecoder().decode(packed.subarray(0, at)));
  const made = new Set();
  for (const [name, size] of listed) {
    const path = `${SITE}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) files.mkdirTree(folder);
    made.add(folder);
    files.writeFile(path, packed.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}

async function start() {
  const packed = [bytes("numpy"), bytes("code777")];
  const { loadPyodide } = await import(place("pyodide.mjs").href);
  const python = await loadPyodide({
    indexURL: new URL(".", place("pyodide.mjs")).href,
    env: { CODE777_CACHE: `${SITE}/arrays`, HOME: "/home" },
    fsInit: async (files) => {
      for (const one of packed) unpackInto(files, await one);
    },
  });
  python.runPython(`
import ctypes

ctypes.CDLL("${SITE}/backtrace.so", mode=ctypes.RTLD_GLOBAL)  # which NumPy misses

from code777solver.web.worker import Recall, answer

_recall = Recall()

def _answered(name, body):
    status, picture, content = answer(name, body.encode(), _recall)
    return status, "image/svg+xml" if picture else "application/json", content.decode()
`);
  const answered = python.globals.get("_answered");
  return ({ id, name, body }) => {
    const found = answered(name, body);
    const [status, type, text] = found.toJs();
    found.destroy();
    return { id, status, type, body: text, memory: python._module.HEAP8.byteLength };
  };
}

start().then(
  (answer) => {
    addEventListener("message", ({ data }) => postMessage(answer(data)));
    postMessage({ part: 1, ready: true });
  },
  (error) => postMessage({ failure: String(error?.message ?? error) }),
);
