"""Random binary64 numbers for functions of two operands, which cannot be swept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
Generator = np.random.Generator
Kind = Callable[[Generator, int], Array]
"""A function that takes a random generator and a count, and returns that many random numbers."""


def signs(rng: Generator, count: int) -> Array:
    """Return random signs, 1 or -1."""
    return rng.choice(np.array([1.0, -1.0]), count)


def sized(least: float, most: float) -> Kind:
    """Return a function that draws numbers of both signs, whose magnitudes are log-uniform.

    `least` and `most` are the limits of the logarithm to base 2.
    """
    return lambda rng, count: signs(rng, count) * np.exp2(rng.uniform(least, most, count))


def uniform(most: float) -> Kind:
    """Return a function that draws uniform numbers in [-most, most]."""
    return lambda rng, count: rng.uniform(-most, most, count)


def inside(values: Array, domain: tuple[float, float]) -> Array:
    """Move numbers into a domain that ends at 0, 1 or -1, by sign changes and reciprocals."""
    least, most = domain
    found = np.abs(values) if least >= 0 else values
    with np.errstate(divide="ignore"):
        if least == 1:
            found = np.where(found < 1, 1 / found, found)
        if most == 1:
            found = np.where(np.abs(found) > 1, 1 / found, found)
        if least == -1 and most > 1:
            found = np.where(found < -1, 1 / found, found)
    return found
