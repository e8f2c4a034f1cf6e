"""Test by-value arrays of a table: stored once, read-only, and within the file."""

from __future__ import annotations

import re

import numpy as np
import pytest

from samebits.spec.formats import FORMATS
from samebits.vectors.errors import VectorError
from samebits.vectors.pools import WIDTHS, Pools, PoolWriter
from samebits.vectors.schema import Stored


def test_arrays_lie_one_behind_the_other_and_equal_ones_once() -> None:
    pool = PoolWriter()
    first, second = np.arange(3, dtype=np.uint32), np.arange(4, dtype=np.uint32)
    places = [pool.put(x) for x in (first, second, first, second.reshape(2, 2), second[::-1])]
    assert [p.at for p in places] == [0, 3, 0, 3, 7]
    assert [p.shape for p in places] == [(3,), (4,), (3,), (2, 2), (4,)]
    assert pool.put(np.zeros(2, np.uint8)) == Stored((2,), 0)
    assert pool.put(np.zeros(0, np.uint16)) == Stored((0,), 0)
    vectors = pool.vectors()
    assert {name: x.size for name, x in vectors.items()} == {"u8": 2, "u32": 11}


def test_a_vector_is_named_by_the_bits_of_its_elements() -> None:
    assert all(name == f"u{8 * size}" for name, size in WIDTHS.items())
    assert set(WIDTHS.values()) >= {form.bits_dtype.itemsize for form in FORMATS.values()}


def test_what_was_put_comes_back_read_only() -> None:
    pool = PoolWriter()
    ones, bits = np.ones(3, np.uint32), np.arange(6, dtype=np.uint32).reshape(2, 3)
    pool.put(ones)
    place = pool.put(bits)
    found = Pools(pool.vectors(), "values.z").get(place, "f32", "here")
    assert np.array_equal(found, bits)
    assert not found.flags.writeable


def test_one_element_and_none_are_arrays_too() -> None:
    pools = Pools({"u32": np.array([5], np.uint32)}, "values.z")
    assert pools.get(Stored((), 0), "f32", "here").tolist() == 5
    empty = pools.get(Stored((0, 3), 7), "f16", "here")
    assert (empty.shape, empty.dtype) == ((0, 3), np.uint16)


@pytest.mark.parametrize(
    ("place", "name"),
    [(Stored((3,), 0), "f32"), (Stored((1,), 2), "f32"), (Stored((2,), 1), "f32"),
     (Stored((1,), 0), "f16")],
)  # fmt: skip
def test_a_place_outside_of_the_file_is_refused(place: Stored, name: str) -> None:
    pools = Pools({"u32": np.arange(2, dtype=np.uint32)}, "values.z")
    pools.get(Stored((2,), 0), "f32", "add/f32/a")
    with pytest.raises(VectorError, match=re.escape("values.z: add/f32/a points outside the file")):
        pools.get(place, name, "add/f32/a")
