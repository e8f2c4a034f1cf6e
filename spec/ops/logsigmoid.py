"""Logarithm of the logistic sigmoid."""

from samebits.spec.elementary import elementary

OP = elementary("logsigmoid", "-log(1 + e^-x)")
