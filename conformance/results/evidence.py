"""Details that a diagnosis states about itself, and how they are read back."""

from __future__ import annotations

from samebits.conformance.results.records import Diagnosis

REPRODUCES, EVIDENCE, RIVALS = "reproduces", "evidence", "would fit as well"
"""What a hypothesis reproduces, how much evidence that is, and the names of other hypotheses that
make the very same bits, divided by commas."""

CONTRADICTED, GIVEN_UP = "contradicted", "given up"
"""A hypothesis that right elements speak against, and the note that the search ran out of time."""

ALL = "all wrong elements"
SEEN = "seen in the bits, or by running the call again"


NEEDED = 20
"""Bits that exclude chance. About 2^8 hypotheses are tried on a case, so a wrong one that fits by
accident is left with a chance of one in 2^12."""


def bits_text(bits: float) -> str:
    """`37 bits; 20 exclude chance`."""
    return f"{bits:.0f} bits; {NEEDED} exclude chance"


def bits_stated(diagnosis: Diagnosis) -> int | None:
    """The bits of evidence that a diagnosis states; None where it states none."""
    number, _, unit = diagnosis.details.get(EVIDENCE, "").partition(" ")
    return int(number) if unit.startswith("bits") and number.isdecimal() else None
