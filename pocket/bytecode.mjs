// Puts bytecode in the place of the Python files in zip archives, made by the very Python that will run it.
// node bytecode.mjs FOLDER_OF_PYODIDE ARCHIVE...

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import path from "node:path";

const [pyodide, ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.resolve(pyodide, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: path.resolve(pyodide) + path.sep });
for (const archive of archives) {
  python.FS.writeFile("/in.zip", new Uint8Array(readFileSync(archive)));
  python.runPython(`
import importlib.util, marshal, zipfile

UNCHECKED = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)  # nobody compares it with a source
with zipfile.ZipFile("/in.zip") as old, zipfile.ZipFile("/out.zip", "w") as new:
    for name in sorted(old.namelist()):
        content = old.read(name)
        if name.endswith(".py"):
            code = compile(content, name, "exec", dont_inherit=True, optimize=1 if name.startswith("numpy/") else 2)  # NumPy asks for its docstrings
            name, content = name + "c", UNCHECKED + marshal.dumps(code)
        new.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)
`);
  writeFileSync(archive, python.FS.readFile("/out.zip"));
}
