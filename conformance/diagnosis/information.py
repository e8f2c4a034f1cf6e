"""How many bits of evidence the wrong elements carry for a hypothesis that reproduces them.

A wrong sum is off by one unit in the last place in half of all mistakes, so one such element proves
little. What a hypothesis reproduces is counted in bits: how many other results were as near to the
right one, for each different wrong result, and in how many ways as many elements could have been
wrong, where it tells which of them are.
"""

from __future__ import annotations

import math

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.diagnosis.finding import Explanation
from samebits.spec.formats import get_format, is_nan_bits, ordered

MOST_A_RESULT = 16
"""Bits that one wrong result counts at most."""


def evidence_bits(found: Explanation) -> float:
    """Bits of evidence for an explanation; 0 where right elements speak against it."""
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
    """log2 of the number of ways to choose which of `count` elements are wrong."""
    ways = math.lgamma(count + 1) - math.lgamma(wrong + 1) - math.lgamma(count - wrong + 1)
    return max(0.0, ways / math.log(2))


def _bits_of_result(wanted: Array, got: Array, name: str) -> list[float]:
    """For each wrong result, log2 of how many results are as near to the wanted one.

    Zeros, infinities, NaN and truth values are what any mistake gives: one bit.
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
