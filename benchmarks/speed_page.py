"""The figures of the suite `math` as a table on the terminal and as a page."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rich.table import Table

from samebits.benchmarks.targets import Figures, missed, shown_target

_COLUMNS = (
    "op", "ns", "torch", "glibc", "exp", "ns all", "torch all", "glibc all", "f16", "bf16",
    "slowest range", "target", "verdict",
)  # fmt: skip

_REFERS = re.compile(r"\bas (\w+)")

LEGEND = (
    "ns: our time for an element of f32, one thread, 64 Ki elements in cache; "
    "all: 2^24 elements, all threads",
    "torch: our time over PyTorch's (smaller is faster)",
    "glibc: our speed over that of glibc's scalar float function (larger is faster)",
    "exp: our time over that of our exp",
    "f16, bf16: time for an element over that of f32",
    "slowest range: the arguments that cost most, and their time over that of the common ones",
)
"""What the columns mean, in lines."""


def read_notes() -> dict[str, str]:
    """What was tried for an op, by op: `notes.toml` beside this file."""
    path = Path(__file__).with_name("notes.toml")
    return {op: str(text) for op, text in tomllib.loads(path.read_text()).items()}


def cells(figures: Figures, device: str) -> list[str]:
    """One row."""
    name, ratio = figures.slowest
    missing = missed(figures, device)
    return [
        figures.op,
        f"{figures.ns:.2f}",
        _number(figures.torch),
        _number(figures.glibc),
        f"{figures.exp:.2f}",
        f"{figures.ns_all:.2f}",
        _number(figures.torch_all),
        _number(figures.glibc_all),
        *(_number(figures.narrow.get(label)) for label in ("f16", "bf16")),
        f"{name} {ratio:.1f}",
        shown_target(figures, device),
        "missed: " + ", ".join(missing) if missing else "met",
    ]


def table(rows: Iterable[Figures], device: str, title: str) -> Table:
    """The table for the terminal."""
    made = Table(title=title, caption="\n".join(LEGEND), caption_justify="left")
    for column in _COLUMNS:
        left = column in ("op", "slowest range", "target", "verdict")
        made.add_column(column, justify="left" if left else "right", no_wrap=column != "verdict")
    for figures in rows:
        made.add_row(*cells(figures, device))
    return made


def page(
    rows: Sequence[Figures],
    device: str,
    facts: Mapping[str, str],
    lacking: Sequence[str],
    notes: Mapping[str, str],
) -> str:
    """The page: what was measured on what, the table, what is missed, and what was tried there."""
    met = sum(not missed(figures, device) for figures in rows)
    lines = [
        "# Speed of the profile math",
        "",
        "Made by `python -m samebits.benchmarks math --markdown FILE`. Ratios of sides that took",
        "turns in one run; times of one machine at one moment.",
        "",
        *(f"- {name}: {value}" for name, value in facts.items()),
        "",
        *(f"- {line}" for line in LEGEND),
        "",
        f"{met} of {len(rows)} functions meet every target.",
        "",
        "| " + " | ".join(_COLUMNS) + " |",
        "|---|" + "---:|" * 9 + "---|" * 3,
        *("| " + " | ".join(cells(figures, device)) + " |" for figures in rows),
    ]
    tried = _told([f.op for f in rows if missed(f, device)], notes)
    if tried:
        lines += ["", "## What was tried", "", *(f"- {op}: {text}" for op, text in tried.items())]
    if lacking:
        lines += ["", f"Not measured, since the backend has no kernel: {', '.join(lacking)}."]
    return "\n".join(lines) + "\n"


def _told(ops: Sequence[str], notes: Mapping[str, str]) -> dict[str, str]:
    """The notes of these ops and of those that they refer to (`as OP`), by op."""
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
