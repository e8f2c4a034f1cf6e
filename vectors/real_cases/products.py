"""Real cases of matrix products: layers and attention of a network, and products of pixels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from samebits.vectors.real_case import RealCase

_SCORES = RealCase(
    ("f32", "f32"),
    "minilm-scores",
    ("minilm/queries", "minilm/keys"),
    {"transpose_a": False, "transpose_b": True},
)


def _layer(
    name: str, x: str, weight: str, formats: str = "f32", level: str = "standard"
) -> RealCase:
    suffix = "" if formats == "f32" else f"-{formats}"
    recipes = (f"{x}{suffix}", f"minilm/{weight}-weight{suffix}", f"minilm/{weight}-bias{suffix}")
    attributes = {"transpose_a": False, "transpose_b": True}
    return RealCase((formats,) * 3, name, recipes, attributes, level)


def _gram(formats: str, recipe: str) -> RealCase:
    attributes = {"transpose_a": True, "transpose_b": False}
    return RealCase((formats,) * 2, "digits-gram", (recipe, recipe), attributes)


CASES: Mapping[str, Sequence[RealCase]] = {
    "bmm": (_SCORES,),
    "matmul": (
        _layer("minilm-query", "minilm/embedding", "query"),
        _layer("minilm-key", "minilm/embedding", "key", level="full"),
        _layer("minilm-value", "minilm/embedding", "value", level="full"),
        _layer("minilm-query", "minilm/embedding", "query", "f16"),
        _layer("minilm-query", "minilm/embedding", "query", "bf16"),
        _layer("minilm-feed-forward", "minilm/attended", "intermediate"),
        _gram("f32", "digits/centred-f32"),
        _gram("f64", "digits/centred-f64-centre"),
        _gram("bf16", "digits/centred-bf16"),
    ),
}
