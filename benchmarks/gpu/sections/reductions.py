"""Rows of reductions in binary32 by rows, by columns, and of all elements."""

from __future__ import annotations

from samebits.benchmarks.declared import measured_in
from samebits.benchmarks.gpu.operands import Operand
from samebits.benchmarks.gpu.rows import Row, Sizes
from samebits.benchmarks.gpu.sections import NEAR_MEMORY


def rows(sizes: Sizes) -> list[Row]:
    """Return rows of every reduction in binary32."""
    return of("f32", sizes)


def of(label: str, sizes: Sizes) -> list[Row]:
    """Return rows of every reduction in a format, over the last axis, the first axis, and both."""
    return [
        Row(
            "reductions",
            op,
            (Operand(sizes.square, label),),
            {"axes": axes},
            least=NEAR_MEMORY if op == "sum" and label == "f32" else None,
        )
        for op in measured_in("reductions")
        for axes in ((1,), (0,), (0, 1))
    ]
