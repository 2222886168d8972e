"""Outputs that scripts read stay the same: the JSON of every command and endpoint over the known games."""

from __future__ import annotations

import json

import pytest
from pinned import DIGESTS, digest, outputs


@pytest.mark.minutes
def test_no_output_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """`python3 dev.py fix --golden` stores an intended change."""
    monkeypatch.setenv("CODE777_SECRET", "")  # the helper sets it
    stored = json.loads(DIGESTS.read_text(encoding="utf-8"))
    found = {name: digest(output) for name, output in outputs(few=True)}
    assert [name for name in stored.keys() | found.keys() if stored.get(name) != found.get(name)] == []
