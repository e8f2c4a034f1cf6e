"""Masked probes: inputs to a black-box sum whose results reveal its tree by counting.

The method is FPRev (arXiv 2411.00442): one leaf is a huge number M, another is -M, and every other
leaf is one unit. A unit that is added to a sum with M is absorbed. A unit that is added after M - M
= 0 survives. The result therefore counts the units outside of the smallest subtree that contains
both leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from samebits.conformance.reveal.arithmetic import Array, narrow
from samebits.spec.formats import get_format

ROWS_AT_ONCE = 1 << 16
"""The approximate number of elements in a batch of probes; it limits the memory."""


class Summation(Protocol):
    """A black box that computes many sums, each of `leaves` terms in format `format`."""

    @property
    def leaves(self) -> int:
        """Return the number of terms of each sum."""

    @property
    def format(self) -> str:
        """Return the format of the terms."""

    @property
    def result_format(self) -> str:
        """Return the format of the results."""

    @property
    def products(self) -> bool:
        """Return whether the terms are products of two operands."""

    @property
    def divided(self) -> bool:
        """Return whether the sum is divided by the number of leaves (a mean)."""

    def sums(self, terms: Array) -> Array:
        """Return the sum of each row of `terms` [p, n].

        If the terms are products, all second factors are 1.
        """

    def dots(self, a: Array, b: Array) -> Array:
        """Return the sum of products of each row of `a` with its row of `b`.

        Only for `products`.
        """


@dataclass(frozen=True, slots=True)
class Mask:
    """The huge value, the unit, and the largest number of units that one result counts exactly."""

    huge: float
    unit: float
    most: int


# The unit must vanish next to the huge value in an accumulator of 24 bits or more, even if all
# units of one count are added first. Counts must be exact in the format of the result.
_MASKS = {
    "f64": Mask(2.0**1000, 1.0, 2**53),
    "f32": Mask(2.0**126, 1.0, 2**24),
    "bf16": Mask(2.0**126, 1.0, 2**8),
    "f16": Mask(2.0**15, 2.0**-24, 2**11),
    "f8e5m2": Mask(2.0**15, 2.0**-16, 2**5),
}

_MOST_OF_MEAN = {"f16": 90, "bf16": 300, "f8e5m2": 12}
"""The largest number of terms of a mean in a short format.

Up to this number, the format can represent the unit, the unit divided by the number, and the huge
value.
"""


def mask_of(form: str, result: str, divisor: int = 1) -> Mask:
    """Return the mask for terms of format `form` and results of format `result`.

    A mean divides by `divisor`, which rounds a count twice more, so the count uses two bits less.
    The unit is larger if the divided unit would underflow.
    """
    mask = _MASKS[form]
    exact = min(mask.most, 2 ** get_format(result).precision)
    if divisor == 1:
        return Mask(mask.huge, mask.unit, exact)
    least = 2.0 ** (get_format(result).least_exponent + 1 + divisor.bit_length())
    return Mask(mask.huge, max(mask.unit, least), max(exact // 4, 1))


def why_uncountable(form: str, leaves: int, *, divided: bool) -> str:
    """Return the reason why probes cannot count the units of this sum, or "".

    In formats of short range, no value is large enough to absorb the smallest number in binary32.
    For a mean in a short format, the unit and the huge value may not be far enough apart.
    """
    if form not in _MASKS:
        return (
            f"{form} has no number so large that its least one vanishes beside it in binary32, so "
            "its order cannot be probed; its sums are those of binary32 (R4): ask for f32"
        )
    if divided and leaves > _MOST_OF_MEAN.get(form, leaves):
        return f"a mean of {leaves} terms in {form} is too coarse to count units in; ask for a sum"
    return ""


class Prober:
    """A prober that measures subtree sizes of a summation, and counts the probes that it uses.

    `lost` is the number of probes in which the huge value absorbed some unit.
    """

    def __init__(self, box: Summation, budget: int) -> None:
        self.box = box
        self.lost = 0
        self.mask = mask_of(box.format, box.result_format, box.leaves if box.divided else 1)
        self.budget = budget
        self.spent = 0

    def subtree_sizes(self, pivot: int, others: Sequence[int]) -> list[int | None]:
        """Return, for each other leaf, the size of the smallest subtree with it and the pivot.

        A size is None if the count is not an integer from 0 to n - 2. The black box is then not a
        tree of additions.
        """
        n = self.box.leaves
        sizes: list[int | None] = []
        step = max(1, ROWS_AT_ONCE // n)
        for start in range(0, len(others), step):
            counts = self._survivors(pivot, others[start : start + step])
            self.lost += int((counts < n - 2).sum())
            valid = (counts == np.rint(counts)) & (counts >= 0) & (counts <= n - 2)
            sizes += [n - int(c) if ok else None for c, ok in zip(counts, valid, strict=True)]
        return sizes

    def _survivors(self, pivot: int, others: Sequence[int]) -> Array:
        n, mask = self.box.leaves, self.mask
        rows = np.arange(len(others))
        counts = np.zeros(len(others))
        # Units are set in one block at a time, so that a count stays in the exact range of the
        # format.
        for start in range(0, n, mask.most):
            terms = np.zeros((len(others), n))
            terms[:, start : start + mask.most] = mask.unit
            terms[:, pivot] = mask.huge
            terms[rows, np.asarray(others)] = -mask.huge
            self.spent += len(others)
            result = self.box.sums(narrow(terms, self.box.format)).astype(np.float64)
            scaled = result / mask.unit
            counts += np.rint(scaled * n) if self.box.divided else scaled
        return counts
