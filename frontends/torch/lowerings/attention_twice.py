"""Gradients of the gradients of attention (T8.9, T8.13), composed as in PyTorch.

The first gradient is the op of the specification, even with `create_graph=True`. Higher gradients
differentiate PyTorch's composition of products and softmax on the same operands. Its dropout uses
the flags that T8.12 draws with the seed of the forward pass, and u = 1 / (1 - dropout_p):

    w = softmax(scores)            as in sdpa_kernel(MATH)
    y = where(dropped, 0, w * u) @ value

Each op of the composition and of its gradients is canonical, so the bits of these gradients are
fixed too.
"""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from samebits.torch.drawing import draw, engine_of
from samebits.torch.table import recomposes

_FUSED = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu_backward.default
_BIASED = torch.ops.aten._scaled_dot_product_efficient_attention_backward.default
_MATH = torch.ops.aten._scaled_dot_product_attention_math.default


def _composed(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    mask: Tensor | None,
    dropped: Tensor | None,
    dropout_p: float,
    is_causal: bool,
    scale: float | None,
) -> Tensor:
    """Compute attention as a composition that autograd can differentiate any number of times."""
    if mask is not None and mask.dtype is torch.bool:  # the composition would add it as 0 and 1
        absent = mask.logical_not()
        mask = query.new_zeros(mask.shape).masked_fill(absent, -math.inf)
    if query.dim() == 4:
        key, value = _for_each_head(key, query), _for_each_head(value, query)
    result, weights = _MATH(query, key, value, mask, 0.0, is_causal, scale=scale)
    if dropped is None:
        whole: Tensor = result
        return whole
    return (weights * (1.0 / (1.0 - dropout_p))).masked_fill(dropped, 0.0) @ value


def _for_each_head(x: Tensor, query: Tensor) -> Tensor:
    """Repeat keys or values so that each head of the queries has its own."""
    heads, groups = query.shape[1], x.shape[1]
    if heads == groups:
        return x
    repeated = x[:, :, None].expand(-1, -1, heads // groups, -1, -1)
    return repeated.reshape(x.shape[0], heads, *x.shape[2:])


def _flags(query: Tensor, key: Tensor, seed: Tensor, dropout_p: float) -> Tensor:
    """Return flags for the keys that each query drops (T8.12), in the shape of the weights."""
    engine = engine_of(query)
    shape = (1,) * (4 - query.dim()) + (*query.shape[:-1], key.shape[-2])
    if query.dim() == 3:
        shape = (query.shape[0], 1, query.shape[1], key.shape[1])
    flags = engine.empty(shape, dtype=torch.bool)
    low, high = seed.tolist()
    draw(engine, "bernoulli", [], [flags], (low, high), shape=tuple(shape), p=float(dropout_p))
    return flags.view(*query.shape[:-1], key.shape[-2])


class _Gradient(torch.autograd.Function):  # type: ignore[misc]
    """A differentiable function: the gradients of query, key, value and a floating-point mask."""

    generate_vmap_rule = True

    @staticmethod
    def forward(
        grad: Tensor,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        mask: Tensor | None,
        out: Tensor,
        saved: Tensor,
        dropout_p: float,
        is_causal: bool,
        scale: float | None,
    ) -> Any:
        if mask is None or mask.dtype is torch.bool:
            given = (grad, query, key, value, out, saved, dropout_p, is_causal)
            return tuple(_FUSED(*given, attn_mask=mask, scale=scale))
        none = out.new_empty(0, dtype=torch.float32), out.new_empty(0, dtype=torch.int64)
        biased = (grad, query, key, value, mask, out, none[0], saved, none[1], dropout_p)
        return tuple(_BIASED(*biased, [True] * 4, is_causal, scale=scale))

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
        grad, query, key, value, mask, _, saved, *ctx.words = inputs
        ctx.save_for_backward(grad, query, key, value, mask, saved)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> Any:
        grad, query, key, value, mask, saved = ctx.saved_tensors
        dropout_p, is_causal, scale = ctx.words
        dropped = _flags(query, key, saved, dropout_p) if dropout_p else None
        again = torch.is_grad_enabled()
        numbers = [query, key, value]
        if mask is not None and mask.dtype is not torch.bool:
            numbers.append(mask)
        with torch.enable_grad():
            # One tensor may be passed as several operands, so each operand gets a separate view.
            used = [
                x.view_as(x) if x.requires_grad else x.detach().requires_grad_() for x in numbers
            ]
            sent = grad.view_as(grad) if grad.requires_grad else grad.detach().requires_grad_()
            masks = used[3] if len(used) > 3 else mask
            names = used[0], used[1], used[2]
            result = _composed(*names, masks, dropped, dropout_p, is_causal, scale)
            first = torch.autograd.grad(result, used, sent, create_graph=True)
            wanted = [sent, *used]
            found = torch.autograd.grad(
                first, wanted, gradients, create_graph=again, allow_unused=True
            )
        gone = [None] * (4 - len(numbers))
        return (*found, *gone, None, None, None, None, None)


def _asked(*tensors: Tensor | None) -> bool:
    """Check whether a gradient may be differentiated later."""
    return torch.is_grad_enabled() and any(x is not None and x.requires_grad for x in tensors)


@recomposes("_scaled_dot_product_flash_attention_for_cpu_backward")
def attention_backward(
    grad_out: Tensor | None,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    out: Tensor,
    logsumexp: Tensor,
    dropout_p: float,
    is_causal: bool,
    *,
    attn_mask: Tensor | None = None,
    scale: float | None = None,
) -> Any:
    """Compute gradients that can be differentiated; all are None if `grad_out` is None."""
    if grad_out is None:
        return None, None, None
    if _asked(grad_out, query, key, value):
        given = (grad_out, query, key, value, attn_mask, out, logsumexp)
        return _Gradient.apply(*given, dropout_p, is_causal, scale)
    with torch._C._AutoDispatchBelowAutograd():
        plain = (grad_out, query, key, value, out, logsumexp, dropout_p, is_causal)
        return _FUSED(*plain, attn_mask=attn_mask, scale=scale)


@recomposes("_scaled_dot_product_efficient_attention_backward")
def biased_attention_backward(
    grad_out_: Tensor | None,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_bias: Tensor,
    out: Tensor,
    logsumexp: Tensor,
    philox_seed: Tensor,
    philox_offset: Tensor,
    dropout_p: float,
    grad_input_mask: Any,
    is_causal: bool = False,
    *,
    scale: float | None = None,
) -> Any:
    """Compute the gradients for attention with a floating-point mask, which has a gradient too."""
    if grad_out_ is None:
        return None, None, None, None
    if _asked(grad_out_, query, key, value, attn_bias):
        given = (grad_out_, query, key, value, attn_bias, out, philox_seed)
        found = _Gradient.apply(*given, dropout_p, is_causal, scale)
        return tuple(x if wants else None for x, wants in zip(found, grad_input_mask, strict=True))
    with torch._C._AutoDispatchBelowAutograd():
        plain = (grad_out_, query, key, value, attn_bias, out, logsumexp, philox_seed)
        flags = (philox_offset, dropout_p, grad_input_mask, is_causal)
        return _BIASED(*plain, *flags, scale=scale)
