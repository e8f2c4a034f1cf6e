"""Evidence, in bits, for a hypothesis that reproduces wrong elements.

In half of all mistakes a wrong sum is off by one unit in the last place, so one wrong element
proves little. For each different wrong result, the evidence is log2 of the number of values that
are at least as near to the right result. If the hypothesis also predicts which elements are wrong,
log2 of the number of ways to choose that many elements is added.
"""

from __future__ import annotations

import math

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.diagnosis.finding import Explanation
from samebits.spec.formats import get_format, is_nan_bits, ordered

MOST_A_RESULT = 16
"""The largest number of bits of evidence that one wrong result can give."""


def evidence_bits(found: Explanation) -> float:
    """Return the bits of evidence for an explanation; 0 if right elements contradict it."""
    if found.contradicted:
        return 0.0
    evidence = found.evidence
    hit = found.holds & evidence.wrong
    results = np.unique(np.stack([evidence.wanted[hit], evidence.got[hit]], axis=1), axis=0)
    bits = sum(_bits_of_result(results[:, 0], results[:, 1], evidence.format))
    if found.is_complete:
        bits += places_bits(evidence.chosen.size, found.wrong)
    return bits


def places_bits(count: int, wrong: int) -> float:
    """Return log2 of the number of ways to choose which of `count` elements are wrong."""
    ways = math.lgamma(count + 1) - math.lgamma(wrong + 1) - math.lgamma(count - wrong + 1)
    return max(0.0, ways / math.log(2))


def _bits_of_result(wanted: Array, got: Array, name: str) -> list[float]:
    """Return log2 of the number of values as near to the right value, for each wrong result.

    Zeros, infinities and NaN are common results of any mistake, so they count one bit. Truth values
    count no bit.
    """
    form = get_format(name)
    if form.kind == "bool":
        return [0.0] * wanted.size
    if not form.is_float:
        far = [abs(int(a) - int(b)) for a, b in zip(wanted, got, strict=True)]
        return [min(1 + math.log2(max(d, 1)), MOST_A_RESULT) for d in far]
    magnitude = got & form.bits_dtype.type(form.sign_mask - 1)
    common = is_nan_bits(got, name) | is_nan_bits(wanted, name) | (magnitude == 0)
    common |= magnitude == form.bits_dtype.type(
        form.infinity if form.has_infinity else form.max_finite
    )
    places = zip(ordered(wanted, name), ordered(got, name), common, strict=True)
    return [
        1.0 if c else min(1 + math.log2(max(abs(int(a) - int(b)), 1)), MOST_A_RESULT)
        for a, b, c in places
    ]
