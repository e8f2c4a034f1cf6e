"""Inputs whose results are near a midpoint: the op's oracle decides them.

Exact cases come from `known` of the oracle or from its exact arithmetic. All others come from Arb's
balls by Ziv's method. The hardness of each input is measured as well. It is -log2 of the relative
distance of its exact value to the nearest rounding boundary, which is a midpoint of two neighbours
in the format.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from threading import Lock
from typing import NamedTuple

from samebits.oracles.discovery import all_oracles
from samebits.oracles.elementwise import Arithmetic, Elementary, attribute_operands
from samebits.oracles.errors import OracleError
from samebits.oracles.opinions import ARB, LAST_PRECISION
from samebits.oracles.rounding import Real, decode, round_to
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call

_PRECISION = 128
"""Precision in bits with which Ziv's loop begins.

It suffices to measure a hardness of about 100.
"""


_ONE_AT_A_TIME = Lock()
"""A lock, because Arb's working precision is global to the process."""


class Decided(NamedTuple):
    """The bits of one result and its hardness: infinite for an exact tie, 0 if unknown."""

    bits: int
    hardness: float


def decide(call: Call, patterns: Sequence[int]) -> list[Decided]:
    """Return the results of these inputs.

    Raises OracleError if the oracle cannot prove a result.
    """
    return decide_rows(call, [(int(pattern),) for pattern in patterns])


def decide_rows(call: Call, rows: Sequence[tuple[int, ...]]) -> list[Decided]:
    """Return the results of rows; a row has one or two operands.

    Raises OracleError if the oracle cannot prove a result.
    """
    oracle = all_oracles()[call.op]
    (target,) = call.outputs
    extra = attribute_operands(call)
    saturate = call.attributes.get("saturate") is not False
    operands = [(*map(decode, row, call.inputs), *extra) for row in rows]
    if isinstance(oracle, Arithmetic):
        values = [oracle.exact(*xs) for xs in operands]
        return [
            Decided(round_to(v, target, saturate=saturate), hardness(v, target)) for v in values
        ]
    if not isinstance(oracle, Elementary):
        raise OracleError(f"{call} is not a correctly rounded function, so it cannot be swept")
    results: list[Decided | None] = []
    for xs in operands:
        known = oracle.known(*xs)
        results.append(None if known is None else _exact(known, target))
    hard = [i for i, result in enumerate(results) if result is None]
    for i, decided in zip(hard, _by_arb(oracle, call, [operands[i] for i in hard]), strict=True):
        results[i] = decided
    return [result for result in results if result is not None]


def _exact(value: Real, target: str) -> Decided:
    return Decided(round_to(value, target), hardness(value, target))


def _by_arb(oracle: Elementary, call: Call, rows: Sequence[tuple[Real, ...]]) -> list[Decided]:
    """Decide the rows by Ziv's loop.

    The precision is doubled until both ends of the ball round to the same bits.
    """
    target = call.outputs[0]
    settled: dict[int, Decided] = {}
    pending, precision = list(range(len(rows))), _PRECISION
    while pending:
        if precision > LAST_PRECISION:
            raise OracleError(
                f"Arb cannot round {call} at {rows[pending[0]]} with {precision // 2} bits: "
                "add the exact case to `known` of the op's oracle"
            )
        with _ONE_AT_A_TIME:
            enclosures = list(ARB.enclose(oracle.arb, [rows[i] for i in pending], precision))
        still_open = []
        for i, (low, high) in zip(pending, enclosures, strict=True):
            pattern = round_to(low, target)
            if pattern == round_to(high, target):
                settled[i] = Decided(pattern, hardness(low, target))
            else:
                still_open.append(i)
        pending, precision = still_open, 2 * precision
    return [settled[i] for i in range(len(rows))]


def hardness(value: Real, target: str) -> float:
    """Return -log2 of the relative distance to the nearest midpoint; infinite for an exact tie.

    For infinities, NaN, zero and values beyond the format's range the result is 0.
    """
    form = get_format(target)
    if value.kind != "finite" or not value.significand or not form.is_float:
        return 0.0
    significand, exponent = value.significand, value.exponent
    size = significand.bit_length()
    if size + exponent > form.emax + 1:
        return 0.0
    quantum = max(size + exponent - form.precision, form.least_exponent)
    # In units of half a quantum, midpoints are odd numbers. The unit is 2**shift of the
    # significand's.
    shift = quantum - 1 - exponent
    if shift < 0:
        significand, shift = significand << -shift, 0
    distance = abs(significand % (1 << (shift + 1)) - (1 << shift))
    if distance:
        return log2(significand) - log2(distance)
    return float(size) if value.sticky else float("inf")
