"""Workflows, templates and other files that services read, against their published schemas; and what they run."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from dev_script import load_dev
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8")
SCHEMAS = {
    **dict.fromkeys(WORKFLOWS, "github-workflows"),
    **dict.fromkeys(
        [path for path in sorted((GITHUB / "ISSUE_TEMPLATE").glob("*.yml")) if path.stem != "config"],
        "github-issue-forms",
    ),
    GITHUB / "ISSUE_TEMPLATE" / "config.yml": "github-issue-config",
    GITHUB / "dependabot.yml": "dependabot",
    ROOT / "container" / "compose.yml": "compose-spec",
    ROOT / "CITATION.cff": "citation-file-format",
}
OTHER_STEPS = ("docker compose --file container/compose.yml ", "curl ", "gh release create ", "rm dist/notes.md")
"""Commands that the steps of workflows run besides dev.py."""


def jobs() -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{path.stem}/{name}", job)
        for path in WORKFLOWS
        for name, job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].items()
    ]


def steps(kind: str) -> list[str]:
    return [step[kind] for _, job in jobs() for step in job["steps"] if kind in step]


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_the_published_schema(path: Path) -> None:
    command = ["check_jsonschema", "--builtin-schema", f"vendor.{SCHEMAS[path]}", str(path)]
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_schema_would_notice_a_mistake(tmp_path: Path) -> None:
    broken = tmp_path / "broken.yml"
    broken.write_text(WORKFLOWS[0].read_text(encoding="utf-8").replace("runs-on:", "run-on:"), encoding="utf-8")
    command = ["check_jsonschema", "--builtin-schema", "vendor.github-workflows", str(broken)]
    assert subprocess.run([sys.executable, "-m", *command], capture_output=True, check=False).returncode == 1


def test_steps_are_commands_of_dev_py() -> None:
    commands = load_dev().COMMANDS
    for step in steps("run"):
        found = re.match(r"python dev\.py (\w+)", step)
        assert (found and found[1] in commands) or step.startswith(OTHER_STEPS), step


def test_what_contributors_run_is_what_workflows_run() -> None:
    run = " ".join(steps("run"))
    for command in (
        "check --quick",
        "check --locked",
        "packages",
        "numba",
        "browser",
        "docs --pocket",
        "build",
        "demo",
    ):
        assert f"python dev.py {command}" in run, command


def test_hooks_are_commands_of_dev_py() -> None:
    """They fetch nothing: every hook is a local one."""
    (local,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
    assert local["repo"] == "local"
    entries = [hook["entry"] for hook in local["hooks"]]
    assert entries == ["python3 dev.py fix", "python3 dev.py check --quick"]
    assert all(hook["language"] == "system" for hook in local["hooks"])


def test_fix_runs_every_script_that_writes_a_file_of_the_repository() -> None:
    dev = load_dev()
    run = {script for script, *_ in (*dev.GENERATORS, *dev.PICTURES, *dev.GOLDEN)}
    assert all((ROOT / script).is_file() for script in run)
    scripts = {
        f"docs/{path.name}" for path in (ROOT / "docs").glob("*.py") if "__main__" in path.read_text(encoding="utf-8")
    }
    slow = {"docs/daily_puzzles.py", "docs/run_notebooks.py"}
    assert scripts - run == slow
    guide = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
    assert all(script in guide for script in slow)


def test_fix_refuses_unknown_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["dev.py", "fix", "--picture"])
    with pytest.raises(SystemExit, match="^fix knows --pictures and --golden, not --picture$"):
        load_dev().fix()


def test_every_supported_python_and_system_is_tried() -> None:
    matrix = dict(jobs())["check/quick"]["strategy"]["matrix"]
    listed = re.findall(r"Python :: (3\.\d+)", " ".join(PROJECT["classifiers"]))
    assert matrix["python"] == listed
    assert matrix["system"] == ["ubuntu", "macos", "windows"]


def test_actions_are_pinned() -> None:
    for used in steps("uses"):
        assert re.fullmatch(r"[\w/-]+@(v\d+|release/v\d+|[0-9a-f]{40})", used), used


def test_nobody_may_do_more_than_needed() -> None:
    """By default a workflow may read at most; only named jobs may do one thing more."""
    for path in WORKFLOWS:
        assert yaml.safe_load(path.read_text(encoding="utf-8"))["permissions"] in ({}, {"contents": "read"}), path
    more = {name: job["permissions"] for name, job in jobs() if "write" in str(job.get("permissions", {}))}
    assert sorted(more) == ["pages/deploy", "release/attest", "release/notes", "release/publish"]
    assert more["release/publish"] == {"id-token": "write"}
    for name, job in jobs():
        assert "timeout-minutes" in job, name
        for step in job["steps"]:
            if "checkout" in step.get("uses", ""):
                assert step["with"]["persist-credentials"] is False, name


def test_jobs_that_may_sign_or_write_run_no_code_of_the_repository() -> None:
    """Tests and build tools could use the token of such a job."""
    for name, job in jobs():
        if "write" in str(job.get("permissions", {})):
            assert not [step for step in job["steps"] if "checkout" in step.get("uses", "")], name
            assert not [step for step in job["steps"] if "python" in step.get("run", "")], name


# The lock file.


def locked() -> dict[str, list[str]]:
    """Each package in the lock file and its versions, which may differ between versions of Python."""
    found: dict[str, list[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)==(\S+)", LOCK, re.MULTILINE):
        found.setdefault(canonicalize_name(name), []).append(version)
    return found


def wanted(extra: str) -> list[Requirement]:
    """Requirements of an extra, with those of the extras that it names."""
    found = []
    for text in PROJECT["optional-dependencies"][extra]:
        one = Requirement(text)
        found += (
            [deep for name in sorted(one.extras) for deep in wanted(name)] if one.name == PROJECT["name"] else [one]
        )
    return found


def test_the_lock_file_has_all_that_development_needs() -> None:
    versions = locked()
    needed = [
        *map(Requirement, PROJECT["dependencies"]),
        *(one for extra in load_dev().LOCKED_EXTRAS for one in wanted(extra)),
    ]
    for one in needed:
        found = versions.get(canonicalize_name(one.name), [])
        assert found, f"{one.name} is not locked: run `python3 dev.py lock`"
        assert all(one.specifier.contains(version) for version in found), f"{one}: run `python3 dev.py lock`"


def test_the_lock_file_has_hashes_and_names_no_place() -> None:
    entries = re.split(r"\n(?=\w)", LOCK.partition("\n")[2])
    assert all("--hash=sha256:" in entry for entry in entries)
    assert not re.search(r"://|index-url|find-links|@ ", LOCK)


def test_the_image_gets_locked_versions_with_hashes() -> None:
    text = (ROOT / "container" / "requirements.txt").read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\w)", text.partition("\n")[2])
    assert all("--hash=sha256:" in entry for entry in entries)
    found = dict(re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE))
    versions = locked()
    assert all(version in versions[canonicalize_name(name)] for name, version in found.items())
    needed = {one.name for one in (*map(Requirement, PROJECT["dependencies"]), *wanted("web"))} | {"hatchling"}
    assert {canonicalize_name(name) for name in needed} <= {canonicalize_name(name) for name in found}
    dockerfile = (ROOT / "container" / "Dockerfile").read_text(encoding="utf-8")
    assert "--require-hashes --requirement /source/container/requirements.txt" in dockerfile
    assert "--no-deps --no-build-isolation /source" in dockerfile


def test_versions_are_bounded_above_only_where_something_is_known_to_break() -> None:
    extras = PROJECT["optional-dependencies"].values()
    every = [Requirement(text) for text in (*PROJECT["dependencies"], *(text for extra in extras for text in extra))]
    bounded = {one.name for one in every if any(part.operator in ("<", "<=", "==", "~=") for part in one.specifier)}
    assert bounded == {"mkdocs"}, "docs/contributing.md tells why MkDocs is"


def test_windows_gets_whole_numbers_of_64_bits() -> None:
    """NumPy 1 made 32 of them there, in which the weights of large decks do not fit."""
    found = [one for one in map(Requirement, PROJECT["dependencies"]) if one.name == "numpy"]
    on_windows = [one for one in found if one.marker is None or one.marker.evaluate({"sys_platform": "win32"})]
    assert on_windows
    assert not any(one.specifier.contains("1.26.4") for one in on_windows)


# A release.


def test_the_version_is_the_same_everywhere() -> None:
    version = re.findall(r'"([\d.]+)"', (ROOT / "code777solver" / "_version.py").read_text(encoding="utf-8"))[0]
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert str(cited["version"]) == version
    newest = re.findall(r"^## \[([\d.]+)\] - (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)[
        0
    ]
    assert newest == (version, str(cited["date-released"]))


def test_a_tag_has_its_notes() -> None:
    dev = load_dev()
    version = re.findall(r'"([\d.]+)"', (ROOT / "code777solver" / "_version.py").read_text(encoding="utf-8"))[0]
    notes = dev.release_notes(f"v{version}")
    assert notes.strip()
    assert not re.search(r"^## ", notes, re.MULTILINE)
    with pytest.raises(SystemExit, match=r"v0\.0\.9 is not v"):
        dev.release_notes("v0.0.9")


def test_uvx_and_pipx_find_a_command_of_the_packages_name() -> None:
    scripts = PROJECT["scripts"]
    assert scripts[PROJECT["name"]] == scripts["code777"]


@pytest.mark.parametrize("locked_too", [True, False])
def test_installing_is_done_again_only_when_something_has_changed(
    locked_too: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dev = load_dev()
    ran: list[str] = []
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").touch()
    for name in ("pyproject.toml", "requirements-dev.txt"):
        (tmp_path / name).write_text("one", encoding="utf-8")
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.setattr(dev, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(dev, "BIN", tmp_path / ".venv" / "bin")
    monkeypatch.setattr(dev, "LOCK", tmp_path / "requirements-dev.txt")
    monkeypatch.setattr(dev, "run", lambda *words: ran.append(" ".join(map(str, words[4:]))))
    dev.install("[dev]", locked=locked_too)
    first = list(ran)
    assert any("--require-hashes" in words for words in first) is locked_too
    dev.install("[dev]", locked=locked_too)
    assert ran == first
    (tmp_path / "requirements-dev.txt").write_text("two", encoding="utf-8")
    dev.install("[dev]", locked=locked_too)
    assert len(ran) == (2 if locked_too else 1) * len(first)
