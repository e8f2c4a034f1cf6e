"""Exact sums (clause T10): dyadic numbers added without rounding, from left to right.

The addition is `arithmetic.add`: infinities, NaN and zeros follow IEEE 754. It is exact and
therefore associative, so the order does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from samebits.oracles.arithmetic import add, multiply
from samebits.oracles.reductions import Reduction
from samebits.oracles.rounding import Real, decode, round_to, zero
from samebits.spec.formats import bits_of, from_bits, get_format
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]


def exact_sum(values: Sequence[Real], compute: str = "") -> Real:
    """Return the real sum; +0 for no values. `compute` is unused: reductions pass it."""
    return reduce(add, values) if values else zero(negative=False)


@dataclass(frozen=True, slots=True)
class ExactDot:
    """The exact sum of the exact products of two vectors, rounded once."""

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """Return a scalar of the output format."""
        a, b = (
            [decode(p, f) for p in bits_of(x).tolist()]
            for x, f in zip(inputs, call.inputs, strict=True)
        )
        total = exact_sum([multiply(x, y) for x, y in zip(a, b, strict=True)])
        (output,) = call.outputs
        pattern = np.array(round_to(total, output), get_format(output).bits_dtype)
        return [from_bits(pattern, output)]


EXACT_SUM = Reduction(exact_sum)
