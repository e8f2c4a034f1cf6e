"""Faults that depend on values: special operands, and rare bit patterns of operands or results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.questions.mixed import usual_label
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.trials.sabotage.chances import (
    CERTAIN,
    FEW_BITS,
    certified,
    of_results,
    of_values,
    width,
)
from samebits.conformance.trials.sabotage.family import LAST, Asked, Family
from samebits.spec.catalog import get_op
from samebits.spec.formats import Format, bits_of, format_of, get_format
from samebits.vectors.address import is_elementwise

Bits = np.ndarray[Any, Any]

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_OTHER = np.uint64(0xBF58476D1CE4E5B9)
_SPECIAL = ("nan", "infinity", "minus_zero", "plus_zero", "subnormal", "largest", "equal")


def is_special(patterns: Bits, form: Format, kind: str) -> Bits:
    """Return a mask of the elements, in row-major order, that are special in the given way."""
    if kind == "equal":
        flat = patterns.reshape(-1)
        return np.concatenate([flat[1:] == flat[:-1], [False]]) if flat.size else flat != flat
    if not form.is_float:
        return np.asarray(patterns.reshape(-1) == 0)
    magnitude = patterns.reshape(-1) & patterns.dtype.type(form.sign_mask - 1)
    negative = patterns.reshape(-1) != magnitude
    if kind == "nan":
        infinity = form.infinity if form.has_infinity else form.max_finite
        return np.asarray(magnitude > infinity)
    if kind == "infinity":
        return np.asarray(magnitude == form.infinity)
    if kind == "largest":
        return np.asarray(magnitude == form.max_finite)
    if kind == "subnormal":
        return np.asarray((magnitude > 0) & (magnitude < 1 << (form.precision - 1)))
    return np.asarray((magnitude == 0) & (negative if kind == "minus_zero" else ~negative))


def _special(asked: Asked, argument: str) -> int | None:
    return _spread(asked, [_holds(x, argument) for x in asked.inputs])


def _holds(x: Array, kind: str) -> Bits:
    form = format_of(x)
    if form.kind == "bool" or (kind == "infinity" and not form.has_infinity):
        return np.zeros(x.size, bool)
    return is_special(bits_of(x), form, kind)


def _spread(asked: Asked, marks: Sequence[Bits]) -> int | None:
    """Return the position of the first marked element, or None.

    If the shapes of operand and result differ, the position is taken modulo the size of the result.
    """
    size = asked.outputs[0].size
    for marked, x in zip(marks, asked.inputs, strict=True):
        at = int(np.argmax(marked)) if marked.size and marked.any() else None
        if at is not None:
            return at if x.shape == asked.outputs[0].shape else at % size
    return None


def _patterns(x: Array) -> Bits:
    bits = bits_of(x).astype(np.uint64)
    return (bits != 0).astype(np.uint64) if format_of(x).kind == "bool" else bits


def _one_in(asked: Asked, argument: str) -> int | None:
    """Return the position selected by a hash of operand bits, or None.

    The argument is `bits.target`. A position is selected if the first `bits` bits of its hash are
    `target`. If the operands have few bits, `target` is the bit pattern itself.
    """
    bits, target = map(int, argument.split("."))
    together = is_elementwise(asked.call.op)
    operands = [_patterns(x) for x in (asked.inputs if together else asked.inputs[:1])]
    shape = asked.outputs[0].shape if together else operands[0].shape
    mixed = np.zeros(shape, np.uint64)
    few = width(asked.call.op, asked.call.label) <= FEW_BITS
    for x, name in zip(operands, asked.call.inputs, strict=False):
        step = 1 if name == "bool" else get_format(name).bits
        if few:
            mixed = (mixed << np.uint64(step)) | x
        else:
            mixed = ((mixed ^ x) * _FACTOR) ^ (mixed >> np.uint64(29))
    if few:
        hit = mixed.reshape(-1) == np.uint64(target)
    else:
        # A second round is needed, because a product moves no high bit of a pattern to a lower
        # position.
        mixed = (mixed ^ (mixed >> np.uint64(31))) * _OTHER
        hit = (mixed.reshape(-1) >> np.uint64(64 - bits)) == np.uint64(target)
    if not hit.any():
        return None
    return int(np.argmax(hit)) % asked.outputs[0].size if asked.outputs[0].size else LAST


def _targets(op: str, label: str, bits: int) -> Sequence[str]:
    if op == "one_hot" or not get_op(op).operands:  # the only operand of one_hot contains classes
        return ()
    wide = width(op, label)
    if wide <= FEW_BITS:
        bits = wide
    draws = Draws("0", f"{op} {label} {bits}")
    return [f"{bits}.{draws.below(1 << bits)}" for _ in range(2)]


def _one_result(asked: Asked, argument: str) -> int | None:
    """Return the position selected by a hash of the call's number and the position, or None.

    The argument is `bits.target`, as in `_one_in`.
    """
    bits, target = map(int, argument.split("."))
    places = np.arange(asked.outputs[0].size, dtype=np.uint64) + np.uint64(asked.number << 32)
    mixed = places * _FACTOR
    mixed = (mixed ^ (mixed >> np.uint64(31))) * _OTHER
    hit = (mixed >> np.uint64(64 - bits)) == np.uint64(target)
    return int(np.argmax(hit)) if hit.any() else None


def _results_targets(op: str, label: str) -> Sequence[str]:
    draws = Draws("0", f"{op} {label} results")
    return [f"16.{draws.below(1 << 16)}" for _ in range(2)]


def _specials_of(op: str, label: str) -> Sequence[str]:
    forms = [get_format(name) for name in get_op(op).labels()[label][0][0]]
    found = [k for k in _SPECIAL if k != "infinity"] if any(f.is_float for f in forms) else []
    found += ["infinity"] if any(f.has_infinity for f in forms) else []
    whole = ["equal"] if any(f.kind in ("int", "uint") for f in forms) else []
    return found or whole


def _within_special(op: str, label: str, argument: str) -> bool:
    """Return whether golden cases contain the special value in this format.

    They contain all special values in the usual format, except `equal`, which depends on draws.
    """
    return argument != "equal" and (is_elementwise(op) or label == usual_label(op))


def _chance(op: str, label: str, argument: str) -> float:
    return of_values(op, label, int(argument.partition(".")[0]))


def _chance_of_result(op: str, label: str, argument: str) -> float:
    return of_results(op, label, int(argument.partition(".")[0]))


FAMILIES = (
    Family(
        "special", "an operand contains this special value: {}", "1 if a call has it", _special,
        _specials_of, _within_special,
    ),
    Family(
        "values16",
        "an operand has one of the bit patterns of a set with 1 in 2^16 of all patterns, "
        "or one input of a short format ({})",
        "1 - (1 - 2^-16)^n for n different elements; 1 if the call has all inputs",
        _one_in, lambda op, label: _targets(op, label, 16),
        lambda op, label, argument: _chance(op, label, argument) > CERTAIN, probability=_chance,
    ),
    Family(
        "results16", "one result in 2^16, at a pseudorandom position ({})",
        "1 - (1 - 2^-16)^n for n results", _one_result, _results_targets,
        lambda op, label, argument: _chance_of_result(op, label, argument) > CERTAIN,
        probability=_chance_of_result,
    ),
    Family(
        "values20",
        "an operand has one of the bit patterns of a set with 1 in 2^20 of all patterns ({})",
        "1 - (1 - 2^-20)^n for n different elements",
        _one_in,
        lambda op, label: _targets(op, label, 20) if width(op, label) > FEW_BITS else (),
        lambda op, label, argument: (op, label) in certified(), "full", _chance,
    ),
)  # fmt: skip
"""Families of faults that depend on the values of operands."""
