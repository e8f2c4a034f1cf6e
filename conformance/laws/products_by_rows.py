"""Products: an op whose elements are contractions gives the bits of `matmul` (T4, T11).

`linear` is the product with the transposed weight, and `bmm` a product for every batch. `outer` is
the product of a column and a row, and `dot` the product of a row and a column. Aligned products are
compared with `matmul_aligned`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.law import Bench, Bits, Finding, Law
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op
from samebits.spec.families import aligned, products
from samebits.spec.language import shapes as rules
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import ShapeRule

Operands = list[list[Array]]


def _linear(call: Call, x: Sequence[Array]) -> Operands:
    rows = x[0].reshape(-1, x[0].shape[-1])
    return [[rows, x[1].T, *x[2:]]]


def _bmm(call: Call, x: Sequence[Array]) -> Operands:
    return [[a, b, *x[2:]] for a, b in zip(x[0], x[1], strict=True)]


_WAYS: Mapping[ShapeRule, Callable[[Call, Sequence[Array]], Operands]] = {
    products.linear: _linear,
    products.outer: lambda call, x: [[x[0][:, None], x[1][None, :]]],
    rules.dot: lambda call, x: [[x[0][None, :], x[1][:, None]]],
    rules.bmm: _bmm,
    aligned.linear: _linear,
    aligned.bmm: _bmm,
}
"""For each shape rule, a function that returns the operands of the equivalent matmul calls."""


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare the call with matmul on the same numbers."""
    call, operands = specimen.call, specimen.operands()
    rule = get_op(call.op).shape_rule
    plain = get_op("matmul_aligned" if rule in aligned.SHAPE_RULES else "matmul")
    matmul = plain.call(call.inputs, call.outputs, **dict(call.attributes))
    bench.need_call(matmul)
    base = bench.run(call, operands)
    parts: list[Bits] = [bench.run(matmul, x)[0] for x in _WAYS[rule](call, operands)]
    other = np.stack(parts).reshape(base[0].shape)
    text = f"{call.op} gives other bits than {plain.name} on the same numbers"
    return bench.differs(specimen, base, [other], text)


LAW = Law(
    name="products",
    says="linear, outer, dot and bmm have the bits of matmul, aligned ones of matmul_aligned",
    rules=("T4.2", "T11.1"),
    check=check,
    rank="values",
    needs=frozenset({"calls"}),
    applies=lambda specimen: get_op(specimen.call.op).shape_rule in _WAYS,
)
