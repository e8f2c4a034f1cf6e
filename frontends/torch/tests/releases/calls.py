"""Programs with one call each: a PyTorch function or layer with its gradients, or an overload."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils._pytree import tree_leaves, tree_map_only

from samebits.torch import get_hash
from samebits.torch.table import overload_of
from samebits.torch.tests.more_calls import more_calls
from samebits.torch.tests.small_calls import small_calls

Program = Callable[[], str]
"""A function that computes in a block and returns a hash."""


ONCE = {
    *("torch.cdist", "cdist, p=3", "pdist", "attention, mask", "multi_margin_loss", "ctc_loss"),
    *("grid_sample", "nn.TransformerDecoderLayer"),
}
"""Programs without a second derivative, because only some releases have one."""


def differentiated(
    function: Callable[..., Any], operands: Sequence[Tensor], twice: bool = True
) -> str:
    """Return the hash of a call's results and gradients, and with `twice` of second derivatives."""
    given = [x.detach().clone().requires_grad_(x.is_floating_point()) for x in operands]
    results = [y for y in tree_leaves(function(*given)) if isinstance(y, Tensor)]
    found = [y.detach() for y in results]
    wanted = [x for x in given if x.requires_grad]
    roots = [y for y in results if y.requires_grad]
    if wanted and roots:
        weighed = sum((y * torch.cos(torch.arange(y.numel()).view_as(y))).sum() for y in roots)
        first = torch.autograd.grad(weighed, wanted, create_graph=True, allow_unused=True)
        found += [g.detach() for g in first if g is not None]
        again = [g for g in first if g is not None and g.requires_grad]
        if again and twice:
            total = sum((g * g).sum() for g in again)
            second = torch.autograd.grad(total, wanted, allow_unused=True)
            found += [g for g in second if g is not None]
    return get_hash(found)


def _drawn(*shapes: Sequence[int], dtype: torch.dtype = torch.float32) -> list[Tensor]:
    torch.manual_seed(1)
    return [torch.randn(*shape).to(dtype) for shape in shapes]


_UNARY = (
    *("abs", "acos", "acosh", "asin", "asinh", "atan", "atanh", "ceil", "cos", "cosh", "deg2rad"),
    *("erf", "erfc", "erfinv", "exp", "exp2", "expm1", "floor", "frac", "log", "log10"),
    *("log1p", "log2", "logit", "nan_to_num", "neg", "rad2deg", "reciprocal", "round", "rsqrt"),
    *("sgn", "sigmoid", "sign", "sin", "sinc", "sinh", "sqrt", "square", "tan", "tanh", "trunc"),
    *("relu", "selu", "celu", "logsumexp0", "cumsum0", "cumprod0", "logcumsumexp0", "softmax0"),
    *("log_softmax0", "var0", "std0", "mean0", "sum0", "prod0", "amax0", "median0", "sort0"),
    *("cummax0", "norm", "diff", "count_nonzero", "flatten", "roll1"),
    *("renorm2", "nanmean", "nansum", "std_mean", "var_mean", "argsort", "topk2"),
)
_BINARY = (
    *("add", "sub", "mul", "div", "pow", "atan2", "hypot", "logaddexp", "logaddexp2", "maximum"),
    *("minimum", "fmax", "fmin", "fmod", "remainder", "xlogy", "copysign", "dist"),
    *("lerp_half", "where_more", "cdist", "matmul_t", "outer_first"),
)
_SPECIAL: dict[str, Callable[..., Any]] = {
    "lerp_half": lambda x, y: torch.lerp(x, y, 0.3),
    "where_more": lambda x, y: torch.where(x > y, x, y),
    "matmul_t": lambda x, y: x @ y.T,
    "outer_first": lambda x, y: torch.outer(x[0], y[0]),
    "renorm2": lambda x: torch.renorm(x, 2, 0, 1.5),
}


def _function(name: str) -> Callable[..., Any]:
    if name in _SPECIAL:
        return _SPECIAL[name]
    plain = name.rstrip("0123456789") if name not in ("exp2", "log2", "log10", "atan2") else name
    if name in ("expm1", "log1p", "logaddexp2") or plain == name:
        return getattr(torch, name)
    function, number = getattr(torch, plain), int(name[len(plain) :])
    return lambda x: function(x, number)


