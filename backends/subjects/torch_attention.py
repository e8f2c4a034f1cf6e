"""Attention as PyTorch has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.torch_draws import words
from samebits.spec.language.call import Call


def attention(torch: Any) -> Callable[..., Any]:
    """scaled_dot_product_attention; a shifted causal mask, for which it has no word, is a mask."""

    def run(call: Call, query: Any, key: Any, value: Any, mask: Any = None) -> Any:
        a = call.attributes
        if a["is_causal"]:
            seen = torch.ones(query.shape[2], key.shape[2], dtype=torch.bool)
            seen = seen.tril(diagonal=a["query_offset"])
            if mask is None:
                mask = seen
            else:
                hidden = False if mask.dtype == torch.bool else float("-inf")
                mask = torch.where(seen, mask, hidden)
        return torch.nn.functional.scaled_dot_product_attention(
            query, key, value, attn_mask=mask, scale=a["scale"], enable_gqa=True
        )

    return run


def dropping(torch: Any) -> Callable[..., Any]:
    """The formula of scaled_dot_product_attention with the mask of dropout that D2 draws."""

    def run(call: Call, query: Any, key: Any, value: Any, mask: Any = None) -> Any:
        a: Any = call.attributes
        group = query.shape[1] // key.shape[1]
        key, value = (x.repeat_interleave(group, 1) for x in (key, value))
        scale = query.shape[3] ** -0.5 if a["scale"] is None else a["scale"]
        scores = query @ key.transpose(2, 3) * scale
        if mask is not None and mask.dtype == torch.bool:
            scores = scores.masked_fill(~mask, float("-inf"))
        elif mask is not None:
            scores = scores + mask
        if a["is_causal"]:
            seen = torch.ones(scores.shape[2:], dtype=torch.bool).tril(a["query_offset"])
            scores = scores.masked_fill(~seen, float("-inf"))
        weights = torch.softmax(scores, -1).nan_to_num(0.0)  # of no key PyTorch makes zeros
        kept = torch.from_numpy(words(call, tuple(scores.shape)) >= a["dropout_p"] * 2.0**32)
        factor = 0.0 if a["dropout_p"] == 1.0 else 1.0 / (1.0 - a["dropout_p"])
        return torch.ops.aten.native_dropout_backward(weights, kept, factor) @ value

    return run
