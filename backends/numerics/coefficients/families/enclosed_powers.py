"""Constants for exp2 and exp10 in float-float arithmetic (lanes/exp2_exp10.h)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import mpmath
from mpmath import mp, mpf

from samebits.backends.numerics.coefficients.parts import Part, float32


def two_parts(name: str, value: mpf) -> Iterator[str]:
    """Yield a constant as the sum of two binary32 numbers."""
    high = float32(value)
    yield f"#define {name} {high.hex()}f"
    yield f"#define {name}_LOW {float32(value - mpf(high)).hex()}f"


@dataclass(frozen=True, slots=True)
class Logarithms:
    """Constants: log 2, log 10, and the unit log10(2) with its rounding error times log 10."""

    def header(self) -> Iterator[str]:
        """Yield the constants."""
        yield from two_parts("ENCLOSED_EXP2_LOG", mp.ln2)
        yield from two_parts("ENCLOSED_EXP10_LOG", mp.ln10)
        unit = mpmath.log10(2)
        high = float32(unit)
        yield f"#define ENCLOSED_EXP10_INVERSE {float32(1 / unit).hex()}f"
        yield f"#define ENCLOSED_EXP10_UNIT {high.hex()}f"
        yield f"#define ENCLOSED_EXP10_UNIT_LOW {float32((unit - mpf(high)) * mp.ln10).hex()}f"


PARTS: tuple[Part, ...] = (Logarithms(),)
