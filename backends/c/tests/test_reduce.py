"""Test that sum and mean are the canonical tree (T1, T2, T3), against a plain NumPy recursion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute, poisoned
from samebits.backends.protocol import Array, BackendError
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, canonicalize_nan, get_format

FORMATS = ("f64", "f32", "f16", "bf16")
AROUND_POWERS = [n + d for n in (512, 1024, 4096, 8192) for d in (-1, 0, 1)]
SPECIAL = (0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, -1e-40, 3e38, 1.0)


def numbers(name: str, shape: int | Sequence[int], *, special: float = 0.0, seed: int = 0) -> Array:
    """Return random numbers over 16 binades. A fraction `special` of them is special values."""
    rng = np.random.default_rng(seed)
    x = rng.standard_normal(shape) * np.exp2(rng.integers(-8, 8, shape))
    chosen = np.asarray(SPECIAL)[rng.integers(0, len(SPECIAL), shape)]
    with np.errstate(all="ignore"):
        return np.where(rng.random(shape) < special, chosen, x).astype(get_format(name).dtype)


def pairwise(x: Array) -> Array:
    """Return the tree T1 along the first axis, which adds adjacent pairs at each level.

    An odd last node moves to the next level unchanged.
    """
    if len(x) == 0:
        return np.zeros(x.shape[1:], x.dtype)
    while len(x) > 1:
        odd = x[len(x) // 2 * 2 :]
        x = np.concatenate([x[0 : len(x) - len(odd) : 2] + x[1::2], odd])
    return x[0]


def reference(op: str, x: Array, name: str, axes: Sequence[int] | None = None) -> Array:
    """Return the expected bits.

    Kept axes stay in order, and reduced axes are read row-major (T2).
    """
    reduced = list(range(x.ndim)) if axes is None else sorted(a % x.ndim for a in axes)
    kept = [i for i in range(x.ndim) if i not in reduced]
    terms = int(np.prod([x.shape[i] for i in reduced], dtype=np.int64))
    compute = np.float64 if name == "f64" else np.float32
    leaves = np.transpose(x.astype(compute), reduced + kept)
    with np.errstate(all="ignore"):
        total = pairwise(leaves.reshape(terms, *(x.shape[i] for i in kept)))
        if op == "mean":
            total = total / compute(terms)
        return canonicalize_nan(bits_of(np.asarray(total).astype(get_format(name).dtype)), name)


def assert_reduces(
    session: CSession, x: Array, name: str, axes: Sequence[int] | None = None
) -> None:
    for op in ("sum", "mean"):
        call = get_op(op).call([name], axes=None if axes is None else tuple(axes))
        got = bits_of(execute(session, call, [x])[0])
        assert np.array_equal(got, reference(op, x, name, axes)), (op, name, x.shape, axes)


@pytest.mark.parametrize("name", FORMATS)
def test_T1_every_length_from_0_to_300_is_the_pairwise_tree(session: CSession, name: str) -> None:
    for n in range(301):
        assert_reduces(session, numbers(name, n, seed=n), name)


@pytest.mark.parametrize("name", FORMATS)
def test_T1_lengths_around_powers_of_two(session: CSession, name: str) -> None:
    for n in AROUND_POWERS:
        assert_reduces(session, numbers(name, n, seed=n), name)
        assert_reduces(session, numbers(name, (n, 9), seed=n), name, [0])
        assert_reduces(session, numbers(name, (3, n), seed=n), name, [1])


@pytest.mark.parametrize("name", FORMATS)
def test_S1_special_values_propagate_to_canonical_results(session: CSession, name: str) -> None:
    for n in (1, 2, 3, 17, 100, 255, 300, 5000):
        for share in (0.02, 0.5):
            assert_reduces(session, numbers(name, n, special=share, seed=n), name)
            assert_reduces(session, numbers(name, (n, 11), special=share, seed=n), name, [0])


@pytest.mark.parametrize("name", FORMATS)
def test_T1_a_sum_of_negative_zeros_is_negative_zero(session: CSession, name: str) -> None:
    for n in (1, 2, 3, 15, 16, 17, 255, 257, 4097):
        for shape, axes in (((n,), [0]), ((n, 20), [0]), ((20, n), [1])):
            call = get_op("sum").call([name], axes=tuple(axes))
            got = bits_of(execute(session, call, [np.full(shape, -0.0, get_format(name).dtype)])[0])
            assert np.all(got == get_format(name).sign_mask), (n, shape)


@pytest.mark.parametrize("name", FORMATS)
def test_T1_T3_the_sum_of_nothing_is_zero_and_its_mean_is_nan(session: CSession, name: str) -> None:
    for shape, axes in (((0,), None), ((3, 0), (1,)), ((0, 5), (0,)), ((2, 0, 4), (0, 1))):
        x = np.zeros(shape, get_format(name).dtype)
        total = execute(session, get_op("sum").call([name], axes=axes), [x])[0]
        mean = execute(session, get_op("mean").call([name], axes=axes), [x])[0]
        assert np.all(bits_of(total) == 0)
        assert np.all(bits_of(mean) == get_format(name).canonical_nan)


@pytest.mark.parametrize("name", ["f32", "bf16", "f64"])
@pytest.mark.parametrize("shape", [(3, 5, 7, 33), (2, 17, 1, 40), (4, 0, 3, 5), (65, 3, 2, 9)])
def test_T2_every_combination_of_axes_in_every_layout(
    session: CSession, name: str, shape: tuple[int, ...]
) -> None:
    layouts: dict[str, Callable[[], Array]] = {
        "contiguous": lambda: numbers(name, shape),
        "transposed": lambda: numbers(name, shape[::-1]).T,
        "spread and reversed": lambda: numbers(name, [2 * n for n in shape])[::2, ::-2, 1::2, ::2],
        "broadcast": lambda: np.broadcast_to(numbers(name, (shape[0], 1, shape[2], 1)), shape),
    }
    for make in layouts.values():
        x = make()
        for count in range(5):
            for axes in combinations(range(4), count):
                assert_reduces(session, x, name, axes)


def test_T2_keepdims_and_negative_axes_change_the_shape_only(session: CSession) -> None:
    x = numbers("f32", (3, 5, 40))
    plain = execute(session, get_op("sum").call(["f32"], axes=(0, 2)), [x])[0]
    kept = execute(session, get_op("sum").call(["f32"], axes=(-1, 0), keepdims=True), [x])[0]
    assert kept.shape == (1, 5, 1)
    assert np.array_equal(bits_of(kept).ravel(), bits_of(plain))


@pytest.mark.parametrize("name", FORMATS)
def test_bits_do_not_depend_on_alignment(session: CSession, name: str) -> None:
    x = numbers(name, (300, 33))
    raw = np.zeros(x.nbytes + 1, np.uint8)
    shifted = raw[1:].view(x.dtype).reshape(x.shape)
    shifted[...] = x
    for axes in ([0], [1], [0, 1], []):
        assert_reduces(session, shifted, name, axes)


@pytest.mark.parametrize("shape", [(300_000,), (200_000, 3), (70_000, 20), (3, 30_000, 9)])
def test_T1_bits_do_not_depend_on_the_number_of_threads(
    session: CSession, shape: tuple[int, ...]
) -> None:
    for name in ("f32", "bf16"):
        x = numbers(name, shape)
        for axes in ([0], [len(shape) - 1], range(len(shape))):
            for threads in (1, 2, 3, 7):
                session.configure(threads=threads)
                assert_reduces(session, x, name, list(axes))


def test_R4_the_result_is_written_into_any_strides(session: CSession) -> None:
    x = numbers("f32", (40, 5, 30))
    call = get_op("sum").call(["f32"], axes=(1,))
    wanted = bits_of(execute(session, call, [x])[0])
    roomy = poisoned((80, 90), "f32")
    for view in (roomy[::2, ::3], roomy[79::-2, 89::-3], poisoned((30, 40), "f32").T):
        session.run(call, [x], [view])
        assert np.array_equal(bits_of(view), wanted)


def test_a_result_of_the_wrong_shape_is_an_error_and_nothing_is_written(session: CSession) -> None:
    output = poisoned((4,), "f32")
    before = bits_of(output).copy()
    with pytest.raises(BackendError, match="shape"):
        session.run(get_op("sum").call(["f32"], axes=(1,)), [numbers("f32", (3, 5))], [output])
    assert np.array_equal(bits_of(output), before)


def test_rank_32_is_reduced(session: CSession) -> None:
    x = numbers("f32", (2,) * 10).reshape([1, 2] * 5 + [1] * 12 + [2] * 5 + [1] * 5)
    assert x.ndim == 32
    axes = [1, 5, 9, 11, 23, 31]
    call = get_op("sum").call(["f32"], axes=tuple(axes))
    assert np.array_equal(bits_of(execute(session, call, [x])[0]), reference("sum", x, "f32", axes))
