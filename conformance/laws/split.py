"""Split: a canonical tree cut into aligned parts of 2^k leaves is the tree of the parts' results.

Clause T1: every aligned range of 2^k elements is a subtree, and the tree of these is T1 again.
Clause T4: a contraction is cut likewise into parts of 256 * 2^k terms. It is put at the root (two
parts) and one level below. It holds without a cast in between, so where the result has the compute
format; integers wrap in any order.
"""

from __future__ import annotations

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.batch import part
from samebits.conformance.laws.law import Bench, Bits, Finding, Law
from samebits.conformance.laws.specimens import Specimen
from samebits.spec import products
from samebits.spec import shapes as rules
from samebits.spec.call import Call
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, canonicalize_nan, compute_format, from_bits
from samebits.spec.shapes import normalize_axes
from samebits.spec.trees import CONTRACTION_BLOCK

_CONTRACTIONS = (rules.dot, rules.matmul, rules.bmm, products.linear)


def concerns(specimen: Specimen) -> bool:
    """Bare trees over one axis, long enough to cut, in formats that are their compute format."""
    call = specimen.call
    if call.op != "sum" and get_op(call.op).shape_rule not in _CONTRACTIONS:
        return False
    axes = _cut_axes(specimen)
    own_compute = call.outputs[0] in (compute_format(call.inputs), "i32")
    return own_compute and axes is not None and _size(specimen, axes) > _unit(call)


def _unit(call: Call) -> int:
    return 1 if call.op == "sum" else CONTRACTION_BLOCK


def _size(specimen: Specimen, axes: list[int]) -> int:
    return specimen.shapes[0][axes[0]]


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Cut the reduced axis at the root of its tree, and one level below, and add the results."""
    call, unit, operands = specimen.call, _unit(specimen.call), specimen.operands()
    axes = _cut_axes(specimen) or []
    size = _size(specimen, axes)
    root = unit * (1 << (-(-size // unit) - 1).bit_length() - 1)
    base = bench.run(call, operands)
    for length in {root, max(root // 2, unit)}:
        bounds = [(start, min(start + length, size)) for start in range(0, size, length)]
        parts = [
            bench.run(call, [part(x, a, *cut) for x, a in zip(operands, axes, strict=True)])[0]
            for cut in bounds
        ]
        text = f"{len(parts)} parts of {length} of {size}, added, give other bits than the whole"
        finding = bench.differs(specimen, base, [_tree(parts, call.outputs[0])], text)
        if finding:
            return finding
    return None


def _tree(parts: list[Bits], name: str) -> Bits:
    """T1 over the results of the parts: adjacent pairs, an odd last one promoted."""
    while len(parts) > 1:
        odd = parts[len(parts) // 2 * 2 :]
        parts = [_add(a, b, name) for a, b in zip(parts[::2], parts[1::2], strict=False)] + odd
    return parts[0]


def _cut_axes(specimen: Specimen) -> list[int] | None:
    """The reduced axis of every operand; None where the result is no bare tree over one axis."""
    call, shapes = specimen.call, specimen.shapes
    op = get_op(call.op)
    rank = len(shapes[0])
    if op.shape_rule is rules.dot:
        return [0, 0]
    if op.name == "sum":
        reduced = normalize_axes(op.name, call.attributes["axes"], rank)
        return [reduced[0]] if len(reduced) == 1 else None
    if op.shape_rule is products.linear and len(shapes) == 2:
        return [rank - 1, 1]
    if len(shapes) == 3:  # the bias is added after the tree
        return None
    left = rank - 2 if call.attributes["transpose_a"] else rank - 1
    right = rank - 1 if call.attributes["transpose_b"] else rank - 2
    return [left, right]


def _add(a: Bits, b: Bits, name: str) -> Bits:
    """One rounded addition by NumPy, which is IEEE 754 in the default environment."""
    left: Array = from_bits(a, name)
    right: Array = from_bits(b, name)
    with np.errstate(all="ignore"):
        return canonicalize_nan(bits_of(np.asarray(left + right)), name)


LAW = Law(
    name="split",
    says="a tree cut at aligned powers of two is the tree of its parts",
    clauses=("T1", "T4"),
    check=check,
    applies=concerns,
)
