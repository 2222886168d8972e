"""Base class of studies: tables of rows, written as columns, CSV, JSON, Parquet, HTML or text."""

from __future__ import annotations

import json
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from ..core.columns import Columns, as_csv, from_rows, html_table, write_parquet
from ..errors import ArgumentError, Code777Error
from .study_text import Rows, TextPart, laid_out


class Study(ABC):
    """Counts or measurements. Subclasses define `tables`, `as_dict` and the columns to print (`text_parts`); all other formats
    are made from these."""

    @abstractmethod
    def tables(self) -> Mapping[str, Callable[[], Rows]]:
        """Functions that make the tables, by name; the first table is the default."""

    @abstractmethod
    def as_dict(self) -> dict[str, Any]:
        """The whole study as plain data."""

    @abstractmethod
    def text_parts(self) -> Iterable[TextPart]:
        """Sentences, and tables with the columns to print."""

    def text(self, width: int = 80) -> str:
        """The tables and sentences for people, as lines of at most ``width`` characters where possible."""
        return "".join(f"{line.text}{line.faint}\n" for line in laid_out(self.text_parts(), width))

    def table(self, name: str = "") -> Rows:
        """One of the tables, the first if none is named: rows with the same keys."""
        tables = self.tables()
        if name and name not in tables:
            raise ArgumentError("no table {name!r} (tables: {tables})", name=name, tables=", ".join(tables))
        return tables[name or next(iter(tables))]()

    def columns(self, table: str = "") -> Columns:
        """One of the tables as columns, for data frames."""
        return from_rows(self.table(table))

    def csv(self, table: str = "") -> str:
        """One of the tables as CSV."""
        return as_csv(self.columns(table))

    def json(self) -> str:
        """The whole study as JSON."""
        return as_json(self.as_dict())

    def save(self, path: str | Path) -> None:
        """Write the whole study as ``.json``, or its first table as ``.csv`` or ``.parquet``; other endings are refused."""
        path = Path(path)
        ending = path.suffix.casefold()
        if ending == ".parquet":
            write_parquet(self.columns(), path)
            return
        if ending not in (".json", ".csv"):
            raise ArgumentError("cannot write {path}: the name must end in .json, .csv or .parquet", path=path)
        try:
            path.write_text(self.csv() if ending == ".csv" else self.json() + "\n", encoding="utf-8")
        except OSError as error:
            raise Code777Error("cannot write {path}: {reason}", path=path, reason=error.strerror or error) from None

    def _repr_html_(self) -> str:
        return html_table(self._title(), self.columns())

    def _title(self) -> str:
        return repr(self)[1:-1]


def by_players(found: Mapping[int, Study], table: str) -> Columns:
    """One table of several studies as columns; the first column is the number of players, the key of ``found``."""
    return from_rows([{"players": players, **row} for players, study in found.items() for row in study.table(table)])


def as_json(data: Any) -> str:
    """Plain data as indented JSON."""
    return json.dumps(_finite(data), indent=1)


def _finite(data: Any) -> Any:
    """The same data without NaN and infinity, which standard JSON lacks."""
    if isinstance(data, dict):
        return {name: _finite(value) for name, value in data.items()}
    if isinstance(data, list):
        return [_finite(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data


__all__ = ["Rows", "Study", "as_json", "by_players"]
