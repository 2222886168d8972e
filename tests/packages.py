"""Build the wheel and the sdist, and use both in empty environments: ``python tests/packages.py``.

Once with the newest dependencies and no extras, once with the oldest that pyproject.toml allows, where a part of the tests
runs as well. Needs `build`, which is in the extra `dev`.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
GAME = ROOT / "code777solver" / "data" / "examples" / "first-game.c777"
OLD_EXTRAS = ("sheet", "web", "plot")
OLD_TESTS = (
    "rules/test_cards.py",
    "core/test_cases.py",
    "core/test_belief.py",
    "core/test_belief_contradictions.py",
    "web/test_web.py",
)
NEWEST_FOR_OLD = (3, 12)
"""The oldest numba and NumPy that are allowed come for no newer Python."""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        wheel, sdist = build(place / "dist")
        look_into(wheel, sdist)
        newest = environment(place / "newest", str(wheel))
        use(newest, place)
        pip(newest, "install", "--no-deps", "--force-reinstall", str(sdist))
        use(newest, place)
        if sys.version_info[:2] <= NEWEST_FOR_OLD:
            oldest = environment(place / "oldest", f"{wheel}[{','.join(OLD_EXTRAS)}]", *lowest())
            use(oldest, place)
            pip(oldest, "install", "pytest", "hypothesis", "httpx", "python-constraint2")
            tests = [f"tests/{name}" for name in OLD_TESTS]
            quick = "not advi and not long and not breaker and not every_endpoint"  # the others compile much
            run(oldest / "python", "-m", "pytest", "-p", "no:cacheprovider", "-k", quick, *tests, folder=ROOT)
        else:
            print("the oldest dependencies do not exist for this Python: left out")


def run(*command: str | Path, folder: Path, text: str | None = None) -> str:
    """Run a command outside the source tree's reach; end if it fails, with what it said."""
    print("+", *(Path(part).name for part in command), flush=True)
    hidden = ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME")
    clean = {name: value for name, value in os.environ.items() if name not in hidden}
    clean |= {"CODE777_CACHE": str(folder / "cache"), "CODE777_GAMES": str(folder / "games")}
    words = list(map(str, command))
    done = subprocess.run(words, check=False, cwd=folder, input=text, capture_output=True, encoding="utf-8", env=clean)
    if done.returncode:
        raise SystemExit(f"{done.stdout}\n{done.stderr}\nstatus {done.returncode}")
    return done.stdout


def pip(binaries: Path, *arguments: str) -> None:
    run(binaries / "python", "-m", "pip", "-q", "--disable-pip-version-check", *arguments, folder=binaries.parent)


def build(place: Path) -> tuple[Path, Path]:
    """Both files, the wheel made from the sdist."""
    run(sys.executable, "-m", "build", "--outdir", str(place), str(ROOT), folder=ROOT)
    (wheel,), (sdist,) = place.glob("*.whl"), place.glob("*.tar.gz")
    return wheel, sdist


def look_into(wheel: Path, sdist: Path) -> None:
    """Every file of the package is in both, and nothing else is in the wheel."""
    listed = run("git", "ls-files", "code777solver", folder=ROOT).splitlines() if (ROOT / ".git").exists() else []
    with zipfile.ZipFile(wheel) as inside:
        packed = {name for name in inside.namelist() if ".dist-info/" not in name}
    with tarfile.open(sdist) as inside_too:
        source = {name.partition("/")[2] for name in inside_too.getnames()}
    assert not listed or packed == set(listed), packed ^ set(listed)
    assert packed <= source
    assert {"README.md", "LICENSE", "CHANGELOG.md", "pyproject.toml", "tests/packages.py"} <= source
    assert "benchmarks/training/train.py" in source


def environment(place: Path, *requirements: str) -> Path:
    """An empty environment with these; returns the folder of its programs."""
    venv.create(place, with_pip=True)
    binaries = place / ("Scripts" if sys.platform == "win32" else "bin")
    pip(binaries, "install", *requirements)
    pip(binaries, "check")
    return binaries


def lowest() -> list[str]:
    """The lower bounds of the dependencies and of the extras, as exact versions."""
    extras = PROJECT["optional-dependencies"]
    wanted = [*PROJECT["dependencies"], *(one for name in OLD_EXTRAS for one in extras[name])]
    return [re.sub(r">=", "==", one) for one in wanted]


def use(binaries: Path, folder: Path) -> None:
    """Try the first steps of a user."""
    code777 = binaries / "code777"
    version = run(code777, "--version", folder=folder)
    found = run(binaries / "python", "-c", "import code777solver as c; print(c.__version__, c.__file__)", folder=folder)
    assert found.split()[0] in version
    assert run(binaries / "code777solver", "--version", folder=folder) == version
    assert str(ROOT) not in found, found
    assert "467" in run(code777, "example", folder=folder)
    log = GAME.read_text(encoding="utf-8")
    analysis = json.loads(run(code777, "analyze", "-", "--json", folder=folder, text=log))
    assert [code["numbers"] for code in analysis["codes"]] == ["467", "456", "146"]
    assert "467" in run(code777, folder=folder, text=log)
    played = json.loads(run(code777, "simulate", "--games", "200", "--seed", "1", "--json", folder=folder))
    assert played["by_strategy"][0]["wins"] >= played["games"] == 200


if __name__ == "__main__":
    main()
