"""Work in a browser, without numba: the same puzzles, and Code Breaker by its plans."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from code777solver import Breaker
from code777solver.puzzles.puzzle import make_puzzle

SEEDS = [("classic", "easy", 1), ("classic", "hard", 2), ("stronghold", "medium", 3), ("code77", "medium", 4)]
_CODE = """
import json, sys, warnings
from importlib import util
warnings.simplefilter("error")
found = util.find_spec
util.find_spec = lambda name, *more: None if name == "numba" else found(name, *more)
sys.modules["numba"] = None
{code}
"""


def alone(code: str) -> Any:
    """Run code in a Python without numba, and read the JSON that it prints; a warning is an error."""
    done = subprocess.run(
        [sys.executable, "-c", _CODE.replace("{code}", code)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_puzzles_are_the_same() -> None:
    code = (
        "from code777solver.puzzles.puzzle import make_puzzle\n"
        f"made = [make_puzzle(seed, level=level, edition=edition) for edition, level, seed in {SEEDS!r}]\n"
        "print(json.dumps([one.log for one in made]))"
    )
    assert alone(code) == [make_puzzle(seed, level=level, edition=edition).log for edition, level, seed in SEEDS]


def test_code_breaker_follows_its_plan_and_says_no_more_than_it_knows() -> None:
    code = (
        "from code777solver import Breaker\n"
        "told = []\n"
        "for log in ('', '{line}'):\n"
        "    breaker = Breaker.from_log('pack breaker-4\\n' + log)\n"
        "    best = breaker.best()\n"
        "    told.append([list(best.cards), best.expected_guesses])\n"
        "print(json.dumps(told))"
    )
    first = Breaker("breaker-4").best()
    line = f"{' '.join(first.cards)} 1 1 0"
    second = Breaker.from_log(f"pack breaker-4\n{line}\n").best()
    assert alone(code.replace("{line}", line)) == [
        [list(first.cards), first.expected_guesses],
        [list(second.cards), None],
    ]
