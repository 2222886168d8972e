"""Packages of the pocket, and the message of its build if something is missing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
POCKET = ROOT / "pocket"


def test_packages_are_pinned_by_their_hashes() -> None:
    """Also those that they ask for; and no address of a registry is kept, so that any mirror will do."""
    wanted = json.loads((POCKET / "package.json").read_bytes())["dependencies"]
    locked = json.loads((POCKET / "package-lock.json").read_bytes())["packages"]
    for name, version in wanted.items():
        assert locked[f"node_modules/{name}"]["version"] == version
    for name, entry in locked.items():
        if name:
            assert entry["integrity"].startswith("sha512-"), name
            assert "resolved" not in entry, name


def test_the_build_says_what_is_missing(tmp_path: Path) -> None:
    command = [sys.executable, str(POCKET / "build.py"), str(tmp_path / "pocket")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={"PATH": str(tmp_path)})
    assert done.returncode == 1
    assert done.stderr == "node and npm are needed to build the pocket (Debian: apt-get install nodejs npm)\n"
    assert not (tmp_path / "pocket").exists()
