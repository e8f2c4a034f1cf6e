"""Softmax and losses return the bits of the specification's ops, computed separately."""

import itertools

import numpy as np
import pytest
import torch
from torch.nn import functional

from samebits.torch import reproducible
from samebits.torch.tests.independent import (
    FLOATS,
    SHORTER,
    array,
    assert_bits,
    graph,
    spec,
    tensor,
    values,
)

REDUCTIONS = ("none", "mean", "sum")


@pytest.fixture(scope="module", autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


def run(function, x, seed=9):
    """Return a result, its incoming gradient, and the gradient of x by autograd."""
    leaf = x.detach().requires_grad_()
    y = function(leaf)
    g = values(y.dtype, y.shape, seed, low=0.5)
    y.backward(g)
    return y, g, leaf.grad


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("name", ["softmax", "log_softmax"])
def test_G2_softmax_and_its_gradient(name, dtype):
    for shape, axis in (((4, 9), -1), ((4, 9), 0), ((2, 3, 5), 1), ((7,), 0)):
        x = values(dtype, shape, 1, low=0.0) * 2
        y, g, of_x = run(lambda v, a=axis: getattr(torch, name)(v, a), x)
        assert_bits(y, spec(name, array(x), axis=axis))
        assert_bits(of_x, spec(f"{name}_gradient", array(g), array(y), axis=axis))
        moved = x.transpose(0, -1)
        assert_bits(getattr(torch, name)(moved, -1), spec(name, array(moved), axis=-1))
    assert getattr(torch, name)(torch.zeros(3, 0, dtype=dtype), 1).shape == (3, 0)
    assert getattr(torch, name)(torch.zeros((), dtype=dtype), 0) == (name == "softmax")
    single = spec(name, spec("cast", array(x), to="f32"), axis=0)
    assert_bits(getattr(torch, name)(x, 0, dtype=torch.float32), single)


def test_a_row_of_minus_infinity_is_zero_where_attention_asks_for_that():
    x = torch.tensor([[float("-inf")] * 3, [0.0, 1.0, float("-inf")]])
    got = torch.ops.aten._safe_softmax(x, -1)
    assert got[0].tolist() == [0, 0, 0]
    assert_bits(got[1], spec("softmax", array(x[1])))


LOSSES = {
    "mse_loss": {},
    "l1_loss": {},
    "smooth_l1_loss": {"beta": 0.7},
    "huber_loss": {"delta": 0.7},
}


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("name", LOSSES)
def test_G7_losses_of_two_tensors_and_both_gradients(name, reduction, dtype):
    x, t = values(dtype, (4, 5), 1, low=0.0), values(dtype, (4, 5), 2, low=0.0)
    attributes = {"reduction": reduction, **LOSSES[name]}
    function = getattr(functional, name)
    y, g, of_x = run(lambda v: function(v, t, **attributes), x)
    assert_bits(y, spec(name, array(x), array(t), **attributes))
    operands = (array(g), array(x), array(t))
    assert_bits(of_x, spec(f"{name}_gradient", *operands, **attributes))
    y, g, of_t = run(lambda v: function(x, v, **attributes), t)
    operands = (array(g), array(t), array(x))
    assert_bits(of_t, spec(f"{name}_gradient", *operands, **attributes))


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("log_target", [False, True])
@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_G7_kl_div_and_its_gradient(reduction, log_target, dtype):
    x, t = values(dtype, (4, 5), 1, low=0.0), values(dtype, (4, 5), 2, low=0.1)
    attributes = {"reduction": reduction, "log_target": log_target}
    number = REDUCTIONS.index(reduction)
    y, g, of_x = run(lambda v: torch.kl_div(v, t, number, log_target=log_target), x)
    assert_bits(y, spec("kl_div", array(x), array(t), **attributes))
    assert_bits(of_x, spec("kl_div_gradient", array(g), array(t), **attributes))


def classes(shape, count, ignored=()):
    t = np.random.default_rng(5).integers(0, count, shape)
    for place in ignored:
        t.reshape(-1)[place] = -100
    return torch.from_numpy(np.asarray(t))


SHAPES = (((6, 5), (6,)), ((2, 5, 3), (2, 3)), ((2, 5, 3, 2), (2, 3, 2)))


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_G7_nll_loss_and_its_gradient(reduction, dtype):
    for (shape, places), weighted, ignored in itertools.product(
        SHAPES, (False, True), ((), (1, 4))
    ):
        x, t = values(dtype, shape, 1, low=0.0), classes(places, 5, ignored)
        w = values(dtype, (5,), 2, low=0.5) if weighted else None
        weights = [array(w)] if weighted else []
        y, g, of_x = run(lambda v, t=t, w=w: functional.nll_loss(v, t, w, reduction=reduction), x)
        assert_bits(y, spec("nll_loss", array(x), array(t), *weights, reduction=reduction))
        wanted = spec(
            "nll_loss_gradient", array(g), array(t), *weights, reduction=reduction, classes=5
        )
        assert_bits(of_x, wanted)


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_nll_loss_of_one_place_and_with_another_ignored_class(reduction):
    x, t = values(torch.float32, (5,), 1), torch.tensor(3)
    y, g, of_x = run(lambda v: functional.nll_loss(v, t, reduction=reduction), x)
    assert torch.equal(y, -x[3])
    assert torch.equal(of_x[3], -g)
    x, t = values(torch.float32, (6, 5), 1, low=0.0), classes((6,), 5)
    attributes = {"ignore_index": 2, "reduction": reduction}
    y, g, of_x = run(lambda v: functional.nll_loss(v, t, **attributes), x)
    assert_bits(y, spec("nll_loss", array(x), array(t), **attributes))
    wanted = spec("nll_loss_gradient", array(g), array(t), classes=5, **attributes)
    assert_bits(of_x, wanted)


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("smoothing", [0.0, 0.1, 1.0])
@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_G7_cross_entropy_is_the_op_and_so_is_its_gradient(reduction, smoothing, dtype):
    attributes = {"reduction": reduction, "label_smoothing": smoothing}
    for (shape, places), weighted, ignored in itertools.product(
        SHAPES, (False, True), ((), (1, 4))
    ):
        x, t = values(dtype, shape, 1, low=0.0), classes(places, 5, ignored)
        w = values(dtype, (5,), 2, low=0.5) if weighted else None
        weights = [array(w)] if weighted else []
        y, g, of_x = run(lambda v, t=t, w=w: functional.cross_entropy(v, t, w, **attributes), x)
        assert_bits(y, spec("cross_entropy", array(x), array(t), *weights, **attributes))
        operands = (array(g), array(x), array(t), *weights)
        assert_bits(of_x, spec("cross_entropy_gradient", *operands, **attributes))


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("smoothing", [0.0, 0.1])
@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_G7_cross_entropy_of_probabilities(reduction, smoothing, dtype):
    attributes = {"reduction": reduction, "label_smoothing": smoothing}
    for (shape, _), weighted in itertools.product(SHAPES, (False, True)):
        x, t = values(dtype, shape, 1, low=0.0), values(dtype, shape, 3, low=0.1)
        w = values(dtype, (5,), 2, low=0.5) if weighted else None
        weights = [array(w)] if weighted else []
        y, g, of_x = run(lambda v, t=t, w=w: functional.cross_entropy(v, t, w, **attributes), x)
        operands = (array(x), array(t), *weights)
        assert_bits(y, spec("cross_entropy_probabilities", *operands, **attributes))
        wanted = spec("cross_entropy_probabilities_gradient", array(g), *operands, **attributes)
        assert_bits(of_x, wanted)


def test_the_sum_of_weights_is_that_of_the_places_that_count():
    x, t = values(torch.float32, (6, 5), 1), classes((6,), 5, (1,))
    w = values(torch.float32, (5,), 2, low=0.5)
    _, total = torch.ops.aten.nll_loss_forward(x, t, w, 1, -100)
    leaves = array(w)[np.where(array(t) < 0, 0, array(t))]
    assert_bits(total, spec("masked_sum", leaves, array(t) >= 0))
    _, total = torch.ops.aten.nll_loss_forward(x, t, None, 2, -100)
    assert total == 5


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_G7_bce_with_logits(reduction, dtype):
    x, t = values(dtype, (4, 5), 1, low=0.0), values(dtype, (4, 5), 2, low=0.1) / 4
    for w, q in itertools.product(
        (None, values(dtype, (5,), 3, low=0.1)), (None, values(dtype, (4, 5), 4, low=0.1))
    ):
        one = tensor(np.ones((), array(x).dtype))
        extra = [array(v) for v in ([] if w is None else [w])]
        if q is not None:
            extra = [array(one if w is None else w), array(q)]
        y, g, of_x = run(
            lambda v, w=w, q=q: functional.binary_cross_entropy_with_logits(
                v, t, w, reduction=reduction, pos_weight=q
            ),
            x,
        )
        operands = (array(x), array(t), *extra)
        assert_bits(y, spec("bce_with_logits", *operands, reduction=reduction))
        wanted = spec("bce_with_logits_gradient", array(g), *operands, reduction=reduction)
        assert_bits(of_x, wanted)


def keep(values, reduction):
    return values if reduction == "none" else spec(reduction, values)


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_graphs_of_losses_of_two_classes(reduction, dtype):
    one, least, tiny = np.float32(1), np.float32(-100), np.float32(1e-12)
    x, t = values(dtype, (4, 5), 1, low=0.1) / 8, values(dtype, (4, 5), 2, low=0.1) / 8
    w = values(dtype, (4, 5), 3, low=0.1)
    n = np.float32(20)

    def share(g):
        return spec("div", g, n) if reduction == "mean" else g

    def bce(x, t, w):
        no = spec("maximum", spec("log1p", spec("neg", x)), least)
        yes = spec("maximum", spec("log", x), least)
        value = spec("sub", spec("mul", spec("sub", t, one), no), spec("mul", t, yes))
        return keep(spec("mul", value, w), reduction)

    def bce_gradient(g, x, t, w):
        spread = spec("maximum", spec("mul", spec("sub", one, x), x), tiny)
        return spec("mul", spec("div", spec("sub", x, t), spread), spec("mul", share(g), w))

    def soft(x, t):
        return keep(spec("softplus", spec("neg", spec("mul", t, x))), reduction)

    def soft_gradient(g, x, t):
        slope = spec("sigmoid", spec("neg", spec("mul", t, x)))
        return spec("mul", spec("mul", spec("neg", t), slope), share(g))

    y, g, of_x = run(lambda v: functional.binary_cross_entropy(v, t, w, reduction=reduction), x)
    assert_bits(y, graph(bce)(array(x), array(t), array(w)))
    assert_bits(of_x, graph(bce_gradient)(array(g), array(x), array(t), array(w)))
    y, g, of_x = run(lambda v: functional.soft_margin_loss(v, t, reduction=reduction), x)
    assert_bits(y, graph(soft)(array(x), array(t)))
    assert_bits(of_x, graph(soft_gradient)(array(g), array(x), array(t)))


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("p", [1, 2])
@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_graphs_of_margins(reduction, p, dtype):
    x, t = values(dtype, (4, 5), 1, low=0.0), classes((4,), 5)
    w = values(dtype, (5,), 2, low=0.5)
    rows = np.arange(4)
    own = np.arange(5) == array(t)[:, None]
    zero, count = np.float32(0), np.float32(5)

    def terms(x, w):
        distance = spec("sub", np.float32(0.7), x[rows, array(t)][:, None])
        z = spec("maximum", spec("add", distance, x), zero)
        return z, w[array(t)][:, None]

    def loss(x, w):
        z, w = terms(x, w)
        z = spec("where", own, zero, spec("mul", z if p == 1 else spec("mul", z, z), w))
        return keep(spec("div", spec("sum", z, axes=(1,)), count), reduction)

    def of_x(g, x, w):
        z, w = terms(x, w)
        h = spec("div", g, np.float32(4)) if reduction == "mean" else g
        h = h[:, None] if reduction == "none" else h
        slope = spec("mul", np.ones_like(z) if p == 1 else spec("mul", z, np.float32(2)), w)
        slope = spec("mul", slope, spec("div", h, count))
        others = spec("where", (z > 0) & ~own, slope, zero)
        total = spec("neg", spec("sum", others, axes=(1,), keepdims=True))
        return spec("where", own, total, others)

    def function(v):
        return functional.multi_margin_loss(v, t, p, 0.7, w, reduction=reduction)

    y, g, gradient = run(function, x)
    assert_bits(y, graph(loss)(array(x), array(w)))
    assert_bits(gradient, graph(of_x)(array(g), array(x), array(w)))
