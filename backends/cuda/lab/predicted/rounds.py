"""Predicted products by tiles: a round with one tile per multiprocessor represents all tiles.

A block of threads would compute more tiles, one after another, than can be executed here. It does
the same work in each tile. So some blocks of a product with one tile per block are counted and
scaled to all tiles. The operands of this product are aligned too; this work is scaled by the number
of their elements.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import prod
from typing import Any

from samebits.backends.cuda.families import aligned
from samebits.backends.cuda.lab.predicted import predicted_counting as counting
from samebits.backends.cuda.lab.predicted.model import Work, chips
from samebits.backends.cuda.lab.predicted.predicted_counting import Counts
from samebits.backends.cuda.sass.machine import MachineCode
from samebits.backends.cuda.session import CudaSession
from samebits.benchmarks.gpu.operands import Operand
from samebits.benchmarks.gpu.rows import Row
from samebits.spec.formats import get_format


def count(row: Row, capability: int) -> list[Counts]:
    """Return the counts of an aligned product of two matrices: aligning both operands, and tiles.

    Raises BackendError for code that cannot be executed.
    """
    (rows, terms), (_, columns) = (x.shape for x in row.operands)
    machine = MachineCode(capability, None, chips()[f"sm_{capability}"].multiprocessors)
    digits = _digits(row.attributes)
    tiling = aligned.tiling_for(machine, 1, rows, columns, digits)
    across = tiling.columns * machine.multiprocessors
    one = replace(row, operands=(Operand((tiling.rows, terms)), Operand((terms, across))))
    if aligned.is_turned(rows, columns, digits):
        raise ValueError(f"{row.name}: its factors are exchanged, and cannot be counted in rounds")
    if aligned.tiling_for(machine, 1, tiling.rows, across, digits) != tiling:
        raise ValueError(f"{row.name}: one round would not have the tiles of {tiling.path}")
    times = (
        *(prod(x.shape) / prod(y.shape) for x, y in zip(row.operands, one.operands, strict=True)),
        tiling.count(1, rows, columns) / machine.multiprocessors,
    )
    memory = row.bytes + _scratch(row, machine)
    found = counting.count(one, capability)
    return [
        replace(each, work=_scaled(each.work, by, memory))
        for each, by in zip(found, times, strict=True)
    ]


def _scratch(row: Row, machine: MachineCode) -> int:
    with CudaSession("scratch", machine) as session:
        layouts = [(get_format(f).dtype, shape, None, 0) for shape, f in _arrays(row)]
        return session.scratch(row.call, layouts)


def _arrays(row: Row) -> list[tuple[tuple[int, ...], str]]:
    return [*((x.shape, x.format) for x in row.operands), *row.results]


def _digits(attributes: Mapping[str, Any]) -> tuple[int, int]:
    first, second = attributes["bits"]
    return first // 8, second // 8


def _scaled(work: Work, by: float, memory: int) -> Work:
    """Return the work with `by` times as many blocks, for a call with `memory` bytes."""
    return replace(
        work,
        blocks=round(by * work.blocks),
        issues={pipe: by * count for pipe, count in work.issues.items()},
        sectors=by * work.sectors,
        different=by * work.different,
        turns=by * work.turns,
        memory=memory,
    )
