"""Build the page that needs no server: a folder of static files with Python, NumPy and the package in it.

``python pocket/build.py [FOLDER]``, by default ``build/pocket``; `python3 dev.py pocket` sets up what it needs. The two packages from
npm are pinned and checked by their hashes in package-lock.json. docs/pocket.md tells what goes where, and why.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PACKAGE = ROOT / "code777solver"
STATIC = PACKAGE / "web" / "static"

PYODIDE = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
ZIPPED = ("pyodide.asm.wasm",)
"""What is stored compressed, since not every file server compresses."""
LEFT_OUT = ("cli", "prompt", "kernels", "web/static")
"""Folders of the package that a browser has no use for; ``web`` keeps what the workers of a server run."""
SERVER = ("access", "app", "connections", "openapi", "page_files", "pool", "process", "serve")
NUMPY_LEFT_OUT = frozenset({"tests", "f2py", "random", "fft", "polynomial", "testing", "distutils", "_pyinstaller", "include"})
EDITIONS = ("classic", "stronghold", "code77", "unique49")
CONTENT_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
    "img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; object-src 'none'"
)


def main(arguments: list[str]) -> None:
    target = Path(arguments[0]) if arguments else ROOT / "build" / "pocket"
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise SystemExit("node and npm are needed to build the pocket (Debian: apt-get install nodejs npm)")
    packages = install(npm)
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    parts = engine_parts(node, packages)
    listed = {name: store(target / "engine", name, content) for name, content in parts.items()}
    write_page(target, listed)
    files = sorted(path for path in target.rglob("*") if path.is_file())
    write_worker(target, files)
    total = sum(len(gzip.compress(path.read_bytes(), 6)) for path in files)
    print(f"{target}: {len(files)} files, {total / 1e6:.2f} MB compressed")


def install(npm: str) -> Path:
    """The packages, as package-lock.json has them."""
    folder = ROOT / "build" / "npm"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, folder)
    done = subprocess.run(
        [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--omit=optional"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"npm cannot install the packages of pocket/package-lock.json: {done.stderr.strip()[-500:]}")
    return folder / "node_modules"


# Python, NumPy and the package.


def engine_parts(node: str, packages: Path) -> dict[str, bytes]:
    """What the engine loads, by the name it asks for."""
    pyodide = packages / "pyodide"
    parts = {name: (pyodide / name).read_bytes() for name in PYODIDE}
    (numpy,) = (packages / "@emscripten-forge" / "numpy" / "pkg").glob("numpy-*.tar.gz")
    parts["python_stdlib.zip"] = bytecode(node, pyodide, parts["python_stdlib.zip"])
    parts["numpy.zip"] = bytecode(node, pyodide, zipped(numpy_files(numpy)))
    parts["code777.zip"] = bytecode(node, pyodide, zipped(package_files()))
    return parts


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return found.getvalue()


def bytecode(node: str, pyodide: Path, archive: bytes) -> bytes:
    """The archive with bytecode in place of Python files."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "in.zip"), Path(folder, "out.zip")
        source.write_bytes(archive)
        subprocess.run([node, str(HERE / "bytecode.mjs"), str(pyodide), "2", str(source), str(target)], check=True)
        return target.read_bytes()


def numpy_files(archive: Path) -> Iterator[tuple[str, bytes]]:
    """NumPy without what is never imported here."""
    with tarfile.open(archive) as tar:
        for member in tar:
            name = member.name.partition("site-packages/")[2]
            if not member.isfile() or not name.startswith("numpy/") or NUMPY_LEFT_OUT & set(name.split("/")):
                continue
            if name.endswith((".py", ".so")) and (content := tar.extractfile(member)) is not None:
                yield name, content.read()


