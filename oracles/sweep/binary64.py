"""Correctly rounded results of binary64 for any operands: three filters in C, then proofs.

2^64 operands cannot all be tried. This module computes the results of random operands. The first
filter computes balls in double-double with vector instructions; it exists for some ops and
processors, and decides nearly all operands. The second filter, with balls of 64 bits, decides 15 of
16 of the remaining operands. The third, with balls of 113 bits, decides nearly all that remain
then. The op's oracle decides the others, including special values. src/narrow/narrow.h and
src/wide/wide.h explain why the balls contain the exact value.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from samebits.oracles.discovery import all_oracles
from samebits.oracles.elementwise import attribute_operands
from samebits.oracles.errors import OracleError
from samebits.oracles.sweep.filter import to_binary64
from samebits.oracles.sweep.library import load
from samebits.oracles.sweep.near import decide_rows
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]

WIDTHS = (64, 113)
"""Precision in bits of the types that the filters use."""


class _Task(ctypes.Structure):
    """The structure `wide_task` of src/wide/engine.h."""

    _fields_ = (
        ("attribute", ctypes.c_double),
        ("first", ctypes.c_int64),
        ("second", ctypes.c_int64),
        ("near", ctypes.c_int64),
    )


class Filtered(NamedTuple):
    """Results as unsigned patterns, and the indices of the undecided results.

    `first` and `second` count the operands that reached the filters of 64 and of 113 bits.
    """

    bits: Array
    near: Array
    first: int
    second: int


class Rounded(NamedTuple):
    """The right patterns.

    `second` and `near` count the operands that needed the filter of 113 bits and the oracle.
    """

    bits: Array
    second: int
    near: int


@cache
def address(op: str, width: int) -> int | None:
    """Return the address of an op's filter with balls of `width` bits, or None."""
    function = getattr(load(), f"wide{width}_{op}", None)
    return None if function is None else ctypes.cast(function, ctypes.c_void_p).value


@cache
def narrow(op: str, kind: str = "narrow") -> int | None:
    """Return the address of the double-double filter, or None if this processor has none.

    With the kind "ball", return the address of the function that returns one ball of the filter.
    """
    library = load()
    function = getattr(library, f"{kind}{library.narrow_level()}_{op}", None)
    return None if function is None else ctypes.cast(function, ctypes.c_void_p).value


def is_filtered(call: Call) -> bool:
    """Return whether `rounded` computes the call.

    The call must have one or two operands, only binary64 operands and results, and a function in C.
    """
    if call.op not in all_ops() or get_op(call.op).op_class != "round":
        return False
    if {*call.inputs, *call.outputs} != {"f64"} or len(call.inputs) > 2:
        return False
    return call.op in all_oracles() and address(call.op, WIDTHS[0]) is not None


def filtered(call: Call, operands: Sequence[Array]) -> Filtered:
    """Apply all filters to operands, which are contiguous one-dimensional binary64 arrays.

    The results of undecided operands are meaningless. The interpreter's lock is released.
    """
    size = operands[0].size
    extra = attribute_operands(call) if call.attributes else ()
    task = _Task(to_binary64(extra[0]) if extra else 0.0)
    bits, near = np.empty(size, np.uint64), np.empty(size, np.int64)
    second = ctypes.c_void_p(operands[1].ctypes.data) if len(operands) == 2 else None
    load().wide_run(
        ctypes.c_void_p(narrow(call.op)),
        *(ctypes.c_void_p(address(call.op, width)) for width in WIDTHS),
        ctypes.byref(task),
        ctypes.c_int64(size),
        ctypes.c_void_p(operands[0].ctypes.data),
        second,
        ctypes.c_void_p(bits.ctypes.data),
        ctypes.c_void_p(near.ctypes.data),
    )
    return Filtered(bits, near[: task.near].copy(), task.first, task.second)


def rounded(call: Call, operands: Sequence[Array]) -> Rounded:
    """Return the correctly rounded results (clauses R1, R2, S1, S4) as patterns.

    Raises OracleError if the call has no filter or the op's oracle has no proof. Raises
    OracleUnavailable if the library is not built.
    """
    if not is_filtered(call):
        raise OracleError(f"{call} has no filter: it needs a round op of f64 with a function in C")
    rows = [np.ascontiguousarray(x, np.float64).reshape(-1) for x in operands]
    bits, near, _, second = filtered(call, rows)
    patterns = np.stack([x.view(np.uint64)[near] for x in rows], axis=1)
    decided = decide_rows(call, [tuple(row) for row in patterns.tolist()])
    bits[near] = [each.bits for each in decided]
    return Rounded(bits, second, len(near))
