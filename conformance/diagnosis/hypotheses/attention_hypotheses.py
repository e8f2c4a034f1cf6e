"""Hypotheses about attention (T8): a lost block of NaN scores, and a misplaced causal mask."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.diagnosis.finding import Explanation, by_prediction
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.spec.catalog import get_op
from samebits.spec.families import attention as rules
from samebits.spec.language.trees import balanced, evaluate

_FORWARD = (rules.attention, rules.dropping_attention)
_GRADIENT = (rules.attention_gradient, rules.dropping_attention_gradient)


def blocks_of_keys(evidence: Evidence) -> Iterator[Explanation]:
    """Yield an explanation: a block of NaN scores is lost if a block without present keys follows.

    A comparison `a > b` is false for NaN, so it makes -inf the larger of NaN and -inf. A maximum of
    -inf means a query without present keys, whose result or gradient is +0.
    """
    rule = get_op(evidence.call.op).shape_rule
    if rule not in (*_FORWARD, *_GRADIENT) or evidence.output != 0:
        return
    lost = lost_queries(evidence)
    size = evidence.shape[-1]
    if not lost.any() or not size:
        return
    rows = lost.reshape(-1)[evidence.chosen // size]

    def predict(positions: Array) -> Array:
        bits = np.where(rows[positions], 0, evidence.wanted[positions])
        return np.asarray(bits.astype(evidence.wanted.dtype))

    yield from by_prediction(evidence, "nan-lost", _TEXT, predict)


def mask_corner(evidence: Evidence, attribute: str) -> int | None:
    """Return the attribute value that aligns a causal mask to the other corner, or None.

    By the specification the mask begins at the first key, plus an offset, so the last query sees
    all keys only if there are as many queries as keys. In other libraries the last query always
    sees the last key.
    """
    call = evidence.call
    rule = get_op(call.op).shape_rule
    if rule not in (*_FORWARD, *_GRADIENT) or attribute != "query_offset":
        return None
    if not call.attributes["is_causal"]:
        return None
    apart = evidence.inputs[1].shape[2] - evidence.inputs[0].shape[2]
    return int(str(call.attributes[attribute])) + apart if apart else None


_TEXT = (
    "a block of keys whose scores are all NaN is lost where a block without a present key follows: "
    "the query counts as one without a present key (T8.7, T8.9)"
)


def lost_queries(evidence: Evidence) -> Array:
    """Return a mask [N, H, L] of the queries whose present keys the wrong comparison loses."""
    scores = _scores(evidence)
    blocks = [
        _maximum(scores[..., first : first + rules.BLOCK])
        for first in range(0, scores.shape[-1], rules.BLOCK)
    ]
    kept = evaluate(balanced(len(blocks)), blocks, lambda a, b: np.where(a > b, a, b), blocks[0])
    present = np.logical_or.reduce([~np.isneginf(block) for block in blocks])
    return np.asarray(np.isneginf(kept) & present)


def _maximum(scores: Array) -> Array:
    """Return the maximum of a block's scores, ignoring NaN.

    It is NaN if all present scores are NaN, and -inf if no key is present.
    """
    numbers = np.where(np.isnan(scores), -np.inf, scores).max(axis=-1)
    return np.where(np.isneginf(numbers) & np.isnan(scores).any(axis=-1), np.nan, numbers)


def _scores(evidence: Evidence) -> Array:
    """Return the scores [N, H, L, S], with -inf for absent keys.

    Only NaN and infinities are guaranteed to be right; other scores are approximate.
    """
    rule, call = get_op(evidence.call.op).shape_rule, evidence.call
    query, key = (x.astype(np.float64) for x in evidence.inputs[:2])
    number = len(rule.operands) - 1
    mask = evidence.inputs[number] if len(evidence.inputs) > number else None
    scale = call.attributes["scale"]
    factor = 1 / np.sqrt(query.shape[3]) if scale is None else float(str(scale))
    keys = np.repeat(key, query.shape[1] // key.shape[1], axis=1)
    with np.errstate(all="ignore"):
        found = (query @ np.swapaxes(keys, 2, 3)).astype(np.float32) * np.float32(factor)
        if mask is not None and call.inputs[-1] != "bool":
            found = found + mask.astype(np.float32)
    if mask is not None and call.inputs[-1] == "bool":
        found = np.where(mask.view(np.uint8) != 0, found, np.float32(-np.inf))
    if call.attributes["is_causal"]:
        offset = int(str(call.attributes["query_offset"]))
        queries, places = np.arange(found.shape[2]), np.arange(found.shape[3])
        found = np.where(places > queries[:, None] + offset, np.float32(-np.inf), found)
    return np.asarray(found)
