// Turns the Python files of zip archives into bytecode, by the very Python that will run it.
// node bytecode.mjs FOLDER_OF_PYODIDE OPTIMIZE IN.zip OUT.zip

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import path from "node:path";

const [pyodide, optimize, source, target] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.resolve(pyodide, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: path.resolve(pyodide) + path.sep });
python.FS.writeFile("/in.zip", new Uint8Array(readFileSync(source)));
python.runPython(`
import importlib.util, marshal, zipfile

UNCHECKED = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)  # nobody compares it with a source
with zipfile.ZipFile("/in.zip") as old, zipfile.ZipFile("/out.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
    for name in sorted(old.namelist()):
        content = old.read(name)
        if name.endswith(".py"):
            code = compile(content, name, "exec", dont_inherit=True, optimize=${Number(optimize)})
            name, content = name + "c", UNCHECKED + marshal.dumps(code)
        new.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
`);
writeFileSync(target, python.FS.readFile("/out.zip"));
