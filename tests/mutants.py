"""Mutation testing: change one thing in a module, and see whether its tests notice.

    python3 dev.py mutants cards            # prints every change that no test notices
    python3 dev.py mutants cards --most 40  # at most 40, spread over the module
    python3 dev.py mutants belief --quick   # without slow tests, which may notice some of the survivors

cosmic-ray makes the changes and runs the tests, in a copy of the project. Stopped, it goes on where it was: what is done
is kept in build/mutants until the module or its tests change. Here stands what is ours: which tests judge a module, and
which kinds of changes are worth the time.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "build" / "mutants"
COPIED = ("code777solver", "tests", "conftest.py", "pyproject.toml")
TESTS = {
    "rules/cards": (
        "rules/test_cards.py",
        "rules/test_card_truths.py",
        "rules/test_editions.py",
        "rules/test_tiles.py",
    ),
    "core/belief": (
        "core/test_belief.py",
        "core/test_belief_decks.py",
        "core/test_belief_contradictions.py",
        "reasons/test_doubt.py",
        "core/test_cases.py",
        "solver/test_solver.py",
    ),
    "core/evidence": ("core/test_evidence.py", "reasons/test_diagnosis.py", "reasons/test_doubt.py"),
    "information/questions": ("information/test_questions.py", "solver/test_what_if.py"),
    "table/notation": ("table/test_notation.py", "table/test_persistent_list.py"),
    "table/journal": ("table/test_journal.py", "table/test_changed_files.py"),
    "play/policy": ("play/test_policy.py", "solver/test_advise.py"),
    "play/features": ("play/test_features.py", "play/test_policy.py"),
    "reasons/proofs": ("reasons/test_proofs.py", "reasons/test_hints.py"),
    "reasons/claims": ("reasons/test_claims.py", "reasons/test_proofs.py", "reasons/test_hints.py"),
    "reasons/wording": ("reasons/test_proofs.py", "test_lang.py", "cli/test_explain_command.py"),
}
"""The tests of each module, those that notice most first: the first that fails ends a run."""
QUICK = "not seconds and not minutes"
"""The tests of ``--quick``."""
LONGEST = 600
"""Seconds after which a run counts as noticed."""
KINDS = (
    *(
        "AddNot",
        "NumberReplacer",
        "ReplaceAndWithOr",
        "ReplaceOrWithAnd",
        "ReplaceTrueWithFalse",
        "ReplaceFalseWithTrue",
    ),
    *("ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "ZeroIterationForLoop"),
    *("ReplaceUnaryOperator_Delete_Not", "ReplaceUnaryOperator_Delete_USub", "ReplaceUnaryOperator_Delete_Invert"),
    *(
        f"ReplaceBinaryOperator_{pair}"
        for pair in ("Add_Sub", "Sub_Add", "Mul_Add", "Div_Mul", "FloorDiv_Mul", "Mod_Mul")
    ),
    *(f"ReplaceBinaryOperator_{pair}" for pair in ("BitAnd_BitOr", "LShift_RShift", "RShift_LShift")),
    *(f"ReplaceComparisonOperator_{pair}" for pair in ("Eq_NotEq", "NotEq_Eq", "Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt")),
    *(f"ReplaceComparisonOperator_{pair}" for pair in ("Is_IsNot", "IsNot_Is")),
)
"""One change of each kind. `|` is left alone, since it mostly stands in annotations."""


def modules(names: list[str]) -> list[str]:
    """Modules by their paths, or by the last words of them."""
    found = [next((path for path in TESTS if name in (path, path.split("/")[-1])), None) for name in names]
    if None in found or not found:
        raise SystemExit(f"{' '.join(names)}: one or more of {', '.join(TESTS)} are needed")
    return [path for path in found if path is not None]


def prepare(path: str, *, quick: bool = False) -> Path:
    """The copy in which a module is changed; a new one if the module or its tests are new."""
    files = [ROOT / "code777solver" / f"{path}.py", *(ROOT / "tests" / name for name in TESTS[path])]
    stamp = hashlib.sha256(b"".join(file.read_bytes() for file in [*files, Path(__file__)])).hexdigest()[:12]
    place = KEPT / f"{path.replace('/', '-')}-{stamp}{'-quick' if quick else ''}"
    if (place / "session.sqlite").exists():
        return place
    shutil.rmtree(place, ignore_errors=True)
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, place / name)
        else:
            shutil.copy2(ROOT / name, place / name)
    tests = " ".join(f"tests/{name}" for name in TESTS[path]) + (f" -m '{QUICK}'" if quick else "")
    settings = (
        f'[cosmic-ray]\nmodule-path = "code777solver/{path}.py"\ntimeout = {LONGEST}.0\nexcluded-modules = []\n'
        f'test-command = "{sys.executable} -m pytest -x -q -p no:xdist -p no:cacheprovider {tests}"\n'
        '[cosmic-ray.distributor]\nname = "local"\n'
        f"[cosmic-ray.filters.operators-filter]\nexclude-operators = ['core/(?!({'|'.join(KINDS)})$)']\n"
    )
    (place / "settings.toml").write_text(settings, encoding="utf-8")
    tool(place, "cosmic-ray", "baseline", "settings.toml")
    tool(place, "cosmic-ray", "init", "settings.toml", "new.sqlite")
    tool(place, "cr-filter-operators", "new.sqlite", "settings.toml")
    (place / "new.sqlite").rename(place / "session.sqlite")
    return place


def tool(place: Path, name: str, *arguments: str) -> str:
    """Run a part of cosmic-ray in the copy, whose package hides the installed one."""
    here = {"PYTHONPATH": str(place), "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        [Path(sys.executable).parent / name, *arguments],
        cwd=place,
        env=os.environ | here,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{name} {arguments[0]} ended with status {done.returncode}\n{done.stdout}")
    return done.stdout


def thin_out(place: Path, most: int) -> None:
    """Leave changes out until at most ``most`` are left, evenly."""
    from cosmic_ray.work_db import WorkDB, use_db
    from cosmic_ray.work_item import WorkerOutcome, WorkResult

    with use_db(str(place / "session.sqlite"), WorkDB.Mode.open) as work:
        waiting = sorted(work.pending_work_items, key=lambda item: (item.mutations[0].start_pos, item.job_id))
        kept = {waiting[number * len(waiting) // most].job_id for number in range(most)} if waiting else set()
        for item in waiting:
            if item.job_id not in kept:
                work.set_result(item.job_id, WorkResult(output="left out", worker_outcome=WorkerOutcome.SKIPPED))


def report(place: Path, path: str, seconds: float) -> None:
    lines = (ROOT / "code777solver" / f"{path}.py").read_text(encoding="utf-8").splitlines()
    tried = noticed = 0
    for text in tool(place, "cosmic-ray", "dump", "session.sqlite").splitlines():
        item, result = json.loads(text)
        if result is None or result["worker_outcome"] == "skipped":
            continue
        tried += 1
        if result["test_outcome"] != "survived":
            noticed += 1
            continue
        (change,) = item["mutations"]
        line, column = change["start_pos"]
        what = change["operator_name"].removeprefix("core/")
        print(f"  survived: line {line}, column {column + 1}: {what}: {lines[line - 1].strip()}")
    print(f"{path}.py: {tried} changes, {noticed} noticed, {tried - noticed} survived; {seconds:,.0f} s now")


def main() -> None:
    parser = argparse.ArgumentParser(description="Change one thing at a time, and see whether the tests notice.")
    parser.add_argument("modules", nargs="+", metavar="MODULE", help=", ".join(TESTS))
    parser.add_argument("--most", type=int, help="try not more than so many changes of each module")
    parser.add_argument("--quick", action="store_true", help="leave out tests that take more than a second")
    options = parser.parse_args()
    for path in modules(options.modules):
        start = time.perf_counter()
        place = prepare(path, quick=options.quick)
        if options.most:
            thin_out(place, options.most)
        tool(place, "cosmic-ray", "exec", "settings.toml", "session.sqlite")
        report(place, path, time.perf_counter() - start)


if __name__ == "__main__":
    main()
