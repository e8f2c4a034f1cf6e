"""The bits of 2/pi, for the reduction of binary64 angles of any size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import mpmath
from mpmath import mp

from samebits.backends.numerics.coefficients.parts import Part

ZEROS, WORDS = 2, 20


@dataclass(frozen=True, slots=True)
class BitsOfTwoOverPi:
    """The number 2/pi in 64-bit words, the highest word first, preceded by words of zeros."""

    name: str

    def header(self) -> Iterator[str]:
        """Yield the lines of C."""
        with mpmath.workprec(64 * WORDS + 64):
            whole = int(mpmath.floor(2 / mp.pi * mpmath.mpf(2) ** (64 * WORDS)))
        words = [0] * ZEROS + [whole >> 64 * k & 2**64 - 1 for k in reversed(range(WORDS))]
        yield f"/* 2/pi in words of 64 bits, behind {ZEROS} words of zeros. */"
        yield f"SB_TABLE uint64_t {self.name}[{len(words)}] = {{"
        for i in range(0, len(words), 3):
            line = ", ".join(f"UINT64_C(0x{word:016x})" for word in words[i : i + 3])
            yield f"    {line},"
        yield "};"


PARTS: tuple[Part, ...] = (BitsOfTwoOverPi("two_over_pi_bits"),)
