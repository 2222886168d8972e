#!/usr/bin/env python3
"""Set up and run this project on a machine that has plain Python 3.11 or newer.

    python3 dev.py demo     install what the assistant needs and solve a bundled game
    python3 dev.py check    install what development needs (also Chromium and Node, if that is allowed) and run every check;
                            `check --quick` leaves out what takes minutes or needs more than Python;
                            `check --locked` installs exactly what requirements-dev.txt names, by hash;
                            more words are for pytest: `check --quick tests/core -x`
    python3 dev.py fix      format the code and write every generated file that takes seconds: stub, pages, tables, drawings;
                            `fix --pictures` also plots and screenshots (needs Chromium, takes minutes);
                            `fix --golden` also stored outputs, after a change of behaviour that you want
    python3 dev.py docs     build the documentation site into build/site; `docs serve` shows it while you write;
                            `docs --pocket` puts the page that needs no server into it
    python3 dev.py pocket   build the page that needs no server into build/pocket
    python3 dev.py fuzz     only the last part of check: bad input for the parsers, for a short time
    python3 dev.py browser  only the tests that drive a browser
    python3 dev.py packages only the tests of the wheel and the sdist, with the newest and the oldest dependencies
    python3 dev.py numba    the quick tests and those of the compiled loops with the newest numba, pre-releases included
    python3 dev.py mutants MODULE   change the module in many small ways, and see whether its tests notice
    python3 dev.py lock     write requirements-dev.txt again: the newest versions of everything, with hashes
    python3 dev.py bench    run the benchmarks: `bench --quick`, `bench --json FILE`
    python3 dev.py clean    delete .venv, build, dist and the caches of the tools
    python3 dev.py build    build the wheel and the sdist into dist; `build v1.0.0`: only if that is the version,
                            by the tools of requirements-dev.txt, with the tag's notes from CHANGELOG.md in dist/notes.md

All but clean make a virtual environment in .venv, and install into it only when pyproject.toml or requirements-dev.txt has changed.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
LOCK = ROOT / "requirements-dev.txt"
CONTAINER_LOCK = ROOT / "container" / "requirements.txt"
LOCKED_EXTRAS = ("dev", "fuzz", "mutants")
FUZZ_SECONDS = 15
QUICK = "not browser and not terminal and not cluster and not site and not seconds and not minutes"
"""The tests of `check --quick`; pyproject.toml explains the markers."""
ELSEWHERE = (
    "tests/prompt",
    "tests/cli",
    "tests/table",
    "tests/show",
    "tests/breaker",
    "tests/test_lang.py",
    "tests/test_lang_screen.py",
)
"""Where most tests look at names of files and at printed lines."""
SYSTEMS = ("linux", "win32", "darwin")
"""Types are checked for each, since a line for one of them is skipped on the others."""
GENERATORS: tuple[tuple[str, ...], ...] = (
    ("docs/stub.py",),
    ("docs/command_pages.py",),
    ("docs/card_pages.py",),
    ("docs/field_tables.py",),
    ("docs/captures.py",),
    ("docs/diagrams.py",),
    ("docs/pictures.py", "--no-plots"),
    ("benchmarks/page.py",),
    ("tests/prose.py", "--lower"),
)
"""Scripts that `fix` runs. Each writes the same bytes on every machine, and files that no other one writes."""
PICTURES: tuple[tuple[str, ...], ...] = (("docs/pictures.py",), ("docs/screenshots.py",))
GOLDEN: tuple[tuple[str, ...], ...] = (
    ("tests/helpers/pinned.py", "--digests"),
    ("tests/helpers/entries.py", "--store"),
)
"""Scripts that accept the present behaviour as right. Read the difference before you commit it."""
LITTER = (".venv", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis", "build", "dist")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BIN = VENV / ("Scripts" if sys.platform == "win32" else "bin")


Command = tuple[str | Path, ...]


def announce(command: Command) -> None:
    print("+", *(Path(part).name if isinstance(part, Path) else part for part in command), flush=True)


def run(*command: str | Path, others: dict[str, str] | None = None) -> None:
    """Run a command in the project's folder, with other settings if wanted; end with its status if it fails."""
    announce(command)
    settings = os.environ | (others or {})
    status = subprocess.run([str(part) for part in command], cwd=ROOT, check=False, env=settings).returncode
    if status:
        raise SystemExit(status)


