"""IEEE 754-2019 minimum."""

from samebits.spec.arithmetic import arithmetic
from samebits.spec.landmarks import ArithmeticLandmarks

OP = arithmetic(
    "minimum",
    "the lesser of a and b; NaN propagates, -0 < +0",
    ("a", "b"),
    clauses=("S1", "S3"),
    integers=True,
)

LANDMARKS = ArithmeticLandmarks(traps="extremes", extreme="least")
