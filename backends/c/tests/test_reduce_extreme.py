"""Test max and argmax in the order of S3: NaN above all, -0 below +0, lowest index among equals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute, poisoned
from samebits.backends.protocol import Array, BackendError
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, from_bits, get_format, is_nan_bits

FORMATS = ("f64", "f32", "f16", "bf16")


def rank_of(pattern: int, name: str) -> int:
    """Return the rank of a bit pattern in the order S3. All NaN have the highest rank."""
    form = get_format(name)
    magnitude = pattern & (form.sign_mask - 1)
    if magnitude > form.infinity:
        return form.sign_mask
    return -magnitude - 1 if pattern & form.sign_mask else magnitude


def expected(x: Array, name: str, axes: Sequence[int]) -> tuple[Array, Array]:
    """Return the bits of maxima, and their first indices, found by a loop over Python integers."""
    kept = [i for i in range(x.ndim) if i not in axes]
    terms = int(np.prod([x.shape[i] for i in axes], dtype=np.int64))
    rows = bits_of(np.transpose(x, kept + sorted(axes))).reshape(-1, terms)
    values, indices = [], []
    for row in rows.tolist():
        ranks = [rank_of(pattern, name) for pattern in row]
        first = ranks.index(max(ranks))
        nan = ranks[first] == get_format(name).sign_mask
        values.append(get_format(name).canonical_nan if nan else row[first])
        indices.append(first)
    shape = [x.shape[i] for i in kept]
    return (
        np.array(values, get_format(name).bits_dtype).reshape(shape),
        np.array(indices, np.int64).reshape(shape),
    )


def assert_finds(session: CSession, x: Array, name: str, axes: Sequence[int]) -> None:
    value, index = expected(x, name, axes)
    highest = execute(session, get_op("max").call([name], axes=tuple(axes)), [x])[0]
    place = execute(session, get_op("argmax").call([name], axes=tuple(axes)), [x])[0]
    assert np.array_equal(bits_of(highest), value), (name, x.shape, axes)
    assert np.array_equal(place, index), (name, x.shape, axes)


def values(kind: str, name: str, shape: Sequence[int], seed: int = 0) -> Array:
    rng = np.random.default_rng(seed)
    form = get_format(name)
    if kind == "any bits":
        return from_bits(
            rng.integers(0, 256, (*shape, form.bits // 8), np.uint8).view(form.bits_dtype)[..., 0],
            name,
        )
    if kind == "zeros":
        return np.where(rng.random(shape) < 0.5, -0.0, 0.0).astype(form.dtype)
    if kind == "least":
        return np.full(shape, -np.inf, form.dtype)
    if kind == "ties":
        return rng.integers(-2, 3, shape).astype(form.dtype)
    return -np.abs(rng.standard_normal(shape)).astype(form.dtype)


KINDS = ("any bits", "zeros", "least", "ties", "negative")


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("kind", KINDS)
def test_S3_every_length_finds_the_first_extreme(session: CSession, name: str, kind: str) -> None:
    for n in (*range(1, 70), 255, 256, 257, 4095, 4096, 4097, 9000):
        assert_finds(session, values(kind, name, (n,), n), name, [0])
        if n < 300:
            assert_finds(session, values(kind, name, (n, 17), n), name, [0])
            assert_finds(session, values(kind, name, (5, n), n), name, [1])


@pytest.mark.parametrize("name", FORMATS)
def test_S3_negative_nan_is_the_extreme_and_comes_out_canonical(
    session: CSession, name: str
) -> None:
    form = get_format(name)
    nan = form.infinity | form.sign_mask | 1
    x = from_bits(np.array([form.infinity, nan, nan + 1], form.bits_dtype), name)
    assert is_nan_bits(bits_of(x), name).tolist() == [False, True, True]
    assert_finds(session, x, name, [0])
    assert_finds(session, x[1:2], name, [0])


@pytest.mark.parametrize("name", ["f32", "f16", "f64"])
def test_T2_every_combination_of_axes_in_every_layout(session: CSession, name: str) -> None:
    shape = (3, 5, 7, 9)
    spread = values("ties", name, [2 * n for n in shape])[::2, ::-2, 1::2, ::2]
    transposed = values("ties", name, shape[::-1]).T
    for x in (values("ties", name, shape), spread, transposed):
        for count in range(5):
            for axes in combinations(range(4), count):
                assert_finds(session, x, name, axes)


def test_S3_bits_do_not_depend_on_the_number_of_threads(session: CSession) -> None:
    for shape in ((100_000,), (9000, 20), (20, 9000)):
        x = values("ties", "f32", shape)
        for threads in (1, 2, 3, 7):
            session.configure(threads=threads)
            assert_finds(session, x, "f32", [0])


@pytest.mark.parametrize("op", ["max", "argmax"])
def test_T3_the_maximum_of_nothing_is_an_error(session: CSession, op: str) -> None:
    call = get_op(op).call(["f32"], axes=(1,))
    output = poisoned((3,), call.outputs[0])
    with pytest.raises(BackendError, match="empty axis has no value"):
        session.run(call, [np.zeros((3, 0), np.float32)], [output])


@pytest.mark.parametrize("op", ["max", "argmax"])
def test_an_empty_result_needs_no_terms(session: CSession, op: str) -> None:
    call = get_op(op).call(["f32"], axes=(1,))
    assert execute(session, call, [np.zeros((0, 4), np.float32)])[0].shape == (0,)
