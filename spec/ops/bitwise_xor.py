"""The bits that are set in exactly one of two integers (clause S2)."""

from samebits.spec.families.core_functions import bitwise

OP = bitwise("bitwise_xor", "the bits that are set in exactly one of a and b")
