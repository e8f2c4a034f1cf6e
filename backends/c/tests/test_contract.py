"""Test dot, matmul and bmm against the contraction T4, computed with the C library's fma."""

from __future__ import annotations

import ctypes
import ctypes.util
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute, poisoned
from samebits.backends.protocol import Array, BackendError
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, canonicalize_nan, get_format

FORMATS = ("f64", "f32", "f16", "bf16")
SPECIAL = (0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, -1e-40, 3e38, 1.0)


def _libm_fma(name: str) -> Callable[[Array, Array, Array], Array]:
    """Return the C library's fma, an independent implementation, as a function of arrays."""
    compute = ctypes.c_double if name == "f64" else ctypes.c_float
    library = ctypes.CDLL(ctypes.util.find_library("m") or "libm.so.6")
    function = library.fma if name == "f64" else library.fmaf
    function.argtypes, function.restype = [compute] * 3, compute
    loop = np.frompyfunc(function, 3, 1)
    dtype = np.float64 if name == "f64" else np.float32
    return lambda a, b, c: np.asarray(loop(a, b, c)).astype(dtype)


def contraction(a: Array, b: Array, bias: Array | None, name: str) -> Array:
    """Return the bits of a[M, K] times b[K, N] by T4.

    Chains of 256 terms begin with -0 and are joined by T1.
    """
    fma = _libm_fma(name)
    compute = np.float64 if name == "f64" else np.float32
    left, right = a.astype(compute), b.astype(compute)
    shape = (a.shape[0], b.shape[1])
    blocks = []
    with np.errstate(all="ignore"):
        for first in range(0, a.shape[1], 256):
            total = np.full(shape, -0.0, compute)
            for k in range(first, min(first + 256, a.shape[1])):
                total = fma(left[:, k : k + 1], right[k : k + 1, :], total)
            blocks.append(total)
        while len(blocks) > 1:
            pairs = list(zip(blocks[0::2], blocks[1::2], strict=False))
            odd = blocks[len(pairs) * 2 :]
            blocks = [x + y for x, y in pairs] + odd
        result = blocks[0] if blocks else np.zeros(shape, compute)
        if bias is not None:
            result = result + bias.astype(compute)
        return canonicalize_nan(bits_of(result.astype(get_format(name).dtype)), name)


def numbers(name: str, shape: tuple[int, ...], kind: str = "normal", seed: int = 0) -> Array:
    rng = np.random.default_rng([seed, *shape])
    x = rng.standard_normal(shape)
    if kind == "special":
        chosen = np.asarray(SPECIAL)[rng.integers(0, len(SPECIAL), shape)]
        x = np.where(rng.random(shape) < 0.02, chosen, x)
    if kind == "zeros":
        x = np.where(rng.random(shape) < 0.5, -0.0, 0.0)
    if kind == "tiny":
        x = x * (1e-160 if name == "f64" else 1e-22)
    if kind == "integers":
        x = rng.integers(-3, 4, shape).astype(np.float64)
    with np.errstate(all="ignore"):
        return np.asarray(x).astype(get_format(name).dtype)


def spread(x: Array) -> Array:
    wide = np.zeros((2 * x.shape[0], 3 * x.shape[1]), x.dtype)
    wide[::2, 1::3] = x
    return wide[::2, 1::3]


def misaligned(x: Array) -> Array:
    view = np.zeros(x.nbytes + 1, np.uint8)[1:].view(x.dtype).reshape(x.shape)
    view[...] = x
    return view


LAYOUTS: dict[str, Callable[[Array], Array]] = {
    "contiguous": np.ascontiguousarray,
    "transposed": lambda x: np.ascontiguousarray(x.T).T,
    "spread": spread,
    "reversed": lambda x: np.ascontiguousarray(x[::-1, ::-1])[::-1, ::-1],
    "misaligned": misaligned,
}


def stored(a: Array, b: Array) -> Iterator[tuple[dict[str, bool], Array, Array]]:
    """Yield the operands unchanged, and both of them transposed with the matching attributes."""
    yield {}, a, b
    yield {"transpose_a": True, "transpose_b": True}, a.T, b.T


def assert_multiplies(
    session: CSession,
    a: Array,
    b: Array,
    name: str,
    bias: Array | None = None,
    wanted: Array | None = None,
) -> None:
    wanted = contraction(a, b, bias, name) if wanted is None else wanted
    rest = [] if bias is None else [bias]
    for attributes, x, y in stored(a, b):
        call = get_op("matmul").call([name] * (2 + len(rest)), **attributes)
        got = bits_of(execute(session, call, [x, y, *rest])[0])
        assert np.array_equal(got, wanted), (name, a.shape, b.shape, attributes)


@pytest.mark.parametrize("name", FORMATS)
def test_T4_ragged_sizes_of_every_kind(session: CSession, name: str) -> None:
    sizes = [(1, 1), (1, 40), (5, 33), (6, 70), (7, 5), (15, 17), (29, 35), (40, 1), (33, 4)]
    for m, n in sizes:
        for k in (1, 2, 17, 70):
            bias = numbers(name, (n,)) if k % 2 else None
            assert_multiplies(session, numbers(name, (m, k)), numbers(name, (k, n)), name, bias)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("k", [255, 256, 257, 511, 512, 513, 769, 1025])
