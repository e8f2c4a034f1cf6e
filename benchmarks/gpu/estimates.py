"""Estimates of the results of rows, made before their measurement (estimates.toml)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

TABLE = Path(__file__).with_name("estimates.toml")
KINDS = ("share", "torch", "flops", "elements")


@dataclass(frozen=True, slots=True)
class Estimate:
    """The expected range of a figure for some rows; see the head of estimates.toml."""

    sections: frozenset[str]
    ops: frozenset[str]
    formats: frozenset[str]
    what: str
    low: float
    high: float
    columns_from: int
    rows_to: float

    def means(self, row: Mapping[str, Any]) -> bool:
        """Return whether the estimate applies to a row's record."""
        first = row["shapes"][0]
        return (
            row["section"] in self.sections
            and row["op"] in self.ops
            and row["format"] in self.formats
            and first[-1] >= self.columns_from
            and first[0] <= self.rows_to
        )

    def missed_by(self, value: float) -> float:
        """Return how far a value is outside of the range, relative to the nearer end of the range.

        The result is positive above the range, negative below it, and 0 inside.
        """
        if value > self.high:
            return value / self.high - 1
        return min(0.0, value / self.low - 1)


@cache
def read() -> tuple[str, tuple[Estimate, ...]]:
    """Return the source of the estimates, and all estimates."""
    table = tomllib.loads(TABLE.read_text())
    return table["source"], tuple(map(_estimate, table["estimate"]))


def of(row: Mapping[str, Any]) -> Estimate | None:
    """Return the first estimate that applies to a row, or None."""
    return next((e for e in read()[1] if e.means(row)), None)


def _estimate(entry: Mapping[str, Any]) -> Estimate:
    low, high = entry["range"]
    return Estimate(
        frozenset(entry["sections"]),
        frozenset(entry["ops"]),
        frozenset(entry.get("formats", ["f32"])),
        entry["what"],
        float(low),
        float(high),
        int(entry.get("columns_from", 0)),
        float(entry.get("rows_to", "inf")),
    )
