"""Convolutions (T5): the oracle and the NumPy route agree with each other and the definition."""

import itertools

import numpy as np
import pytest

from samebits.oracles import evaluate
from samebits.oracles.discovery import all_oracles
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, from_bits

STEPS = [((1, 1), (0, 0), (1, 1)), ((2, 1), (1, 2), (1, 1)), ((2, 3), (1, 0), (3, 2))]


def numbers(*shape, seed=0):
    return np.random.default_rng([seed, *shape]).standard_normal(shape).astype(np.float32)


def result(op, inputs, **attributes):
    return evaluate(get_op(op).call(["f32"] * len(inputs), ["f32"], **attributes), inputs)[0]


@pytest.mark.parametrize(("stride", "padding", "dilation"), STEPS)
@pytest.mark.parametrize("groups", [1, 2])
def test_T5_both_routes_agree_with_a_convolution_in_binary64(stride, padding, dilation, groups):
    # `evaluate` raises an error if the oracle and the NumPy route differ in a bit.
    x, w, b = numbers(2, 4, 7, 8), numbers(6, 4 // groups, 2, 3), numbers(6)
    steps = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
    y = result("conv2d", [x, w, b], **steps)
    gradient = numbers(*y.shape, seed=1)
    wide, dx, dw = np.zeros(y.shape), np.zeros(x.shape), np.zeros(w.shape)
    for n, o, i, j in np.ndindex(*y.shape):
        wide[n, o, i, j] = b[o]
        for c, s, t in np.ndindex(*w.shape[1:]):
            r = i * stride[0] + s * dilation[0] - padding[0]
            q = j * stride[1] + t * dilation[1] - padding[1]
            if 0 <= r < 7 and 0 <= q < 8:
                channel = o // (6 // groups) * (4 // groups) + c
                wide[n, o, i, j] += float(x[n, channel, r, q]) * float(w[o, c, s, t])
                dx[n, channel, r, q] += float(gradient[n, o, i, j]) * float(w[o, c, s, t])
                dw[o, c, s, t] += float(gradient[n, o, i, j]) * float(x[n, channel, r, q])
    close = {"rtol": 1e-4, "atol": 1e-4}
    np.testing.assert_allclose(y, wide, **close)
    back = result("conv2d_input_gradient", [gradient, w], input_size=(7, 8), **steps)
    np.testing.assert_allclose(back, dx, **close)
    np.testing.assert_allclose(
        result("conv2d_weight_gradient", [x, gradient], kernel_size=(2, 3), **steps), dw, **close
    )
    extra = tuple(
        n - ((p - 1) * s - 2 * q + d * (k - 1) + 1)
        for n, p, s, q, d, k in zip(
            (7, 8), y.shape[2:], stride, padding, dilation, (2, 3), strict=True
        )
    )
    again = result("conv_transpose2d", [gradient, w], **steps, output_padding=extra)
    assert np.array_equal(bits_of(again), bits_of(back))


def test_T5_a_tap_outside_meets_an_infinite_weight():
    x, w = np.ones((1, 1, 3), np.float32), np.array([[[np.inf, 1, 1]]], np.float32)
    y = result("conv1d", [x, w], padding=(1,))
    assert [hex(v) for v in bits_of(y).ravel()] == ["0x7fc00000", "0x7f800000", "0x7f800000"]


def test_T5_zeros_outside_take_the_sign_of_the_weight_and_follow_fma():
    x, w = np.full((1, 1, 2), -0.0, np.float32), np.ones((1, 1, 2), np.float32)
    assert bits_of(result("conv1d", [x, w], padding=(1,))).tolist() == [[[0, 0x80000000, 0]]]
    outside = np.full((1, 1, 1), -1.0, np.float32)  # (+0) * (-1) = -0, and no other term is added
    y = result("conv1d", [x, outside], padding=(1,))
    assert bits_of(y).tolist() == [[[0x80000000, 0, 0, 0x80000000]]]


def test_T5_an_element_without_taps_is_plus_zero_and_gets_its_bias():
    x, w = np.full((1, 1, 2), -1.0, np.float32), np.ones((1, 1, 1), np.float32)
    y = result("conv_transpose1d", [x, w], stride=(2,))
    assert bits_of(y).tolist() == [[[0xBF800000, 0, 0xBF800000]]]
    bias = np.array([-0.0], np.float32)
    assert bits_of(result("conv_transpose1d", [x, w, bias], stride=(2,)))[0, 0, 1] == 0


def test_T5_fitting_taps_are_numbered_consecutively():
    # Each of the 300 channels has one fitting tap, so a block of 256 terms ends after 256 channels.
    gradient, w = numbers(1, 300, 2), numbers(300, 1, 2)
    call = get_op("conv1d_input_gradient").call(["f32"] * 2, ["f32"], stride=(2,), input_size=(4,))
    product = get_op("dot").call(["f32"] * 2)
    found = evaluate(call, [gradient, w])[0]
    for index, tap in ((0, 0), (1, 1), (2, 0), (3, 1)):
        operands = [np.ascontiguousarray(gradient[0, :, index // 2]), w[:, 0, tap].copy()]
        assert bits_of(found)[0, 0, index] == bits_of(evaluate(product, operands)[0])


def test_T5_a_gradient_of_the_weight_adds_samples_by_T1():
    x, gradient = numbers(5, 1, 9), numbers(5, 1, 9, seed=2)
    call = get_op("conv1d_weight_gradient").call(["f32"] * 2, ["f32"], kernel_size=(1,))
    each = [evaluate(call, [x[n : n + 1], gradient[n : n + 1]])[0] for n in range(5)]
    wanted = ((each[0] + each[1]) + (each[2] + each[3])) + each[4]
    assert np.array_equal(bits_of(evaluate(call, [x, gradient])[0]), bits_of(wanted))


def test_every_kind_and_rank_has_an_oracle():
    names = ("conv{}d", "conv{}d_input_gradient", "conv{}d_weight_gradient", "conv_transpose{}d")
    for rank, name in itertools.product((1, 2, 3), names):
        assert name.format(rank) in all_oracles()


def test_S1_nan_results_are_canonical_in_fp8():
    x = from_bits(np.full((1, 1, 2), 0xFF, np.uint8), "f8e4m3fn")
    call = get_op("conv1d").call(["f8e4m3fn"] * 2, ["f8e4m3fn"])
    assert bits_of(evaluate(call, [x, x])[0]).tolist() == [[[0x7F]]]
