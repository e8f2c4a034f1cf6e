"""Layers, and moves that add, compute results near to PyTorch's, forward and backward.

Other tests compare bits. A lowering that computes something else, or misreads an argument, fails
here by a wide margin. If the specification lacks binary64 for an op, its result in binary32 is
compared with PyTorch's in binary64.
"""

import math
import warnings

import pytest
import torch
from torch.nn import functional

from samebits.torch import reproducible
from samebits.torch.tests.several import numbers, spread

INDEX = torch.tensor([2, 0, 2, 2, 3, 0, 2, 2, 0])
MANY = (torch.arange(36).view(9, 4) * 7) % 5

IN_BINARY64 = {
    "sum": ((3, 4, 5), lambda x: x.sum((0, -1), keepdim=True)),
    "mean": ((3, 4, 5), lambda x: x.mean(1)),
    "var": ((3, 4, 5), lambda x: x.var((0, 2), correction=2)),
    "std_mean": ((3, 40), lambda x: torch.stack(torch.std_mean(x, 1))),
    "prod": ((3, 6), lambda x: x.prod(1)),
    "cumsum": ((3, 40), lambda x: x.cumsum(1)),
    "cumprod": ((3, 6), lambda x: x.cumprod(1)),
    "cummax": ((3, 40), lambda x: x.cummax(1)[0] + x.cummin(1)[0]),
    "amax": ((3, 40), lambda x: x.amax(1) + x.amin(1)),
    "max": ((3, 40), lambda x: x.max(1)[0] + x.min(1)[0] + x.max() - x.min()),
    "norm": ((3, 40), lambda x: x.norm() + x.norm(1) + x.norm(math.inf)),
    "trace": ((5, 6), lambda x: x.trace()),
    "mm": ((5, 300), (300, 4), lambda a, b: a @ b),
    "bmm": ((2, 5, 30), (2, 30, 4), lambda a, b: a @ b),
    "mv": ((5, 300), (300,), lambda a, b: a @ b),
    "dot": ((300,), (300,), lambda a, b: a.dot(b)),
    "addmm": (
        (4,),
        (5, 30),
        (30, 4),
        lambda c, a, b: torch.addmm(c, a, b, beta=0.3, alpha=0.7),
    ),
    "addbmm": (
        (5, 4),
        (2, 5, 30),
        (2, 30, 4),
        lambda c, a, b: torch.addbmm(c, a, b, beta=0.3, alpha=0.7),
    ),
    "baddbmm": (
        (2, 5, 4),
        (2, 5, 30),
        (2, 30, 4),
        lambda c, a, b: torch.baddbmm(c, a, b, beta=0.3, alpha=0.7),
    ),
    "addr": ((5, 4), (5,), (4,), lambda c, a, b: torch.addr(c, a, b, beta=0.3, alpha=0.7)),
    "addmv": ((5,), (5, 4), (4,), lambda c, a, b: torch.addmv(c, a, b, beta=0.3, alpha=0.7)),
    "linear": ((2, 3, 30), (4, 30), (4,), functional.linear),
    "bilinear": ((2, 3), (2, 4), (5, 3, 4), (5,), functional.bilinear),
    "einsum": ((2, 3, 4), (4, 5), (5,), lambda *x: torch.einsum("bij,jk,k->bi", *x)),
    "cross": ((4, 3), (1, 3), lambda a, b: torch.linalg.cross(a, b)),
    "weight norm": ((4, 3, 2), (4, 1, 1), lambda v, g: torch._weight_norm(v, g, 0)),
    "weight norm of columns": ((4, 3), (1, 3), lambda v, g: torch._weight_norm(v, g, 1)),
    "conv1d": (
        (2, 4, 9),
        (6, 2, 3),
        (6,),
        lambda x, w, b: functional.conv1d(x, w, b, 2, 3, 2, groups=2),
    ),
    "conv2d": (
        (2, 4, 9, 8),
        (6, 2, 3, 2),
        (6,),
        lambda x, w, b: functional.conv2d(x, w, b, (2, 1), (3, 1), (2, 3), groups=2),
    ),
    "conv3d": (
        (2, 2, 4, 5, 6),
        (4, 2, 2, 3, 2),
        (4,),
        lambda x, w, b: functional.conv3d(x, w, b, (2, 1, 1), (0, 1, 1)),
    ),
    "conv_transpose2d": (
        (2, 4, 4, 5),
        (4, 3, 3, 2),
        (6,),
        lambda x, w, b: functional.conv_transpose2d(x, w, b, (2, 3), (1, 0), (1, 2), 2, (2, 1)),
    ),
    "index_add": ((5, 4), (9, 4), lambda x, u: x.index_add(0, INDEX, u, alpha=0.5)),
    "scatter_add": ((5, 4), (9, 4), lambda x, u: x.scatter_add(0, MANY, u)),
    "scatter_mean": ((5, 4), (9, 4), lambda x, u: x.scatter_reduce(0, MANY, u, "mean")),
    "scatter_mean alone": (
        (5, 4),
        (9, 4),
        lambda x, u: x.scatter_reduce(0, MANY, u, "mean", include_self=False),
    ),
    "scatter_amax": ((5, 4), (9, 4), lambda x, u: x.scatter_reduce(0, MANY, u, "amax")),
    "index_reduce": ((5, 4), (9, 4), lambda x, u: x.index_reduce(0, INDEX, u, "amin")),
    "index_put": ((5, 4), (9,), lambda x, u: x.index_put((INDEX, MANY[:, 0] % 4), u, True)),
    "put": ((5, 4), (9,), lambda x, u: x.put(INDEX * 4, u, accumulate=True)),
    "indexed": ((5, 4), lambda x: x[INDEX] + x[:, None, 0][INDEX]),
    "gather": ((5, 4), lambda x: x.gather(0, MANY)),
    "take": ((5, 4), lambda x: x.take(INDEX)),
    "embedding": ((5, 4), lambda w: functional.embedding(INDEX, w, padding_idx=0)),
    "windows": ((3, 11), lambda x: x.unfold(1, 3, 2)),
    "unfold": ((2, 3, 5, 6), lambda x: functional.unfold(x, (2, 3), 2, 1, (1, 2))),
    "fold": (
        (2, 12, 12),
        lambda x: functional.fold(x, (5, 4), (2, 2)),
    ),
    "reflect": ((2, 3, 4, 5), lambda x: functional.pad(x, (2, 1, 3, 0), "reflect")),
    "replicate": ((2, 3, 4, 5), lambda x: functional.pad(x, (2, 7, 3, 0), "replicate")),
    "circular": ((2, 3, 4, 5), lambda x: functional.pad(x, (2, 1, 3, 0), "circular")),
    "cubes": ((2, 3, 4, 5, 3), lambda x: functional.pad(x, (2, 1, 3, 0, 1, 1), "reflect")),
    "bicubic": (
        (2, 3, 4, 5),
        lambda x: functional.interpolate(x, (7, 3), mode="bicubic", align_corners=True),
    ),
    "bilinear up": ((2, 3, 4, 5), lambda x: functional.interpolate(x, (7, 3), mode="bilinear")),
    "linear up": ((2, 3, 5), lambda x: functional.interpolate(x, 8, mode="linear")),
    "nearest volume": ((1, 2, 3, 4, 5), lambda x: functional.interpolate(x, (5, 7, 10))),
    "exact volume": (
        (1, 2, 3, 4, 5),
        lambda x: functional.interpolate(x, (2, 7, 4), mode="nearest-exact"),
    ),
    "unpool": ((2, 3, 8, 6), lambda x: _unpool(x)),
    "nearest": ((2, 3, 4, 5), lambda x: functional.interpolate(x, (8, 10))),
    "sort": ((3, 20), lambda x: x.sort(descending=True)[0].cumsum(1)),
    "topk": ((3, 20), lambda x: x.topk(4)[0].cumsum(1)),
    "kthvalue": ((3, 20), lambda x: x.kthvalue(4)[0] + x.median(1)[0]),
    "median": ((3, 21), lambda x: x.median() + x.nanmedian()),
}

