"""Hypotheses about rounding: unfused fma, rounded attributes, double rounding, wrong direction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.diagnosis.finding import Explanation, by_prediction
from samebits.conformance.diagnosis.scalar import before_rounding, right_result
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.conformance.reveal.arithmetic import add, fma, multiply, narrow, to_f64
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, from_bits, get_format

Narrow = Callable[[Array, str], Array]


def unfused(evidence: Evidence) -> Iterator[Explanation]:
    """Try fma as a multiplication and an addition that are both rounded, in several formats."""
    if evidence.call.op != "fma":
        return
    for name in dict.fromkeys((evidence.format, "f32", "f64")):
        if get_format(name).bits < get_format(evidence.format).bits:
            continue

        def predict(positions: Array, name: str = name) -> Array:
            a, b, c = (narrow(x, name) for x in evidence.operands(positions))
            return narrow(add(multiply(a, b), c), evidence.format)

        where = "" if name == evidence.format else f" in {name}"
        text = f"the fma is a multiplication, rounded, and then an addition{where} (R3)"
        yield from by_prediction(evidence, "unfused", text, predict)


def attributes_in_binary32(evidence: Evidence) -> Iterator[Explanation]:
    """Try an f64 call with real attributes rounded to binary32, as for shorter formats (R4.3)."""
    call = evidence.call
    if evidence.format != "f64":
        return
    short = {
        a.name: float(np.float32(value))
        for a in get_op(call.op).attributes
        if a.real and isinstance(value := call.attributes[a.name], float)
    }
    if all(value == call.attributes[name] for name, value in short.items()):
        return

    def predict(positions: Array) -> Array:
        other = replace(call, attributes={**call.attributes, **short})
        found = right_result(other, evidence.operands(positions))
        return from_bits(evidence.wanted[positions], "f64") if found is None else found

    text = f"{', '.join(short)} rounded to binary32, which an f64 call does not do (R4.3)"
    yield from by_prediction(evidence, "attribute-in-binary32", text, predict)


def double_rounding(evidence: Evidence) -> Iterator[Explanation]:
    """Try results that are rounded to a wider format, then to the result's format (clause R2)."""
    if not get_format(evidence.format).is_float:
        return
    for middle in ("f32", "f64"):
        if get_format(middle).bits <= get_format(evidence.format).bits:
            continue

        def predict(positions: Array, middle: str = middle) -> Array:
            return _through(evidence, positions, middle)

        text = f"rounded to {middle} first and then to {evidence.format} (R2)"
        yield from by_prediction(evidence, f"double-rounding:{middle}", text, predict)


def direction(evidence: Evidence) -> Iterator[Explanation]:
    """Try results rounded toward zero, up, down, or with ties away from zero (clause R1)."""
    form = get_format(evidence.format)
    if not form.is_float and evidence.call.op != "cast":
        return
    ways: dict[str, tuple[str, Narrow]] = {
        "toward-zero": ("toward zero (truncated)", toward_zero),
        "ties-away": ("to nearest with ties away from zero", ties_away),
        "down": ("toward minus infinity", downward),
        "up": ("toward plus infinity", upward),
    }
    if not form.is_float:
        yield from _integer_casts(evidence)
        return
    for name, (words, rounding) in ways.items():

        def predict(positions: Array, rounding: Narrow = rounding) -> Array:
            value = before_rounding(evidence.call, evidence.operands(positions))
            if value is None:
                return from_bits(evidence.wanted[positions], evidence.format)
            return rounding(value, evidence.format)

        text = f"results are rounded {words} (R1)"
        yield from by_prediction(evidence, f"rounding:{name}", text, predict)


def toward_zero(values: Array, name: str) -> Array:
    """Round binary64 values to a format toward zero."""
    near = narrow(values, name)
    return np.where(np.abs(to_f64(near)) > np.abs(values), _step(near, name, -1), near)


def upward(values: Array, name: str) -> Array:
    """Round binary64 values to a format toward plus infinity."""
    near = narrow(values, name)
    low = to_f64(near) < values
    outward = np.where(np.signbit(near), _step(near, name, -1), _step(near, name, 1))
    return np.where(low, outward, near)


def downward(values: Array, name: str) -> Array:
    """Round binary64 values to a format toward minus infinity."""
    return np.asarray(-upward(-values, name))


def ties_away(values: Array, name: str) -> Array:
    """Round binary64 values to the nearest number of a format, with ties away from zero."""
    near = narrow(values, name)
    away = _step(near, name, 1)
    with np.errstate(all="ignore"):
        tie = np.abs(values) - np.abs(to_f64(near)) == np.abs(to_f64(away)) - np.abs(values)
    return np.where(tie, away, near)


def _step(values: Array, name: str, by: int) -> Array:
    """Return the next number in magnitude: larger for `by` = 1, smaller for -1.

    NaN stays unchanged, and so do the infinities and zeros that have no such neighbour.
    """
    form = get_format(name)
    bits = bits_of(values)
    one = form.bits_dtype.type(1)
    stepped = from_bits(bits + one if by > 0 else bits - one, name)
    zero = (bits & form.bits_dtype.type(form.sign_mask - 1)) == 0
    keep = np.isnan(values) | (zero if by < 0 else np.isinf(values))
    return np.where(keep, values, stepped)


def _integer_casts(evidence: Evidence) -> Iterator[Explanation]:
    """Try casts as x86 instructions make them in two widths, and casts that round to nearest."""
    form = get_format(evidence.format)
    if form.kind not in ("int", "uint") or not get_format(evidence.call.inputs[0]).is_float:
        return
    for register in (np.int32, np.int64):

        def indefinite(positions: Array, register: type[np.signedinteger[Any]] = register) -> Array:
            x = to_f64(evidence.operands(positions)[0])
            low = np.iinfo(register).min
            with np.errstate(invalid="ignore"):  # a signalling NaN would raise a warning
                x = np.trunc(x)
            inside = (x >= low) & (x < -float(low))
            wide = np.where(inside, np.where(inside, x, 0).astype(register), low)
            return np.asarray(wide.astype(form.dtype))  # the low bits of the register

        bits = np.iinfo(register).bits
        text = (
            f"out of range or NaN gives the least integer of {bits} bits, or its lower bits, as "
            "cvttss2si and cvttsd2si of x86 do, instead of saturating (R5)"
        )
        yield from by_prediction(evidence, "cast-indefinite", text, indefinite)

    def nearest(positions: Array) -> Array:
        x = np.nan_to_num(np.rint(to_f64(evidence.operands(positions)[0])), nan=0.0)
        found: Array = np.zeros(x.shape, form.dtype)
        low, high = (int(end) for end in (np.iinfo(form.dtype).min, np.iinfo(form.dtype).max))
        inside = (x > low) & (x < float(high))
        found[inside] = x[inside].astype(form.dtype)
        found[x <= low], found[x >= float(high)] = low, high
        return found

    text = "rounded to the nearest integer instead of toward zero (R5)"
    yield from by_prediction(evidence, "rounding:nearest", text, nearest)


def _through(evidence: Evidence, positions: Array, middle: str) -> Array:
    """Return results that are first rounded to `middle`; functions are computed by libm."""
    operands = evidence.operands(positions)
    call = evidence.call
    wanted = from_bits(evidence.wanted[positions], evidence.format)
    if call.op == "fma":
        wide = [narrow(x, middle) for x in operands]
        return narrow(fma(wide[0], wide[1], wide[2], middle), evidence.format)
    value = before_rounding(call, operands)
    if value is None:
        return wanted
    return narrow(narrow(value, middle), evidence.format)