def package_files() -> Iterator[tuple[str, bytes]]:
    """The package, with the arrays of its editions, which a browser would take seconds to make."""
    for path in sorted(PACKAGE.rglob("*")):
        name = path.relative_to(PACKAGE).as_posix()
        if not path.is_file() or "__pycache__" in name or name.startswith(tuple(f"{one}/" for one in LEFT_OUT)):
            continue
        if name not in {f"web/{one}.py" for one in SERVER} and not name.endswith(".pyi"):
            yield f"code777solver/{name}", path.read_bytes()
    yield from array_files()


def array_files() -> Iterator[tuple[str, bytes]]:
    with tempfile.TemporaryDirectory() as folder:
        code = (
            "from code777solver.core.arrays import arrays_for\nfrom code777solver.rules.editions import load_edition\n"
            f"for name in {EDITIONS!r}: arrays_for(load_edition(name))"
        )
        environment = os.environ | {"CODE777_CACHE": folder, "PYTHONPATH": str(ROOT)}
        subprocess.run([sys.executable, "-c", code], check=True, env=environment, capture_output=True)
        for path in sorted(Path(folder).rglob("*.arrays")):
            yield f"arrays/{path.relative_to(folder).as_posix()}", path.read_bytes()


def store(folder: Path, name: str, content: bytes) -> dict[str, object]:
    """Write a part under a name that tells its content; gives what the engine has to know of it."""
    is_zipped = name in ZIPPED
    if is_zipped:
        content = gzip.compress(content, 9, mtime=0)
    digest = hashlib.sha256(content).hexdigest()[:12]
    # Pyodide finds its script beside its module, and asks for it by name.
    place = Path(name) if name in ("pyodide.mjs", "pyodide.asm.js", "pyodide-lock.json") else Path(f"{digest}-{name}")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / place).write_bytes(content)
    return {"file": f"engine/{place}", "bytes": len(content), "zipped": is_zipped}


# The page.


def write_page(target: Path, parts: Mapping[str, object]) -> None:
    """The page's own files, with addresses that work in any folder, and what a server would say at all times."""
    static = target / "static"
    shutil.copytree(STATIC, static, ignore=shutil.ignore_patterns("index.html", "sw.js", "transport.js", "*.d.ts"))
    shutil.copy(HERE / "transport.js", static)
    page = (STATIC / "index.html").read_text("utf-8").replace("/static/", "static/")
    policy = f'<meta http-equiv="content-security-policy" content="{CONTENT_POLICY}" />'
    (target / "index.html").write_text(page.replace("<head>", f"<head>\n    {policy}", 1), "utf-8")
    manifest = json.loads((STATIC / "app.webmanifest").read_text("utf-8"))
    manifest["start_url"] = manifest["scope"] = "../"
    for picture in (*manifest["icons"], *manifest.get("screenshots", ())):
        picture["src"] = picture["src"].removeprefix("/static/")
    (static / "app.webmanifest").write_text(json.dumps(manifest, indent=1), "utf-8")
    script = f"const PARTS = {json.dumps(parts)};\n" + (HERE / "engine.js").read_text("utf-8")
    (target / "engine.js").write_text(script, "utf-8")
    write_fixed(target / "api")


def write_fixed(folder: Path) -> None:
    """What `GET /api/about` and `GET /api/texts/LANG` answer."""
    sys.path.insert(0, str(ROOT))
    from code777solver.lang import LANGUAGES
    from code777solver.web.api import about, texts
    from code777solver.web.worker import encode

    (folder / "texts").mkdir(parents=True)
    (folder / "about.json").write_bytes(encode(about()))
    for code in LANGUAGES:
        (folder / "texts" / f"{code}.json").write_bytes(encode(texts(code)))


def write_worker(target: Path, files: Iterable[Path]) -> None:
    """The service worker with the list of what it keeps."""
    digests = {
        path.relative_to(target).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()[:20] for path in files
    }
    digests[""] = digests.pop("index.html")
    version = hashlib.sha256(json.dumps(digests).encode()).hexdigest()[:12]
    head = f'const VERSION = "{version}";\nconst FILES = {json.dumps(digests)};\n'
    (target / "sw.js").write_text(head + (HERE / "sw.js").read_text("utf-8"), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
