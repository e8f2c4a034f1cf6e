"""normal: the normal quantile of the middle of a draw, as in normal_from_bits (clause D2)."""

from samebits.oracles.drawing import OfWords, bits_drawn
from samebits.oracles.numpy_route import draws_route as route
from samebits.oracles.of_words import in_reals
from samebits.oracles.ops import normal_from_bits

ORACLE = OfWords(normal_from_bits.ORACLE, normal_from_bits.IN_BINARY64)

ROUTE = route.of_drawn(route.normal, bits_drawn)

DEFINITION = in_reals(normal_from_bits.ORACLE, normal_from_bits.IN_BINARY64)
