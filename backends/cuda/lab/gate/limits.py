"""Recorded registers, stack and spills (limits.json): growth is an error until it is recorded.

The values depend on the compiler, so the file names it. With a different compiler, the gate does
not compare the values, and says so. `python -m samebits.backends.cuda.lab.gate --record` writes the
whole file; with `--only`, it writes the values of the selected units.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from pathlib import Path

from samebits.backends.cuda.lab.gate.findings import Finding
from samebits.backends.cuda.lab.gate.resources import Resources
from samebits.backends.cuda.lab.gate.verdict import MEASURED
from samebits.common.files import write_atomically

FILE = Path(__file__).with_name("limits.json")

Figures = Mapping[str, Mapping[str, Resources]]
"""Resources by `unit entry`, then by architecture (`sm_90`)."""

_KEPT = ("registers", "stack", "spills")

MEASURED_AS = f"sm_{MEASURED}"
"""The architecture whose values are recorded."""


def row(resources: Resources) -> list[int]:
    """Return the recorded values of a kernel: registers, bytes of stack, bytes of spills."""
    return [int(getattr(resources, name)) for name in _KEPT]


def recorded(path: Path | None = None) -> tuple[str, dict[str, dict[str, list[int]]]]:
    """Return the compiler of the recorded values, and the values.

    Without a file, return ("", {}).
    """
    path = path or FILE
    if not path.is_file():
        return "", {}
    data = json.loads(path.read_text(encoding="utf-8"))
    return data["compiler"], data["kernels"]


def compare(figures: Figures, path: Path | None = None) -> list[tuple[str, Finding]]:
    """Return pairs of a unit and an objection: for kernels that grew, or that have no record."""
    _, known = recorded(path)
    found = []
    for kernel, targets in sorted(figures.items()):
        for target, resources in sorted(targets.items()):
            now = row(resources)
            before = known.get(kernel, {}).get(target)
            unit, _, entry = kernel.rpartition(" ")
            if before is None:
                what = "no registers are recorded for it"
                advice = "run the gate with --record and commit limits.json"
                found.append((unit, Finding(target, entry, 0, what, advice)))
            elif grown := _grown(before, now):
                advice = "make it smaller, or run the gate with --record and say why in the commit"
                found.append((unit, Finding(target, entry, 0, grown, advice)))
    return found


def record(
    figures: Figures, compiler: str, others: Collection[str] = (), path: Path | None = None
) -> None:
    """Write the measured values: one kernel per line, sorted, so that a diff shows changes.

    The records of the units `others` remain in the file.
    """
    known = recorded(path)[1]
    rows = {k: kept for k, kept in known.items() if k.rpartition(" ")[0] in others}
    for kernel, targets in figures.items():
        rows[kernel] = {target: row(each) for target, each in sorted(targets.items())}
    body = ",\n".join(f"    {json.dumps(k)}: {json.dumps(rows[k])}" for k in sorted(rows))
    head = f'{{\n  "compiler": {json.dumps(compiler)},\n  "fields": {json.dumps(_KEPT)},\n'
    write_atomically(path or FILE, f'{head}  "kernels": {{\n{body}\n  }}\n}}\n'.encode())


def _grown(before: list[int], now: list[int]) -> str:
    """Return the values that grew, old and new, as text; or ""."""
    changes = [
        f"{name} {old} -> {new}"
        for name, old, new in zip(_KEPT, before, now, strict=True)
        if new > old
    ]
    return ", ".join(changes)
