"""Rows of elementwise ops in binary32 on large contiguous arrays."""

from __future__ import annotations

from samebits.benchmarks import ranges
from samebits.benchmarks.declared import measured_in
from samebits.benchmarks.gpu.operands import NORMAL, POSITIVE, Operand
from samebits.benchmarks.gpu.rows import Row, Sizes
from samebits.benchmarks.gpu.sections import NEAR_MEMORY
from samebits.spec.catalog import get_op


def rows(sizes: Sizes) -> list[Row]:
    """Return one row for each op, with `sizes.elements` elements."""
    return [
        Row("elementwise", op, operands(op, (sizes.elements,)), least=NEAR_MEMORY)
        for op in measured_in("elementwise")
    ]


def operands(op: str, shape: tuple[int, ...], label: str = "f32") -> tuple[Operand, ...]:
    """Return the operands of an op. They are positive if the op's domain requires it."""
    first = POSITIVE if ranges.is_positive(op) else NORMAL
    kinds = (first, *[NORMAL] * (len(get_op(op).operands) - 1))
    return tuple(Operand(shape, label, kind) for kind in kinds)
