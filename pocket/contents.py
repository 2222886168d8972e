"""Contents of the engine of the pocket: Python and NumPy for WebAssembly, cut to what is used, and the package."""

from __future__ import annotations

import importlib.util
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PACKAGE = ROOT / "code777solver"

FOLDERS_LEFT_OUT = ("cli", "kernels", "prompt", "web/static")
"""Folders of the package that a browser has no use for, but for these kernels, which run uncompiled."""
KERNELS = ("__init__", "board", "caching", "compiling", "puzzles", "random", "shortcuts")
SERVER = ("access", "app", "connections", "openapi", "page_files", "pool", "process", "serve")
"""Modules of ``web`` that only a server runs."""
NEEDS_MORE = re.compile(rb"^(from|import) (rich|numba)\b|^from \.\.kernels\b(?! import puzzles)", re.MULTILINE)
"""Modules that import this cannot be imported in a browser."""
EDITIONS = ("classic", "stronghold", "code77", "unique49")
"""Editions whose arrays are made beforehand: a browser takes seconds."""
NUMPY_LEFT_OUT = frozenset(
    {"tests", "f2py", "fft", "polynomial", "testing", "random", "distutils", "_pyinstaller", "include", "ma"}
)
NUMPY_EMPTY = ("numpy/linalg/_umath_linalg", "numpy/linalg/lapack_lite")
"""Compiled modules that NumPy imports and nothing here calls: empty ones take their place."""
LIBRARY_LEFT_OUT = frozenset((HERE / "unused_modules.txt").read_text("ascii").split())
"""Modules of the standard library that nothing here imports."""
BACKTRACE = bytes.fromhex(
    "0061736d01000000000f0864796c696e6b2e3001040000000001070160027f7f017f030201"
    "00070d01096261636b747261636500000a0601040041000b"
)
"""A module for WebAssembly with one function, `backtrace`, which says 0. NumPy asks it who called, to spare a copy of a large
array; Pyodide has no such function, and 0 means that nobody knows."""
CODECS = frozenset(
    {"__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "utf_8", "utf_16", "utf_32", "utf_8_sig"}
)

Files = Iterable[tuple[str, bytes]]


def engine(node: str, packages: Path) -> Mapping[str, bytes]:
    """Files that the engine loads, by the names it asks for."""
    pyodide = packages / "pyodide"
    (numpy,) = (packages / "@emscripten-forge" / "numpy" / "pkg").glob("numpy-*.tar.gz")
    lock = json.loads((pyodide / "pyodide-lock.json").read_bytes())
    archives = {"python_stdlib.zip": library_files(pyodide), "numpy": numpy_files(numpy), "code777": package_files()}
    library, *others = compiled(node, pyodide, [zipped(files) for files in archives.values()])
    return {
        **{name: (pyodide / name).read_bytes() for name in ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm")},
        "pyodide-lock.json": json.dumps({"info": lock["info"], "packages": {}}).encode(),
        "python_stdlib.zip": library,
        **{name: bundle(unzipped(archive)) for name, archive in zip(list(archives)[1:], others, strict=True)},
    }


def library_files(pyodide: Path) -> Iterator[tuple[str, bytes]]:
    """The standard library without what is never imported here."""
    for name, content in unzipped((pyodide / "python_stdlib.zip").read_bytes()):
        top, _, rest = name.partition("/")
        if top.removesuffix(".py") in LIBRARY_LEFT_OUT:
            continue
        if top != "encodings" or rest.removesuffix(".py") in CODECS:
            yield name, content


def numpy_files(archive: Path) -> Iterator[tuple[str, bytes]]:
    """NumPy without what is never imported here."""
    with tarfile.open(archive) as tar:
        for member in tar:
            name = member.name.partition("site-packages/")[2]
            if not member.isfile() or not name.startswith("numpy/") or NUMPY_LEFT_OUT & set(name.split("/")):
                continue
            if name.startswith(NUMPY_EMPTY):
                yield f"{name.partition('.')[0]}.py", b""
            elif name.endswith((".py", ".so")) and (content := tar.extractfile(member)) is not None:
                yield name, content.read()


def package_files() -> Iterator[tuple[str, bytes]]:
    """The package, and beside it the arrays of its editions."""
    left_out, kept = {f"web/{name}.py" for name in SERVER}, {f"kernels/{name}.py" for name in KERNELS}
    for path in sorted(PACKAGE.rglob("*")):
        name = path.relative_to(PACKAGE).as_posix()
        if not path.is_file() or "__pycache__" in name:
            continue
        if name.startswith(tuple(f"{one}/" for one in FOLDERS_LEFT_OUT)) and name not in kept:
            continue
        content = path.read_bytes()
        if name.endswith(".py") and name not in kept and NEEDS_MORE.search(content):
            continue
        if name not in left_out and not name.endswith((".pyi", ".typed")):
            yield f"code777solver/{name}", content
    yield "backtrace.so", BACKTRACE
    yield from installed("segno")
    yield from python_files(HERE / "stand_ins")
    yield from array_files()


def installed(name: str) -> Iterator[tuple[str, bytes]]:
    """A package in plain Python that is installed here."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise SystemExit(f"{name} is not installed: pip install code777solver[web]")
    for file, content in python_files(Path(spec.origin).parent):
        yield f"{name}/{file}", content


def python_files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*.py")):
        yield path.relative_to(folder).as_posix(), path.read_bytes()


def array_files() -> Iterator[tuple[str, bytes]]:
    with tempfile.TemporaryDirectory() as folder:
        code = (
            "from code777solver.core.arrays import arrays_for\nfrom code777solver.rules.editions import load_edition\n"
            f"for name in {EDITIONS!r}: arrays_for(load_edition(name))"
        )
        settings = os.environ | {"CODE777_CACHE": folder, "PYTHONPATH": str(ROOT)}
        subprocess.run([sys.executable, "-c", code], check=True, env=settings, capture_output=True)
        for path in sorted(Path(folder).rglob("*.arrays")):
            yield f"arrays/{path.relative_to(folder).as_posix()}", path.read_bytes()


def licences(packages: Path) -> str:
    """Authors and licences of all parts of the folder; NumPy and segno ask for their own words to go along."""
    parts = [f"code777solver\n\n{(ROOT / 'LICENSE').read_text('utf-8')}"]
    version = json.loads((packages / "pyodide" / "package.json").read_bytes())["version"]
    parts.append(
        f"Pyodide {version}, with CPython: Mozilla Public License 2.0 and Python Software Foundation License 2\n"
    )
    (numpy,) = (packages / "@emscripten-forge" / "numpy" / "pkg").glob("numpy-*.tar.gz")
    with tarfile.open(numpy) as tar:
        for member in tar:
            if member.name.endswith(".dist-info/LICENSE.txt") and (content := tar.extractfile(member)) is not None:
                parts.append(f"NumPy\n\n{content.read().decode()}")
    for file in metadata.files("segno") or ():
        if file.name.startswith("LICENSE"):
            parts.append(f"segno\n\n{file.read_text()}")
    return f"\n{'=' * 78}\n\n".join(parts)


# Archives.


def zipped(files: Files) -> bytes:
    """A zip archive; not compressed, since it will be as a whole, and Python then finds modules in it sooner."""
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w") as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)
    return found.getvalue()


def unzipped(archive: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        for entry in files.infolist():
            if not entry.is_dir():
                yield entry.filename, files.read(entry)


def bundle(files: Files) -> bytes:
    """Files one behind the other, after a line of JSON with their names and sizes: a worker unpacks them in no time."""
    listed = list(files)
    return (
        json.dumps([(name, len(content)) for name, content in listed]).encode() + b"\n" + b"".join(c for _, c in listed)
    )


def compiled(node: str, pyodide: Path, archives: list[bytes]) -> list[bytes]:
    """The archives with bytecode in place of Python files, made by the very Python that will run it."""
    with tempfile.TemporaryDirectory() as folder:
        sources = [Path(folder, f"{i}.zip") for i in range(len(archives))]
        for path, archive in zip(sources, archives, strict=True):
            path.write_bytes(archive)
        command = [node, str(HERE / "bytecode.mjs"), str(pyodide), *map(str, sources)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"the bytecode cannot be made: {done.stderr.strip()[-500:]}")
        return [path.read_bytes() for path in sources]
