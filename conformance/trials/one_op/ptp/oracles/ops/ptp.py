"""ptp: the maximum minus the minimum, both by S3. For integers modulo 2^bits (clause T3.ptp)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.oracles.arithmetic import add, negate
from samebits.oracles.moments import greatest, rounded, whole
from samebits.oracles.numpy_route.formats_route import from_compute
from samebits.oracles.numpy_route.reductions_route import leaves_of, rows_of as numpy_rows
from samebits.oracles.reductions import Reduction, array_of, rows_of
from samebits.oracles.rounding import Real, decode
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, get_format
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]


def _spread(values: Sequence[Real], compute: str) -> Real:
    """Return the largest value minus the smallest value.

    The minimum is the negated maximum of the negated values. If there is a NaN, both are NaN.
    """
    return rounded(add(greatest(values), greatest([negate(v) for v in values])), compute)


class _PeakToPeak(Reduction):
    """The op ptp. For integers it is the exact difference modulo 2^bits of the format."""

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """Return the result of the call."""
        form = get_format(call.inputs[0])
        if form.is_float:
            return Reduction.evaluate(self, call, inputs)
        (shape,) = get_op(call.op).output_shapes(call, [inputs[0].shape])
        rows = [[whole(decode(p, form.name)) for p in row] for row in rows_of(call, inputs[0])]
        spreads = [(max(row) - min(row)) % (1 << form.bits) for row in rows]
        return [array_of(spreads, shape, call.outputs[0])]


ORACLE = _PeakToPeak(_spread)


def _route(call: Call, inputs: Sequence[Array]) -> Array:
    """Compute ptp with NumPy's maximum and minimum.

    NumPy may confuse the two zeros, but the difference is never -0.
    """
    if get_format(call.inputs[0]).is_float:
        terms = leaves_of(call, inputs)
        return from_compute(terms.max(axis=-1) - terms.min(axis=-1) + 0, call.outputs[0])
    rows = numpy_rows(call, inputs[0])
    if call.inputs[0] == "bool":
        truths = bits_of(rows) != 0
        return np.asarray(truths.any(axis=-1) & ~truths.all(axis=-1))
    return np.asarray(rows.max(axis=-1) - rows.min(axis=-1))


ROUTE = _route
