"""Results of binary64 by MPFR only, or by exact arithmetic if the op's oracle has it.

For finite non-zero operands, MPFR's value at 96 bits decides nearly every row: MPFR itself rounds
both ends of the enclosure. The op's oracle decides all other rows, including special values and
ties: first by `known`, then by MPFR with more bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from operator import mul
from typing import Any

import gmpy2
import numpy as np

from samebits.oracles.discovery import all_oracles
from samebits.oracles.elementwise import Arithmetic, Elementary, attribute_operands
from samebits.oracles.opinions import MPFR, SLACK_BITS, mpfr_precision, settle
from samebits.oracles.rounding import decode, round_to
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]

HALF_WIDTH = 2.0 ** -(MPFR.first_precision - SLACK_BITS - 2)
"""Relative half width of an enclosure around MPFR's value.

The error of MPFR's value is at most 2**SLACK_BITS units in the last place, and each unit is at most
2**-95 of the value. This is half of HALF_WIDTH. The other half covers the rounding of the product
that computes the ends.
"""


def alone(call: Call, rows: Sequence[Array]) -> Array:
    """Return the right patterns for operands in one-dimensional binary64 arrays."""
    oracle = all_oracles()[call.op]
    if isinstance(oracle, Arithmetic):
        return _exactly(oracle, call, rows)
    assert isinstance(oracle, Elementary)
    plain = np.logical_and.reduce([np.isfinite(x) & (x != 0) for x in rows])
    if oracle.holds is not None:
        plain &= oracle.holds(rows[0])
    bits = np.zeros(rows[0].size, np.uint64)
    decided = np.zeros(rows[0].size, bool)
    bits[plain], decided[plain] = _at_once(oracle, call, [x[plain] for x in rows])
    bits[~decided] = _at_length(oracle, call, [x[~decided] for x in rows])
    return bits


def _at_once(oracle: Elementary, call: Call, rows: Sequence[Array]) -> tuple[Array, Array]:
    """Return the patterns by MPFR at its first precision, and a mask of the decided patterns."""
    given = [float(value) for value in call.attributes.values() if isinstance(value, float)]
    with mpfr_precision(MPFR.first_precision):
        exactly = gmpy2.get_context().plus  # ten times as fast as gmpy2.mpfr
        columns = [map(exactly, x.tolist()) for x in rows]
        extra = [repeat(exactly(value)) for value in given]
        values = list(map(oracle.mpfr, *columns, *extra))
        ends = [
            np.array(list(map(float, map(mul, values, repeat(gmpy2.mpfr(1) + width)))), np.float64)
            for width in (-HALF_WIDTH, HALF_WIDTH)
        ]
        # A value that is zero, infinite or NaN is not known to 96 bits.
        known = np.fromiter(map(gmpy2.is_regular, values), bool, len(values))
    low, high = (end.view(np.uint64) for end in ends)
    return low, known & (low == high)


def _operands(call: Call, rows: Sequence[Array]) -> list[tuple[Any, ...]]:
    extra = attribute_operands(call)
    patterns = np.stack([np.ascontiguousarray(x).view(np.uint64) for x in rows], axis=1)
    return [(*(decode(bits, "f64") for bits in row), *extra) for row in patterns.tolist()]


def _exactly(oracle: Arithmetic, call: Call, rows: Sequence[Array]) -> Array:
    results = [round_to(oracle.exact(*row), "f64") for row in _operands(call, rows)]
    return np.array(results, np.uint64)


def _at_length(oracle: Elementary, call: Call, rows: Sequence[Array]) -> Array:
    """Return the patterns by `known`, or by MPFR with as many bits as needed."""
    operands = _operands(call, rows)
    found = [oracle.known(*row) for row in operands]
    bits = [0 if known is None else round_to(known, "f64") for known in found]
    hard = [i for i, known in enumerate(found) if known is None]
    settled = settle(MPFR, oracle.mpfr, [operands[i] for i in hard], "f64")
    for i, pattern in zip(hard, settled, strict=True):
        bits[i] = pattern
    return np.array(bits, np.uint64)
