"""IEEE 754-2019 minimum."""

from samebits.spec.arithmetic import arithmetic

OP = arithmetic(
    "minimum",
    "the lesser of a and b; NaN propagates, -0 < +0",
    ("a", "b"),
    clauses=("S1", "S3"),
)
