"""Tests of diagnoses of convolutions and their gradients with one mistake."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from samebits.conformance.tests.made import Array, Compute, chain, judged, normal, right, tree
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call


def convolution(op: str, *shapes: tuple[int, ...], **attributes: Any) -> tuple[Call, list[Array]]:
    plain = {"stride": (1, 1), "padding": (0, 0), "dilation": (1, 1), "groups": 1}
    call = get_op(op).call(["f32", "f32"], **{**plain, **attributes})
    return call, [normal(shape, seed=number) for number, shape in enumerate(shapes)]


def test_T5_neighbouring_channels_in_different_groups_are_named() -> None:
    def compute(c: Call, v: Sequence[Array]) -> Array:
        order = np.arange(6).reshape(2, 3).T.reshape(-1)
        return right(c, [np.ascontiguousarray(v[0][:, order]), v[1]])

    call, x = convolution("conv2d", (2, 6, 5, 5), (6, 2, 2, 2), groups=3)
    found = judged(call, x, compute)
    assert (found.name, found.confirmed) == ("groups:mixed", True)


def windows_of(x: Array, height: int, width: int) -> Array:
    """Return the windows of a convolution of stride 1 without padding.

    The result has the axes [samples, channels, taps, positions].
    """
    rows, columns = x.shape[2] - height + 1, x.shape[3] - width + 1
    taps = [
        x[:, :, i : i + rows, j : j + columns].reshape(*x.shape[:2], -1)
        for i in range(height)
        for j in range(width)
    ]
    return np.stack(taps, axis=2)


def terms_of(v: Sequence[Array]) -> tuple[Array, Array]:
    """Return both factors of the terms of a convolution.

    Each has the axes [samples, outputs, positions, terms].
    """
    x, weight = v
    found = windows_of(x, *weight.shape[2:])
    terms = found.reshape(len(x), -1, found.shape[-1]).swapaxes(1, 2)[:, None]
    flat = weight.reshape(len(weight), 1, -1)[None]
    a, b = np.broadcast_arrays(terms, flat)
    return a, b


def test_T4_rounded_products_of_a_convolution_are_named() -> None:
    def compute(c: Call, v: Sequence[Array]) -> Array:
        a, b = terms_of(v)
        return np.add.accumulate(a * b, axis=-1)[..., -1]

    call, x = convolution("conv2d", (2, 3, 5, 5), (4, 3, 2, 2))
    found = judged(call, x, compute)
    assert (found.name, found.details["reproduces"]) == ("unfused", "all wrong elements")


def test_T4_a_convolution_in_one_chain_without_blocks_is_named() -> None:
    call, x = convolution("conv2d", (2, 33, 3, 4), (4, 33, 3, 3))
    found = judged(call, x, lambda c, v: chain(*terms_of(v)))
    assert (found.name, found.confirmed) == ("tree:sequential_fma", True)


def of_samples(call: Call, v: Sequence[Array]) -> list[Array]:
    """Return the right gradient of the weights for each sample separately."""
    return [right(call, [np.ascontiguousarray(x[n : n + 1]) for x in v]) for n in range(len(v[0]))]


def in_sequence(call: Call, v: Sequence[Array]) -> Array:
    parts = of_samples(call, v)
    return np.asarray(sum(parts[1:], parts[0]))


def in_one_chain(call: Call, v: Sequence[Array]) -> Array:
    x, gradient = v
    parts = windows_of(x, *gradient.shape[2:]).transpose(1, 2, 0, 3)  # channels, positions, ...
    size = tuple(int(n) for n in call.attributes["kernel_size"])  # type: ignore[union-attr]
    taps = windows_of(x, *size).transpose(1, 2, 0, 3)
    assert parts.shape[0] == taps.shape[0]
    a = taps.reshape(1, *taps.shape[:2], -1)
    b = gradient.transpose(1, 0, 2, 3).reshape(gradient.shape[1], 1, 1, -1)
    found = chain(*np.broadcast_arrays(a, b))
    return found.reshape(gradient.shape[1], x.shape[1], *size)


@pytest.mark.parametrize(
    ("name", "compute"),
    [("samples:sequential", in_sequence), ("samples:one-chain", in_one_chain)],
)
@pytest.mark.parametrize("samples", [5, 6])
def test_T5_samples_that_are_not_joined_by_T1_are_named(
    name: str, compute: Compute, samples: int
) -> None:
    shapes = (samples, 2, 5, 4), (samples, 3, 4, 3)
    call, x = convolution("conv2d_weight_gradient", *shapes, kernel_size=(2, 2))
    assert judged(call, x, compute).name == name


def test_T4_rounded_products_of_a_gradient_of_the_weights_are_named() -> None:
    def compute(c: Call, v: Sequence[Array]) -> Array:
        x, gradient = v
        taps = windows_of(x, 2, 2)[:, None]  # axes: samples, 1, channels, taps, positions
        b = gradient.reshape(*gradient.shape[:2], 1, 1, -1)
        sums = np.add.accumulate(taps * b, axis=-1)[..., -1]
        return tree(sums).reshape(3, 2, 2, 2)

    shapes = (5, 2, 5, 4), (5, 3, 4, 3)
    call, x = convolution("conv2d_weight_gradient", *shapes, kernel_size=(2, 2))
    found = judged(call, x, compute)
    assert (found.name, found.confirmed) == ("unfused", True)


def test_T5_taps_of_a_gradient_that_run_backwards_are_named() -> None:
    def compute(c: Call, v: Sequence[Array]) -> Array:
        gradient, weight = v
        padded = np.pad(gradient, ((0, 0), (0, 0), (1, 1), (1, 1)))
        taps = windows_of(padded, 2, 2)  # in the reverse order of the weight's taps
        a = taps.reshape(len(gradient), 1, -1, taps.shape[-1]).swapaxes(2, 3)
        turned = weight[:, :, ::-1, ::-1].swapaxes(0, 1)
        b = turned.reshape(1, weight.shape[1], 1, -1)
        return chain(*np.broadcast_arrays(a, b))

    call, x = convolution("conv2d_input_gradient", (2, 3, 4, 4), (3, 2, 2, 2), input_size=(5, 5))
    found = judged(call, x, compute)
    assert (found.name, found.details["reproduces"]) == ("tap-order:reversed", "all wrong elements")
