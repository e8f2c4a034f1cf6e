"""Test that fused norms give the same bits as the nodes of their graphs (clauses G1, G5, G6)."""

from __future__ import annotations

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.c.tests.by_nodes import FORMATS, assert_same, call_of, numbers
from samebits.backends.executor import execute
from samebits.backends.protocol import Array, BackendError
from samebits.spec.catalog import get_op

NORMS = [
    ((5,), 0), ((1, 1), -1), ((300, 3), -1), ((67, 129), -1), ((7, 1000), 1), ((3, 2049), -1),
    ((2, 8193), 1), ((9, 4, 5, 6), 2), ((0, 4), 1), ((3, 0), 1), ((2, 3, 0), 1), ((1, 70000), 0),
    ((65, 700), -1),
]  # fmt: skip


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("op", ["layer_norm", "rms_norm"])
@pytest.mark.parametrize(("shape", "axis"), NORMS)
def test_G6_norms_over_the_last_axes(
    session: CSession, op: str, shape: tuple[int, ...], axis: int, name: str
) -> None:
    x, rest = numbers(name, shape), shape[axis:]
    operands = [x, numbers(name, rest, 1), numbers(name, rest, 2)]
    for count in range(1, 4 if op == "layer_norm" else 3):
        assert_same(session, call_of(op, operands[:count], name, axis=axis), operands[:count])


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("op", ["layer_norm", "rms_norm"])
@pytest.mark.parametrize(("shape", "axis"), NORMS)
def test_G6_gradients_of_norms_over_the_last_axes(
    session: CSession, op: str, shape: tuple[int, ...], axis: int, name: str
) -> None:
    x, g, w = numbers(name, shape), numbers(name, shape, 1), numbers(name, shape[axis:], 2)
    saved = execute(session, call_of(op, [x], name, axis=axis), [x])[1:]
    for operands in ([g, x, *saved], [g, x, *saved, w]):
        call = get_op(f"{op}_gradient").call(
            [name, name, *["f32"] * len(saved), *[name] * (len(operands) - 2 - len(saved))],
            axis=axis,
        )
        assert_same(session, call, operands)


BATCHES = [
    (5, 3), (70, 200), (2, 1, 9), (4, 3, 7, 7), (3, 2, 1100), (1, 4, 6), (9, 20, 1, 1),
    (0, 3), (0, 3, 4), (3, 0, 4), (2, 3, 0), (2, 3, 4, 5, 2), (2, 2, 8200),
]  # fmt: skip


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("shape", BATCHES)
def test_G6_batch_norm_in_training(session: CSession, shape: tuple[int, ...], name: str) -> None:
    x, channels = numbers(name, shape), shape[1:2]
    tracked = np.array(6, np.int64)
    each = [numbers(name, channels, seed) for seed in range(1, 5)]
    for operands in ([x], [x, each[0]], [x, *each[:2]], [x, *each, tracked]):
        call = call_of("batch_norm", operands, name, momentum=0.3, eps=1e-3)
        assert_same(session, call, operands)
    counted = [x, *each, tracked]
    assert_same(session, call_of("batch_norm", counted, name, momentum=None), counted)
    saved = execute(session, call_of("batch_norm", [x], name), [x])[1:]
    g = numbers(name, shape, 9)
    for operands in ([g, x, *saved], [g, x, *saved, each[0]]):
        formats = [name, name, "f32", "f32", name][: len(operands)]
        assert_same(session, get_op("batch_norm_gradient").call(formats), operands)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("shape", [*BATCHES, (1, 4), (1, 1, 1)])
def test_G6_batch_norm_by_running_statistics(
    session: CSession, shape: tuple[int, ...], name: str
) -> None:
    x, g, channels = numbers(name, shape), numbers(name, shape, 9), shape[1:2]
    mean, w, b = (numbers(name, channels, seed) for seed in range(1, 4))
    var = np.abs(numbers(name, channels, 5))
    for operands in ([x, mean, var], [x, mean, var, w], [x, mean, var, w, b]):
        assert_same(session, call_of("batch_norm_inference", operands, name, eps=0.0), operands)
    for operands in ([g, x, mean, var], [g, x, mean, var, w]):
        assert_same(session, call_of("batch_norm_inference_gradient", operands, name), operands)


