"""Attention and rotary embeddings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from samebits.backends.libraries.peers import Peers
from samebits.backends.libraries.torch_draws import dropped
from samebits.backends.libraries.torch_forms import function
from samebits.spec.language.call import Call


def _attention(torch: Any, call: Call, query: Any, key: Any, value: Any, mask: Any = None) -> Any:
    """Call PyTorch's attention. A causal mask with an offset is passed as `attn_mask`.

    PyTorch has no attribute for the offset.
    """
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


def _dropping_attention(
    torch: Any, call: Call, query: Any, key: Any, value: Any, mask: Any = None
) -> Any:
    """Compute attention by its formula, with a dropout mask drawn by clause D2."""
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
    weights = torch.softmax(scores, -1).nan_to_num(0.0)  # zeros for queries without keys
    return dropped(torch, call, weights, a["dropout_p"]) @ value


def _rotary_embedding(torch: Any, call: Call, x: Any, cos: Any, sin: Any) -> Any:
    """Return x * cos + rotated(x) * sin, where a pair (a, b) is rotated to (-b, a).

    PyTorch has no function for this; its users write the formula.
    """
    if call.attributes["interleaved"]:
        cos, sin = (t.repeat_interleave(2, -1) for t in (cos, sin))
        rotated = torch.stack((-x[..., 1::2], x[..., 0::2]), -1).flatten(-2)
    else:
        cos, sin = (torch.cat((t, t), -1) for t in (cos, sin))
        a, b = x.chunk(2, -1)
        rotated = torch.cat((-b, a), -1)
    return x * cos + rotated * sin


PEERS: Mapping[str, Peers] = {
    "scaled_dot_product_attention": Peers(numpy=None, torch=function(_attention), torch_into=None),
    "dropping_attention": Peers(numpy=None, torch=function(_dropping_attention), torch_into=None),
    "rotary_embedding": Peers(numpy=None, torch=function(_rotary_embedding), torch_into=None),
}
