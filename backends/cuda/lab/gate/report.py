"""The output of the gate: every objection with its advice, and one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from samebits.backends.cuda.compiling.units import Unit
from samebits.backends.cuda.lab.gate.findings import Finding
from samebits.backends.cuda.lab.gate.limits import Figures

_SHOWN = 40
"""The number of objections that are printed in full."""


def merged(objections: Iterable[tuple[str, Finding]]) -> list[str]:
    """Return the objections as paragraphs, in order. Targets with equal objections share one."""
    targets: dict[tuple[str, str, str, str], list[Finding]] = {}
    for unit, each in objections:
        targets.setdefault((unit, each.kernel, each.what, each.instead), []).append(each)
    return [
        _paragraph(unit, kernel, what, instead, found)
        for (unit, kernel, what, instead), found in targets.items()
    ]


def _paragraph(unit: str, kernel: str, what: str, instead: str, found: list[Finding]) -> str:
    names = " ".join(dict.fromkeys(each.target for each in found))
    place = f", line {found[0].line} of its PTX for {found[0].target}" if found[0].line else ""
    inside = f" {kernel}" if kernel else ""
    return f"refused {unit}{inside} ({names})\n  {what}{place}\n  instead: {instead}"


def show(objections: list[tuple[str, Finding]], console: Console) -> None:
    """Print the objections; only the first `_SHOWN` are printed in full."""
    paragraphs = merged(objections)
    for text in paragraphs[:_SHOWN]:
        console.print(text, markup=False, soft_wrap=True)
    if len(paragraphs) > _SHOWN:
        console.print(f"and {len(paragraphs) - _SHOWN} more objections; choose some with --only")


def summary(
    compiler: str,
    plan: Mapping[Unit, tuple[int, ...]],
    figures: Figures,
    refused: int,
    note: str,
) -> Table:
    """Return the summary table: units, architectures, most registers, spills, refused units."""
    every = [
        (each.registers, each.spills, f"{kernel}, {target}")
        for kernel, targets in figures.items()
        for target, each in targets.items()
    ]
    table = Table(title=f"CUDA kernels, {compiler}", show_header=False)
    table.add_row("units", str(len(plan)))
    table.add_row("architectures", _counted(plan))
    table.add_row("kernels measured", f"{len(every)} ({_targets(figures)})")
    if every:
        registers, _, kernel = max(every)
        table.add_row("most registers", escape(f"{registers} in {kernel}"))
        table.add_row("kernels that spill", str(sum(spills > 0 for _, spills, _ in every)))
    table.add_row("limits", escape(note))
    table.add_row("units refused", f"[{'red' if refused else 'green'}]{refused}[/]")
    return table


def _counted(plan: Mapping[Unit, tuple[int, ...]]) -> str:
    """Return the architectures. An architecture of some units only has their number."""
    counts = Counter(v for architectures in plan.values() for v in architectures)
    if set(counts.values()) == {len(plan)}:
        return " ".join(str(v) for v in sorted(counts))
    return "  ".join(f"{v} ({counts[v]})" for v in sorted(counts))


def _targets(figures: Mapping[str, Mapping[str, object]]) -> str:
    return ", ".join(sorted({target for targets in figures.values() for target in targets}))
