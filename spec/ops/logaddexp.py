"""Logarithm of a sum of exponentials."""

from samebits.spec.elementary import elementary

OP = elementary("logaddexp", "log(e^x + e^y)", operands=("x", "y"))
