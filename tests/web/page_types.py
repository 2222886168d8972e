"""Check the types of the page's scripts: ``python tests/web/page_types.py`` (needs Node.js, and npm to fetch TypeScript once).

The scripts say what they take in JSDoc comments, and what comes from the server is named ``Api.``: this writes those names
from the server's own description, so that a field that is renamed there is an error here. On a machine without Node.js
the check is skipped with one line.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from code777solver.web.openapi import describe

ROOT = Path(__file__).parents[2]
WORK = ROOT / "build" / "page-types"
TYPESCRIPT = "typescript@5.9.3"


def declarations() -> str:
    """Every shape of the interface, as TypeScript."""
    shapes = describe()["components"]["schemas"]
    body = "\n".join(f"  interface {name} {_type(shape)}" for name, shape in shapes.items())
    return f"declare namespace Api {{\n{body}\n}}\n"


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if "anyOf" in schema:
        return " | ".join(map(_type, schema["anyOf"]))
    match schema.get("type"):
        case "array":
            return f"({_type(schema['items'])})[]" if "items" in schema else "any[]"
        case "object" if "properties" in schema:
            needed = schema.get("required", [])
            fields = (
                f"{name}{'' if name in needed else '?'}: {_type(one)}" for name, one in schema["properties"].items()
            )
            return "{ " + "; ".join(fields) + " }"
        case "object":
            more = schema.get("additionalProperties")
            return f"Record<string, {_type(more) if isinstance(more, dict) else 'any'}>"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as plain:
            return str(plain)
    return "any"


def main() -> None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        print("no Node.js here: the types of the page's scripts are not checked")
        return
    WORK.mkdir(parents=True, exist_ok=True)
    compiler = WORK / "node_modules" / "typescript" / "bin" / "tsc"
    if not compiler.exists():
        fetch = [npm, "install", "--silent", "--no-save", "--no-audit", "--no-fund", "--prefix", str(WORK), TYPESCRIPT]
        if subprocess.run(fetch, check=False, capture_output=True).returncode:
            print("TypeScript cannot be fetched here: the types of the page's scripts are not checked")
            return
    (WORK / "api.d.ts").write_text(declarations(), encoding="utf-8")
    raise SystemExit(
        subprocess.run([node, compiler, "-p", Path(__file__).parent / "tsconfig.json"], check=False).returncode
    )


if __name__ == "__main__":
    main()
