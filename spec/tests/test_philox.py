"""Tests of Philox4x32-10 with the known answers of its authors (Random123, `kat_vectors`)."""

import re
from pathlib import Path

import numpy as np
from hypothesis import given, strategies as st

from samebits import spec
from samebits.spec import philox

ONES = 0xFFFFFFFFFFFFFFFF


def rows():
    """Yield the counter, the key and the block in every row of the table in D1.4."""
    text = (Path(spec.__file__).parent / "SPEC.md").read_text()
    table = text.partition("**D1.4**")[2].partition("**D1.5**")[0]
    for line in re.findall(r"^\| D1\.4\.\d+ \| `.*$", table, re.M):
        yield [[int(w, 16) for w in part.split()] for part in re.findall(r"`([^`]+)`", line)]


def test_D1_4_the_check_values_of_the_text_are_those_of_Random123():
    found = list(rows())
    assert [block for _, _, block in found] == [
        [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8],
        [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD],
        [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1],
    ]
    for counter, key, block in found:
        seed, number, stream = (low | high << 32 for low, high in (key, counter[:2], counter[2:]))
        assert philox.blocks(seed, stream, number, 1)[0].tolist() == block


@given(st.integers(0, ONES), st.integers(0, ONES), st.integers(0, 40), st.integers(0, 40))
def test_D1_3_draws_depend_on_their_index_alone(seed, stream, start, count):
    """D1.3, D1.14: the draws of a part equal the corresponding part of all draws."""
    whole = philox.draws32(seed, stream, start + count)
    assert np.array_equal(philox.draws32(seed, stream, count, start), whole[start:])
    wide = philox.draws64(seed, stream, start + count)
    assert np.array_equal(philox.draws64(seed, stream, count, start), wide[start:])


def test_D1_3_64_bit_draws_take_the_low_word_first():
    words = philox.blocks(7, 9, 0, 1)[0].tolist()
    assert philox.draws64(7, 9, 2).tolist() == [
        words[0] | words[1] << 32,
        words[2] | words[3] << 32,
    ]