_A, _B, _M = (5, 4), (4, 4), (2, 3, 8, 8)
_FUNCTIONS: dict[str, tuple[Callable[..., Any], Sequence[Sequence[int]]]] = {
    "einsum": (lambda x, y: torch.einsum("ij,jk->ki", x, y), [_A, _B]),
    "addmm": (lambda a, x, y: torch.addmm(a, x, y, beta=0.5, alpha=2.0), [(5, 4), _A, _B]),
    "baddbmm": (torch.baddbmm, [(2, 3, 4), (2, 3, 5), (2, 5, 4)]),
    "cholesky": (lambda x: torch.linalg.cholesky(x @ x.mT + 4 * torch.eye(4)), [_B]),
    "solve": (torch.linalg.solve, [_B, (4, 2)]),
    "inv": (torch.linalg.inv, [_B]),
    "qr": (torch.linalg.qr, [_A]),
    "triangular": (lambda a, b: torch.linalg.solve_triangular(a, b, upper=True), [_B, (4, 2)]),
    "vector_norm": (lambda x: torch.linalg.vector_norm(x, 3, 1), [_A]),
    "cross": (lambda x, y: torch.linalg.cross(x, y), [(4, 3), (4, 3)]),
    "pdist": (functional.pdist, [_A]),
    "cdist, p=3": (lambda x, y: torch.cdist(x, y, p=3.0), [_A, _B]),
    "cosine_similarity": (functional.cosine_similarity, [_A, _A]),
    "gather": (lambda x: x.gather(1, torch.tensor([[0, 0, 3]] * 5)), [_A]),
    "index_add": (lambda x, y: x.index_add(0, torch.tensor([0, 3, 0]), y), [_A, (3, 4)]),
    "scatter_reduce": (
        lambda x, y: x.scatter_reduce(0, torch.tensor([[0, 1, 0, 2]] * 3), y, "prod"),
        [_A, (3, 4)],
    ),
    "index_put": (
        lambda x, y: x.index_put((torch.tensor([1, 1, 2]),), y, accumulate=True),
        [_A, (3, 4)],
    ),
    "interpolate, bilinear": (
        lambda x: functional.interpolate(x, scale_factor=1.7, mode="bilinear"),
        [_M],
    ),
    "interpolate, bicubic, antialias": (
        lambda x: functional.interpolate(x, size=(5, 6), mode="bicubic", antialias=True),
        [_M],
    ),
    "grid_sample": (
        lambda x, g: functional.grid_sample(x, g.tanh(), align_corners=False),
        [_M, (2, 4, 4, 2)],
    ),
    "unfold, fold": (
        lambda x: functional.fold(functional.unfold(x, 3), (8, 8), 3),
        [_M],
    ),
    "attention, mask": (
        lambda q, k, v, m: functional.scaled_dot_product_attention(q, k, v, attn_mask=m),
        [(2, 4, 6, 8), (2, 4, 5, 8), (2, 4, 5, 8), (6, 5)],
    ),
    "multi_margin_loss": (
        lambda x: functional.multi_margin_loss(x, torch.tensor([0, 1, 2, 3, 0])),
        [_A],
    ),
    "ctc_loss": (
        lambda x: functional.ctc_loss(
            x.log_softmax(2), torch.tensor([[1, 2], [3, 3]]), (6, 6), (2, 2)
        ),
        [(6, 2, 4)],
    ),
    "cross_entropy, weights": (
        lambda x: functional.cross_entropy(
            x, torch.tensor([0, 1, 2, 3, 0]), torch.tensor([0.5, 1.0, 2.0, 0.25])
        ),
        [_A],
    ),
    "gumbel_softmax": (functional.gumbel_softmax, [_A]),
    "embedding": (lambda w: functional.embedding(torch.tensor([[1, 1], [0, 4]]), w), [_A]),
    "embedding_bag": (
        lambda w: functional.embedding_bag(torch.tensor([1, 1, 0]), w, torch.tensor([0, 2])),
        [_A],
    ),
    "rms_norm": (lambda x, w: functional.rms_norm(x, (4,), w, 1e-5), [_A, (4,)]),
    "local_response_norm": (lambda x: functional.local_response_norm(x, 2), [_M]),
    "pad, reflect": (lambda x: functional.pad(x, (1, 2, 3, 0), "reflect"), [_M]),
    "conv_transpose": (
        lambda x, w: functional.conv_transpose2d(x, w, stride=2, padding=1),
        [_M, (3, 4, 3, 3)],
    ),
    "conv1d, groups": (
        lambda x, w: functional.conv1d(x, w, groups=3, dilation=2),
        [(2, 3, 9), (6, 1, 3)],
    ),
    "max_pool3d": (lambda x: functional.max_pool3d(x, 2), [(1, 2, 4, 4, 4)]),
    "lp_pool2d": (lambda x: functional.lp_pool2d(x.abs() + 1, 2.0, 2), [_M]),
    "adaptive_avg_pool2d": (lambda x: functional.adaptive_avg_pool2d(x, (3, 5)), [_M]),
}

