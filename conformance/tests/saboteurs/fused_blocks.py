"""Attention joins the values of blocks of keys by a fused multiply-add."""

from __future__ import annotations

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.tests.saboteurs.base import Before, Saboteur, by_nodes, canonical


def wrong(before: Before) -> Array | None:
    call, _ = before[-1]
    if call.op != "add" or len(before) < 3 or [b[0].op for b in before[-3:-1]] != ["mul", "mul"]:
        return None
    (_, (a, x)), (_, (b, y)) = before[-3], before[-2]
    if x.shape[-1] == 1:
        return None  # the sums of the terms are joined as they should be
    with np.errstate(all="ignore"):
        right = (b.astype(np.float64) * y.astype(np.float64)).astype(np.float32)
        left = a.astype(np.float64) * x.astype(np.float64)
        return canonical((left + right.astype(np.float64)).astype(np.float32))


backend = Saboteur(
    "fused_blocks",
    ("scaled_dot_product_attention",),
    "scaled_dot_product_attention/f32*/length/257",
    by_nodes(wrong),
    "fused",
    rules=("T8.7", "G1.2"),
)
