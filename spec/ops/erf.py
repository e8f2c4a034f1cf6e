"""Error function."""

from samebits.spec.elementary import elementary

OP = elementary("erf", "2/sqrt(pi) times the integral of e^(-t^2) from 0 to x")
