"""Philox4x32-10 against the known answers of its authors (Random123, `kat_vectors`)."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from samebits.spec import philox

ONES = 0xFFFFFFFFFFFFFFFF


def test_D1_known_answers():
    zero = philox.blocks(0, 0, 0, 1)[0].tolist()
    assert zero == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]
    ones = philox.blocks(ONES, ONES, ONES, 1)[0].tolist()
    assert ones == [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]
    seed = 0xA4093822 | 0x299F31D0 << 32
    counter, stream = 0x243F6A88 | 0x85A308D3 << 32, 0x13198A2E | 0x03707344 << 32
    digits_of_pi = philox.blocks(seed, stream, counter, 1)[0].tolist()
    assert digits_of_pi == [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1]


@given(st.integers(0, ONES), st.integers(0, ONES), st.integers(0, 40), st.integers(0, 40))
def test_D1_draws_depend_on_their_index_alone(seed, stream, start, count):
    whole = philox.draws32(seed, stream, start + count)
    assert np.array_equal(philox.draws32(seed, stream, count, start), whole[start:])
    wide = philox.draws64(seed, stream, start + count)
    assert np.array_equal(philox.draws64(seed, stream, count, start), wide[start:])


def test_D1_64_bit_draws_take_the_low_word_first():
    words = philox.blocks(7, 9, 0, 1)[0].tolist()
    assert philox.draws64(7, 9, 2).tolist() == [
        words[0] | words[1] << 32,
        words[2] | words[3] << 32,
    ]
