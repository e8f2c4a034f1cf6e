"""The choice of units and architectures: all of them, or a small sample."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from zlib import crc32

from samebits.backends.cuda.compiling.options import ARCHITECTURES
from samebits.backends.cuda.compiling.units import Unit
from samebits.backends.cuda.lab.gate.verdict import MEASURED

Plan = dict[Unit, tuple[int, ...]]

SAMPLED = 2
"""The number of units per kernel file in the sample."""


def complete(units: Iterable[Unit], architectures: tuple[int, ...] = ARCHITECTURES) -> Plan:
    """Return a plan of every unit with all of these architectures."""
    return dict.fromkeys(units, architectures)


def sample(units: Iterable[Unit]) -> Plan:
    """Return some units of every kernel file, each for the measured and one other architecture.

    The CRC-32 of names decides, so the choice is the same every time. The other architecture varies
    between units, so that the files together use every architecture.
    """
    files: dict[str, list[Unit]] = defaultdict(list)
    for unit in units:
        files[unit.path].append(unit)
    others = [v for v in ARCHITECTURES if v != MEASURED]
    return {
        unit: (others[_number(unit) % len(others)], MEASURED)
        for mine in files.values()
        for unit in sorted(sorted(mine, key=_number)[:SAMPLED], key=str)
    }


def shard(plan: Plan, number: int, total: int) -> Plan:
    """Return part `number` of `total` parts of a plan.

    The CRC-32 of a unit's name decides its part.
    """
    return {unit: to for unit, to in plan.items() if _number(unit) % total == number - 1}


def _number(unit: Unit) -> int:
    return crc32(str(unit).encode())