def together(*commands: Command) -> None:
    """Run commands that do not disturb each other, two at a time; show each with all it says when it has ended."""

    def ended(command: Command) -> subprocess.CompletedProcess[str]:
        words = [str(part) for part in command]
        return subprocess.run(
            words, cwd=ROOT, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
        )

    with ThreadPoolExecutor(2) as pool:
        for command, done in zip(commands, pool.map(ended, commands), strict=True):
            announce(command)
            print(done.stdout, end="", flush=True)
            if done.returncode:
                pool.shutdown(cancel_futures=True)
                raise SystemExit(done.returncode)


def install(extra: str, *, locked: bool = False) -> None:
    """Make .venv hold the project and one of its extras; remembers what is there by a hash of what was asked for.

    With ``locked`` it holds what the lock file names, and nothing whose hash differs.
    """
    stamp = VENV / ("installed-locked" if locked else f"installed{extra}")
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + (LOCK.read_bytes() if locked else b"")).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return
    if not (BIN / "python").exists() and not (BIN / "python.exe").exists():
        make_environment()
    if locked:
        pip("--require-hashes", "--requirement", LOCK.name)
        pip("--no-deps", "--editable", ".")
        for name in ("[dev]", "[fuzz]"):
            (VENV / f"installed{name}").write_text(hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest())
    else:
        pip("--editable", f".{extra}")
    stamp.write_text(wanted)


def pip(*words: str) -> None:
    run(BIN / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *words)


def make_environment() -> None:
    try:
        venv.create(VENV, with_pip=True)
    except subprocess.CalledProcessError:  # Debian and Ubuntu keep a part of Python in another package
        shutil.rmtree(VENV, ignore_errors=True)
        raise SystemExit(
            "Python cannot make virtual environments here: install its module venv (Debian: apt-get install python3-venv)"
        ) from None


def demo() -> None:
    install("")
    run(BIN / "python", "-m", "code777solver", "example")
    print("\nThe command is at", BIN / "code777")


def program(title: str, names: tuple[str, ...], *packages: str) -> None:
    """Make sure of a program that has one of some names; on Debian as root it is installed."""
    if any(map(shutil.which, names)):
        return
    print(title, "is needed.", flush=True)
    apt = shutil.which("apt-get")
    if apt is not None and hasattr(os, "geteuid") and os.geteuid() == 0:
        for command in (("update", "-qq"), ("install", "-y", "-qq", "--no-install-recommends", *packages)):
            subprocess.run(
                [apt, *command], cwd=ROOT, check=False, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
            )
    if not any(map(shutil.which, names)):
        wanted = " ".join(packages)
        raise SystemExit(
            f"{title} cannot be installed here: install it (Debian: apt-get install {wanted}) and try again"
        )


def browser() -> None:
    """Make sure of Chromium, which the tests of the page drive."""
    program("Chromium", BROWSERS, "chromium")


def node() -> None:
    """Make sure of Node and npm, which the pocket is built with."""
    program("Node", ("node",), "nodejs", "npm")
    program("npm", ("npm",), "npm")


def pocket() -> None:
    node()
    install("[web]")
    run(BIN / "python", "pocket/build.py")
    print("\nPut that folder on any file server, or try it: python3 -m http.server -d build/pocket")


def fuzz() -> None:
    install("[fuzz]")
    together(*fuzzing())


