"""The bits that are set in both of two integers (clause S2)."""

from samebits.spec.families.core_functions import bitwise

OP = bitwise("bitwise_and", "the bits that are set in both of a and b")
