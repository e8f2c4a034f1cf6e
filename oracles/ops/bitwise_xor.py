"""bitwise_xor: the bits that are set in exactly one of two integers (clause S2)."""

import numpy as np

from samebits.oracles.elementwise import Move
from samebits.oracles.numpy_route import elementwise_route as route


def _bits(a: int, b: int, *, sign_mask: int) -> int:
    return a ^ b


ORACLE = Move(_bits)

ROUTE = route.arithmetic(np.bitwise_xor)
