"""Split: a canonical tree cut at its root gives the two halves' results, added once.

Clause T1: for n > 1 the sum is the sum of the first 2^k elements, the largest power of two below n,
plus the sum of the rest; a product likewise (T3). Clause T4: a contraction is cut at 256 * 2^k. It
holds without a cast in between, so for the formats that are their own compute format.
"""

from __future__ import annotations

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.batch import part
from samebits.conformance.laws.law import Bench, Bits, Finding, Law
from samebits.conformance.laws.specimens import Specimen
from samebits.spec import shapes as rules
from samebits.spec.call import Call
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, canonicalize_nan, compute_format, from_bits
from samebits.spec.shapes import normalize_axes
from samebits.spec.trees import CONTRACTION_BLOCK

_CONTRACTIONS = (rules.dot, rules.matmul, rules.bmm)
_REDUCTIONS = ("sum", "prod")


def concerns(specimen: Specimen) -> bool:
    """Bare trees over one axis, long enough to cut, in formats that are their compute format."""
    call = specimen.call
    if call.op not in _REDUCTIONS and get_op(call.op).shape_rule not in _CONTRACTIONS:
        return False
    axes = _cut_axes(specimen)
    own_compute = compute_format(call.inputs) == call.outputs[0]
    return own_compute and axes is not None and _size(specimen, axes) > _unit(call)


def _unit(call: Call) -> int:
    return 1 if call.op in _REDUCTIONS else CONTRACTION_BLOCK


def _size(specimen: Specimen, axes: list[int]) -> int:
    return specimen.shapes[0][axes[0]]


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Cut the reduced axis at the root of its tree and add the two results."""
    call, unit, operands = specimen.call, _unit(specimen.call), specimen.operands()
    axes = _cut_axes(specimen) or []
    size = _size(specimen, axes)
    cut = unit * (1 << (-(-size // unit) - 1).bit_length() - 1)
    base = bench.run(call, operands)
    halves = [
        bench.run(call, [part(x, a, start, stop) for x, a in zip(operands, axes, strict=True)])[0]
        for start, stop in ((0, cut), (cut, size))
    ]
    total = _join(call, halves[0], halves[1])
    text = f"cut at {cut} of {size}, the two halves joined give other bits than the whole"
    return bench.differs(specimen, base, [total], text)


def _cut_axes(specimen: Specimen) -> list[int] | None:
    """The reduced axis of every operand; None where the result is no bare tree over one axis."""
    call, shapes = specimen.call, specimen.shapes
    op = get_op(call.op)
    rank = len(shapes[0])
    if op.shape_rule is rules.dot:
        return [0, 0]
    if op.name in _REDUCTIONS:
        reduced = normalize_axes(op.name, call.attributes["axes"], rank)
        return [reduced[0]] if len(reduced) == 1 else None
    if len(shapes) == 3:  # the bias is added after the tree
        return None
    left = rank - 2 if call.attributes["transpose_a"] else rank - 1
    right = rank - 1 if call.attributes["transpose_b"] else rank - 2
    return [left, right]


def _join(call: Call, a: Bits, b: Bits) -> Bits:
    """One rounded operation by NumPy, which is IEEE 754 in the default environment."""
    name = call.outputs[0]
    left: Array = from_bits(a, name)
    right: Array = from_bits(b, name)
    with np.errstate(all="ignore"):
        joined = left * right if call.op == "prod" else left + right
    return canonicalize_nan(bits_of(np.asarray(joined)), name)


LAW = Law(
    name="split",
    says="a tree cut at its root is the sum of its halves",
    clauses=("T1", "T4"),
    check=check,
    applies=concerns,
)
