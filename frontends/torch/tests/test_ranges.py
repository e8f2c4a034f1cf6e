"""arange and linspace: each element is the exact rational, rounded once."""

from fractions import Fraction

import numpy as np
import torch

from samebits.torch import reproducible
from samebits.torch.lowerings.ranges import round_to_odd


def nearest(x, dtype):
    """Whether no neighbour of an element is nearer to the rational."""
    x, value = x
    bits = {torch.float32: np.int32, torch.float16: np.int16, torch.float64: np.int64}[dtype]
    kind = {torch.float32: np.float32, torch.float16: np.float16, torch.float64: np.float64}[dtype]
    around = [bits(kind(x).view(bits) + d).view(kind) for d in (-1, 1)] if x else [kind(1e-7)]
    return all(abs(Fraction(float(x)) - value) <= abs(Fraction(float(y)) - value) for y in around)


def test_G6_every_element_is_the_nearest_number():
    for dtype in (torch.float64, torch.float32, torch.float16):
        with reproducible("c:baseline"):
            ranges = [
                (torch.arange(0, 2, 0.1, dtype=dtype), Fraction(0), Fraction(0.1)),
                (torch.arange(5, -4, -0.3, dtype=dtype), Fraction(5), Fraction(-0.3)),
                (torch.arange(1, 7, 2, dtype=dtype), Fraction(1), Fraction(2)),
                (torch.linspace(-1, 2, 13, dtype=dtype), Fraction(-1), Fraction(3, 12)),
                (torch.linspace(0, 1, 7, dtype=dtype), Fraction(0), Fraction(1, 6)),
            ]
        for found, first, step in ranges:
            for i, x in enumerate(found.tolist()):
                assert nearest((x, first + i * step), dtype), (dtype, i)


def test_a_number_between_two_is_the_odd_one():
    third = round_to_odd(Fraction(1, 3))
    assert int(np.float64(third).view(np.int64)) & 1
    assert round_to_odd(Fraction(3, 4)) == 0.75


def test_lengths_are_pytorchs():
    want = [
        torch.arange(0, 1, 0.1).shape,
        torch.arange(2, 2, 1.5).shape,
        torch.linspace(0, 1, 0).shape,
    ]
    with reproducible("c:baseline"):
        found = [
            torch.arange(0, 1, 0.1).shape,
            torch.arange(2, 2, 1.5).shape,
            torch.linspace(0, 1, 0).shape,
        ]
    assert found == want
