"""The set `real`: ops on the numbers of a real network and of a real data set.

The wanted bits are frozen as digests; what they are made of stays in its package.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from samebits.spec.call import Call
from samebits.spec.declare import Op
from samebits.vectors import real
from samebits.vectors.planning import Planned

CASE_SET = "real"
FLAGS = ("real-input",)


@dataclass(frozen=True, slots=True)
class RealCase:
    """One real case: op, formats, name, recipes of the operands, attributes, level."""

    op: str
    inputs: tuple[str, ...]
    name: str
    recipes: tuple[str, ...]
    attributes: Mapping[str, Any] = field(default_factory=dict)
    level: str = "standard"

    def call(self, op: Op) -> Call:
        """The checked call."""
        return op.call(self.inputs, **self.attributes)


def _linear(
    name: str, x: str, weight: str, formats: str = "f32", level: str = "standard"
) -> RealCase:
    suffix = "" if formats == "f32" else f"-{formats}"
    recipes = (f"{x}{suffix}", f"minilm/{weight}-weight{suffix}", f"minilm/{weight}-bias{suffix}")
    attributes = {"transpose_a": False, "transpose_b": True}
    return RealCase("matmul", (formats,) * 3, name, recipes, attributes, level)


def _reduce(
    op: str, formats: str, name: str, recipe: str, axes: tuple[int, ...] | None
) -> RealCase:
    return RealCase(op, (formats,), name, (recipe,), {"axes": axes, "keepdims": False})


def _gram(formats: str, name: str, recipe: str) -> RealCase:
    attributes = {"transpose_a": True, "transpose_b": False}
    return RealCase("matmul", (formats,) * 2, name, (recipe, recipe), attributes)


CASES: Sequence[RealCase] = (
    _linear("minilm-query", "minilm/embedding", "query"),
    _linear("minilm-key", "minilm/embedding", "key", level="full"),
    _linear("minilm-value", "minilm/embedding", "value", level="full"),
    _linear("minilm-query", "minilm/embedding", "query", "f16"),
    _linear("minilm-query", "minilm/embedding", "query", "bf16"),
    _linear("minilm-feed-forward", "minilm/attended", "intermediate"),
    _gram("f32", "digits-gram", "digits/centred-f32"),
    _gram("f64", "digits-gram", "digits/centred-f64-centre"),
    _gram("bf16", "digits-gram", "digits/centred-bf16"),
    RealCase(
        "bmm", ("f32", "f32"), "minilm-scores", ("minilm/queries", "minilm/keys"),
        {"transpose_a": False, "transpose_b": True},
    ),
    RealCase("softmax", ("f32",), "minilm-attention", ("minilm/scores",), {"axis": -1}),
    RealCase("softmax", ("f16",), "minilm-attention", ("minilm/scores-f16",), {"axis": -1}),
    RealCase("softmax", ("bf16",), "minilm-attention", ("minilm/scores-bf16",), {"axis": -1}),
    RealCase("softmax", ("f32",), "digits", ("digits/pixels-f32",), {"axis": 1}, "full"),
    *(
        RealCase(op, (f,), "minilm-preactivations", (f"minilm/preactivations{s}",))
        for op in ("gelu", "silu", "sigmoid", "tanh", "erf", "exp")
        for f, s in (("f32", ""), ("f16", "-f16"), ("bf16", "-bf16"))
    ),
    *(
        _reduce(op, "f32", "minilm-hidden", "minilm/summed", (-1,))
        for op in ("sum", "mean", "max", "argmax")
    ),
    *(
        _reduce(op, "f32", f"digits-{text}", "digits/centred-f32", axes)
        for op in ("sum", "mean", "max", "argmax")
        for text, axes in (("images", (0,)), ("pixels", (1,)), ("all", None))
    ),
    *(
        _reduce(op, "f64", "digits-images", "digits/centred-f64", (0,))
        for op in ("sum", "mean", "max", "argmax")
    ),
    *(
        _reduce(op, f, "digits-pixels", f"digits/pixels-{f}", (1,))
        for op in ("sum", "mean", "argmax")
        for f in ("f16", "bf16")
    ),
)  # fmt: skip


def handles(op: Op) -> bool:
    """Ops with a real case."""
    return any(case.op == op.name for case in CASES)


def labels(op: Op) -> list[str]:
    """Labels with a real case."""
    return sorted({case.call(op).label for case in CASES if case.op == op.name})


def plan(op: Op, label: str) -> list[Planned]:
    """The real cases of one op and label. Raises VectorError where a package is missing."""
    found = []
    for case in CASES:
        if case.op == op.name and case.call(op).label == label:
            inputs = tuple(real.freeze(recipe) for recipe in case.recipes)
            found.append(
                Planned(f"real/{case.name}", case.call(op), inputs, case.level, FLAGS, digest=True)
            )
    return found
