"""Tests that composed binary64 ops give the bits of the NumPy route, in all layouts (T3, D2)."""

import numpy as np
import pytest

from samebits.backends.cuda.compiling.units import COMPOSITIONS, compiled, is_composed, operations
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.oracles import numpy_route
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of

COMPOSED = sorted(path.stem for path in COMPOSITIONS.glob("*.py") if path.stem != "__init__")
SEED = {"seed": (0x89ABCDEF, 0x01234567), "stream": (1, 0)}


def answered(call, *inputs):
    (wanted,) = numpy_route.evaluate(call, inputs)
    return wanted


def same(call, inputs, out):
    with CudaSession("emulated", EmulatedMachine()) as session:
        session.run(call, inputs, [out])
    wanted = answered(call, *inputs)
    assert out.shape == wanted.shape
    assert np.array_equal(bits_of(out), bits_of(wanted))


@pytest.mark.parametrize("op", COMPOSED)
def test_what_is_composed_is_declared_has_a_kernel_and_no_unit_of_binary64(op):
    assert is_composed(op, ("f64",))
    assert not is_composed(op, ("f32",))
    assert op in operations()
    assert ("f64",) in {outputs for _, outputs in get_op(op).signatures}
    assert all("f64" not in outputs for _, outputs in compiled(op))
    assert not is_composed("sum", ("f64",))


@pytest.mark.parametrize("op", [op for op in COMPOSED if not get_op(op).operands])
@pytest.mark.parametrize("shape", [(), (0, 3), (5,), (3, 40)])
def test_D2_a_draw_of_any_part_is_that_of_the_whole(op, shape):
    placed = {"whole": tuple(n + 7 for n in shape), "at": (4,) * len(shape)}
    call = get_op(op).call([], ["f64"], shape=shape, **SEED, **placed)
    room = np.full((2 * shape[0], *shape[1:]) if shape else (), 7.0)
    out = room[::2] if shape else room
    same(call, [], out)
    assert not shape or np.all(room[1::2] == 7)


@pytest.mark.parametrize("axes", [(), (0,), (1,), (-1,), (0, 2), (0, 1, 2)])
@pytest.mark.parametrize("keepdims", [False, True])
def test_T3_logsumexp_along_any_axes(axes, keepdims):
    x = np.random.default_rng(len(axes)).normal(size=(4, 5, 6)) * 30
    x[0, 0, 0], x[1, 2, 3], x[2, 1, 5] = np.inf, np.nan, -np.inf
    x[3] = -np.inf
    call = get_op("logsumexp").call(["f64"], axes=axes, keepdims=keepdims)
    (shape,) = get_op("logsumexp").output_shapes(call, [x.shape])
    same(call, [x], np.full(shape, 7.0))
    same(call, [x[:, :, ::-1]], np.full(shape, 7.0))


def test_T3_logsumexp_of_nothing_is_an_infinity():
    call = get_op("logsumexp").call(["f64"], axes=(1,))
    same(call, [np.empty((3, 0))], np.full(3, 7.0))
    same(call, [np.empty((0, 3))], np.full(0, 7.0))
