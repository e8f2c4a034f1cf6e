"""silu of what a network computes."""

from samebits.vectors.real_case import preactivations

CASES = preactivations()
