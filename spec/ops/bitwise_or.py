"""The bits that are set in either of two integers (clause S2)."""

from samebits.spec.families.core_functions import bitwise

OP = bitwise("bitwise_or", "the bits that are set in a, in b, or in both")
