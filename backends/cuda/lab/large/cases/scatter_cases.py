"""Cases of scatters of more than 2^31 integer updates. Sums are exact in any order (T7).

Updates and index have the same period. So each pair (index, update) is determined by its position
in the period, and repeats with it. The sum of a destination is then a sum of products over one
period.
"""

from __future__ import annotations

import numpy as np

from samebits.backends.cuda.lab.large.case import Case, Wanted, operand, result
from samebits.backends.cuda.lab.large.formula import Formula, Formulas
from samebits.backends.cuda.lab.large.reference import Reference
from samebits.backends.protocol import Array
from samebits.spec.catalog import get_op

_EACH = 2048  # The approximate number of updates per destination.
_FEW = 3  # The number of destinations.


def _sums(prior: Formula, index: Formula, updates: Formula, goals: int, count: int) -> Array:
    """Return the prior plus all contributions, modulo 2^bits of the format.

    An update is split into halves of 16 bits, and weights are added in binary64. This is exact
    below 2^53.
    """
    often = updates.repeats(count)
    values = updates.cycle.astype(np.int64)
    totals = prior.at(np.arange(goals)).astype(np.int64)
    for half, scale in ((values & 0xFFFF, 1), (values >> 16, 1 << 16)):
        added = np.bincount(index.cycle, weights=(half * often).astype(np.float64), minlength=goals)
        totals = totals + added.astype(np.int64) * scale
    wrapped: Array = totals.astype(prior.cycle.dtype)
    return wrapped


def index_add_i32(make: Formulas, n: int) -> Case:
    """Make a case of many destinations, each with about 2048 updates from the whole operand."""
    goals = n // _EACH + 7
    updates = make.make("i32")
    index = make.make("i64", below=goals, period=updates.period)
    prior = make.make("i32")

    def expect(reference: Reference) -> Wanted:
        sums = _sums(prior, index, updates, goals, n)
        return lambda a, b: sums[a:b]

    call = get_op("index_add").call(("i32", "i64", "i32"), axis=0)
    inputs = (operand(prior, goals), operand(index, n), operand(updates, n))
    return Case(call, inputs, result("i32", goals), expect)


def scatter_add_u8(make: Formulas, n: int) -> Case:
    """Make a case of three destinations. Each sum is a tree over a third of all updates."""
    updates = make.make("u8")
    index = make.make("i32", below=_FEW, period=updates.period)
    prior = make.make("u8")

    def expect(reference: Reference) -> Wanted:
        sums = _sums(prior, index, updates, _FEW, n)
        return lambda a, b: sums[a:b]

    call = get_op("scatter_add").call(("u8", "i32", "u8"), axis=0)
    inputs = (operand(prior, _FEW), operand(index, n), operand(updates, n))
    return Case(call, inputs, result("u8", _FEW), expect)


CASES = {"index_add i32": index_add_i32, "scatter_add u8": scatter_add_u8}
