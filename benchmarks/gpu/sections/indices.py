"""Rows of copies by index, and of sums by index."""

from __future__ import annotations

from samebits.benchmarks.gpu.operands import INDEX, ZEROS, Operand
from samebits.benchmarks.gpu.rows import Row, Sizes

SCATTER = 1 / 3
"""The target for scatter_add: at most three times the time of PyTorch, whose bits vary."""


def rows(sizes: Sizes) -> list[Row]:
    """Return rows with random indices.

    Each read may take a whole sector, but counts as one element.
    """
    many, places = sizes.count(1 << 24), sizes.count(1 << 20)
    table, width, read = sizes.count(1 << 16), 1024 if sizes.is_full else 16, sizes.count(1 << 17)
    return [
        _scatter_add(places, many),
        Row("indices", "gather", (Operand((many,)), _index((many,), many)), {"axis": 0}),
        Row("indices", "embedding", (Operand((table, width)), _index((read,), table))),
        Row(
            "indices",
            "index_add",
            (Operand((table, width), kind=ZEROS), _index((read,), table), Operand((read, width))),
            {"axis": 0},
        ),
    ]


def _scatter_add(places: int, many: int) -> Row:
    prior = Operand((places,), kind=ZEROS)
    operands = (prior, _index((many,), places), Operand((many,)))
    return Row("indices", "scatter_add", operands, {"axis": 0}, least=SCATTER)


def _index(shape: tuple[int, ...], below: int) -> Operand:
    return Operand(shape, "i64", INDEX, below=below)
