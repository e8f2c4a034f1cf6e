"""Comparison of a case with what is frozen: equality of bytes, narrowed down to elements."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.backends.protocol import Array
from samebits.conformance.calls.comparison import Comparison, compare_frozen
from samebits.conformance.calls.narrow import narrow
from samebits.vectors.case import Case


def compare(
    case: Case, outputs: Sequence[Array], *, inputs: Sequence[Array] | None = None
) -> Comparison:
    """Compare the outputs of a case with its wanted bits.

    A digest that differs is narrowed down to elements where the wanted bits can be made again.
    `inputs` may be given where they are at hand already. Raises VectorError.
    """
    found = compare_frozen(case, outputs)
    return narrow(case, outputs, found, inputs=inputs) if found.bad_blocks else found
