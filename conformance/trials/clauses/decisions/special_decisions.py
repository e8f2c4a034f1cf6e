"""Decisions for clauses S1 to S5: NaN, moves, order, and special values that are in no table."""

from __future__ import annotations

import numpy as np

from samebits.conformance.trials.clauses.clause_asked import Asked, Holds
from samebits.conformance.trials.clauses.decision import (
    always,
    both,
    citing,
    decides,
    named,
    of_class,
    rules,
    shaped,
)
from samebits.conformance.trials.clauses.decisions.formats_decisions import (
    CAST,
    WHOLE,
    real_attribute,
    real_value,
)
from samebits.conformance.trials.clauses.decisions.tables_decisions import in_a_row, own_value
from samebits.spec.catalog import landmarks_of
from samebits.spec.documents.rules import Rule
from samebits.spec.language.declare import Op
from samebits.spec.language.landmarks import ArithmeticLandmarks

COMPUTING = of_class("round", "tree", "graph")


@decides("S1.1", "NaN results", COMPUTING)
def _nan_result(asked: Asked) -> Holds:
    return asked.result_form.is_float and np.isnan(asked.result_values)


def _moves_only(op: Op, rule: Rule) -> bool:
    return named(op, rule) or CAST(op, rule)


@decides(
    "S1.2", "NaN with payloads, in a cast to their format or an equation that moves", _moves_only
)
def _kept_payload(asked: Asked) -> Holds:
    if asked.call.inputs[0] != asked.call.outputs[0] or not asked.is_float():
        return False
    if asked.op.graph is not None and not moves(asked):
        return False
    return asked.any_operand(asked.odd_nan)


def moves(asked: Asked) -> bool:
    """Return whether an einsum equation only moves elements: it has neither a sum nor a product."""
    equation = str(asked.attribute("equation"))
    left, right = equation.split("->")
    return "," not in left and set(left) == set(right)


@decides("S1.3", "a NaN with a payload inside a tree or a graph", of_class("tree", "graph"))
def _nan_inside(asked: Asked) -> Holds:
    seen = asked.result_form.is_float and asked.is_float() and np.isnan(asked.result_values)
    return seen if any(asked.odd_nan(i).any() for i in range(len(asked.shapes))) else False


@decides("S2.1", "NaN with payloads, through moves of single elements", lambda op, rule: (
    named(op, rule) or CAST(op, rule)))  # fmt: skip
def _edited(asked: Asked) -> Holds:
    if asked.call.inputs[-1] != asked.call.outputs[0] or not asked.result_form.is_float:
        return False
    return asked.any_operand(asked.odd_nan)


def _copies(op: Op, rule: Rule) -> bool:
    return (op.op_class == "move" and f"S2.{op.name}" in rules()) or _copies_by_part(op)


def _copies_by_part(op: Op) -> bool:
    return op.op_class == "move" and f"S2.{op.name}.1" in rules()


@decides("S2.2", "NaN with payloads, through copies of elements", _copies, flags=("nan-payload",))
def _copied(asked: Asked) -> Holds:
    return asked.results > 0 and asked.result_form.is_float


for _number in ("S2.gather", "S2.index_select", "S2.embedding", "S2.one_hot"):
    decides(_number, "every element taken or marked by an index", named)(always)

decides("S2.pad.1", "every element of a padded array", named)(always)
decides("S2.unfold.1", "every element of a window", named)(always)


@decides("S2.pad.2", "pads whose widths before and after an axis differ", named)
def _uneven(asked: Asked) -> Holds:
    widths = asked.attribute("widths")
    return asked.results > 0 and widths[::2] != widths[1::2]


@decides("S2.unfold.2", "windows with several positions along both axes", named)
def _places(asked: Asked) -> Holds:
    return asked.results > 0 and asked.out[-1] > 1


@decides(
    "S2.3",
    "indices among which is 0, the smallest that is valid",
    lambda op, rule: "index" in op.operands,
)
def _ends_of_an_axis(asked: Asked) -> Holds:
    index = asked.bits[asked.op.operands.index("index")]
    return asked.results > 0 and bool(index.size and (index == 0).any() and (index > 0).any())


decides("S2.4", "every pair of integers", named)(always)


@decides("S3.1", "a NaN, or zeros of both signs", named)
def _extreme(asked: Asked) -> Holds:
    zeros = asked.zero(0) & asked.zero(1) & (asked.bits[0] != asked.bits[1])
    return np.asarray(zeros | asked.nan(0) | asked.nan(1))


@decides("S3.2", "a NaN, or zeros of both signs", named)
def _compared(asked: Asked) -> Holds:
    return asked.is_float() and _extreme(asked)


@decides("S3.3", "integers with their highest bit set, and odd bytes of a bool", both(
    citing("S3"), shaped("elementwise")))  # fmt: skip
def _whole(asked: Asked) -> Holds:
    form = asked.form(0)
    if len(asked.shapes) != 2:
        return False
    if form.kind == "bool":
        return (asked.bits[0] > 1) & (asked.bits[1] > 1)
    return form.kind in WHOLE and ((asked.bits[0] ^ asked.bits[1]) >> (form.bits - 1)) > 0


