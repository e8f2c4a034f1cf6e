"""The remainder of a division that rounds down, like `%` in Python."""

from samebits.spec.families.core_functions import arithmetic
from samebits.spec.language.landmarks import ArithmeticLandmarks

OP = arithmetic(
    "remainder",
    "x - y * floor(x / y), rounded once, with the sign of y",
    ("x", "y"),
    notes="A zero has the sign of y. For an infinite y: x itself, or y if the signs differ.",
)

LANDMARKS = ArithmeticLandmarks(traps="remainders", extreme=None)
