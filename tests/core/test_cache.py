"""Cache files: made once, used again, made again when damaged, and never in the way."""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from code777solver import load_edition
from code777solver.core import arrays as compiling
from code777solver.core.arrays import EditionArrays
from code777solver.core.cache import cache_folder, load_arrays, save_arrays


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CODE777_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def make() -> tuple[EditionArrays, list[str]]:
    """EditionArrays of the classic deck, and what was said while they were made."""
    said: list[str] = []
    return EditionArrays(load_edition("classic"), say=said.append), said


def the_file(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def assert_whole(arrays: EditionArrays) -> None:
    assert len(arrays.racks) == 251
    assert len(arrays.cards) == 23
    card = arrays.cards[1]
    assert card.answers((0,)).sum() == sum(
        sum(tile.number for tile in arrays.racks.rack(i)) >= 18 for i in range(len(arrays.racks))
    )


def test_arrays_come_back_as_they_were(folder: Path) -> None:
    arrays = {"a": np.arange(6, dtype=np.uint8).reshape(2, 3), "b": np.zeros((0, 4)), "c": np.array([1.5])}
    assert load_arrays("x") is None
    assert save_arrays("x", arrays)
    found = load_arrays("x")
    assert found is not None
    assert found.keys() == arrays.keys()
    for name, array in arrays.items():
        assert found[name].dtype == array.dtype
        assert found[name].tolist() == array.tolist()
        assert found[name].shape == array.shape
    assert [path.name for path in folder.iterdir()] == ["x.arrays"]


def test_the_file_is_made_once_and_then_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arrays, said = make()
    assert said == ["preparing the arrays of 'classic' (once)"]
    assert_whole(arrays)
    path = the_file(folder)
    stamp = path.stat().st_mtime_ns, path.read_bytes()
    monkeypatch.setattr(compiling, "_build", lambda edition: pytest.fail("made again"))
    arrays, said = make()
    assert said == []
    assert_whole(arrays)
    assert (path.stat().st_mtime_ns, path.read_bytes()) == stamp


def test_other_rules_use_the_same_file_and_other_cards_another(folder: Path) -> None:
    make()
    EditionArrays(load_edition("stronghold"))
    assert len(list(folder.iterdir())) == 1
    other = EditionArrays(load_edition("classic").with_options({"card2": "or_more"}))
    assert len(list(folder.iterdir())) == 2
    assert other.cards[2].answers((0,)).tolist() != make()[0].cards[2].answers((0,)).tolist()


def test_another_version_makes_its_own_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make()
    monkeypatch.setattr(compiling, "__version__", "999.0")
    assert make()[1]
    assert len(list(folder.iterdir())) == 2


def _npy() -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, np.zeros(3))
    return buffer.getvalue()


def _npz(**arrays: np.ndarray) -> bytes:  # type: ignore[type-arg]
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)  # type: ignore[arg-type]
    return buffer.getvalue()


def _zip(name: str, data: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(name, data)
    return buffer.getvalue()


DAMAGE = {
    "empty": b"",
    "text": b"this is no cache file\n" * 99,
    "another kind of array file": _npy(),
    "other arrays": _npz(a=np.zeros(3)),
    "a zip of something else": _zip("kinds.npy", b"\x93NUMPY\x01\x00\x10\x00{'descr': '<u1',"),
    "a pickle": b"\x80\x04N.",
}


@pytest.mark.parametrize("what", DAMAGE)
def test_a_damaged_file_is_made_again(what: str, folder: Path) -> None:
    make()
    path = the_file(folder)
    good = path.read_bytes()
    path.write_bytes(DAMAGE[what])
    arrays, said = make()
    assert_whole(arrays)
    assert said
    assert len(path.read_bytes()) == len(good)
    assert make()[1] == []


def test_a_file_that_was_cut_off_is_made_again(folder: Path) -> None:
    make()
    path = the_file(folder)
    good = path.read_bytes()
    for length in (1, 100, len(good) // 2, len(good) - 1):
        path.write_bytes(good[:length])
        arrays, said = make()
        assert_whole(arrays)
        assert said, length


def test_no_changed_byte_makes_the_tables_wrong(folder: Path) -> None:
    """Bytes anywhere in the file, most of them in its list of arrays, are changed one at a time."""
    make()
    path = the_file(folder)
    good = path.read_bytes()
    rng = random.Random(1)
    for place in [*range(0, 1500, 15), *rng.sample(range(len(good)), 100)]:
        damaged = bytearray(good)
        damaged[place] ^= rng.randrange(1, 256)
        path.write_bytes(damaged)
        assert load_arrays(path.stem) is None, place
    path.write_bytes(good + b"\0")
    assert load_arrays(path.stem) is None
    path.write_bytes(good)
    assert load_arrays(path.stem) is not None


def test_altered_arrays_of_the_right_shape_are_not_believed(folder: Path) -> None:
    """A file with other classes for a card gave 16 candidates where 19 are right."""
    expected, _ = make()
    path = the_file(folder)
    good = path.read_bytes()
    classes = expected.cards[16].classes
    at = good.index(classes.tobytes())
    path.write_bytes(good[:at] + classes[::-1].tobytes() + good[at + classes.nbytes :])
    arrays, said = make()
    assert said
    assert arrays.cards[16].classes.tolist() == classes.tolist()


def test_arrays_can_be_written_to_and_are_aligned(folder: Path) -> None:
    """Compiled loops take arrays from the cache as they take those that were just made."""
    save_arrays("x", {"a": np.zeros(3, np.uint8), "b": np.arange(4.0)})
    found = load_arrays("x")
    assert found is not None
    assert all(array.flags.writeable and array.flags.aligned and array.flags.c_contiguous for array in found.values())


def test_a_folder_that_cannot_be_is_no_obstacle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path under a regular file: nobody, not even root, can write there."""
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("CODE777_CACHE", str(tmp_path / "file" / "cache"))
    for _ in range(2):
        arrays, said = make()
        assert_whole(arrays)
        assert said
    assert not save_arrays("x", {"a": np.zeros(1)})
    assert load_arrays("x") is None
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_folder_in_the_place_of_the_file_is_no_obstacle(folder: Path) -> None:
    make()
    path = the_file(folder)
    path.unlink()
    path.mkdir()
    arrays, said = make()
    assert_whole(arrays)
    assert said
    assert [entry.name for entry in folder.iterdir()] == [path.name]  # no remains of the attempt


def test_where_the_cache_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CODE777_CACHE", str(tmp_path / "here"))
    assert cache_folder() == tmp_path / "here"
    monkeypatch.delenv("CODE777_CACHE")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_folder() == tmp_path / "xdg" / "code777solver"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache_folder() == tmp_path / "home" / ".cache" / "code777solver"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache_folder() == tmp_path / "home" / "Library" / "Caches" / "code777solver"


def test_several_processes_at_once(folder: Path) -> None:
    code = (
        "from code777solver.core.arrays import EditionArrays\n"
        "from code777solver.rules.editions import load_edition\n"
        "for _ in range(5):\n"
        "    arrays = EditionArrays(load_edition('classic'))\n"
        "    assert len(arrays.racks) == 251 and len(arrays.cards) == 23\n"
        "print('done')\n"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=Path(__file__).parents[2],
            env={**os.environ, "CODE777_CACHE": str(folder)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(6)
    ]
    for process in processes:
        out, err = process.communicate(timeout=60)
        assert (out, process.returncode) == ("done\n", 0), err
    assert the_file(folder).suffix == ".arrays"
    assert make()[1] == []
