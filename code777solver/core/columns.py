"""Results as columns, for data frames: a plain dict of NumPy arrays, which pandas, polars and pyarrow take as it is.

    pandas.DataFrame(columns(solver.candidates))
    polars.DataFrame(columns(solver.questions))
    pyarrow.table(columns(results))

Columns hold numbers, truth values and text, nothing else: tiles are joined by blanks, and chances of answers are written
as ``0:0.25 1:0.75``. A number that is missing is NaN, a text that is missing is empty.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import ArgumentError, Code777Error

Columns = dict[str, NDArray[Any]]
_MOST_ROWS = 60


def columns(results: Any) -> Columns:
    """Results of any kind as columns: an object with a method ``columns``, a list of records or dicts, or a single record.

    A mapping of arrays of one length, like that of `Simulation.games`, has columns already and is returned as a dict.

    >>> columns([{"card": 3, "share": 0.5}, {"card": 4, "share": None}])
    {'card': array([3, 4]), 'share': array([0.5, nan])}
    """
    if callable(getattr(results, "columns", None)):
        found: Columns = results.columns()
        return found
    if isinstance(results, Mapping) and any(isinstance(value, np.ndarray) for value in results.values()):
        return _arrays(results)
    if isinstance(results, Mapping) or hasattr(results, "_fields") or hasattr(results, "as_dict"):
        return from_rows([_fields(results)])
    if isinstance(results, str) or not isinstance(results, Iterable):
        raise ArgumentError(f"{type(results).__name__} has no columns: give a result, or a list of records")
    return from_rows([_fields(row) for row in results])


def from_rows(rows: Sequence[Mapping[str, Any]]) -> Columns:
    """Rows with the same keys as columns; without rows there are no columns."""
    return {name: _column([row[name] for row in rows]) for name in (rows[0] if rows else {})}


def _arrays(found: Mapping[str, Any]) -> Columns:
    """Columns as they were given; raises `ArgumentError` unless all have one entry for each row."""
    first = next(iter(found))
    for name, value in found.items():
        if not isinstance(value, np.ndarray) or value.ndim != 1:
            raise ArgumentError(f"column {name!r} is not an array of one dimension")
        if len(value) != len(found[first]):
            raise ArgumentError(f"column {name!r} has {len(value)} rows, column {first!r} has {len(found[first])}")
    return dict(found)


def _fields(row: Any) -> Mapping[str, Any]:
    if isinstance(row, Mapping):
        return row
    if hasattr(row, "_asdict"):
        found: Mapping[str, Any] = row._asdict()
        return found
    if callable(getattr(row, "as_dict", None)):
        return dict(row.as_dict())
    names = getattr(row, "__match_args__", ())
    if not names:
        raise ArgumentError(f"{type(row).__name__} has no columns: give a result, or a list of records")
    return {name: getattr(row, name) for name in names}


def _column(values: Sequence[Any]) -> NDArray[Any]:
    known = [value for value in values if value is not None]
    if known and all(isinstance(value, bool | np.bool_) for value in known) and len(known) == len(values):
        return np.array(values, bool)
    if known and all(isinstance(value, int | np.integer) for value in known) and len(known) == len(values):
        return np.array(values, np.int64)
    if known and all(isinstance(value, int | float | np.number) for value in known):
        return np.array([math.nan if value is None else value for value in values], np.float64)
    return np.array([_text(value) for value in values], np.str_)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, Mapping):
        return " ".join(f"{name}:{_text(part)}" for name, part in value.items())
    if isinstance(value, list | tuple) and not hasattr(value, "name"):
        return " ".join(map(_text, value))
    return str(value)


def html_table(title: str, found: Mapping[str, NDArray[Any]]) -> str:
    """Columns as a table for notebooks; only the first rows of a long one."""
    from html import escape

    rows = len(next(iter(found.values()))) if found else 0
    head = "".join(f"<th>{escape(name.replace('_', ' '))}</th>" for name in found)
    body = "".join(
        "<tr>" + "".join(_cell(column[i]) for column in found.values()) + "</tr>" for i in range(min(rows, _MOST_ROWS))
    )
    more = f"<p>and {rows - _MOST_ROWS:,} more rows</p>" if rows > _MOST_ROWS else ""
    return f"<p><b>{escape(title)}</b></p><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _cell(value: Any) -> str:
    from html import escape

    if isinstance(value, np.bool_ | bool):
        text = "yes" if value else "no"
    elif isinstance(value, np.floating | float):
        text = "-" if math.isnan(value) else f"{value:.4g}"
    else:
        text = f"{value:,}" if isinstance(value, np.integer | int) else str(value)
    side = "left" if isinstance(value, str) else "right"
    return f'<td style="text-align: {side}">{escape(text)}</td>'


def as_csv(found: Mapping[str, NDArray[Any]]) -> str:
    """Columns as CSV."""
    import csv
    import io

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([list(found), *zip(*(column.tolist() for column in found.values()), strict=True)])
    return out.getvalue()


def write_parquet(found: Mapping[str, NDArray[Any]], path: str | Path) -> None:
    """Write columns as a Parquet file; needs the extra ``parquet``."""
    require_parquet()
    from pyarrow import parquet, table

    try:
        parquet.write_table(table(dict(found)), path)
    except OSError as error:
        raise Code777Error(f"cannot write {path}: {error.strerror or error}") from None


def require_parquet() -> None:
    """Raise an error if pyarrow is missing, before anything is measured."""
    from importlib.util import find_spec

    if find_spec("pyarrow") is None:
        raise Code777Error("Parquet files need pyarrow: pip install 'code777solver[parquet]'")


__all__ = ["Columns", "as_csv", "columns", "from_rows", "html_table", "require_parquet", "write_parquet"]
