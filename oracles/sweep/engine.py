"""The sweep: a filter for consecutive patterns, then proofs for the undecided inputs."""

from __future__ import annotations

from dataclasses import dataclass
from math import isinf
from typing import Any

import numpy as np

from samebits.oracles.discovery import all_oracles
from samebits.oracles.errors import OracleError
from samebits.oracles.sweep import filter as c_filter
from samebits.oracles.sweep.near import decide
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call

BLOCK = 1 << 20
"""A suitable number of patterns for one call, which then takes 1 to 100 milliseconds."""

HARDEST = 256

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Swept:
    """The results for a range of patterns.

    `bits` are unsigned patterns of the result's format, with NaN canonical (S1). `near` is the
    number of inputs that the op's oracle decided. `hardest` has pairs (bits, input pattern),
    hardest first, of the inputs that the oracle decided. In a pair, bits is -log2 of the relative
    distance of the exact value to the nearest midpoint. `ties` is the number of results that are
    exact midpoints, or that differ from a midpoint by less than an ulp of binary64.
    """

    bits: Array
    near: int
    hardest: tuple[tuple[float, int], ...]
    ties: int


def sweepable(call: Call) -> bool:
    """Return whether `sweep` computes the call.

    It must be a unary op of class round that the spec allows. Its operand must be a float of at
    most 32 bits or a word (u32). The op must have an oracle and a function `sweep_<op>` in `src/`.
    """
    if call.op not in all_ops() or get_op(call.op).op_class != "round" or len(call.inputs) != 1:
        return False
    try:
        get_op(call.op).check(call)
    except SpecError:
        return False
    form = get_format(call.inputs[0])
    if form.bits > 32 or call.op not in all_oracles():
        return False
    if not form.is_float and (form.name != "u32" or call.op == "cast"):
        return False
    return c_filter.address(call.op) is not None


def sweep(call: Call, first: int, count: int) -> Swept:
    """Return the correctly rounded results for the input patterns first .. first + count - 1.

    Raises OracleError if the call cannot be swept, if a pattern is beyond the format, or if the
    op's oracle has no proof. Raises OracleUnavailable if the library is not built.
    """
    if not sweepable(call):
        raise OracleError(f"{call} cannot be swept: it needs a unary round op with a function in C")
    source = get_format(call.inputs[0])
    if min(first, count) < 0 or first + count > 1 << source.bits:
        raise OracleError(f"{source.name} has no patterns {first} .. {first + count - 1}")
    if call.op == "cast" and call.inputs == call.outputs:  # clause S2: bits are copied
        copied = np.arange(first, first + count, dtype=np.uint64).astype(source.bits_dtype)
        return Swept(copied, 0, (), 0)
    bits, near, ties = c_filter.run(call, first, count)
    return _decided(call, Swept(bits, 0, (), ties), near - np.uint32(first), near)


def sweep_at(call: Call, patterns: Array) -> Swept:
    """Return the results of `sweep` for a one-dimensional array of input patterns, in its order.

    Raises OracleError if the call cannot be swept or the op's oracle has no proof. Raises
    OracleUnavailable if the library is not built.
    """
    if not sweepable(call):
        raise OracleError(f"{call} cannot be swept: it needs a unary round op with a function in C")
    if call.op == "cast" and call.inputs == call.outputs:  # clause S2: bits are copied
        return Swept(patterns.copy(), 0, (), 0)
    bits, places, ties = c_filter.run_at(call, patterns)
    return _decided(call, Swept(bits, 0, (), ties), places, patterns[places])


def _decided(call: Call, swept: Swept, places: Array, near: Array) -> Swept:
    """Let the oracle decide the near inputs, whose indices are `places`; return all results."""
    decided = decide(call, near.tolist())
    swept.bits[places.astype(np.int64)] = [d.bits for d in decided]
    ties = swept.ties + sum(isinf(d.hardness) for d in decided)
    ranked = [
        (d.hardness, int(p))
        for d, p in zip(decided, near.tolist(), strict=True)
        if d.hardness and not isinf(d.hardness)
    ]
    ranked.sort(key=lambda pair: (-pair[0], pair[1]))
    return Swept(swept.bits, len(near), tuple(ranked[:HARDEST]), ties)
