"""Test that cumsum and cumprod are the canonical tree of every prefix (T6).

The reference is the NumPy route.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute, poisoned
from samebits.backends.protocol import Array, BackendError
from samebits.oracles import numpy_route
from samebits.spec.catalog import get_op
from samebits.spec.formats import FLOAT_FORMATS, INTEGER_FORMATS, bits_of, from_bits, get_format

OPS = ("cumsum", "cumprod")
SPECIAL = (0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, 3e38, 1.0)


def numbers(name: str, shape: tuple[int, ...], *, special: float = 0.0, seed: int = 0) -> Array:
    """Return random numbers near 1 or -1, so that products do not overflow.

    For integer formats, return random bit patterns.
    """
    form, rng = get_format(name), np.random.default_rng(seed)
    if not form.is_float:
        raw = rng.integers(0, 256, (*shape, form.bits // 8), dtype=np.uint8)
        return from_bits(np.ascontiguousarray(raw).view(form.bits_dtype)[..., 0], name)
    x = rng.uniform(0.7, 1.4, shape) * rng.choice([-1.0, 1.0], shape)
    chosen = np.asarray(SPECIAL)[rng.integers(0, len(SPECIAL), shape)]
    with np.errstate(all="ignore"):
        return np.where(rng.random(shape) < special, chosen, x).astype(form.dtype)


def assert_scans(session: CSession, x: Array, name: str, axis: int) -> None:
    for op in OPS:
        for inputs, outputs in get_op(op).signatures:
            if inputs == (name,):
                call = get_op(op).call(inputs, outputs, axis=axis)
                wanted = bits_of(numpy_route.evaluate(call, [x])[0])
                got = bits_of(execute(session, call, [x])[0])
                assert np.array_equal(got, wanted), (call, x.shape, x.strides)


@pytest.mark.parametrize("name", ["f64", "f32"])
def test_T6_every_length_along_and_across_memory(session: CSession, name: str) -> None:
    for n in [*range(1, 40), 63, 64, 65, 127, 128, 129, 255, 257, 1000, 4095, 4097, 8200]:
        assert_scans(session, numbers(name, (2, n), seed=n), name, 1)
        assert_scans(session, numbers(name, (n, 19), seed=n), name, 0)


@pytest.mark.parametrize("name", FLOAT_FORMATS + INTEGER_FORMATS)
def test_R4_every_format_and_result(session: CSession, name: str) -> None:
    for shape, axis in (((300,), 0), ((70, 9), 0), ((3, 1, 5), 1), ((2, 600, 3), 1), ((4, 0), 1)):
        assert_scans(session, numbers(name, shape), name, axis)


@pytest.mark.parametrize("name", ["f64", "f32", "bf16", "f8e4m3fn"])
def test_S1_special_values_and_signed_zeros(session: CSession, name: str) -> None:
    for share in (0.05, 0.6):
        assert_scans(session, numbers(name, (5, 301), special=share), name, 1)
        assert_scans(session, numbers(name, (301, 33), special=share), name, 0)
    assert_scans(session, np.full((40, 40), -0.0).astype(get_format(name).dtype), name, 0)


@pytest.mark.parametrize("name", ["f32", "f16", "f64", "i16", "bool"])
def test_T2_layouts_of_operand_and_result_never_matter(session: CSession, name: str) -> None:
    shape = (7, 33, 10)
    layouts: dict[str, Callable[[], Array]] = {
        "transposed": lambda: numbers(name, shape[::-1]).T,
        "spread": lambda: numbers(name, (14, 33, 20))[::-2, ::-1, 1::2],
        "broadcast": lambda: np.broadcast_to(numbers(name, (7, 1, 10)), shape),
    }
    for make in layouts.values():
        for axis in range(3):
            assert_scans(session, make(), name, axis)
    x = numbers(name, shape)
    call = get_op("cumsum").call([name], [name if get_format(name).is_float else "i64"], axis=1)
    wanted = bits_of(numpy_route.evaluate(call, [x])[0])
    roomy = poisoned((14, 66, 30), call.outputs[0])
    for view in (roomy[::2, ::2, ::3], roomy[::-2, ::-2, 29::-3]):
        session.run(call, [x], [view])
        assert np.array_equal(bits_of(view), wanted)


@pytest.mark.parametrize("shape", [(300_000,), (150_000, 2), (20_000, 20), (3, 40_000)])
def test_T6_bits_do_not_depend_on_the_number_of_threads(
    session: CSession, shape: tuple[int, ...]
) -> None:
    for name in ("f32", "i32"):
        x = numbers(name, shape)
        for axis in range(len(shape)):
            call = get_op("cumsum").call([name], axis=axis) if name == "i32" else None
            call = call or get_op("cumsum").call([name], [name], axis=axis)
            wanted = bits_of(numpy_route.evaluate(call, [x])[0])
            for threads in (1, 2, 3, 7):
                session.configure(threads=threads)
                assert np.array_equal(bits_of(execute(session, call, [x])[0]), wanted)


def test_wrong_axes_and_shapes_are_errors_and_nothing_is_written(session: CSession) -> None:
    """C2.1, C2.2: the results are unchanged."""
    x, output = numbers("f32", (3, 5)), poisoned((5, 3), "f32")
    before = bits_of(output).copy()
    with pytest.raises(BackendError, match=r"cumsum: the result must have the shape"):
        session.run(get_op("cumsum").call(["f32"], ["f32"], axis=1), [x], [output])
    with pytest.raises(BackendError, match=r"cumsum: axis 2 is out of range for rank 2"):
        session.run(get_op("cumsum").call(["f32"], ["f32"], axis=2), [x], [output])
    assert np.array_equal(bits_of(output), before)
