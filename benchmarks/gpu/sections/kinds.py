"""Rows with special kinds of numbers, to find times that depend on the operands."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.benchmarks.declared import measured_in
from samebits.benchmarks.gpu.operands import (
    HALF_ZEROS,
    MASKED,
    NEAR_ONE,
    NORMAL,
    SUBNORMALS,
    Operand,
)
from samebits.benchmarks.gpu.rows import Row, Sizes

SECTION = "kinds of operands"
USUAL = (NORMAL, HALF_ZEROS, SUBNORMALS, NEAR_ONE)


def rows(sizes: Sizes) -> list[Row]:
    """Return rows for every kind of numbers.

    They have elementwise ops, softmax (also masked) and a matrix product.
    """
    part = sizes.elements // 4
    flat, lines = (part,), (max(1, part // 1024), min(1024, part))
    n = sizes.length(4096)
    return [
        *(row for op in measured_in("kinds") for row in _each(op, USUAL, flat)),
        *_each("add", USUAL, flat, operands=2),
        *_each("softmax", (*USUAL, MASKED), lines, axis=1),
        *_each("logsumexp", (NORMAL, MASKED), lines, axes=(1,)),
        *_each("max", (NORMAL, MASKED), lines, axes=(1,)),
        *_each("matmul", USUAL, (n, n), operands=2, flops=2.0 * n**3),
    ]


def _each(
    op: str,
    kinds: Sequence[str],
    shape: tuple[int, ...],
    operands: int = 1,
    flops: float = 0.0,
    **attributes: object,
) -> list[Row]:
    return [
        Row(SECTION, op, (Operand(shape, kind=kind),) * operands, attributes, flops)
        for kind in kinds
    ]
