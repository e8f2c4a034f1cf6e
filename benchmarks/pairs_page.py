"""Sections of pages for suites that compare pairs: each pair with its ratio and target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from samebits.benchmarks.measure import rate
from samebits.benchmarks.speed_record import Section

COLUMNS = ("work", "threads", "samebits", "PyTorch", "ratio", "quartiles", "target")


def section(records: Sequence[Mapping[str, Any]], facts: Mapping[str, str]) -> Section:
    """Return the section of one suite from its records and the facts of the run."""
    return Section(facts, COLUMNS, (), [_row(r) for r in records])


def _row(r: Mapping[str, Any]) -> tuple[str, ...]:
    least = r["least"]
    aim = "" if least is None else f"{least:.2f}" + (" missed" if r["ratio"] < least else "")
    return (
        r["name"],
        str(r["threads"]),
        rate(r["work"] / r["ours_seconds"], r["unit"]),
        rate(r["work"] / r["peer_seconds"], r["unit"]),
        f"{r['ratio']:.2f}",
        f"{r['low']:.2f} .. {r['high']:.2f}",
        aim,
    )
