"""IEEE 754-2019 minimum."""

from samebits.spec.families.core_functions import arithmetic
from samebits.spec.language.landmarks import ArithmeticLandmarks

OP = arithmetic(
    "minimum",
    "the lesser of a and b; NaN propagates, -0 < +0",
    ("a", "b"),
    clauses=("S1", "S3"),
    integers=True,
)

LANDMARKS = ArithmeticLandmarks(traps="extremes", extreme="least")
