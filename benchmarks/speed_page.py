"""The figures of the suite `math`, as a table on the terminal and as a section of a page."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rich.console import JustifyMethod
from rich.table import Table

from samebits.benchmarks.speed_record import Section
from samebits.benchmarks.targets import Figures, missed, shown_target

NARROW = {"f32": ("f16", "bf16"), "f64": ()}
"""For each measured format: the narrower formats whose times are columns of the table."""

LEFT = ("op", "slowest range", "target", "verdict")
"""The titles of text columns. All other columns are numbers."""

_REFERS = re.compile(r"\bas (\w+)")


def columns(label: str, *, core_math: bool = False) -> tuple[str, ...]:
    """Return the titles of the columns for f32 or f64, optionally with CORE-MATH."""
    sides = ("op", "ns", "torch", "glibc", *["CORE-MATH"] * core_math)
    others = ("exp", "ns all", "torch all", "glibc all")
    return (*sides, *others, *NARROW[label], "slowest range", "target", "verdict")


def _has_core_math(rows: Iterable[Figures]) -> bool:
    return any(figures.core_math is not None for figures in rows)


def legend(label: str, *, core_math: bool = False) -> list[str]:
    """Return lines that explain the columns."""
    size, kind = ("2^24", "float") if label == "f32" else ("2^23", "double")
    lines = [
        f"ns: the time of samebits for an element of {label} in nanoseconds, with one thread and "
        "64 Ki elements, which are in cache",
        f"ns all, torch all, glibc all: as ns, torch and glibc, for {size} elements and all "
        "threads",
        "torch: the time of samebits divided by the time of PyTorch (smaller is faster)",
        f"glibc: the speed of samebits divided by the speed of glibc's scalar {kind} function "
        "(larger is faster)",
        "exp: the time of samebits divided by its own time for exp",
    ]
    if core_math:
        lines.insert(
            4,
            "CORE-MATH: the speed of samebits divided by the speed of CORE-MATH's scalar function, "
            "compiled for this processor",
        )
    if NARROW[label]:
        lines.append(
            f"{', '.join(NARROW[label])}: the time for an element of this format divided by the "
            f"time for {label}"
        )
    others = (
        "`1/3 glibc` at least a third of the speed of glibc, `4 x exp` at most 4 times the time "
        "of exp"
        if label == "f32"
        else "`1/2 scalar` at least half of the speed of glibc's and CORE-MATH's scalar function, "
        "and - no target"
    )
    return [
        *lines,
        "slowest range: the range of arguments that takes longest, and its time divided by the "
        "time of the common range",
        f"target: `2 x torch` means at most 2 times the time of PyTorch, {others}",
        "verdict: `met`, or the targets that are missed, with ratio and limit",
    ]


def read_notes(label: str) -> dict[str, str]:
    """Return notes on attempts to optimise ops in a format, by op, from `notes.toml`."""
    path = Path(__file__).with_name("notes.toml")
    return {op: str(text) for op, text in tomllib.loads(path.read_text())[label].items()}


def cells(figures: Figures, device: str, *, core_math: bool = False) -> list[str]:
    """Return the cells of one row, optionally with CORE-MATH."""
    name, ratio = figures.slowest
    missing = missed(figures, device)
    return [
        figures.op,
        f"{figures.ns:.2f}",
        _number(figures.torch),
        _number(figures.glibc),
        *[_number(figures.core_math)] * core_math,
        f"{figures.exp:.2f}",
        f"{figures.ns_all:.2f}",
        _number(figures.torch_all),
        _number(figures.glibc_all),
        *(_number(figures.narrow.get(label)) for label in NARROW[figures.label]),
        f"{name} {ratio:.1f}",
        shown_target(figures, device),
        "missed: " + ", ".join(missing) if missing else "met",
    ]


def table(rows: Iterable[Figures], device: str, title: str, label: str = "f32") -> Table:
    """Return a table of the figures of one format, for the terminal."""
    rows = list(rows)
    core_math = _has_core_math(rows)
    caption = "\n".join(legend(label, core_math=core_math))
    made = Table(title=title, caption=caption, caption_justify="left")
    for column in columns(label, core_math=core_math):
        side: JustifyMethod = "left" if column in LEFT else "right"
        made.add_column(column, justify=side, no_wrap=column != "verdict")
    for figures in rows:
        made.add_row(*cells(figures, device, core_math=core_math))
    return made


def section(
    rows: Sequence[Figures],
    device: str,
    facts: Mapping[str, str],
    lacking: Sequence[str],
    label: str = "f32",
) -> Section:
    """Return the section of a page of speed: the facts of the run, and the table."""
    core_math = _has_core_math(rows)
    cells_of = [cells(figures, device, core_math=core_math) for figures in rows]
    return Section(facts, columns(label, core_math=core_math), lacking, cells_of)


def told(ops: Sequence[str], notes: Mapping[str, str]) -> dict[str, str]:
    """Return the notes for these ops, and for ops that the notes refer to (`as OP`), by op."""
    found: dict[str, str] = {}
    waiting = [op for op in ops if op in notes]
    while waiting:
        op = waiting.pop()
        found[op] = notes[op]
        named = _REFERS.findall(notes[op])
        waiting += [other for other in named if other in notes and other not in found]
    return dict(sorted(found.items()))


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