IN_BINARY32 = {
    "logsumexp": ((3, 40), lambda x: x.logsumexp(1)),
    "layer_norm": ((3, 4, 5), (4, 5), (4, 5), lambda x, w, b: _layer(x, w, b)),
    "rms_norm": ((3, 40), (40,), lambda x, w: functional.rms_norm(x, (40,), w, 1e-3)),
    "group_norm": ((3, 6, 5), (6,), (6,), lambda x, w, b: functional.group_norm(x, 3, w, b, 1e-3)),
    "instance_norm": (
        (3, 6, 5),
        (6,),
        (6,),
        lambda x, w, b: functional.instance_norm(x, None, None, w, b, eps=1e-3),
    ),
    "batch_norm": (
        (3, 6, 5),
        (6,),
        (6,),
        lambda x, w, b: functional.batch_norm(x, None, None, w, b, True, eps=1e-3),
    ),
    "max_pool1d": ((2, 3, 9), lambda x: functional.max_pool1d(x, 3, 2, 1, ceil_mode=True)),
    "max_pool2d": ((2, 3, 9, 8), lambda x: functional.max_pool2d(x, (3, 2), (2, 1), 1, (1, 2))),
    "avg_pool2d": (
        (2, 3, 9, 8),
        lambda x: functional.avg_pool2d(x, (3, 2), (2, 1), 1, True, False, 7),
    ),
    "adaptive_avg_pool2d": ((2, 3, 9, 8), lambda x: functional.adaptive_avg_pool2d(x, (4, None))),
    "adaptive_max_pool2d": ((2, 3, 9, 8), lambda x: functional.adaptive_max_pool2d(x, (4, 3))),
    "attention": (
        (2, 4, 5, 8),
        (2, 2, 7, 8),
        (2, 2, 7, 6),
        lambda q, k, v: functional.scaled_dot_product_attention(
            q, k, v, torch.ones(5, 7, dtype=torch.bool).tril(1), scale=0.7, enable_gqa=True
        ),
    ),
    "causal": (
        (2, 5, 8),
        (2, 7, 8),
        (2, 7, 8),
        lambda q, k, v: functional.scaled_dot_product_attention(q, k, v, is_causal=True),
    ),
}


