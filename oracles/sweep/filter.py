"""The filter in C for one call: results of a range of patterns, and the undecided patterns."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from samebits.oracles.elementwise import attribute_operands
from samebits.oracles.rounding import Real
from samebits.oracles.sweep.library import load
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]

_KINDS = ("float", "int", "uint", "bool")

WINDOW_BITS = {"f16": 16, "bf16": 20, "f8e4m3fn": 26, "f8e5m2": 26}
"""Exponents of two by which enclosures are widened if operand and result have short formats.

There are few inputs then, so the rigorous library has time to decide more of them. The inputs that
it decides are ranked by hardness. For f16, a radius of 2**-40 becomes 2**-24.
"""


class _Format(ctypes.Structure):
    """The structure `format` of src/format.h."""

    _fields_ = (
        ("kind", ctypes.c_int32),
        ("bits", ctypes.c_int32),
        ("precision", ctypes.c_int32),
        ("least", ctypes.c_int32),
        ("has_infinity", ctypes.c_int32),
        ("saturate", ctypes.c_int32),
        ("largest", ctypes.c_uint64),
        ("nan", ctypes.c_uint64),
    )


class _Task(ctypes.Structure):
    """The structure `sweep_task` of src/engine.c."""

    _fields_ = (
        ("input", _Format),
        ("output", _Format),
        ("scale", ctypes.c_double),
        ("attributes", ctypes.c_double * 4),
        ("near", ctypes.c_int64),
        ("ties", ctypes.c_int64),
    )


class Filtered(NamedTuple):
    """Results as unsigned patterns, undecided input patterns, and the number of decided ties."""

    bits: Array
    near: Array
    ties: int


def c_format(name: str, *, saturate: bool = True) -> _Format:
    """Return a format of clause F1 as a structure for the C code."""
    form = get_format(name)
    kind = _KINDS.index(form.kind)
    least = form.least_exponent if form.is_float else 0
    numbers = (kind, form.bits, form.precision, least, form.has_infinity, saturate)
    return _Format(*map(int, numbers), form.max_finite, form.canonical_nan)


@cache
def address(op: str) -> int | None:
    """Return the address of the function `sweep_<op>`, or None if it does not exist."""
    function = getattr(load(), f"sweep_{op}", None)
    return None if function is None else ctypes.cast(function, ctypes.c_void_p).value


def to_binary64(value: Real) -> float:
    """Return an attribute as a binary64 number, which is exact.

    The attribute is a binary32 number, an infinity or NaN.
    """
    if value.kind != "finite":
        return float("nan") if value.kind == "nan" else float("-inf" if value.negative else "inf")
    return (-1.0 if value.negative else 1.0) * value.significand * 2.0**value.exponent


def run(call: Call, first: int, count: int, *, widen: float = 1.0) -> Filtered:
    """Apply the filter to the patterns first .. first + count - 1.

    The interpreter's lock is released. `widen` scales every enclosure, for tests. The results of
    undecided patterns are meaningless.
    """
    task = _task(call, widen)
    bits = np.empty(count, get_format(call.outputs[0]).bits_dtype)
    near = np.empty(count, np.uint32)
    load().sweep_run(
        ctypes.c_void_p(address(call.op)),
        ctypes.byref(task),
        ctypes.c_uint32(first),
        ctypes.c_int64(count),
        ctypes.c_void_p(bits.ctypes.data),
        ctypes.c_void_p(near.ctypes.data),
    )
    return Filtered(bits, near[: task.near].copy(), task.ties)


def run_at(call: Call, patterns: Array) -> Filtered:
    """Apply the filter to any patterns. `near` has the indices of the undecided patterns."""
    task, run_one = _task(call, 1.0), load().sweep_run
    bits = np.empty(patterns.size, get_format(call.outputs[0]).bits_dtype)
    function, reference = ctypes.c_void_p(address(call.op)), ctypes.byref(task)
    scratch, one = ctypes.byref(ctypes.c_uint32()), ctypes.c_int64(1)
    start, width = bits.ctypes.data, bits.itemsize
    places, ties = [], 0
    for i, pattern in enumerate(patterns.tolist()):
        to = ctypes.c_void_p(start + i * width)
        run_one(function, reference, ctypes.c_uint32(pattern), one, to, scratch)
        ties += task.ties
        if task.near:
            places.append(i)
    return Filtered(bits, np.array(places, np.int64), ties)


def _task(call: Call, widen: float) -> _Task:
    """Return the structure for the C code: formats, attributes, and the scale of the enclosures."""
    (source,), (target,) = call.inputs, call.outputs
    saturate = call.attributes.get("saturate") is not False
    attributes = [to_binary64(v) for v in (attribute_operands(call) if call.attributes else ())]
    few = get_format(source).bits <= get_format(target).bits
    scale = widen * 2.0 ** (WINDOW_BITS.get(target, 0) if few else 0)
    task = _Task(c_format(source), c_format(target, saturate=saturate), scale)
    task.attributes[: len(attributes)] = attributes
    return task
