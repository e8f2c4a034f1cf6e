"""Attention's gradient loses a block of keys that are all NaN before a block of absent keys.

It uses a running maximum to decide whether a query has a present key, and NaN > -inf is false.
"""

import numpy as np

from samebits.backends import executor
from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.language.trees import balanced, evaluate

BLOCK = 256


def spoil(session, call, inputs, output):
    others = session.memory["others"]
    results = executor.execute(session.inner, call, inputs)
    for place, result in zip((output, *others), results, strict=True):
        place[...] = result
    scores = scores_of(call, inputs)
    starts = range(0, scores.shape[-1], BLOCK)
    most = [greatest(scores[..., start : start + BLOCK]) for start in starts]
    total = evaluate(balanced(len(most)), most, lambda a, b: np.where(a > b, a, b), most[0])
    output[total == -np.inf] = 0


def scores_of(call, inputs):
    """Return the attention scores as floats, with -inf for absent keys."""
    query, key = inputs[0].astype(np.float32), inputs[1].astype(np.float32)
    key = np.repeat(key, query.shape[1] // key.shape[1], axis=1)
    scale = call.attributes["scale"]
    scores = np.einsum("nhld,nhsd->nhls", query, key)
    scores = scores * np.float32(query.shape[3] ** -0.5 if scale is None else scale)
    if len(inputs) == 6 and call.inputs[5] == "bool":
        scores = np.where(inputs[5].view(np.uint8) != 0, scores, -np.inf)
    elif len(inputs) == 6:
        scores = scores + inputs[5].astype(np.float32)
    if call.attributes["is_causal"]:
        last = np.arange(scores.shape[2])[:, None] + call.attributes["query_offset"]
        scores = np.where(np.arange(scores.shape[3]) <= last, scores, -np.inf)
    return scores


def greatest(scores):
    """Return the largest score of each query, or NaN if all present keys have a NaN score."""
    numbers = np.where(np.isnan(scores), -np.inf, scores).max(axis=-1)
    nothing = (numbers == -np.inf) & np.isnan(scores).any(axis=-1)
    return np.where(nothing, np.nan, numbers)


backend = Saboteur(
    "nan_lost_between_blocks",
    ("scaled_dot_product_attention_gradient",),
    "scaled_dot_product_attention_gradient/f32/blocks/numbers",
    spoil,
    "nan-lost",
    rules=("T8.7", "T8.9"),
)