def test_T4_blocks_of_256_are_joined_by_T1(session: CSession, name: str, k: int) -> None:
    for m, n in ((1, 1), (1, 6), (7, 3), (8, 9)):
        assert_multiplies(session, numbers(name, (m, k)), numbers(name, (k, n)), name)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("kind", ["special", "zeros", "tiny", "integers"])
def test_S1_T4_special_values_zeros_and_subnormals(session: CSession, name: str, kind: str) -> None:
    for m, n, k in ((1, 1, 300), (1, 18, 270), (8, 9, 260), (9, 2, 40)):
        bias = numbers(name, (n,), kind, 3)
        a, b = numbers(name, (m, k), kind, 1), numbers(name, (k, n), kind, 2)
        assert_multiplies(session, a, b, name, bias)
        assert_multiplies(session, a, b, name)


@pytest.mark.parametrize("name", FORMATS)
def test_T4_a_chain_starts_at_negative_zero(session: CSession, name: str) -> None:
    form = get_format(name)
    for m, n in ((1, 1), (1, 20), (3, 20), (20, 20), (20, 1)):
        for k in (1, 3, 256, 300, 600):
            a, b = np.full((m, k), -0.0, form.dtype), np.ones((k, n), form.dtype)
            got = bits_of(execute(session, get_op("matmul").call([name] * 2), [a, b])[0])
            assert np.all(got == form.sign_mask), (m, n, k)


@pytest.mark.parametrize("name", FORMATS)
def test_T4_a_contraction_over_nothing_is_zero_plus_the_bias(session: CSession, name: str) -> None:
    form = get_format(name)
    a, b = np.zeros((3, 0), form.dtype), np.zeros((0, 4), form.dtype)
    assert np.all(bits_of(execute(session, get_op("matmul").call([name] * 2), [a, b])[0]) == 0)
    bias = np.array([-0.0, 1.5, np.nan, -np.inf], form.dtype)
    assert_multiplies(session, a, b, name, bias)
    empty = np.zeros(0, form.dtype)
    assert bits_of(execute(session, get_op("dot").call([name] * 2), [empty, empty])[0]) == 0


@pytest.mark.parametrize("name", FORMATS)
def test_bits_do_not_depend_on_strides_or_alignment(session: CSession, name: str) -> None:
    for m, n, k in ((9, 21, 40), (3, 50, 40), (1, 1, 400)):
        a, b = numbers(name, (m, k)), numbers(name, (k, n))
        wanted = contraction(a, b, None, name)
        for left in LAYOUTS.values():
            for right in LAYOUTS.values():
                assert_multiplies(session, left(a), right(b), name, wanted=wanted)
        same = np.broadcast_to(a[:1], (m, k))
        assert_multiplies(session, same, b, name, wanted=np.repeat(wanted[:1], m, axis=0))


@pytest.mark.parametrize("name", FORMATS)
def test_the_result_and_the_bias_may_have_any_strides(session: CSession, name: str) -> None:
    a, b = numbers(name, (20, 30)), numbers(name, (30, 40))
    bias = numbers(name, (80,))[::-2]
    call = get_op("matmul").call([name] * 3)
    wanted = contraction(a, b, bias, name)
    roomy = poisoned((40, 120), name)
    for view in (roomy[::2, ::3], roomy[::-2, ::-3], poisoned((40, 20), name).T):
        session.run(call, [a, b, bias], [view])
        assert np.array_equal(bits_of(view), wanted)


@pytest.mark.parametrize("name", FORMATS)
def test_T4_bmm_is_matmul_for_every_batch_whatever_the_batch(session: CSession, name: str) -> None:
    a, b, bias = numbers(name, (5, 8, 270)), numbers(name, (5, 270, 9)), numbers(name, (9,))
    wanted = np.stack([contraction(a[i], b[i], bias, name) for i in range(5)])
    call = get_op("bmm").call([name] * 3)
    for threads in (1, 2, 7):
        session.configure(threads=threads)
        assert np.array_equal(bits_of(execute(session, call, [a, b, bias])[0]), wanted)
        alone = bits_of(execute(session, call, [a[3:4], b[3:4], bias])[0])
        assert np.array_equal(alone[0], wanted[3])
    assert execute(session, call, [a[:0], b[:0], bias])[0].shape == (0, 8, 9)


@pytest.mark.parametrize("name", FORMATS)
def test_T4_dot_is_one_element_of_a_matmul(session: CSession, name: str) -> None:
    for k in (1, 5, 255, 256, 257, 4095, 4097, 5000):
        a, b = numbers(name, (k,), seed=1), numbers(name, (k,), seed=2)
        wanted = contraction(a[None], b[:, None], None, name)[0, 0]
        call = get_op("dot").call([name] * 2)
        assert bits_of(execute(session, call, [a, b])[0]) == wanted
        assert (
            bits_of(execute(session, call, [a[::-1][::-1], spread(b[:, None])[:, 0]])[0]) == wanted
        )


@pytest.mark.parametrize(
    ("a", "b", "result"),
    [((2, 3), (4, 5), (2, 5)), ((2, 3), (3, 5), (5, 2)), ((2, 3), (3, 5), (2, 4))],
)
def test_shapes_that_do_not_fit_are_an_error(
    session: CSession, a: tuple[int, int], b: tuple[int, int], result: tuple[int, int]
) -> None:
    call = get_op("matmul").call(["f32", "f32"])
    operands = [np.zeros(a, np.float32), np.zeros(b, np.float32)]
    with pytest.raises(BackendError, match="do not fit"):
        session.run(call, operands, [poisoned(result, "f32")])
