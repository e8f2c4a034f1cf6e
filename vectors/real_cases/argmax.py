"""argmax of real numbers."""

from samebits.vectors.real_case import reductions

CASES = reductions("f16", "bf16")
