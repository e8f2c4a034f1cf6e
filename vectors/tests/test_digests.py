"""Test digests: known answers of the Merkle tree, byte order, and blocks."""

import hashlib

import numpy as np
import pytest

from samebits.vectors.digests import bits_digest, block_digests, id_list_digest, merkle_root

# The test vectors of Certificate Transparency (RFC 6962).
ENTRIES = [
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
]  # fmt: skip
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


@pytest.mark.parametrize("count", range(len(ROOTS)))
def test_merkle_roots_are_those_of_certificate_transparency(count: int) -> None:
    assert merkle_root(ENTRIES[:count]) == ROOTS[count]


def test_bits_are_hashed_little_endian_whatever_the_byte_order_of_the_array() -> None:
    wanted = hashlib.sha256(b"\x02\x01\x04\x03").hexdigest()
    assert bits_digest(np.array([0x0102, 0x0304], dtype="<u2")) == wanted
    assert bits_digest(np.array([0x0102, 0x0304], dtype=">u2")) == wanted


def test_blocks_are_hashed_in_row_major_order_and_the_last_may_be_short() -> None:
    bits = np.arange(7, dtype=np.uint32).reshape(7, 1)
    found = block_digests(bits, block=3)
    assert found == tuple(bits_digest(bits[i : i + 3]) for i in (0, 3, 6))
    assert block_digests(bits[:0]) == ()


def test_an_id_list_digest_does_not_depend_on_the_order() -> None:
    assert id_list_digest(["b", "a"]) == id_list_digest(["a", "b"]) != id_list_digest(["a"])
