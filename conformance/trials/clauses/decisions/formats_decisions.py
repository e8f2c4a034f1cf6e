"""Decisions for clauses F1 and R1 to R5: formats, roundings and casts."""

from __future__ import annotations

import operator
import re
from functools import partial

import numpy as np

from samebits.conformance.trials.clauses.clause_asked import (
    FLOATS,
    Asked,
    Bits,
    Holds,
    Mask,
    magnitude,
    special_patterns,
)
from samebits.conformance.trials.clauses.decision import (
    Decision,
    add,
    always,
    both,
    citing,
    decides,
    named,
    of_class,
    shaped,
)
from samebits.spec.documents.rules import Rule
from samebits.spec.formats import Format
from samebits.spec.language.declare import Op

ROUNDED = both(of_class("round"), shaped("elementwise"))
CAST = both(citing("R5"), shaped("elementwise"))
COMPUTED = of_class("tree", "graph")


def _of_format(asked: Asked, names: tuple[str, ...]) -> Holds:
    """Return a mask of operands in the named formats whose value only the table of F1 defines."""

    def holds(operand: int) -> Mask:
        form, bits = asked.form(operand), asked.bits[operand]
        return special_patterns(bits, form) if form.name in names else np.zeros(bits.size, bool)

    return any(name in names for name in asked.call.inputs) and asked.any_operand(holds)


_WORDS = "operands that are NaN, infinite, the largest number or subnormal"
add(Decision("F1.1", _WORDS, ROUNDED, partial(_of_format, names=FLOATS)))
for _name in FLOATS:
    _when = partial(_of_format, names=(_name,))
    add(Decision(f"F1.{_name}", f"{_WORDS}, in {_name}", ROUNDED, _when))


@decides("F1.2", "integers with their highest bit set", shaped("elementwise"))
def _highest_bit(asked: Asked) -> Holds:
    def holds(operand: int) -> Mask:
        form, bits = asked.form(operand), asked.bits[operand]
        whole = form.kind in ("int", "uint")
        return np.asarray(bits >> (form.bits - 1) > 0) & whole

    return asked.any_operand(holds)


@decides("F1.3", "bytes of a bool other than 0 and 1", shaped("elementwise"))
def _odd_byte(asked: Asked) -> Holds:
    return "bool" in asked.call.inputs and asked.any_operand(
        lambda i: (asked.bits[i] > 1) & (asked.form(i).kind == "bool")
    )


TIES = ("tie", "near-tie", "exponent-difference", "overflow-border")
decides("R1.1", "results chosen to distinguish roundings, ties and overflow", ROUNDED, flags=TIES)(
    always
)


def at_the_end(asked: Asked) -> Mask:
    """Return a mask of results that are infinite, or the maximum of a format without infinity."""
    form = asked.result_form
    size = magnitude(asked.result, form)
    return np.asarray(size == (form.infinity if form.has_infinity else form.max_finite))


@decides("R1.2", "results of +-448 in f8e4m3fn", ROUNDED)
def _largest_of_fp8(asked: Asked) -> Holds:
    return asked.result_form.name == "f8e4m3fn" and at_the_end(asked)


def subnormal(bits: Bits, form: Format) -> Mask:
    """Return a mask of the subnormal numbers in a float format."""
    size = magnitude(bits, form)
    return np.asarray((size > 0) & (size < 1 << (form.precision - 1)))


@decides("R1.3", "subnormal operands and results", ROUNDED)
def _subnormal(asked: Asked) -> Holds:
    if not (asked.result_form.is_float and asked.is_float()):
        return False
    held = asked.any_operand(lambda i: subnormal(asked.bits[i], asked.form(i)))
    return held | subnormal(asked.result, asked.result_form)


HARD = ("hard", "hard-to-round", "double-rounding", "tie-broken-by-infinitesimal", "near-tie")
decides("R2.1", "operands whose exact result is hard to round", ROUNDED, flags=HARD)(always)


def _has_decimal(op: Op, rule: Rule) -> bool:
    return op.op_class == "round" and bool(re.search(r"\d\.\d", op.summary))


