"""Attention (T8): one op for the forward pass and one for the backward pass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.drawing import draw
from samebits.torch.errors import Refused
from samebits.torch.keys import next_key
from samebits.torch.natives import called
from samebits.torch.table import lowers, recomposes

_FUSED = called("_scaled_dot_product_flash_attention_for_cpu")
_BIASED = called("_scaled_dot_product_efficient_attention")
_MATH = called("_scaled_dot_product_attention_math")

_OP = "scaled_dot_product_attention"


def _four(x: Tensor) -> Tensor:
    """Return x as [samples, heads, positions, features]."""
    if x.dim() == 4:
        return x
    return x.unsqueeze(1) if x.dim() == 3 else x[None, None]


def _mask_of(mask: Tensor | None, query: Tensor, key: Tensor) -> list[Tensor]:
    if mask is None:
        return []
    shape = (*query.shape[:3], key.shape[2])
    if mask.dim() == 3 and query.shape[1] == 1:
        mask = mask.unsqueeze(1)
    return [mask.expand(shape)]


def _attended(
    c: Compute,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None,
    dropout_p: float,
    is_causal: bool,
    scale: float | None,
) -> tuple[Tensor, Tensor | None]:
    """Compute `scaled_dot_product_attention` (T8.5 to T8.8), or `dropping_attention` (T8.12).

    Return the result, and the seed of the dropout flags (None if there is no dropout).
    """
    q, k, v = _four(query), _four(key), _four(value)
    mask = _mask_of(attn_mask, q, k)
    dtype = q.dtype
    result = c.empty((*q.shape[:3], v.shape[3]), dtype=dtype)
    if dropout_p:
        words = {"is_causal": is_causal, "scale": scale, "dropout_p": float(dropout_p)}
        seed = next_key()
        draw(c, "dropping_attention", [q, k, v, *mask], [result], seed, **words)
        return result.view(*query.shape[:-1], value.shape[-1]), torch.tensor(seed)
    factor = scale or repr(scale)  # different attributes +0 and -0 (A1.6) are equal as keys
    kept = (_OP, dtype, k.dtype, v.dtype, mask[0].dtype if mask else None, is_causal, factor)
    run = c.kept.get(kept)
    if run is None:
        given = {"is_causal": is_causal, "scale": scale}
        run = c.keep(kept, _OP, [q, k, v, *mask], [result], **given)
    run(q, k, v, *mask, result)
    return (result if q is query else result.view(*query.shape[:-1], value.shape[-1])), None


def _gradients(
    c: Compute,
    grad: Tensor,
    operands: tuple[Tensor, Tensor, Tensor],
    attn_mask: Tensor | None,
    out: Tensor,
    saved: Tensor,
    dropout_p: float,
    is_causal: bool,
    scale: float | None,
) -> list[Tensor]:
    """Compute `scaled_dot_product_attention_gradient` (T8.9), or with dropout the op of T8.13.

    Return the gradients of query, key and value, and of a floating-point mask. `saved` is the seed
    of the dropout flags, or empty.
    """
    q, k, v = (_four(x) for x in operands)
    mask = _mask_of(attn_mask, q, k)
    wanted = [*operands, *([attn_mask] if mask and mask[0].dtype is not torch.bool else [])]
    results = [c.empty(x.shape, dtype=x.dtype) for x in (q, k, v, *mask[: len(wanted) - 3])]
    inputs, words = [q, k, v, _four(out), _four(grad), *mask], {"is_causal": is_causal}
    if saved.numel() != (2 if dropout_p else 0) or (dropout_p and saved.dtype is not torch.int64):
        raise Refused("its saved values are not from a forward pass in a block")
    if dropout_p:
        drawn = {**words, "scale": scale, "dropout_p": float(dropout_p)}
        draw(c, "dropping_attention_gradient", inputs, results, tuple(saved.tolist()), **drawn)
    else:
        c.call(f"{_OP}_gradient", inputs, results, **words, scale=scale)
    return [x.view(y.shape) for x, y in zip(results, wanted, strict=True)]


@lowers("_scaled_dot_product_flash_attention_for_cpu")
def attention(
    c: Compute,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    *,
    attn_mask: Tensor | None = None,
    scale: float | None = None,
) -> Any:
    """Compute attention (T8) with a mask that needs no gradient.

    PyTorch's own gradient reads the second result. Here it is empty, because T8.9 recomputes its
    values. With dropout it is the seed of the flags.
    """
    result, seed = _attended(c, query, key, value, attn_mask, dropout_p, is_causal, scale)
    return result, c.empty(0, dtype=torch.float32) if seed is None else seed


@lowers("_scaled_dot_product_flash_attention_for_cpu_backward")
def attention_backward(
    c: Compute,
    grad_out: Tensor,
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
    """Compute the gradients of query, key and value."""
    operands, words = (query, key, value), (dropout_p, is_causal, scale)
    return tuple(_gradients(c, grad_out, operands, attn_mask, out, logsumexp, *words)[:3])


@lowers("_scaled_dot_product_efficient_attention")
def biased_attention(
    c: Compute,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_bias: Tensor | None,
    compute_log_sumexp: bool,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    *,
    scale: float | None = None,
) -> Any:
    """Compute attention (T8) with a floating-point mask, which has a gradient.

    Logarithms of sums are not saved, because T8.9 recomputes them. The third result is the seed of
    the dropout flags, or empty.
    """
    result, seed = _attended(c, query, key, value, attn_bias, dropout_p, is_causal, scale)
    none = c.empty(0, dtype=torch.int64)
    return result, c.empty(0, dtype=torch.float32), none if seed is None else seed, none.clone()


@lowers("_scaled_dot_product_efficient_attention_backward")
def biased_attention_backward(
    c: Compute,
    grad_out_: Tensor,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_bias: Tensor,
    out: Tensor,
    logsumexp: Tensor,
    philox_seed: Tensor,
    philox_offset: Tensor,
    dropout_p: float,
    grad_input_mask: Sequence[bool],
    is_causal: bool = False,
    *,
    scale: float | None = None,
) -> Any:
    """Compute the requested gradients of query, key, value and mask."""
    if logsumexp.numel() or philox_offset.numel():
        raise Refused("its saved values are not from a forward pass in a block")
    operands, words = (query, key, value), (dropout_p, is_causal, scale)
    found = _gradients(c, grad_out_, operands, attn_bias, out, philox_seed, *words)
    return tuple(
        found[i] if wants and i < len(found) else None for i, wants in enumerate(grad_input_mask)
    )


def _is_defined(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    mask: Tensor | None,
    dropout_p: float,
    is_causal: bool,
    enable_gqa: bool,
) -> bool:
    """Check whether T8 defines this call; only shapes, formats and flags matter.

    Memory layout and required gradients must not matter: a checkpoint computes first without
    gradients, and later with them.
    """
    rank = query.dim()
    if not torch._C._get_flash_sdp_enabled():
        return False
    if dropout_p and (not 0.0 < dropout_p < 1.0 or _is_mapped()):
        return False
    if rank not in (2, 3, 4) or key.dim() != rank or value.dim() != rank:
        return False
    if not query.device == key.device == value.device or query.is_nested:
        return False
    if not query.dtype is key.dtype is value.dtype:
        return False
    if query.dtype not in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
        return False
    if key.shape[:-1] != value.shape[:-1] or query.shape[-1] != key.shape[-1]:
        return False
    samples = rank - 3 if rank == 4 else rank - 2
    if query.shape[:samples] != key.shape[:samples] or not key.shape[-2]:
        return False
    if rank == 4:
        heads, groups = query.shape[1], key.shape[1]
        if heads != groups and not (enable_gqa and groups and heads % groups == 0):
            return False
    if mask is None:
        return True
    if is_causal or mask.dim() not in (2, rank):
        return False
    if mask.dtype is not torch.bool and mask.dtype is not query.dtype:
        return False
    full = (*query.shape[:-1], key.shape[-2])
    return all(n in (1, m) for n, m in zip(mask.shape, full[rank - mask.dim() :], strict=True))


def _is_mapped() -> bool:
    """Check whether vmap is active.

    Its `randomness` would decide how the samples of a batch draw.
    """
    levels = torch._C._functorch.get_interpreter_stack() or ()
    return any(level.key() == torch._C._functorch.TransformType.Vmap for level in levels)


def _added(mask: Tensor | None, query: Tensor) -> Tensor | None:
    """Return a mask as a floating-point mask, which PyTorch's composition adds to the products.

    A boolean mask becomes 0 where it is true and -infinity where it is false. PyTorch's own
    `scaled_dot_product_attention` converts it in the same way before it calls the composition.
    """
    if mask is None or mask.dtype is not torch.bool:
        return mask
    kept = torch.scalar_tensor(0.0, dtype=query.dtype, device=mask.device)
    return torch.where(mask, kept, kept.new_full((), -torch.inf))


@recomposes("scaled_dot_product_attention")
def scaled_dot_product_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    *,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Tensor:
    """Compute T8 if it defines the call, else PyTorch's composition of products and softmax.

    The composition is used if operands broadcast, if there is no key, or for a dropout probability
    of 1. It is also used under vmap, and if `torch.nn.attention.sdpa_kernel` has turned flash
    attention off.
    """
    if attn_mask is not None and attn_mask.dim() < 2:
        raise IndexError(f"attn_mask of shape {list(attn_mask.shape)} has less than two axes")
    given = (query, key, value, attn_mask, dropout_p, is_causal)
    if not _is_defined(*given, enable_gqa):
        operands = (query, key, value, _added(attn_mask, query), dropout_p, is_causal)
        composed: Tensor = _MATH(*operands, scale=scale, enable_gqa=enable_gqa)[0]
        return composed
    result: Tensor
    if attn_mask is None or attn_mask.dtype is torch.bool:
        words = {"attn_mask": attn_mask, "scale": scale}
        result = _FUSED(query, key, value, dropout_p, is_causal, **words)[0]
    else:
        mask = attn_mask.expand(*query.shape[:-1], key.shape[-2])
        result = _BIASED(query, key, value, mask, False, dropout_p, is_causal, scale=scale)[0]
    return result
