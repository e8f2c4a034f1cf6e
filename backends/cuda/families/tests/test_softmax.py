"""Tests that softmax on the emulated device gives the same bits as its graph's nodes (G1, G2)."""

import numpy as np
import pytest

from samebits.backends.cuda.families.tests.cases import numbers, sessions
from samebits.backends.executor import execute
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, get_format
from samebits.spec.graph_walk import run_graph

SHAPES = [
    ((1,), 0),
    ((5,), 0),
    ((3, 127), 1),
    ((2, 129), 1),
    ((9, 512), 1),
    ((3, 513), 1),
    ((5, 600), 1),
    ((2, 2049), 1),
    ((2, 16384), 1),
    ((2, 16385), 1),
    ((40, 9), 0),
    ((3, 33, 10), 1),
    ((3, 4, 5, 6), 2),
]


@pytest.fixture(scope="module")
def devices():
    opened = sessions()
    yield opened
    for session in opened:
        session.machine.close()


def by_nodes(session, call, x):
    graph = get_op("softmax").graph
    return run_graph(graph, call, [x], lambda c, operands: execute(session, c, operands)[0])["y"]


def assert_same(devices, x, name, axis) -> None:
    call = get_op("softmax").call([name], axis=axis)
    wanted = bits_of(by_nodes(devices[0], call, x))
    for device in devices:
        assert np.array_equal(bits_of(execute(device, call, [x])[0]), wanted)


@pytest.mark.parametrize("name", ["f32", "f16", "bf16"])
@pytest.mark.parametrize(("shape", "axis"), SHAPES)
def test_G2_every_shape_and_axis_has_the_bits_of_the_nodes(devices, name, shape, axis) -> None:
    assert_same(devices, numbers(name, shape), name, axis)


@pytest.mark.parametrize("n", [7, 300, 20000])
def test_G2_infinite_and_NaN_slices_are_NaN_throughout(devices, n) -> None:
    x = 20 * numbers("f32", (6, n), seed=n)
    x[0, n // 2] = np.nan
    x[1, n - 1] = np.inf
    x[2] = -np.inf
    x[3, : n // 2] = -np.inf
    x[4] = -0.0
    x[4, 0] = 0.0
    assert_same(devices, x, "f32", 1)
    (y,) = execute(devices[0], get_op("softmax").call(["f32"]), [x])
    assert set(bits_of(y[:3]).ravel()) == {0x7FC00000}


def test_R2_exponentials_near_the_least_numbers_are_rounded_once(devices) -> None:
    x = np.zeros((1, 5000), np.float32)
    x[0, 1:] = -np.linspace(86, 105, 4999, dtype=np.float32)
    assert_same(devices, x, "f32", 1)


@pytest.mark.parametrize("name", ["f32", "f16", "bf16"])
@pytest.mark.parametrize("n", [40, 500, 3000, 20000])
def test_R2_quotients_far_apart_are_rounded_once(devices, name, n) -> None:
    x = numbers(name, (3, n)) * get_format(name).dtype.type(20)
    x[0, 1::3] = -np.inf
    x[1] = 0
    x[1, 1:] = -np.linspace(54, 57, n - 1)
    assert_same(devices, x, name, 1)


def test_G2_operands_and_results_may_lie_anywhere(devices) -> None:
    x = numbers("f32", (6, 40))
    call = get_op("softmax").call(["f32"], axis=1)
    (wanted,) = execute(devices[0], call, [x])
    raw = np.zeros(x.nbytes + 1, np.uint8)
    odd = np.ndarray(x.shape, x.dtype, raw.data, 1)
    odd[...] = x
    for seen in (odd, np.asfortranarray(x), np.repeat(x, 2, axis=1)[:, ::2], x[::-1].copy()[::-1]):
        room = np.full((6, 80), 7, np.float32)
        devices[1].run(call, [seen], [room[:, 1::2]])
        assert np.array_equal(bits_of(room[:, 1::2].copy()), bits_of(wanted))
        assert (room[:, ::2] == 7).all()
