"""Attention as PyTorch has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from samebits.spec.call import Call


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
