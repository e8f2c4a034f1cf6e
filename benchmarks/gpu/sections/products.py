"""Rows of matrix products: square matrices, linear layers and the products of attention."""

from __future__ import annotations

from math import prod

from samebits.benchmarks.gpu.operands import Operand
from samebits.benchmarks.gpu.rows import Row, Sizes

MATRIX = 0.8
"""The target for matmul in f32 from size 2048 on: 0.8 times the speed of cuBLAS."""

TENSOR_CORES = "the peers use tensor cores"


def rows(sizes: Sizes) -> list[Row]:
    """Return rows in binary32, large sizes first, then in the 16-bit formats."""
    found = [
        _matmul(sizes, n, transposed)
        for n in (4096, 2048, 8192, 1024)
        for transposed in (False, True)
    ]
    width = sizes.length(4096)
    for count in (1, 16, 4096):
        m = count if count <= 16 else max(32, sizes.length(count))
        x, weight = Operand((m, width)), Operand((width, width))
        found.append(Row("products", "linear", (x, weight), flops=2.0 * m * width * width))
    found += _attention(sizes)
    return [*found, *(_matmul(sizes, 4096, False, label) for label in ("bf16", "f16"))]


def _matmul(sizes: Sizes, full: int, transposed: bool, label: str = "f32") -> Row:
    n = sizes.length(full)
    return Row(
        "products",
        "matmul",
        (Operand((n, n), label),) * 2,
        {"transpose_b": True} if transposed else {},
        flops=2.0 * n**3,
        least=MATRIX if full >= 2048 and label == "f32" else None,
        remark="" if label == "f32" else TENSOR_CORES,
    )


def _attention(sizes: Sizes) -> list[Row]:
    """Return rows of the two products in attention.

    They have 16 heads in a batch of 16, and 1024 positions of 64 numbers.
    """
    heads, length, width = (256, 1024, 64) if sizes.is_full else (2, 16, 8)
    narrow, scores = (heads, length, width), (heads, length, length)
    flops = 2.0 * prod(scores) * width
    return [
        Row(
            "products",
            "bmm",
            (Operand(narrow), Operand(narrow)),
            {"transpose_b": True},
            flops=flops,
            remark="scores of attention",
        ),
        Row(
            "products",
            "bmm",
            (Operand(scores), Operand(narrow)),
            flops=flops,
            remark="values of attention",
        ),
    ]
