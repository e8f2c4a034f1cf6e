"""Test rules about building blocks of networks without the ops that use them.

Each test evaluates a rule with the oracles, and often evaluates a wrong alternative too.
"""

from __future__ import annotations

import math

import numpy as np

from samebits.oracles import evaluate
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, get_format

NAMES = {"float32": "f32", "bfloat16": "bf16", "int64": "i64"}


def ask(op, *inputs, **attributes):
    call = get_op(op).call([NAMES[x.dtype.name] for x in inputs], **attributes)
    return evaluate(call, list(inputs))[0]


def numbers(*shape):
    """Return numbers of both signs and different sizes, so that their sum depends on the order."""
    drawn = np.random.default_rng(5)
    spread = np.exp2(drawn.integers(-8, 9, shape))
    return (drawn.standard_normal(shape) * spread).astype(np.float32)


def same(a, b):
    return np.array_equal(bits_of(np.asarray(a)), bits_of(np.asarray(b)))


def test_R4_5_a_host_scalar_is_rounded_to_the_compute_format_and_not_to_bf16():
    x = np.arange(1, 65).astype(get_format("bf16").dtype)
    tenth = np.full(64, np.float32(0.1))
    assert float(tenth[0]) == float.fromhex("0x1.99999ap-4")
    product = ask("mul", x.astype(np.float32), tenth).astype(x.dtype)
    narrow = ask("mul", x, np.full(64, 0.1).astype(x.dtype))
    assert not same(product, narrow)


def test_T4_5_addmm_is_a_contraction_and_at_most_three_operations_more():
    """If beta is 0, the prior is not read, even if it is NaN.

    If beta is 1, no product is needed.
    """
    r = ask("matmul", numbers(9, 300), numbers(300, 9))
    c = numbers(9, 9) * np.float32(4096)
    alpha, beta = np.full_like(c, 0.3), np.full_like(c, 0.7)
    scaled = ask("mul", r, alpha)
    assert not same(ask("add", scaled, ask("mul", c, beta)), ask("fma", c, beta, scaled))
    assert same(ask("add", scaled, ask("mul", c, np.ones_like(c))), ask("add", scaled, c))
    assert np.isnan(
        ask("mul", np.full_like(c, np.nan), np.zeros_like(c))
    ).all()  # a prior that is read would give NaN


def test_T4_6_the_gradient_of_the_weight_of_linear_is_one_contraction_over_flattened_axes():
    x, gradient = numbers(3, 100, 4), numbers(3, 100, 2)
    flat = ask("matmul", gradient.reshape(300, 2), x.reshape(300, 4), transpose_a=True)
    batches = ask("bmm", gradient, x, transpose_a=True)
    assert not same(flat, ask("sum", batches, axes=(0,)))


def test_T5_11_the_gradient_of_a_transposed_convolution_is_the_convolution():
    """Products of small integers are exact, so equal inner products identify the gradient."""
    drawn = np.random.default_rng(7)
    x, weight = (drawn.integers(-4, 5, s).astype(np.float32) for s in ((2, 3, 5), (3, 4, 2)))
    y = ask("conv_transpose1d", x, weight, stride=(2,))
    gradient = drawn.integers(-4, 5, y.shape).astype(np.float32)
    back = ask("conv1d", gradient, weight, stride=(2,))
    assert (y * gradient).sum() == (x * back).sum()
    exchanged = ask("conv1d_weight_gradient", gradient, x, stride=(2,), kernel_size=(2,))
    assert (y * gradient).sum() == (weight * exchanged).sum()


def test_T7_8_the_gradient_of_index_select_is_a_tree_over_the_slices_that_name_the_place():
    index = np.array([1, 0, 1, 1, 1], np.int64)
    gradient = numbers(5, 4)
    zeros = np.zeros((2, 4), np.float32)
    tree = ask("sum", gradient[index == 1], axes=(0,))
    whole = ask("index_add", zeros, index, gradient, axis=0)
    assert same(whole[1], ask("add", zeros[1], tree))
    minus = ask("sum", np.full((3, 4), np.float32(-0.0)), axes=(0,))
    assert np.signbit(minus).all()  # adding a prior of +0 would give +0


def test_G3_1_a_scalar_of_the_host_is_computed_in_binary64_and_rounded_once():
    """1 - beta^t is computed in binary64. In binary32 the result would differ."""
    beta, steps = 0.999, 3.0
    exact = np.float32(1 - math.pow(beta, steps))
    assert exact != np.float32(1) - np.float32(beta) ** np.float32(steps)


def statistic(x):
    """Return the sum G5.1 of x[N, C, S]: over the positions of a sample, then over samples."""
    return ask("sum", ask("sum", x, axes=(2,)), axes=(0,))


def test_G5_1_a_sum_over_batch_and_space_is_no_flattened_sum():
    x = numbers(5, 2, 7)
    assert not same(statistic(x), ask("sum", x, axes=(0, 2)))
    assert same(statistic(x[..., :4]), ask("sum", x[..., :4], axes=(0, 2)))


def test_G5_2_the_mean_of_a_channel_is_that_sum_divided_by_the_count():
    x = numbers(5, 2, 7)
    count = np.full(2, np.float32(35))
    mean = ask("div", statistic(x), count)
    d = ask("sub", x, np.broadcast_to(mean[:, None], x.shape).copy())
    squares = statistic(ask("mul", d, d))
    assert not same(ask("div", squares, count), ask("div", squares, count - 1))
    assert not same(ask("div", squares, count), ask("var", x, axes=(0, 2), correction=0))


def test_G5_3_the_gradient_of_a_bias_is_that_sum_and_of_linear_one_flattened_sum():
    x = numbers(5, 7, 3)
    flat = ask("sum", x.reshape(35, 3), axes=(0,))
    assert not same(flat, statistic(np.moveaxis(x, 2, 1).copy()))


def test_G5_4_without_samples_or_positions_the_sums_are_plus_zero():
    for shape in ((0, 2, 7), (5, 2, 0)):
        total = statistic(np.zeros(shape, np.float32))
        assert (total == 0).all()
        assert not np.signbit(total).any()