def fuzzing() -> list[Command]:
    """Throw bad input at the parsers, for a few seconds each: guided by coverage where atheris can be installed.

    The links need Node; without it they are left out.
    """
    links = ["fuzz_links.py"] if shutil.which("node") else []
    targets = ("fuzz_log.py", "fuzz_editions.py", "fuzz_breaker.py", "fuzz_requests.py", *links)
    return [(BIN / "python", f"tests/fuzz/{one}", "--seconds", str(FUZZ_SECONDS)) for one in targets]


def site(*command: str) -> Command:
    """Command that runs MkDocs: without its advertisement, and never quietly, since then it takes no warning for an error.

    With Node and npm its logs can be tried: they need the pocket.
    """
    os.environ["NO_MKDOCS_2_WARNING"] = "1"
    if shutil.which("node") and shutil.which("npm"):
        run(BIN / "python", "pocket/build.py")
        os.environ["CODE777_POCKET"] = str(ROOT / "build" / "pocket")
    else:
        print(
            "Node and npm are not here (Debian: apt-get install nodejs npm): logs of the site cannot be tried.",
            flush=True,
        )
    return (BIN / "python", "-m", "mkdocs", *command)


def docs() -> None:
    with_pocket = "--pocket" in sys.argv[2:]
    if with_pocket:
        node()
    install("[docs,web]")
    if sys.argv[2:] == ["serve"]:
        run(*site("serve", "--strict"))
    else:
        run(*site("build", "--strict"))
        if with_pocket:
            shutil.copytree(ROOT / "build" / "pocket", ROOT / "build" / "site" / "pocket", dirs_exist_ok=True)
        print("\nThe site is at", ROOT / "build" / "site" / "index.html")


def check() -> None:
    words = sys.argv[2:]
    quick = "--quick" in words
    more = [word for word in words if word not in ("--quick", "--locked", "--")]
    if not quick:
        browser()
        node()
    install("[dev]", locked="--locked" in words)
    python = BIN / "python"
    run(python, "-m", "ruff", "check", ".")
    run(python, "-m", "ruff", "format", "--check", ".")
    run(python, "tests/prose.py")
    if quick:
        run(python, "-m", "mypy")
        run(python, "-m", "pytest", "-n", "auto", "--dist", "worksteal", "-m", QUICK, *more)
        return
    types = [(python, "-m", "mypy", "--platform", one, "--cache-dir", f".mypy_cache/{one}") for one in SYSTEMS]
    together(*types, site("build", "--strict"), (python, "tests/web/page_types.py"))
    run(python, "-m", "pytest", "-n", "auto", "--dist", "worksteal", *more)
    elsewhere()
    install("[fuzz]")
    together((python, "tests/packages.py"), *fuzzing())


def fix() -> None:
    """Remake what is generated. A clean checkout stays as it is."""
    wanted = sys.argv[2:]
    unknown = [word for word in wanted if word not in ("--pictures", "--golden")]
    if unknown:
        raise SystemExit(f"fix knows --pictures and --golden, not {unknown[0]}")
    if "--pictures" in wanted:
        browser()
    install("[dev]")
    python = BIN / "python"
    run(python, "-m", "ruff", "check", "--fix", "--exit-zero", "--quiet", ".")
    run(python, "-m", "ruff", "format", ".")
    *pages, words = GENERATORS  # the words of the pages are counted when these are written
    together(*((python, *script) for script in pages))
    run(python, *words)
    more = (*(PICTURES if "--pictures" in wanted else ()), *(GOLDEN if "--golden" in wanted else ()))
    for script in more:
        run(python, *script)


def bench() -> None:
    install("[dev]")
    run(BIN / "python", "benchmarks/run.py", *sys.argv[2:])


def clean() -> None:
    for name in LITTER:
        shutil.rmtree(ROOT / name, ignore_errors=True)


def elsewhere() -> None:
    """Tests that show files and sentences, once more where a user has other folders, another language and colours."""
    with tempfile.TemporaryDirectory() as short:
        long = Path(short, *["a-long-name-of-a-folder"] * 9)
        long.mkdir(parents=True)
        others = {"TMPDIR": str(long), "COLUMNS": "60", "LANG": "de_DE.UTF-8", "TERM": "dumb", "FORCE_COLOR": "1"}
        run(BIN / "python", "-m", "pytest", "-n", "auto", "-m", QUICK, *ELSEWHERE, others=others)


