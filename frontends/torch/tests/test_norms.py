"""Norms and their gradients return the bits of the specification's ops, computed separately."""

import pytest
import torch
from torch.nn import functional

from samebits.torch import reproducible
from samebits.torch.tests.independent import SHORTER, assert_bits
from samebits.torch.tests.several import numbers, result, results, spread, with_gradients

F32 = torch.float32


@pytest.fixture(scope="module", autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("shape", [(5, 37), (3, 2, 37), (37,), (0, 37)])
def test_layer_norm_and_its_gradients_have_the_bits_of_the_ops(dtype, shape):
    x, w, b = numbers(dtype, *shape), numbers(dtype, 37, seed=2), numbers(dtype, 37, seed=3)
    g = numbers(dtype, *shape, seed=4)
    wanted, mean, rstd = results("layer_norm", [x, w, b], [dtype, F32, F32], eps=1e-5)
    got = with_gradients(lambda x, w, b: functional.layer_norm(x, (37,), w, b), g, x, w, b)
    assert_bits(got[0], wanted)
    given = [g, x, mean, rstd, w]
    for one, other in zip(got[1:], results("layer_norm_gradient", given, [dtype] * 3), strict=True):
        assert_bits(one, other)
    plain = results("layer_norm", [x], [dtype, F32, F32])[0]
    assert_bits(functional.layer_norm(spread(x), (37,)), plain)
    weighted = results("layer_norm", [x, w], [dtype, F32, F32])[0]
    assert_bits(functional.layer_norm(x, (37,), w), weighted)
    alone = with_gradients(lambda x, b: functional.layer_norm(x, (37,), None, b), g, x, b)
    ones = torch.ones(37, dtype=dtype)
    assert_bits(alone[0], results("layer_norm", [x, ones, b], [dtype, F32, F32])[0])
    assert_bits(alone[2], got[3])


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
def test_layer_norm_over_several_axes_flattens_them(dtype):
    x, w = numbers(dtype, 4, 5, 7), numbers(dtype, 5, 7, seed=2)
    wanted = results("layer_norm", [x, w], [dtype, F32, F32], axis=-2)[0]
    assert_bits(functional.layer_norm(x, (5, 7), w), wanted)


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("eps", [None, 1e-6])
def test_rms_norm_and_its_gradients_have_the_bits_of_the_ops(dtype, eps):
    x, w, g = numbers(dtype, 5, 37), numbers(dtype, 37, seed=2), numbers(dtype, 5, 37, seed=3)
    # the epsilon of the compute format, as in PyTorch
    given = torch.finfo(F32).eps if eps is None else eps
    wanted, rstd = results("rms_norm", [x, w], [dtype, F32], eps=given)
    got = with_gradients(lambda x, w: functional.rms_norm(x, (37,), w, eps), g, x, w)
    assert_bits(got[0], wanted)
    gradients = results("rms_norm_gradient", [g, x, rstd, w], [dtype] * 2)
    assert_bits(got[1], gradients[0])
    assert_bits(got[2], gradients[1])
    assert_bits(
        torch.nn.RMSNorm(37, eps, elementwise_affine=False)(x),
        results("rms_norm", [x], [dtype, F32], eps=given)[0],
    )


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("shape", [(3, 6), (3, 6, 5), (2, 6, 5, 4), (1, 6, 2, 2, 2)])
def test_group_norm_and_its_gradients_have_the_bits_of_the_ops(dtype, shape):
    x, w, b = numbers(dtype, *shape), numbers(dtype, 6, seed=2), numbers(dtype, 6, seed=3)
    g = numbers(dtype, *shape, seed=4)
    to = [dtype, F32, F32]
    wanted, mean, rstd = results("group_norm", [x, w, b], to, num_groups=3)
    got = with_gradients(lambda x, w, b: functional.group_norm(x, 3, w, b), g, x, w, b)
    assert_bits(got[0], wanted)
    given = [g, x, mean, rstd, w]
    gradients = results("group_norm_gradient", given, [dtype] * 3, num_groups=3)
    for one, other in zip(got[1:], gradients, strict=True):
        assert_bits(one, other)
    assert_bits(
        functional.group_norm(spread(x), 3), results("group_norm", [x], to, num_groups=3)[0]
    )


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("shape", [(3, 6, 5), (2, 6, 5, 4)])
def test_instance_norm_and_its_gradients_have_the_bits_of_the_ops(dtype, shape):
    x, w, b = numbers(dtype, *shape), numbers(dtype, 6, seed=2), numbers(dtype, 6, seed=3)
    g = numbers(dtype, *shape, seed=4)
    wanted, mean, rstd = results("instance_norm", [x, w, b], [dtype, F32, F32])
    got = with_gradients(lambda x, w, b: functional.instance_norm(x, weight=w, bias=b), g, x, w, b)
    assert_bits(got[0], wanted)
    gradients = results("instance_norm_gradient", [g, x, mean, rstd, w], [dtype] * 3)
    for one, other in zip(got[1:], gradients, strict=True):
        assert_bits(one, other)


def test_running_statistics_of_instance_norm_are_means_over_the_samples():
    x = numbers(F32, 3, 6, 5, 4)
    layer = torch.nn.InstanceNorm2d(6, affine=True, track_running_stats=True)
    wanted = [
        results(
            "batch_norm",
            [
                x[i : i + 1],
                torch.ones(6),
                torch.zeros(6),
                layer.running_mean.clone(),
                layer.running_var.clone(),
                torch.tensor(0),
            ],
            [F32] * 5 + [torch.int64],
        )[3:5]
        for i in range(3)
    ]
    y = layer(x)
    assert_bits(y, results("instance_norm", [x, layer.weight, layer.bias], [F32] * 3)[0])
    assert_bits(layer.running_mean, result("mean", torch.stack([w[0] for w in wanted]), axes=(0,)))
    assert_bits(layer.running_var, result("mean", torch.stack([w[1] for w in wanted]), axes=(0,)))
    operands = [x, layer.running_mean, layer.running_var, layer.weight, layer.bias]
    assert_bits(layer.eval()(x), result("batch_norm_inference", *operands))


SHAPES = [(5, 6), (3, 6, 7), (2, 6, 5, 4), (2, 6, 2, 3, 2)]


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("affine", [True, False])
def test_batch_norm_in_training_has_the_bits_of_the_ops(dtype, shape, affine):
    x, g = numbers(dtype, *shape), numbers(dtype, *shape, seed=4)
    w = numbers(dtype, 6, seed=2) if affine else None
    b = numbers(dtype, 6, seed=3) if affine else None
    operands = [x, w, b] if affine else [x]
    wanted, mean, rstd = results("batch_norm", operands, [dtype, F32, F32])
    tensors = [t for t in (x, w, b) if t is not None]
    got = with_gradients(
        lambda x, w=None, b=None: functional.batch_norm(x, None, None, w, b, True), g, *tensors
    )
    assert_bits(got[0], wanted)
    given = [g, x, mean, rstd, *([w] if affine else [])]
    gradients = results("batch_norm_gradient", given, [dtype] * len(tensors))
    for one, other in zip(got[1:], gradients, strict=True):
        assert_bits(one, other)
    assert_bits(functional.batch_norm(spread(x), None, None, w, b, True), wanted)


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("affine", [True, False])
@pytest.mark.parametrize("momentum", [0.1, None, 0.37])
def test_running_statistics_have_the_bits_of_the_op(dtype, affine, momentum):
    layer = torch.nn.BatchNorm2d(6, momentum=momentum, affine=affine, dtype=dtype)
    if affine:
        layer.weight.data.copy_(numbers(dtype, 6, seed=5))
        layer.bias.data.copy_(numbers(dtype, 6, seed=6))
    w = layer.weight.detach() if affine else torch.ones(6, dtype=dtype)
    b = layer.bias.detach() if affine else torch.zeros(6, dtype=dtype)
    state = [layer.running_mean.clone(), layer.running_var.clone(), torch.tensor(0)]
    for step in range(3):
        x = numbers(dtype, 2, 6, 5, 4, seed=10 + step)
        to = [dtype, F32, F32, dtype, dtype, torch.int64]
        wanted = results("batch_norm", [x, w, b, *state], to, momentum=momentum)
        state = wanted[3:]
        assert_bits(layer(x), wanted[0] if affine else results("batch_norm", [x], to[:3])[0])
        assert_bits(layer.running_mean, state[0])
        assert_bits(layer.running_var, state[1])
        assert layer.num_batches_tracked == state[2]


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("affine", [True, False])
def test_batch_norm_in_inference_has_the_bits_of_the_ops(dtype, shape, affine):
    x, g = numbers(dtype, *shape), numbers(dtype, *shape, seed=4)
    mean, var = numbers(dtype, 6, seed=5), numbers(dtype, 6, seed=6).abs()
    tensors = [x, *([numbers(dtype, 6, seed=2), numbers(dtype, 6, seed=3)] if affine else [])]
    got = with_gradients(lambda x, *wb: functional.batch_norm(x, mean, var, *wb), g, *tensors)
    assert_bits(got[0], result("batch_norm_inference", x, mean, var, *tensors[1:]))
    op, given = "batch_norm_inference_gradient", [g, x, mean, var, *tensors[1:2]]
    for one, other in zip(got[1:], results(op, given, [dtype] * len(tensors)), strict=True):
        assert_bits(one, other)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
def test_parameters_of_another_dtype_are_met_in_the_compute_format(dtype):
    x, g = numbers(dtype, 5, 6), numbers(dtype, 5, 6, seed=4)
    w, b = numbers(F32, 6, seed=2), numbers(F32, 6, seed=3)
    wide = result("cast", x, to=F32)
    for function, op, attributes in (
        (lambda x, w, b: functional.layer_norm(x, (6,), w, b), "layer_norm", {}),
        (lambda x, w, b: functional.group_norm(x, 2, w, b), "group_norm", {"num_groups": 2}),
        (lambda x, w, b: functional.batch_norm(x, None, None, w, b, True), "batch_norm", {}),
    ):
        y, mean, rstd = results(op, [wide, w, b], [F32] * 3, **attributes)
        got = with_gradients(function, g, x, w, b)
        assert_bits(got[0], result("cast", y, to=dtype))
        given = [result("cast", g, to=F32), wide, mean, rstd, w]
        gradients = results(f"{op}_gradient", given, [F32] * 3, **attributes)
        assert_bits(got[1], result("cast", gradients[0], to=dtype))
        assert_bits(got[2], gradients[1])
        assert_bits(got[3], gradients[2])


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
def test_a_weight_of_given_length_is_its_direction_times_a_quotient(dtype):
    v, g = numbers(dtype, 4, 3, 5), numbers(dtype, 4, 1, 1, seed=2)
    wide, length = result("cast", v, to=F32), result("cast", g, to=F32)
    norms = result("norm", wide, axes=(1, 2), keepdims=True)
    factor = result("div", length, norms)
    wanted = result("cast", result("mul", wide, factor.expand(4, 3, 5)), to=dtype)
    assert_bits(torch._weight_norm(v, g, 0), wanted)


def test_a_row_alone_has_its_bits_in_a_batch():
    x, w = numbers(F32, 7, 37), numbers(F32, 37, seed=2)
    batch = torch.nn.BatchNorm1d(37).eval()
    for function in (
        lambda x: functional.layer_norm(x, (37,), w),
        lambda x: functional.rms_norm(x, (37,), w),
        batch,
    ):
        whole = function(x)
        for i in range(7):
            assert_bits(function(x[i : i + 1])[0], whole[i])


def test_a_shape_that_does_not_fit_is_an_error_as_in_pytorch():
    for function in (functional.layer_norm, functional.rms_norm):
        with pytest.raises(RuntimeError, match="Given normalized_shape"):
            function(torch.ones(2, 3), (4,))


def test_an_instance_norm_that_raises_leaves_its_statistics():
    x, mean, var = numbers(F32, 2, 3, 4), torch.zeros(3), torch.ones(3)
    with pytest.raises(RuntimeError):
        functional.instance_norm(x, mean, var, torch.ones(2))
    assert mean.tolist() == [0.0] * 3
    assert var.tolist() == [1.0] * 3
    functional.instance_norm(x, mean, var, torch.ones(3))
    assert mean.any()
