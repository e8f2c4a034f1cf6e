"""Test that dividing a product into threads, slabs and panels never changes a bit.

The tests also cover products with few rows or columns, and all instruction sets. The reference is a
product with few rows on the first instruction set, which test_contract.py compares with the C
library's fma. The sizes here are larger.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute
from samebits.backends.protocol import Array
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, get_format

FORMATS = ("f64", "f32", "f16", "bf16")


def operands(name: str, m: int, n: int, k: int) -> tuple[Array, Array]:
    rng = np.random.default_rng([m, n, k])
    dtype = get_format(name).dtype
    return rng.standard_normal((m, k)).astype(dtype), rng.standard_normal((k, n)).astype(dtype)


def product(session: CSession, a: Array, b: Array, name: str, **attributes: bool) -> Array:
    return bits_of(execute(session, get_op("matmul").call([name] * 2, **attributes), [a, b])[0])


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(
    ("m", "n", "k"), [(200, 300, 300), (100, 90, 700), (4, 5000, 300), (700, 3, 300)]
)
def test_T4_bits_do_not_depend_on_threads_or_instruction_set(
    sessions: list[CSession], name: str, m: int, n: int, k: int
) -> None:
    a, b = operands(name, m, n, k)
    wanted = None
    for session in sessions:
        for threads in (1, 2, 3, 7):
            session.configure(threads=threads)
            got = product(session, a, b, name)
            wanted = got if wanted is None else wanted
            assert np.array_equal(got, wanted), (session.device, threads)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("k", [300, 4096, 4097, 8192, 9000])
def test_T4_every_way_to_cut_a_product_gives_the_same_bits(
    session: CSession, name: str, k: int
) -> None:
    """Single rows and elements, which use other loops, are bit-identical to the whole product.

    If k is 4096 or more, the whole product is computed in slabs.
    """
    a, b = operands(name, 9, 20, k)
    whole = product(session, a, b, name)
    assert np.array_equal(whole, product(session, a, np.asfortranarray(b), name))
    for i in (0, 8):
        assert np.array_equal(product(session, a[i : i + 1], b, name)[0], whole[i])
    assert np.array_equal(product(session, a[:6], np.asfortranarray(b), name), whole[:6])
    assert np.array_equal(product(session, a, b[:, 3:5], name), whole[:, 3:5])
    dot = get_op("dot").call([name] * 2)
    for i, j in ((0, 0), (8, 19), (4, 7)):
        assert bits_of(execute(session, dot, [a[i], b[:, j]])[0]) == whole[i, j]


def test_T4_rows_do_not_depend_on_how_many_there_are(session: CSession) -> None:
    a, b = operands("f32", 180, 40, 300)
    whole = product(session, a, b, "f32")
    for m in (*range(1, 32), 167, 168, 169):
        assert np.array_equal(product(session, a[:m], b, "f32"), whole[:m]), m


def test_concurrent_callers_share_no_scratch(session: CSession) -> None:
    pairs = [operands("f32", 60 + i, 70, 300) for i in range(8)]
    session.configure(threads=2)
    wanted = [product(session, a, b, "f32") for a, b in pairs]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(3):
            got = list(pool.map(lambda p: product(session, *p, "f32"), pairs))
            assert all(np.array_equal(x, y) for x, y in zip(got, wanted, strict=True))