@pytest.mark.parametrize("name", FORMATS)
def test_S1_special_values_go_through_every_node(session: CSession, name: str) -> None:
    x = numbers(name, (6, 40))
    x[0, 3], x[1, 4], x[2], x[3], x[4] = np.nan, np.inf, 0.0, 3.0, -0.0
    x[5] = get_format_largest(name)
    w, b = numbers(name, (40,), 1), numbers(name, (40,), 2)
    w[5], b[6] = np.nan, -np.inf
    assert_same(session, call_of("layer_norm", [x, w, b], name, eps=0.0), [x, w, b])
    assert_same(session, call_of("layer_norm", [x, w, b], name, eps=-1.0), [x, w, b])
    assert_same(session, call_of("rms_norm", [x, w], name, eps=0.0), [x, w])
    assert_same(session, call_of("batch_norm", [x, w, b], name), [x, w, b])
    assert_same(session, call_of("batch_norm", [x.T, w[:6], b[:6]], name), [x.T, w[:6], b[:6]])


def get_format_largest(name: str) -> float:
    """Return a large number of a format, whose square overflows."""
    return float({"f32": 3e38, "f16": 65504.0, "bf16": 3e38}[name])


@pytest.mark.parametrize("name", FORMATS)
def test_layouts_do_not_matter(session: CSession, name: str) -> None:
    x, w = numbers(name, (9, 14, 35)), numbers(name, (14, 35), 1)
    raw = np.zeros(x.nbytes + 1, np.uint8)[1:].view(x.dtype).reshape(x.shape)
    raw[...] = x
    given: list[Array] = [
        np.asfortranarray(x), np.repeat(x, 2, axis=2)[:, :, ::2], raw, x[::-1], x[:, ::-1, ::-1],
        np.broadcast_to(x[:1], x.shape), x.transpose(0, 2, 1).copy().transpose(0, 2, 1),
        np.moveaxis(np.ascontiguousarray(np.moveaxis(x, 1, 2)), 2, 1),
    ]  # fmt: skip
    for each in given:
        weight = np.asfortranarray(w)
        assert_same(session, call_of("layer_norm", [each, weight], name, axis=1), [each, weight])
        assert_same(session, call_of("batch_norm", [each], name), [each])
        saved = execute(session, call_of("batch_norm", [x], name), [x])[1:]
        gradient = get_op("batch_norm_gradient").call([name, name, "f32", "f32"])
        assert_same(session, gradient, [x, each, *saved])


def test_results_that_go_past_the_caches_have_the_bits_of_the_nodes(session: CSession) -> None:
    x = np.resize(numbers("f32", (1, 40009)), (2201, 4001))  # more than 2^23 elements
    x[7, 5] = np.nan
    w = numbers("f32", (4001,), 3)
    assert_same(session, call_of("layer_norm", [x, w], "f32"), [x, w])
    saved = execute(session, call_of("rms_norm", [x], "f32"), [x])[1:]
    gradient = get_op("rms_norm_gradient").call(["f32"] * 4)
    assert_same(session, gradient, [x[::-1], x, *saved, w])
    images = x[:2200, :4000].reshape(11, 4, 500, 400)
    assert_same(session, call_of("batch_norm", [images], "f32"), [images])


def test_what_is_an_error_is_refused_by_the_library(unchecked: CSession) -> None:
    x, one = np.ones((2, 3), np.float32), np.ones(3, np.float32)
    layer, batch = get_op("layer_norm"), get_op("batch_norm")
    wrong = [
        (layer.call(["f32"], axis=2), [x], "axis 2 is out of range for rank 2"),
        (layer.call(["f32", "f32"]), [x, one[:2]], "weights does not follow"),
        (batch.call(["f32"], eps=-1.0), [x], "eps must be above zero"),
        (batch.call(["f32"]), [x[:1]], "a channel has one value"),
        (batch.call(["f32", "f32"]), [x, one[:2]], "arrays of channels does not follow"),
    ]
    for call, inputs, words in wrong:
        outputs = [np.ones_like(inputs[0]), *(np.ones(s, np.float32) for s in saved_of(call.op))]
        with pytest.raises(BackendError, match=words):
            unchecked.run(call, inputs, outputs)


def saved_of(op: str) -> list[int]:
    """Return the shape of the statistics of x[2, 3], as two sizes."""
    return [2, 2] if op == "layer_norm" else [3, 3]
