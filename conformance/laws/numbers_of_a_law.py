"""Random numbers for one specimen and the seed of a run (clause D1), used by laws.

Philox is used instead of a library for property tests: one seed gives the same questions on every
machine, and no time is lost between calls. Failures need no shrinking, because each law checks its
simple, fixed cases first.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import TypeVar

from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.philox import draws32

T = TypeVar("T")

_MOST = 256


class Drawn:
    """A stream of small random numbers that the specimen, its seed and the law's name determine."""

    def __init__(self, specimen: Specimen, law: str) -> None:
        key = f"{law} {specimen.call.key()} {specimen.shapes} {specimen.flavour} {specimen.seed}"
        self._words = iter(draws32(zlib.crc32(key.encode()), 12, _MOST).tolist())

    def below(self, limit: int) -> int:
        """Return a number from 0 to limit - 1.

        The stream of a specimen has 256 numbers.
        """
        return int(next(self._words)) % limit

    def one_of(self, values: Sequence[T]) -> T:
        """Return one of the values, chosen at random."""
        return values[self.below(len(values))]
