"""Test that sizes and strides are 64-bit everywhere, with more than 2^31 elements.

The tests cover reductions and contractions. The operands are views with stride 0, so that no test
needs more than a few pages of memory. The expected values are computed by repeated doubling, since
all leaves of the canonical tree are equal.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator

import numpy as np
import pytest

from samebits.backends import executor
from samebits.backends.c.library import widest_device
from samebits.backends.discovery import load
from samebits.backends.protocol import Array, Session
from samebits.conformance.reveal.arithmetic import fma
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of
from samebits.spec.language.trees import balanced, evaluate

MOST_MEMORY = 1 << 30
"""Maximum memory in bytes that a test may use in addition to what the process already used."""


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with load("c").open(widest_device()) as opened:
        yield opened


def peak_memory() -> int:
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used if sys.platform == "darwin" else 1024 * used


def equal_leaves(leaf: np.float32, count: int, last: np.float32 | None = None) -> np.float32:
    """Return T1 over `count` equal leaves, by repeated doubling.

    `last` is the last leaf if it is different.
    """
    if count == 1:
        return leaf if last is None else last
    cut = 1 << (count - 1).bit_length() - 1
    left = leaf
    for _ in range(cut.bit_length() - 1):
        left = np.float32(left + left)
    return np.float32(left + equal_leaves(leaf, count - cut, last))


def run(session: Session, op: str, inputs: list[Array], **attributes: object) -> np.float32:
    before = peak_memory()
    call = get_op(op).call(["f32"] * len(inputs), **attributes)
    (result,) = executor.execute(session, call, inputs)
    assert peak_memory() - before < MOST_MEMORY
    return np.float32(result.item())


def same(a: np.float32, b: np.float32) -> bool:
    return bool(bits_of(np.array([a]))[0] == bits_of(np.array([b]))[0])


def test_T1_doubling_is_the_tree_over_equal_leaves() -> None:
    for count in (1, 2, 3, 5, 64, 77, 1000, 1023):
        for last in (None, np.float32(0.3)):
            leaves = [np.float32(1.1)] * (count - 1) + [np.float32(1.1) if last is None else last]
            tree = evaluate(balanced(count), leaves, lambda a, b: a + b, np.float32(0))
            assert same(equal_leaves(np.float32(1.1), count, last), np.float32(tree))


def test_T1_sum_of_more_than_2_to_the_32_elements(session: Session) -> None:
    leaf, count = np.float32(1.1), 2**32 + 2**31 + 12_347  # for 2^32: test_large_reductions.py
    total = run(session, "sum", [np.broadcast_to(leaf, (count,))], axes=None)
    assert same(total, equal_leaves(leaf, count))


def test_T2_sum_over_axes_of_2_to_the_32_elements_that_repeat(session: Session) -> None:
    """All 2^20 rows of 4096 elements are equal: the result is one row's tree, doubled 20 times."""
    row = np.random.default_rng(4).standard_normal(4096).astype(np.float32)
    total = run(session, "sum", [np.broadcast_to(row, (2**20, 4096))], axes=None)
    one = evaluate(balanced(4096), list(row), lambda a, b: a + b, np.float32(0))
    assert same(total, np.float32(one * np.float32(2.0**20)))


def test_T4_dot_of_more_than_2_to_the_31_terms(session: Session) -> None:
    count = 2**31 + 300
    a, b = np.float32(1.1), np.float32(0.7)
    found = run(session, "dot", [np.broadcast_to(x, (count,)) for x in (a, b)])
    assert same(found, equal_leaves(chain(a, b, 256), -(-count // 256), chain(a, b, count % 256)))


def chain(a: np.float32, b: np.float32, terms: int) -> np.float32:
    """Return a chain of fma over equal terms. The chain begins with the rounded first product."""
    total = np.array([a * b])
    for _ in range(terms - 1):
        total = fma(np.array([a]), np.array([b]), total, "f32")
    return np.float32(total[0])