@decides("S3.4", "slices with a NaN or zeros of both signs", named)
def _extremes(asked: Asked) -> Holds:
    if asked.results == 0 or not asked.is_float():
        return False
    both_zeros = asked.zero(0, negative=True).any() and asked.zero(0, negative=False).any()
    return bool(both_zeros or asked.nan(0).any())


@decides("S3.5", "operands with equal elements", named)
def _first(asked: Asked) -> Holds:
    flat = asked.bits[0]
    return asked.results > 0 and len(np.unique(flat)) < flat.size


@decides("S3.6", "zeros of both signs, or NaN of several patterns", named)
def _sorted(asked: Asked) -> Holds:
    return asked.is_float() and _not_by_bits(asked)


def _not_by_bits(asked: Asked) -> bool:
    both_zeros = asked.zero(0, negative=True).any() and asked.zero(0, negative=False).any()
    return bool(both_zeros or len(np.unique(asked.bits[0][asked.nan(0)])) > 1)


@decides("S3.7", "elements that the order treats as equal", named)
def _permuted(asked: Asked) -> Holds:
    return len(np.unique(asked.bits[0])) < asked.bits[0].size


@decides("S3.8", "elements that the order treats as equal", named)
def _chosen(asked: Asked) -> Holds:
    return asked.results > 0 and len(np.unique(asked.bits[0])) < asked.bits[0].size


@decides("S3.9", "values that are equal to a boundary, or NaN", named)
def _searched(asked: Asked) -> Holds:
    boundaries, values = asked.bits
    equal = len(np.intersect1d(boundaries, values))
    return asked.results > 0 and bool(equal or asked.nan(1).any())


def _arithmetic(op: Op, rule: Rule) -> bool:
    return "S4" in op.clauses and op.op_class == "round" and not _stated_apart(op)


def _stated_apart(op: Op) -> bool:
    """Return whether special values of an op are defined by a rule outside the tables."""
    own = {f"S4.{op.name}", f"S4.{op.name}.1"}
    return not own.isdisjoint(rules()) or op.name in rules()["S4.2"].marked


@decides("S4.1", "zeros and infinities as operands, zeros as results", _arithmetic)
def _special(asked: Asked) -> Holds:
    odd = asked.any_operand(lambda i: asked.zero(i) | asked.infinite(i))
    return np.asarray(odd | (asked.result_values == 0))


@decides("S4.fma", "zeros and infinities as operands, zeros as results", named)
def _fma(asked: Asked) -> Holds:
    return _special(asked)


@decides("S4.2", "zeros, infinities, integers, and zero results", named)
def _whole_numbers(asked: Asked) -> Holds:
    x = asked.values(0)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.isinf(x) | (np.trunc(x) == x) | (asked.result_values == 0))


@decides("S4.sign", "zeros and infinities", named)
def _sign(asked: Asked) -> Holds:
    return asked.zero(0) | asked.infinite(0)


@decides("S4.fmod", "infinite operands, a zero divisor, a zero result", named)
def _fmod(asked: Asked) -> Holds:
    return np.asarray(
        asked.infinite(0) | asked.infinite(1) | asked.zero(1) | (asked.result_values == 0)
    )


@decides("S4.remainder", "infinite operands, a zero divisor, a zero result", named)
def _remainder(asked: Asked) -> Holds:
    return _fmod(asked)


def _functions(operands: int, op: Op) -> bool:
    row = f"S4.{op.name}" if operands == 1 else f"S4.{op.name}.1"
    return op.profile == "math" and row in rules()


@decides("S4.3", "NaN in a function of one operand", lambda op, rule: _functions(1, op))
def _nan_operand(asked: Asked) -> Holds:
    return asked.nan(0)


@decides("S4.4", "pairs of operands that no row names", lambda op, rule: _functions(2, op))
def _ordinary(asked: Asked) -> Holds:
    return ~in_a_row(asked)


@decides("S4.5", "zero results of operands that no row names", lambda op, rule: _functions(1, op))
def _underflow(asked: Asked) -> Holds:
    return np.asarray((asked.result_values == 0) & ~own_value(asked))


def _adding(op: Op, rule: Rule) -> bool:
    landmarks = landmarks_of(op.name)
    return isinstance(landmarks, ArithmeticLandmarks) and landmarks.traps in ("sums", "differences")


@decides("S4.6", "numbers other than zero whose sum or difference is zero", _adding)
def _cancelled(asked: Asked) -> Holds:
    return np.asarray((asked.result_values == 0) & ~asked.zero(0) & ~asked.zero(1))


@decides("S4.7", "operands of at most 0 with an attribute of at most 0", real_attribute)
def _negative_attribute(asked: Asked) -> Holds:
    return real_value(asked) <= 0 and np.asarray(asked.values(0) <= 0)


@decides("S4.8", "numbers other than zero", lambda op, rule: "scale" in op.summary)
def _scaled(asked: Asked) -> Holds:
    return np.isfinite(asked.values(0)) & ~asked.zero(0)


def _derivative(op: Op, rule: Rule) -> bool:
    return op.name.removesuffix("_derivative") in rule.marked and op.name.endswith("_derivative")


KINKS = (0.0, 3.0, -3.0, 6.0)


@decides("S4.9", "0, 3, -3 and 6 in derivatives", _derivative)
def _kink(asked: Asked) -> Holds:
    return np.isin(asked.values(0), KINKS)
