"""GELU in its sigmoid approximation; 1.702 is that decimal, exactly."""

from samebits.spec.elementary import elementary

OP = elementary("quick_gelu", "x / (1 + e^(-1.702 x))")
