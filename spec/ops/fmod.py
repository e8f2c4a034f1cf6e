"""The remainder of a division that truncates, as in C."""

from samebits.spec.families.core_functions import arithmetic
from samebits.spec.language.landmarks import ArithmeticLandmarks

OP = arithmetic(
    "fmod",
    "x - y * trunc(x / y), exact, with the sign of x",
    ("x", "y"),
    notes="x itself for a finite x and an infinite y; NaN for an infinite x or a zero y.",
)

LANDMARKS = ArithmeticLandmarks(traps="remainders", extreme=None)
