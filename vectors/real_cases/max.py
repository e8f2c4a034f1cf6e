"""max of real numbers."""

from samebits.vectors.real_case import reductions

CASES = reductions()
