// The worker that holds Python. build.py puts the list of its parts, PARTS, before this text.
/* global PARTS */

let done = 0;
const whole = Object.values(PARTS).reduce((sum, part) => sum + part.bytes, 0);

function loaded(bytes) {
  done += bytes;
  postMessage({ progress: { part: Math.min(done / whole, 1), ready: false } });
}

// A part as a stream of what it unpacks to. Parts are kept compressed, since not every file server compresses.
async function part(name) {
  const { file, zipped } = PARTS[name];
  const response = await fetch(new URL(file, import.meta.url));
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  const counted = response.body.pipeThrough(
    new TransformStream({
      transform(chunk, stream) {
        loaded(chunk.byteLength);
        stream.enqueue(chunk);
      },
    }),
  );
  return zipped ? counted.pipeThrough(new DecompressionStream("gzip")) : counted;
}

const bytes = async (name) => new Response(await part(name)).arrayBuffer();

// Pyodide asks for its own parts by their names: it gets ours.
const plainFetch = globalThis.fetch.bind(globalThis);
globalThis.fetch = async (resource, options) => {
  const name = new URL(resource.url ?? resource, import.meta.url).pathname.split("/").pop();
  if (!(name in PARTS) || PARTS[name].file.endsWith(name)) return plainFetch(resource, options);
  const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return new Response(await part(name), { headers: { "content-type": type } });
};

async function start() {
  const numpy = bytes("numpy.zip");
  const ours = bytes("code777.zip");
  const { loadPyodide } = await import(new URL(PARTS["pyodide.mjs"].file, import.meta.url).href);
  const python = await loadPyodide({ indexURL: new URL(".", new URL(PARTS["pyodide.mjs"].file, import.meta.url)).href });
  const extractDir = "/lib/python3.12/site-packages";
  python.unpackArchive(await numpy, "zip", { extractDir });
  python.unpackArchive(await ours, "zip", { extractDir });
  python.runPython(`
import os
os.environ["CODE777_CACHE"] = "${extractDir}/arrays"
from code777solver.web.worker import Recall, answer
_recall = Recall()
def _answered(name, body):
    status, picture, content = answer(name, body.encode(), _recall)
    return status, "image/svg+xml" if picture else "application/json", content.decode()
`);
  postMessage({ progress: { part: 1, ready: true } });
  return python.globals.get("_answered");
}

const ready = start();

addEventListener("message", async ({ data: { id, name, body } }) => {
  try {
    const found = (await ready)(name, body);
    const [status, type, text] = found.toJs();
    found.destroy();
    postMessage({ id, status, type, body: text });
  } catch (error) {
    const message = String(error?.message ?? error).trim().split("\n").pop();
    postMessage({ id, status: 500, type: "application/json", body: JSON.stringify({ error: { code: "internal", message } }) });
  }
});
