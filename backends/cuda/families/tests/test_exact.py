"""Tests that exact sums on the emulated device give the bits of the NumPy route (T10)."""

from itertools import combinations

import numpy as np
import pytest

from samebits.backends.cuda.families.tests.cases import (
    assert_as_numpy_route,
    layouts,
    numbers,
    sessions,
)
from samebits.backends.executor import execute
from samebits.spec.catalog import get_op
from samebits.spec.formats import from_bits, get_format


@pytest.fixture(scope="module")
def devices():
    opened = sessions()
    yield opened
    for session in opened:
        session.machine.close()


def any_finite(name, shape, seed=0):
    """Return random finite numbers with all exponents, including subnormal numbers and zeros."""
    form, rng = get_format(name), np.random.default_rng(seed)
    bits = rng.integers(0, 1 << 63, shape, dtype=np.uint64) >> np.uint64(64 - form.bits)
    bits |= rng.integers(0, 2, shape).astype(np.uint64) << np.uint64(form.bits - 1)
    magnitude = bits & np.uint64((1 << (form.bits - 1)) - 1)
    bits = np.where(magnitude > form.max_finite, bits & np.uint64(form.sign_mask), bits)
    return from_bits(bits.astype(form.bits_dtype), name)


@pytest.mark.parametrize("signature", get_op("sum_exact").signatures)
def test_T10_sums_over_the_whole_range_of_a_format(devices, signature) -> None:
    inputs, outputs = signature
    call = get_op("sum_exact").call(inputs, outputs, axes=(1,))
    for n in (1, 2, 31, 32, 33, 257, 3000):
        assert_as_numpy_route(devices[:1], call, any_finite(inputs[0], (3, n), seed=n))


@pytest.mark.parametrize("signature", get_op("dot_exact").signatures)
def test_T10_products_over_the_whole_range_of_a_format(devices, signature) -> None:
    inputs, outputs = signature
    call = get_op("dot_exact").call(inputs, outputs)
    for n in (0, 1, 2, 33, 700):
        a, b = (any_finite(name, n, seed=n + i) for i, name in enumerate(inputs))
        assert_as_numpy_route(devices[:1], call, a, b)
        assert_as_numpy_route(devices[:1], call, a[::-1], np.repeat(b, 2)[::2])


@pytest.mark.parametrize("name", ["f32", "f64"])
def test_T10_long_sums_that_cancel_leave_what_is_left(devices, name) -> None:
    x = any_finite(name, 70000, seed=1)
    both = np.concatenate([x, [get_format(name).dtype.type(3)], -x[::-1]])
    for device in devices:
        (y,) = execute(device, get_op("sum_exact").call([name]), [both])
        assert y == 3


@pytest.mark.parametrize("name", ["f32", "f64"])
def test_T10_infinities_NaN_and_the_sign_of_zero(devices, name) -> None:
    kinds = [(np.inf, 1), (np.inf, -np.inf), (np.nan, 1), (-0.0, -0.0), (-0.0, 0.0), (1, -1), ()]
    for terms in kinds:
        x = np.array(terms, get_format(name).dtype)
        assert_as_numpy_route(devices[:1], get_op("sum_exact").call([name]), x)
        for other in (x[::-1], np.zeros_like(x), -np.zeros_like(x)):
            assert_as_numpy_route(devices[:1], get_op("dot_exact").call([name, name]), x, other)


@pytest.mark.parametrize("axes", [a for n in range(4) for a in combinations(range(3), n)])
def test_T2_axes_and_memory_layout_never_matter(devices, axes) -> None:
    x = numbers("f32", (5, 9, 12), special=0.02, seed=3)
    for seen in layouts(x):
        assert_as_numpy_route(devices[:1], get_op("sum_exact").call(["f32"], axes=axes), seen)
