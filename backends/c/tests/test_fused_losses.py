"""Test that the fused softmax family and losses have the bits of their graphs (G1, G7)."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.c.tests.by_nodes import FORMATS, assert_same, call_of, numbers
from samebits.backends.executor import execute
from samebits.backends.protocol import Array, BackendError
from samebits.spec.catalog import get_op

AXES = [
    ((5,), 0), ((1, 1), -1), ((300, 3), -1), ((67, 129), -1), ((7, 1000), 1), ((2, 8193), 1),
    ((5, 257, 19), 1), ((130, 70), 0), ((4, 6, 5, 33), 2), ((1, 70001), 1), ((0, 4), 1),
]  # fmt: skip


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(("shape", "axis"), AXES)
def test_G7_softmax_and_its_kin(
    session: CSession, shape: tuple[int, ...], axis: int, name: str
) -> None:
    x, g = numbers(name, shape), numbers(name, shape, 1)
    assert_same(session, call_of("log_softmax", [x], name, axis=axis), [x])
    for op in ("softmax", "log_softmax"):
        (y,) = execute(session, call_of(op, [x], name, axis=axis), [x])
        assert_same(session, call_of(f"{op}_gradient", [g, y], name, axis=axis), [g, y])


@pytest.mark.parametrize("name", FORMATS)
def test_S1_special_values_go_through_every_node(session: CSession, name: str) -> None:
    x = numbers(name, (8, 41))
    x[0, 3], x[1, 4], x[2, :], x[3, 5] = np.nan, np.inf, -np.inf, -np.inf
    x[4, :], x[5, :] = 0.0, -200.0
    x[4, ::2] = -0.0
    x[5, 7] = -0.0
    x[6, 1:] = -np.inf
    x[6, 0] = -0.0
    assert_same(session, call_of("log_softmax", [x], name), [x])
    one = x[:, :1].copy()
    assert_same(session, call_of("log_softmax", [one], name), [one])
    target = np.array([3, 4, 0, 5, 1, 7, 0, 9])
    for kept, smoothing in product(("mean", "none", "sum"), (0.0, 0.25)):
        attributes = {"reduction": kept, "label_smoothing": smoothing, "ignore_index": 4}
        assert_same(session, call_of("cross_entropy", [x, target], name, **attributes), [x, target])
        g = numbers(name, (8,) if kept == "none" else (), 5)
        given = [g, x, target]
        assert_same(session, call_of("cross_entropy_gradient", given, name, **attributes), given)
        zero = [np.zeros_like(g), one, np.zeros(8, np.int64)]
        assert_same(session, call_of("cross_entropy_gradient", zero, name, **attributes), zero)


LOSSES = [(7, 5), (1, 1), (40, 300), (3, 4, 5), (2, 3, 4, 5), (0, 3), (2, 3, 0), (3, 9001)]


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("shape", LOSSES)
@pytest.mark.parametrize("kept", ["mean", "none", "sum"])
def test_G7_losses_of_classes(
    session: CSession, shape: tuple[int, ...], kept: str, name: str
) -> None:
    x, classes = numbers(name, shape), shape[1]
    places = (shape[0], *shape[2:])
    target = np.random.default_rng(sum(shape)).integers(0, classes, places)
    g = numbers(name, places if kept == "none" else (), 3)
    w = np.abs(numbers(name, (classes,), 4))
    w[0] = 0.0
    for ignored, weight in product((-100, 0, -1), ([], [w])):
        given = np.where(target == 1, ignored, target) if ignored < 0 else target
        both = {"reduction": kept, "ignore_index": ignored}
        assert_same(session, call_of("nll_loss", [x, given, *weight], name, **both),
                    [x, given, *weight])  # fmt: skip
        operands = [g, given, *weight]
        call = call_of("nll_loss_gradient", operands, name, classes=classes, **both)
        assert_same(session, call, operands)
        for smoothing in (0.0, 0.1):
            all_of = {**both, "label_smoothing": smoothing}
            operands = [x, given, *weight]
            assert_same(session, call_of("cross_entropy", operands, name, **all_of), operands)
            operands = [g, x, given, *weight]
            call = call_of("cross_entropy_gradient", operands, name, **all_of)
            assert_same(session, call, operands)


@pytest.mark.parametrize("name", FORMATS)
def test_layouts_do_not_matter(session: CSession, name: str) -> None:
    x, g = numbers(name, (9, 14, 35)), numbers(name, (9, 14, 35), 1)
    target = np.random.default_rng(1).integers(0, 14, (9, 35))
    layouts: list[Array] = [
        np.asfortranarray(x), np.repeat(x, 2, axis=2)[:, :, ::2], x[::-1], x[:, ::-1, ::-1],
        np.broadcast_to(x[:1], x.shape), x.transpose(0, 2, 1).copy().transpose(0, 2, 1),
    ]  # fmt: skip
    scalar = numbers(name, (), 3)
    for each in layouts:
        for op, axis in product(("softmax_gradient", "log_softmax_gradient"), (0, 1, 2)):
            assert_same(session, call_of(op, [g, each], name, axis=axis), [g, each])
        for classes in (target, np.asfortranarray(target), np.repeat(target, 2, axis=1)[:, ::2]):
            assert_same(session, call_of("nll_loss", [each, classes], name), [each, classes])
            operands = [scalar, each, classes]
            assert_same(session, call_of("cross_entropy_gradient", operands, name), operands)


def test_results_that_go_past_the_caches_have_the_bits_of_the_nodes(session: CSession) -> None:
    x = np.resize(numbers("f32", (1, 40009)), (2201, 4001))  # more than 2^23 elements
    x[7, 5] = np.nan
    assert_same(session, call_of("log_softmax", [x], "f32"), [x])
    operands = [np.ones((), np.float32), x, np.arange(2201)]
    assert_same(session, call_of("cross_entropy_gradient", operands, "f32"), operands)


def test_what_is_an_error_is_refused_by_the_library(unchecked: CSession) -> None:
    x, target = np.ones((2, 3), np.float32), np.array([0, 3])
    loss, gradient = get_op("cross_entropy"), get_op("softmax_gradient")
    y = np.ones((), np.float32)
    wrong = [
        (loss.call(["f32", "i64"]), [x, target], y, "target 3 at row-major position 1"),
        (loss.call(["f32", "i64"]), [x, target[:1]], y, "target must have the shape of input"),
        (loss.call(["f32", "i64"]), [x[:, :0], target], y, "a class at least"),
        (loss.call(["f32", "i64"], label_smoothing=1.5), [x, target], y, "must lie from 0 to 1"),
        (loss.call(["f32", "i64"]), [x, target - 1], np.ones(2, np.float32), "shape of the loss"),
        (gradient.call(["f32"] * 2), [x, x[:1]], x.copy(), "shape of the operands"),
        (gradient.call(["f32"] * 2), [x[:, :0]] * 2, x[:, :0].copy(), "the axis is empty"),
    ]
    for call, inputs, output, words in wrong:
        with pytest.raises(BackendError, match=words):
            unchecked.run(call, inputs, [output])
