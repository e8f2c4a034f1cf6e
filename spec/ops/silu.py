"""SiLU, also called swish."""

from samebits.spec.elementary import elementary

OP = elementary("silu", "x / (1 + e^-x)")
