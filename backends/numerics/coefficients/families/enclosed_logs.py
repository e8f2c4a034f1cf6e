"""Tables for log2 and log10 in float-float arithmetic (log2_log10.h).

They use the reciprocals of log.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import mpmath
from mpmath import mp, mpf

from samebits.backends.numerics.coefficients.families.enclosed_log import OF_32
from samebits.backends.numerics.coefficients.families.enclosed_powers import two_parts
from samebits.backends.numerics.coefficients.parts import HalfWidth, Part, float32, float_rows

GRAIN = 2**15
"""First parts are multiples of 1/GRAIN, so the sum of 128 of them and a table entry is exact."""


def split(value: mpf) -> tuple[float, float]:
    """Return a multiple of 1/GRAIN, and the remainder."""
    head = mpf(int(mpmath.nint(value * GRAIN))) / GRAIN
    return float(head), float32(value - head)


ERRORS: Mapping[str, tuple[float, ...]] = {"log2": (-34.71,), "log10": (-34.31,)}
"""log2 of the largest errors over all operands, measured by tests/exhaustive/enclosed_errors.py."""


@dataclass(frozen=True, slots=True)
class Logarithms:
    """Logarithms to one base: of each reciprocal c (negated), of 2 and of e."""

    base: int

    def header(self) -> Iterator[str]:
        """Yield the tables and the constants."""
        name, scale = f"log{self.base}", 1 / mpmath.log(self.base)
        parts = [split(-mpmath.log(r) * scale) for r in OF_32.reciprocals()]
        yield f"/* To base {self.base}. */"
        yield from float_rows(f"enclosed_{name}_head", [head for head, _ in parts])
        yield from float_rows(f"enclosed_{name}_tail", [tail for _, tail in parts])
        yield from two_parts(f"ENCLOSED_{name.upper()}_SCALE", scale)
        if self.base != 2:
            unit, low = split(mp.ln2 * scale)
            yield f"#define ENCLOSED_{name.upper()}_UNIT {unit.hex()}f"
            yield f"#define ENCLOSED_{name.upper()}_UNIT_LOW {low.hex()}f"


PARTS: tuple[Part, ...] = (
    Logarithms(2),
    Logarithms(10),
    HalfWidth(
        "ENCLOSED_LOGS_HALF",
        "The half-width",
        float.fromhex("0x1.ccp-35"),
        [error for (error,) in ERRORS.values()],
    ),
)