_LAYERS: dict[str, tuple[Callable[[], nn.Module], Sequence[Sequence[int]]]] = {
    "BatchNorm2d": (lambda: nn.BatchNorm2d(3), [_M]),
    "GroupNorm": (lambda: nn.GroupNorm(3, 3), [_M]),
    "InstanceNorm2d": (lambda: nn.InstanceNorm2d(3, affine=True), [_M]),
    "LayerNorm": (lambda: nn.LayerNorm(4), [_A]),
    "RMSNorm": (lambda: nn.RMSNorm(4), [_A]),
    "GRU": (lambda: nn.GRU(4, 3, 2, bidirectional=True), [(5, 2, 4)]),
    "RNN": (lambda: nn.RNN(4, 3, nonlinearity="relu"), [(5, 2, 4)]),
    "LSTM, projected": (lambda: nn.LSTM(4, 3, proj_size=2), [(5, 2, 4)]),
    "MultiheadAttention": (lambda: nn.MultiheadAttention(4, 2, 0.1), [(5, 2, 4)] * 3),
    "TransformerDecoderLayer": (lambda: nn.TransformerDecoderLayer(4, 2, 8), [(5, 2, 4)] * 2),
    "Bilinear": (lambda: nn.Bilinear(4, 4, 3), [_A, _A]),
    "PReLU": (lambda: nn.PReLU(3), [_M]),
    "RReLU": (lambda: nn.RReLU(), [_M]),
    "GLU": (lambda: nn.GLU(), [_A]),
    "Hardswish": (lambda: nn.Hardswish(), [_A]),
    "Mish": (lambda: nn.Mish(), [_A]),
    "Softplus": (lambda: nn.Softplus(2.0), [_A]),
    "AlphaDropout": (lambda: nn.AlphaDropout(), [_A]),
    "Dropout2d": (lambda: nn.Dropout2d(), [_M]),
    "FractionalMaxPool2d": (lambda: nn.FractionalMaxPool2d(2, 3), [_M]),
    "HuberLoss": (lambda: nn.HuberLoss(delta=0.7), [_A, _A]),
    "SmoothL1Loss": (lambda: nn.SmoothL1Loss(beta=0.3), [_A, _A]),
    "KLDivLoss": (lambda: nn.KLDivLoss(reduction="batchmean"), [_A, _A]),
    "TripletMarginLoss": (lambda: nn.TripletMarginLoss(), [_A] * 3),
    "AdaptiveLogSoftmax": (lambda: _Adaptive(), [(5, 8)]),
}


class _Adaptive(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.last = nn.AdaptiveLogSoftmaxWithLoss(8, 10, [2, 5])

    def forward(self, x: Tensor) -> Tensor:
        """Return the loss."""
        result: Tensor = self.last(x, torch.tensor([0, 2, 5, 9, 1])).loss
        return result


def layer(make: Callable[[], nn.Module], shapes: Sequence[Sequence[int]], twice: bool) -> str:
    """Return the hash of a layer's results, and of the gradients of operands and parameters."""
    operands = _drawn(*shapes)
    module = make()
    results = differentiated(module, operands, twice)
    for x in tree_leaves(module(*operands)):
        if isinstance(x, Tensor) and x.requires_grad:
            x.sum().backward(retain_graph=True)
    return get_hash([results, module, [p.grad for p in module.parameters()]])


def overload(name: str, several: Sequence[tuple[tuple[Any, ...], dict[str, Any]]]) -> str:
    """Return the hash of the results of an overload's calls, and of the arguments they wrote to."""
    found = []
    torch.manual_seed(0)
    with torch.no_grad():
        for args, kwargs in several:
            given, words = tree_map_only(Tensor, Tensor.clone, (args, kwargs))
            result = overload_of(name)(*given, **words)
            found += [x for x in tree_leaves([result, given, words]) if isinstance(x, Tensor)]
    return get_hash(found)


def _of_operands(function: Callable[..., Any], shapes: Any, dtype: torch.dtype, twice: bool) -> str:
    operands = _drawn(*shapes, dtype=dtype)
    torch.manual_seed(2)
    return differentiated(function, operands, twice)


def _positive(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *operands: function(*(0.5 + 0.3 * torch.tanh(x) for x in operands))


def programs() -> Iterator[tuple[str, Program]]:
    """Yield every program with its name."""
    for dtype in (torch.float32, torch.bfloat16, torch.float64):
        form = str(dtype).removeprefix("torch.")
        for names, shapes in ((_UNARY, [_A]), (_BINARY, [_A, _A])):
            for name in names:
                function = _positive(_function(name)) if name != "acosh" else _function(name)
                twice = f"torch.{name}" not in ONCE
                work = functools.partial(_of_operands, function, shapes, dtype, twice)
                yield f"torch.{name}, {form}", work
    for name, (function, shapes) in _FUNCTIONS.items():
        twice = name not in ONCE
        yield name, functools.partial(_of_operands, function, shapes, torch.float32, twice)
    for name, (make, shapes) in _LAYERS.items():
        twice = f"nn.{name}" not in ONCE
        yield f"nn.{name}", functools.partial(layer, make, shapes, twice)
    both: dict[str, list[Any]] = {name: [one] for name, one in small_calls().items()}
    for name, several in more_calls().items():
        both.setdefault(name, []).extend(several)
    for name in sorted(both):
        yield f"aten::{name}", functools.partial(overload, name, both[name])
