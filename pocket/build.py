"""Build the page that needs no server: a folder of static files with Python, NumPy and the package in it.

``python pocket/build.py [FOLDER]``, by default ``build/pocket``; `python3 dev.py pocket` sets up what it needs. docs/pocket.md
describes what goes where, and why.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
STATIC = ROOT / "code777solver" / "web" / "static"

sys.path[:0] = [str(HERE), str(ROOT)]
import contents  # noqa: E402

from code777solver.lang import LANGUAGES  # noqa: E402
from code777solver.web.about import about, texts  # noqa: E402
from code777solver.web.worker import encode  # noqa: E402

AS_THEY_ARE = ("pyodide.mjs", "pyodide.asm.js", "pyodide-lock.json")
"""Files that Pyodide asks for by their names; what else the engine loads is stored compressed, since not every file
server compresses."""
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'"
)


def main(arguments: list[str]) -> None:
    target = Path(arguments[0]) if arguments else ROOT / "build" / "pocket"
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise SystemExit("node and npm are needed to build the pocket (Debian: apt-get install nodejs npm)")
    packages = install(npm)
    parts = contents.engine(node, packages)
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    write_engine(target, parts)
    write_page(target)
    (target / "licences.txt").write_text(contents.licences(packages), "utf-8")
    files = sorted(path for path in target.rglob("*") if path.is_file())
    write_service_worker(target, files)
    total = sum(path.stat().st_size for path in files)
    print(f"{target}: {len(files) + 1} files, {total / 1e6:.2f} MB")


def install(npm: str) -> Path:
    """The packages as package-lock.json has them, checked by their hashes; installed only if the lock has changed."""
    folder = ROOT / "build" / "npm"
    stamp = folder / "installed"
    lock = (HERE / "package-lock.json").read_bytes()
    if stamp.exists() and stamp.read_bytes() == lock:
        return folder / "node_modules"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, folder)
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--omit=optional"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"npm cannot install the packages of pocket/package-lock.json: {done.stderr.strip()[-500:]}")
    stamp.write_bytes(lock)
    return folder / "node_modules"


def write_engine(target: Path, parts: Mapping[str, bytes]) -> None:
    """The parts under names that tell their content, and the worker that loads them."""
    folder = target / "engine"
    of_pyodide = digest(b"".join(parts[name] for name in AS_THEY_ARE))
    listed = {}
    for name, content in parts.items():
        if name in AS_THEY_ARE:
            place = folder / of_pyodide / name
        else:
            content = gzip.compress(content, 9, mtime=0)
            place = folder / f"{digest(content)}.bin"  # as `.gz`, some servers have it unpacked on the way
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
        listed[name] = {"file": place.relative_to(target).as_posix(), "bytes": len(content)}
    script = f"const PARTS = {json.dumps(listed)};\n" + (HERE / "engine.js").read_text("utf-8")
    version = f"const VERSION = {json.dumps(digest(script.encode()))};\n"
    (target / "engine.js").write_text(version + script, "utf-8")


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def write_page(target: Path) -> None:
    """The page's own files, with addresses that work in any folder, and what a server says without being given a log."""
    static = target / "static"
    shutil.copytree(STATIC, static, ignore=shutil.ignore_patterns("index.html", "sw.js", "*.d.ts"))
    for name in ("early.js", "transport.js"):
        shutil.copy(HERE / name, static)
    page = (STATIC / "index.html").read_text("utf-8").replace('"/static/', '"static/')
    policy = f'<meta http-equiv="content-security-policy" content="{POLICY}">'
    early = '<script type="module" async src="static/early.js"></script>'
    (target / "index.html").write_text(re.sub(r"<head>", f"<head>\n{policy}\n{early}", page, count=1), "utf-8")
    manifest = json.loads((STATIC / "app.webmanifest").read_text("utf-8"))
    manifest |= {"id": "../", "start_url": "../", "scope": "../"}
    for picture in (*manifest["icons"], *manifest.get("screenshots", ())):
        picture["src"] = picture["src"].removeprefix("/static/")
    (static / "app.webmanifest").write_text(json.dumps(manifest, indent=1), "utf-8")
    (target / "api" / "texts").mkdir(parents=True)
    (target / "api" / "about.json").write_bytes(encode(about()))
    for code in LANGUAGES:
        (target / "api" / "texts" / f"{code}.json").write_bytes(encode(texts(code)))


def write_service_worker(target: Path, files: Iterable[Path]) -> None:
    """The service worker with the list of what it keeps."""
    listed = {path.relative_to(target).as_posix(): digest(path.read_bytes()) for path in files}
    listed[""] = listed.pop("index.html")
    head = f"const VERSION = {json.dumps(digest(encode(listed)))};\nconst FILES = {json.dumps(listed)};\n"
    (target / "sw.js").write_text(head + (HERE / "sw.js").read_text("utf-8"), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
