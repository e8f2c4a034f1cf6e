"""uniform_from_bits: the upper bits of a word as a fraction (clause D2)."""

from samebits.oracles.numpy_route import draws_route as route
from samebits.oracles.of_words import UpperBits

ORACLE = UpperBits()

ROUTE = route.of_given(route.uniform)
