"""Tests of products of bytes, against products of whole matrices."""

import numpy as np
import pytest

from samebits.backends.cuda.sass.tests.executing import THREADS, execute, words
from samebits.backends.protocol import BackendError

RNG = np.random.default_rng(11)
KINDS = {"S8": np.int8, "U8": np.uint8}


@pytest.mark.parametrize("kinds", [("S8", "S8"), ("U8", "S8"), ("S8", "U8"), ("U8", "U8")])
def test_sums_of_four_products(kinds):
    a, b, c = (words(RNG) for _ in range(3))
    s = execute(f"IDP.4A.{'.'.join(kinds)} R4, R1, R2, R3", registers={1: a, 2: b, 3: c})
    x, y = (
        v.view(KINDS[kind]).reshape(-1, 4).astype(np.int64)
        for v, kind in zip((a, b), kinds, strict=True)
    )
    assert (s.registers[4] == ((x * y).sum(axis=1) + c.astype(np.int64)).astype(np.uint32)).all()


def lanes_of(matrix, place):
    """Return one word per lane. It holds the four bytes of a matrix that `place` selects."""
    found = np.zeros(32, np.uint32)
    for lane in range(32):
        data = bytes(int(matrix[place(lane, n)]) & 255 for n in range(4))
        found[lane] = int.from_bytes(data, "little")
    return found


@pytest.mark.parametrize("kinds", [("S8", "S8"), ("U8", "S8")])
def test_a_product_of_a_warp_is_that_of_its_matrices(kinds):
    x = RNG.integers(-128, 128, (16, 32)).astype(KINDS[kinds[0]])
    y = RNG.integers(-128, 128, (32, 8)).astype(KINDS[kinds[1]])
    z = RNG.integers(-1000, 1000, (16, 8))
    held = {}
    for k in range(4):
        below, right = 8 * (k % 2), 16 * (k // 2)
        held[8 + k] = lanes_of(
            x, lambda lane, n, r=below, c=right: (lane // 4 + r, 4 * (lane % 4) + n + c)
        )
    for k in range(2):
        held[12 + k] = lanes_of(y, lambda lane, n, r=16 * k: (4 * (lane % 4) + n + r, lane // 4))
    lane = np.arange(32)
    places = [(lane // 4 + 8 * (k // 2), 2 * (lane % 4) + k % 2) for k in range(4)]
    held |= {4 + k: z[place].astype(np.uint32) for k, place in enumerate(places)}
    two = {number: np.tile(row, THREADS // 32) for number, row in held.items()}
    s = execute(f"IMMA.16832.{'.'.join(kinds)} R4, R8.ROW, R12.COL, R4", registers=two)
    wanted = x.astype(np.int64) @ y.astype(np.int64) + z
    for k, place in enumerate(places):
        for warp in range(THREADS // 32):
            got = s.registers[4 + k, 32 * warp : 32 * warp + 32].view(np.int32)
            assert (got == wanted[place]).all()


@pytest.mark.parametrize(
    "text",
    ["IMMA.16832.S8.S8.SAT R4, R8.ROW, R12.COL, R4", "IMMA.8816.S8.S8 R4, R8.ROW, R12.COL, R4",
     "IDP.2A.S16.S8 R4, R1, R2, R3"],
)  # fmt: skip
def test_what_has_other_bits_is_not_executed(text):
    with pytest.raises(BackendError, match="cannot execute"):
        execute(text)
