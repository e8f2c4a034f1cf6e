"""Details of a diagnosis that state its evidence, and functions to read them back."""

from __future__ import annotations

from samebits.conformance.results.records import Diagnosis

REPRODUCES, EVIDENCE, RIVALS = "reproduces", "evidence", "would fit as well"
"""Keys of details: the share that a hypothesis reproduces, its evidence, and its rivals.

The rivals are the names, separated by commas, of other hypotheses that produce the same bits.
"""

CONTRADICTED, GIVEN_UP = "contradicted", "given up"
"""Keys of details about a hypothesis.

CONTRADICTED: right elements contradict it. GIVEN_UP: the search ran out of time.
"""

ALL = "all wrong elements"
SEEN = "seen in the bits, or by running the call again"


NEEDED = 20
"""Bits of evidence that exclude chance.

About 2^8 hypotheses are tried on a case, so a wrong one fits by accident with a probability of
2^-12.
"""


def bits_text(bits: float) -> str:
    """Return the bits of evidence with the threshold, such as `37 bits; 20 exclude chance`."""
    return f"{bits:.0f} bits; {NEEDED} exclude chance"


def bits_stated(diagnosis: Diagnosis) -> int | None:
    """Return the bits of evidence that a diagnosis states, or None if it states none."""
    number, _, unit = diagnosis.details.get(EVIDENCE, "").partition(" ")
    return int(number) if unit.startswith("bits") and number.isdecimal() else None
