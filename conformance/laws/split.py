"""Split: a canonical tree can be cut into aligned parts and computed from their results.

By clause T1, every aligned range of 2^k elements is a subtree, so a sum is the tree over the sums
of these ranges, for any k. The largest 2^k below n is the cut at the root of the tree. By clauses
T4 and T11, a contraction is cut in the same way at multiples of 256 * 2^k. The law covers only
results in the compute format, because no cast is made in between.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.batch import part
from samebits.conformance.laws.law import Bench, Bits, Finding, Law
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op, landmarks_of
from samebits.spec.families import aligned
from samebits.spec.families.products import linear
from samebits.spec.families.reductions import SHAPE_RULES
from samebits.spec.formats import bits_of, canonicalize_nan, compute_format, from_bits, get_format
from samebits.spec.language import shapes as rules
from samebits.spec.language.call import Call
from samebits.spec.language.landmarks import ReductionLandmarks
from samebits.spec.language.shapes import normalize_axes
from samebits.spec.language.trees import CONTRACTION_BLOCK, balanced, evaluate

MOST_PARTS = 64
"""The approximate maximum number of parts into which a tree is cut."""

_INTEGERS = ("i32", "i64")


def concerns(specimen: Specimen) -> bool:
    """Return whether the law applies: to trees without further steps over one axis.

    The axis must be long enough to be cut. The result must have the compute format, or be an
    integer. Sums of integers wrap, so they may be cut anywhere.
    """
    call = specimen.call
    if not (_is_bare_tree(call) or is_contraction(call)):
        return False
    axes = _bare_axes(specimen)
    whole = call.outputs[0] in (compute_format(call.inputs), *_INTEGERS)
    return whole and axes is not None and _size(specimen, axes) > _unit(call)


def is_tree(call: Call) -> bool:
    """Return whether the call is a reduction over axes that adds or multiplies by the tree T1."""
    op = get_op(call.op)
    return op.shape_rule in SHAPE_RULES and "T1" in op.clauses


def _is_bare_tree(call: Call) -> bool:
    """Return whether the result is the root of the tree T1, without further steps."""
    landmarks = landmarks_of(call.op)
    return is_tree(call) and isinstance(landmarks, ReductionLandmarks) and landmarks.steps is None


def is_contraction(call: Call) -> bool:
    """Return whether the elements are contractions of two operands (T4), or aligned ones (T11)."""
    rule = get_op(call.op).shape_rule
    return rule in (rules.dot, rules.matmul, rules.bmm, linear, *aligned.SHAPE_RULES)


def _unit(call: Call) -> int:
    return 1 if _is_bare_tree(call) else CONTRACTION_BLOCK


def _size(specimen: Specimen, axes: list[int]) -> int:
    return specimen.shapes[0][axes[0]]


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare with trees over parts of 2^k units, from two parts down to single units.

    A unit is one term, or one block of a contraction.
    """
    call, unit, operands = specimen.call, _unit(specimen.call), specimen.operands()
    axes = _bare_axes(specimen) or []
    size = _size(specimen, axes)
    base = bench.run(call, operands)
    length = unit << (-(-size // unit) - 1).bit_length() - 1
    while length >= max(unit, size // MOST_PARTS):
        starts = range(0, size, length)
        parts = [
            [part(x, a, s, min(s + length, size)) for x, a in zip(operands, axes, strict=True)]
            for s in starts
        ]
        values = [bench.run(call, inputs)[0] for inputs in parts]
        total = evaluate(balanced(len(values)), values, partial(_join, call), base[0])
        text = (
            f"cut into {len(values)} parts of {length} of {size} terms, the tree over the parts "
            "gives other bits than the whole"
        )
        sides = ("the whole", f"the tree over parts of {length} terms")
        finding = bench.differs(specimen, base, [total], text, sides)
        if finding:
            return finding
        length //= 2
    return None


def _bare_axes(specimen: Specimen) -> list[int] | None:
    """Return the axis to cut in each operand, or None if the law does not apply."""
    call = specimen.call
    if _is_bare_tree(call):
        reduced = normalize_axes(call.op, call.attributes["axes"], len(specimen.shapes[0]))
        return [reduced[0]] if len(reduced) == 1 else None
    if len(specimen.shapes) == 3:  # the bias is added after the tree
        return None
    return cut_axes(specimen)


def cut_axes(specimen: Specimen) -> list[int]:
    """Return the contracted axis of the first two operands of a contraction."""
    call, rank = specimen.call, len(specimen.shapes[0])
    rule = get_op(call.op).shape_rule
    if rule is rules.dot:
        return [0, 0]
    if rule in (linear, aligned.linear):
        return [rank - 1, 1]
    left = rank - 2 if call.attributes["transpose_a"] else rank - 1
    right = rank - 1 if call.attributes["transpose_b"] else rank - 2
    return [left, right]


def _join(call: Call, a: Bits, b: Bits) -> Bits:
    """Return one sum or product by NumPy, which rounds as IEEE 754 in the default environment."""
    name = call.outputs[0]
    left: Array = from_bits(a, name)
    right: Array = from_bits(b, name)
    with np.errstate(all="ignore"):
        joined = np.asarray(left * right if call.op == "prod" else left + right)
    return canonicalize_nan(bits_of(joined), name) if get_format(name).is_float else bits_of(joined)


LAW = Law(
    name="split",
    says="a tree cut into aligned parts of 2^k units is the tree over the parts",
    rules=("T1.1", "T4.1", "T11.9"),
    check=check,
    rank="values",
    applies=concerns,
    stretches=True,
)
