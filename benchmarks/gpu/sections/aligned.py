"""Rows of aligned products (T11), with PyTorch's product in binary32, and of 8-bit products."""

from __future__ import annotations

from samebits.benchmarks.gpu.operands import Operand
from samebits.benchmarks.gpu.rows import Row, Sizes
from samebits.benchmarks.gpu.sections.products import TENSOR_CORES

SECTION = "aligned products"
OURS_ALONE = "ours uses tensor cores, the peers do not"
WIDTHS = ((16, 16), (24, 16), (24, 24), (8, 8))


def rows(sizes: Sizes) -> list[Row]:
    """Return the rows: squares for every pair of widths, a transformer layer, and i8 matrices."""
    n = sizes.length(4096)
    found = squares(n)
    tokens, width, wide = sizes.length(2048), sizes.length(768), sizes.length(3072)
    found.append(_aligned("linear_aligned", (tokens, width), (wide, width), wide, (24, 16)))
    square = Operand((n, n), "i8")
    found.append(Row(SECTION, "matmul", (square, square), flops=2.0 * n**3, remark=TENSOR_CORES))
    return found


def squares(n: int) -> list[Row]:
    """Return the products of two square matrices, for every pair of widths."""
    return [_aligned("matmul_aligned", (n, n), (n, n), n, bits) for bits in WIDTHS]


def _aligned(
    op: str, a: tuple[int, int], b: tuple[int, int], columns: int, bits: tuple[int, int]
) -> Row:
    return Row(
        SECTION,
        op,
        (Operand(a), Operand(b)),
        {"bits": bits},
        flops=2.0 * a[0] * a[1] * columns,
        remark=OURS_ALONE,
    )
