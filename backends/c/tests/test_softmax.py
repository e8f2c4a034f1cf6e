"""Test that the fused softmax gives the same bits as the nodes of its graph (clauses G1, G2)."""

from __future__ import annotations

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute, poisoned
from samebits.backends.protocol import Array, BackendError
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, get_format
from samebits.spec.graph_walk import run_graph
from samebits.spec.language.call import Call

FORMATS = ("f32", "f16", "bf16")


def by_nodes(session: CSession, call: Call, x: Array) -> Array:
    graph = get_op("softmax").graph
    assert graph is not None
    return run_graph(graph, call, [x], lambda c, operands: execute(session, c, operands)[0])["y"]


def numbers(name: str, shape: tuple[int, ...], spread: float = 4.0) -> Array:
    draw = np.random.default_rng(sum(shape))
    return (spread * draw.standard_normal(shape)).astype(get_format(name).dtype)


def assert_same(session: CSession, x: Array, name: str, axis: int) -> None:
    call = get_op("softmax").call([name], axis=axis)
    wanted = by_nodes(session, call, x)
    for threads in (1, 3):
        session.configure(threads=threads)
        (got,) = execute(session, call, [x])
        assert np.array_equal(bits_of(got), bits_of(wanted))


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(
    ("shape", "axis"),
    [
        ((5,), 0), ((1, 1), -1), ((300, 3), -1), ((67, 129), -1), ((7, 1000), 1), ((3, 8191), 1),
        ((2, 8193), 1), ((5, 257, 19), 1), ((130, 70), 0), ((4, 6, 5, 33), 2), ((3, 65537), 1),
        ((1, 200003), 1), ((70001, 2), 0), ((0, 4), 1),
    ],
)  # fmt: skip
def test_G2_every_shape_and_axis_has_the_bits_of_the_nodes(
    session: CSession, name: str, shape: tuple[int, ...], axis: int
) -> None:
    assert_same(session, numbers(name, shape), name, axis)


@pytest.mark.parametrize("axis", [0, 1])
def test_G2_results_that_go_past_the_caches_have_the_bits_of_the_nodes(
    session: CSession, axis: int
) -> None:
    x = np.resize(numbers("f32", (1, 40009)), (2201, 4001))  # more than 2^23 elements
    x[7, 5] = np.nan
    assert_same(session, x, "f32", axis)


@pytest.mark.parametrize("name", FORMATS)
def test_G2_a_slice_with_a_nan_or_an_infinite_maximum_is_nan_throughout(
    session: CSession, name: str
) -> None:
    x = numbers(name, (6, 41))
    x[0, 3], x[1, 4], x[2, :], x[3, 5] = np.nan, np.inf, -np.inf, -np.inf
    x[4, :] = 0.0
    x[4, ::2] = -0.0
    assert_same(session, x, name, 1)
    (y,) = execute(session, get_op("softmax").call([name], axis=1), [x])
    nan = get_format(name).canonical_nan
    assert (bits_of(y)[:3] == nan).all()
    assert not (bits_of(y)[3:] == nan).any()


@pytest.mark.parametrize("name", FORMATS)
def test_R1_small_results_are_kept(session: CSession, name: str) -> None:
    assert_same(session, numbers(name, (40, 133), spread=60.0), name, 1)
    assert_same(session, numbers(name, (133, 40), spread=60.0), name, 0)


@pytest.mark.parametrize("name", FORMATS)
def test_layouts_do_not_matter(session: CSession, name: str) -> None:
    x = numbers(name, (9, 14, 35))
    call = get_op("softmax").call([name], axis=1)
    (wanted,) = execute(session, call, [x])
    raw = np.zeros(x.nbytes + 1, np.uint8)[1:].view(x.dtype).reshape(x.shape)
    raw[...] = x
    for given in (np.asfortranarray(x), np.repeat(x, 2, axis=2)[:, :, ::2], raw, x[::-1][::-1]):
        output = np.asfortranarray(poisoned(x.shape, name))[::-1]
        session.run(call, [given], [output])
        assert np.array_equal(bits_of(output), bits_of(wanted))
    broadcast = np.broadcast_to(x[:1], x.shape)
    (got,) = execute(session, call, [broadcast])
    assert np.array_equal(bits_of(got), bits_of(execute(session, call, [broadcast.copy()])[0]))


def test_an_output_that_is_the_input_works_as_if_it_had_been_copied(session: CSession) -> None:
    x = numbers("f32", (50, 60))
    call = get_op("softmax").call(["f32"], axis=1)
    (wanted,) = execute(session, call, [x])
    session.run(call, [x], [x])
    assert np.array_equal(bits_of(x), bits_of(wanted))


def test_wrong_axes_and_shapes_are_refused(session: CSession) -> None:
    op, x = get_op("softmax"), numbers("f32", (3, 4))
    with pytest.raises(BackendError, match="softmax: axis 2 is out of range for rank 2"):
        session.run(op.call(["f32"], axis=2), [x], [x.copy()])
    with pytest.raises(BackendError, match="softmax: operand and result differ in shape"):
        session.run(op.call(["f32"], axis=0), [x], [np.zeros((4, 3), np.float32)])
    nothing = np.zeros((4, 0), np.float32)
    with pytest.raises(BackendError, match="softmax: the axis is empty"):
        session.run(op.call(["f32"], axis=1), [nothing], [nothing.copy()])
    scalar = np.zeros((), np.float32)
    with pytest.raises(BackendError, match="axis -1 is out of range for rank 0"):
        session.run(op.call(["f32"], axis=-1), [scalar], [scalar.copy()])
