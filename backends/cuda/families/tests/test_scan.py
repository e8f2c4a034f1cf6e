"""Tests that scans on the emulated device give the bits of the NumPy route (T6)."""

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
from samebits.spec.formats import bits_of

OPS = ("cumsum", "cumprod")


@pytest.fixture(scope="module")
def devices():
    opened = sessions()
    yield opened
    for session in opened:
        session.machine.close()


def near_one(name, shape, seed=0):
    """Return random numbers near 1 or -1, whose products do not overflow."""
    rng = np.random.default_rng(seed)
    return (rng.uniform(0.9, 1.1, shape) * rng.choice([-1.0, 1.0], shape)).astype(name)


@pytest.mark.parametrize("op", OPS)
def test_T6_every_length_around_packs_warps_and_blocks(devices, op) -> None:
    call = get_op(op).call(["f32"], axis=1)
    around = [n + d for n in (64, 128, 256, 1024, 2048, 4096, 8192) for d in (-1, 0, 1, 2, 3)]
    for n in [*range(1, 36), *around]:
        assert_as_numpy_route(devices, call, near_one("f4", (2, n), seed=n))


@pytest.mark.parametrize("op", OPS)
def test_T6_formats(devices, op) -> None:
    sources = ("f64", "bf16", "f8e4m3fn", "i8", "u32", "bool")
    for inputs, outputs in (s for s in get_op(op).signatures if s[0][0] in sources):
        x = numbers(inputs[0], (3, 700), special=0.002, seed=5)
        for axis in (0, 1):
            call = get_op(op).call(inputs, outputs, axis=axis)
            assert_as_numpy_route(devices[:1], call, x)


@pytest.mark.parametrize(("name", "n"), [("f8", 8192 * 3 + 1), ("f8", 4096 * 70 + 3)])
def test_T6_long_lines_join_the_totals_of_the_tiles_before(devices, name, n) -> None:
    call = get_op("cumsum").call(["f64"], axis=0)
    x = near_one(name, n, seed=n)
    assert_as_numpy_route(devices[:1], call, x)
    (scanned,) = execute(devices[0], call, [x])
    for i in (4095, 4096, 12287, 20000, n - 1):
        (total,) = execute(devices[0], get_op("sum").call(["f64"]), [x[: i + 1]])
        assert bits_of(total) == bits_of(scanned)[i]


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_T6_memory_layout_never_matters(devices, axis) -> None:
    x = numbers("f32", (5, 9, 12), special=0.02, seed=3)
    for seen in layouts(x):
        assert_as_numpy_route(devices, get_op("cumsum").call(["f32"], axis=axis), seen)


def test_T6_the_first_element_is_itself_minus_zero_too(devices) -> None:
    (y,) = execute(devices[0], get_op("cumsum").call(["f32"]), [np.full(9, -0.0, np.float32)])
    assert set(bits_of(y)) == {0x80000000}
