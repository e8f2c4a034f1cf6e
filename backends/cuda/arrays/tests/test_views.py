"""Tests of the check whether elements of an array overlap."""

import itertools

import numpy as np
import pytest

from samebits.backends.cuda.arrays import views
from samebits.backends.cuda.arrays.views import contiguous_strides, overlaps_itself


def overlaps(shape, strides, item):
    """Return whether two elements share a byte, by a list of all addresses."""
    places = [sum(i * s for i, s in zip(at, strides, strict=True)) for at in np.ndindex(shape)]
    covered = [place + byte for place in places for byte in range(item)]
    return len(set(covered)) < len(covered)


@pytest.mark.parametrize("item", [1, 2, 4])
def test_an_array_overlaps_itself_where_two_elements_share_a_byte(item):
    steps = (-8, -6, -4, -3, -1, 0, 1, 2, 3, 4, 5, 7, 8, 12)
    for shape in ((1, 1), (3, 2), (2, 3), (1, 4), (4, 0)):
        for strides in itertools.product(steps, repeat=2):
            wanted = overlaps(shape, strides, item)
            assert overlaps_itself(shape, strides, item) == wanted, (shape, strides)


def test_large_arrays_are_not_tried_out(monkeypatch):
    shape = (1 << 20, 1 << 10)
    strides = contiguous_strides(shape, 4)
    assert not overlaps_itself(shape, strides, 4)
    assert not overlaps_itself(shape[::-1], strides[::-1], 4)
    assert overlaps_itself(shape, (0, 4), 4)
    monkeypatch.setattr(views, "_MOST_TRIED", 5)
    assert overlaps_itself((3, 2), (2, 3), 1)  # they do not, but the elements are not enumerated
