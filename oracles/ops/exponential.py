"""exponential: -log of the middle of a draw, as in exponential_from_bits (clause D2)."""

from samebits.oracles.drawing import OfWords, bits_drawn
from samebits.oracles.numpy_route import draws_route as route
from samebits.oracles.of_words import in_reals
from samebits.oracles.ops import exponential_from_bits

ORACLE = OfWords(exponential_from_bits.ORACLE, exponential_from_bits.IN_BINARY64)

ROUTE = route.of_drawn(route.exponential, bits_drawn)

DEFINITION = in_reals(exponential_from_bits.ORACLE, exponential_from_bits.IN_BINARY64)
