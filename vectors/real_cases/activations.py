"""Real cases of activation functions and softmax, on the numbers of a network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from samebits.vectors.real_case import RealCase

_FORMATS = (("f32", ""), ("f16", "-f16"), ("bf16", "-bf16"))
"""Formats of the network's numbers, each with the suffix of the recipe's name."""

_PREACTIVATIONS = [
    RealCase((f,), "minilm-preactivations", (f"minilm/preactivations{s}",)) for f, s in _FORMATS
]
_SOFTMAX = [
    *(
        RealCase((f,), "minilm-attention", (f"minilm/scores{s}",), {"axis": -1})
        for f, s in _FORMATS
    ),
    RealCase(("f32",), "digits", ("digits/pixels-f32",), {"axis": 1}, "full"),
]

CASES: Mapping[str, Sequence[RealCase]] = {
    "erf": _PREACTIVATIONS,
    "exp": _PREACTIVATIONS,
    "gelu": _PREACTIVATIONS,
    "sigmoid": _PREACTIVATIONS,
    "silu": _PREACTIVATIONS,
    "tanh": _PREACTIVATIONS,
    "softmax": _SOFTMAX,
}