def _unpool(x):
    index = torch.arange(3 * 48).view(1, 3, 8, 6).expand(2, 3, 8, 6) % 48 * 2
    return functional.max_unpool2d(x, index, (2, 2), output_size=(16, 12))


def _layer(x, w, b):
    return functional.layer_norm(x, (4, 5), w, b, 1e-3)


def evaluated(case, dtype, layout):
    """Return the value of a case and its gradients."""
    *shapes, function = case
    leaves = [numbers(dtype, *s, seed=i + 1) for i, s in enumerate(shapes)]
    leaves = [layout(x).detach().requires_grad_() for x in leaves]
    y = function(*leaves)
    return y.detach(), *torch.autograd.grad(y, leaves, numbers(dtype, *y.shape, seed=9))


def twice():
    """Return second derivatives of a convolution."""
    x = numbers(torch.float64, 2, 4, 6, 6).requires_grad_()
    w = numbers(torch.float64, 6, 4, 3, 3, seed=2).requires_grad_()
    y = functional.conv2d(x, w, stride=2, padding=1)
    first = torch.autograd.grad(y.square().sum(), (x, w), create_graph=True)
    return torch.autograd.grad(sum(g.square().sum() for g in first), (x, w))


LAYOUTS = {"plain": torch.clone, "spread": spread}


@pytest.fixture(scope="module")
def plain():
    """Yield PyTorch's results in binary64 for every case, and then open a block."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # index_reduce is in beta
        values = {
            (name, layout): evaluated(case, torch.float64, LAYOUTS[layout])
            for name, case in (IN_BINARY64 | IN_BINARY32).items()
            for layout in LAYOUTS
        }
        values["twice"] = twice()
    with reproducible("c:baseline"):
        yield values


@pytest.mark.filterwarnings("ignore:index_reduce")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", IN_BINARY64)
def test_in_binary64_values_and_gradients_are_near_those_of_pytorch(name, layout, plain):
    got = evaluated(IN_BINARY64[name], torch.float64, LAYOUTS[layout])
    torch.testing.assert_close(got, plain[name, layout], rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", IN_BINARY32)
def test_in_binary32_values_and_gradients_are_near_those_of_pytorch(name, layout, plain):
    got = evaluated(IN_BINARY32[name], torch.float32, LAYOUTS[layout])
    wide = tuple(x.double() for x in got)
    torch.testing.assert_close(wide, plain[name, layout], rtol=1e-4, atol=1e-4)


def test_the_gradient_of_a_gradient_of_a_convolution_is_near_that_of_pytorch(plain):
    torch.testing.assert_close(twice(), plain["twice"], rtol=1e-9, atol=1e-9)