def browser_tests() -> None:
    browser()
    node()
    install("[dev]")
    run(BIN / "python", "-m", "pytest", "-n", "auto", "-m", "browser", *sys.argv[2:])


def packages() -> None:
    install("[dev]")
    run(BIN / "python", "tests/packages.py")


def newest_numba() -> None:
    install("[dev]")
    pip("--upgrade", "--pre", "numba")
    (VENV / "installed[dev]").unlink(missing_ok=True)  # the next command makes sure of its own versions
    python = BIN / "python"
    run(python, "-m", "pytest", "-n", "auto", "--dist", "worksteal", "-m", QUICK, *sys.argv[2:])
    run(python, "-m", "pytest", "-n", "auto", "tests/kernels", "tests/core/test_compiled.py")


def lock() -> None:
    """Resolve once for all systems and all supported versions of Python. Where packages come from is not written down.

    The image of the server gets the same versions: its packages, and what builds the package.
    """
    install("[lock]")
    extras = [word for name in LOCKED_EXTRAS for word in ("--extra", name)]
    style = ("--universal", "--python-version", "3.11", "--generate-hashes", "--no-header", "--no-annotate")
    uv: Command = (BIN / "python", "-m", "uv", "pip", "compile", "--quiet", *style)
    run(*uv, "--upgrade", *extras, "pyproject.toml", "-o", LOCK.name)
    sign(LOCK, "python3 dev.py check --locked")
    image = (*uv, "--extra", "web", "--constraint", LOCK.name, "pyproject.toml", "container/build.in")
    run(*image, "-o", CONTAINER_LOCK.relative_to(ROOT).as_posix())
    sign(CONTAINER_LOCK, "container/Dockerfile")


def sign(file: Path, used_by: str) -> None:
    """Write into the first line where a lock file comes from."""
    head = f"# Written by `python3 dev.py lock`; used by `{used_by}`."
    file.write_text(f"{head}\n{file.read_text(encoding='utf-8')}", encoding="utf-8")


def build() -> None:
    tag = next(iter(sys.argv[2:]), "")
    if tag:
        notes = release_notes(tag)
    install("[dev]", locked=bool(tag))
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    run(BIN / "python", "-m", "build", "--no-isolation", "--outdir", "dist", ".")
    if tag:
        (ROOT / "dist" / "notes.md").write_text(notes, encoding="utf-8")


def release_notes(tag: str) -> str:
    """Section of CHANGELOG.md about a tag's version. Ends if the tag names another version than the package, or none."""
    version = (ROOT / "code777solver" / "_version.py").read_text(encoding="utf-8").split('"')[-2]
    if tag != f"v{version}":
        raise SystemExit(f"the tag {tag} is not v{version}, which code777solver/_version.py has")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(rf"^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## |\Z)", changes, re.MULTILINE | re.DOTALL)
    if found is None:
        raise SystemExit(f"CHANGELOG.md has no section [{version}]")
    return found[1].strip() + "\n"


def mutants() -> None:
    install("[dev,mutants]")
    run(BIN / "python", "tests/mutants.py", *sys.argv[2:])


COMMANDS = {
    "demo": demo,
    "check": check,
    "fix": fix,
    "docs": docs,
    "pocket": pocket,
    "fuzz": fuzz,
    "browser": browser_tests,
    "packages": packages,
    "numba": newest_numba,
    "mutants": mutants,
    "bench": bench,
    "clean": clean,
    "lock": lock,
    "build": build,
}

if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036  (said before anything else can fail)
        raise SystemExit(f"Python 3.11 or newer is needed, this is {sys.version.split()[0]}")
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        raise SystemExit(__doc__)
    COMMANDS[sys.argv[1]]()