@decides("R2.2", "operands from 1/8 to 8 of functions with a decimal constant", _has_decimal)
def _of_middle_size(asked: Asked) -> Holds:
    size = np.abs(asked.values(0))
    return np.asarray((size > 0.125) & (size < 8))


FUSED = ("contraction", "cancellation", "gradual-underflow", "contraction-tree")


def _combines(op: Op, rule: Rule) -> bool:
    return op.op_class == "tree" or (op.op_class == "round" and len(op.operands) > 1)


@decides("R2.3", "integers whose exact result is not in their format", named)
def _wraps(asked: Asked) -> Holds:
    if asked.form(0).kind not in WHOLE:
        return False
    exact = getattr(operator, asked.call.op)(asked.values(0), asked.values(1))
    return np.abs(exact - asked.result_values) >= 2.0 ** (asked.form(0).bits - 1)


_TOLD = "operands that reveal fused, reassociated and flushed results"
decides("R3.1", _TOLD, _combines, flags=FUSED)(always)


@decides("R4.1", "operands of f64, of lower formats, and of two formats", COMPUTED)
def _compute_format(asked: Asked) -> Holds:
    names = set(asked.call.inputs) & set(FLOATS)
    return asked.results > 0 and bool(names) and names != {"f32"}


@decides("R4.2", "results of a format below the compute format", COMPUTED)
def _low_result(asked: Asked) -> Holds:
    low = asked.result_form.is_float and asked.result_form.bits < 32
    return asked.results > 0 and low and asked.result_form.name in FLOATS


def real_attribute(op: Op, rule: Rule) -> bool:
    """Return whether the op has class `round` and a real attribute."""
    return op.op_class == "round" and any(a.real for a in op.attributes)


def real_value(asked: Asked) -> float:
    """Return the real attribute of a call."""
    name = next(a.name for a in asked.op.attributes if a.real)
    return float(asked.attribute(name))


@decides("R4.3", "real attributes that are not exact in binary32", real_attribute)
def _inexact_attribute(asked: Asked) -> Holds:
    value = real_value(asked)
    x = asked.values(0)
    return float(np.float32(value)) != value and np.asarray((x < 0) & np.isfinite(x))


WHOLE = ("int", "uint")


@decides("R5.1", "casts from f64 to lower floats", CAST, flags=("double-rounding", "tie"))
def _narrowing(asked: Asked) -> Holds:
    low = asked.result_form.is_float and asked.result_form.bits < 64
    return asked.results > 0 and low and asked.call.inputs[0] == "f64"


@decides("R5.2", "casts between floats that overflow, with and without saturation", CAST)
def _overflowing(asked: Asked) -> Holds:
    if not (asked.is_float() and asked.result_form.is_float):
        return False
    finite = np.isfinite(asked.values(0))
    lost = np.isnan(asked.result_values) & ~asked.nan(0)
    return (at_the_end(asked) | lost) & (finite | (not asked.result_form.has_infinity))


@decides("R5.3", "casts of floats to integers", CAST, flags=("saturation", "truncation"))
def _to_integer(asked: Asked) -> Holds:
    return asked.results > 0 and asked.is_float() and asked.result_form.kind in WHOLE


@decides("R5.4", "integers that are not exact in the float format", CAST)
def _to_float(asked: Asked) -> Holds:
    if asked.form(0).kind not in WHOLE or not asked.result_form.is_float:
        return False
    return np.asarray(asked.values(0) != asked.result_values)


@decides("R5.5", "casts of integers to integers", CAST, flags=("wrapping", "special-values"))
def _wrapping(asked: Asked) -> Holds:
    return asked.results > 0 and asked.form(0).kind in WHOLE and asked.result_form.kind in WHOLE


@decides("R5.6", "casts to bool and from bool", CAST)
def _truth(asked: Asked) -> Holds:
    kinds = (asked.form(0).kind, asked.result_form.kind)
    return asked.results > 0 and "bool" in kinds and kinds[0] != kinds[1]


@decides("R5.7", "NaN with payloads and odd bytes of a bool, cast to their own format", CAST)
def _own_format(asked: Asked) -> Holds:
    if asked.call.inputs != asked.call.outputs:
        return False
    return asked.bits[0] > 1 if asked.form(0).kind == "bool" else asked.odd_nan(0)
