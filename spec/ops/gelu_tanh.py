"""GELU in its tanh approximation; 0.044715 is that decimal, exactly."""

from samebits.spec.elementary import elementary

OP = elementary("gelu_tanh", "x/2 * (1 + tanh(sqrt(2/pi) * (x + 0.044715 x^3)))")
