"""Cases of the set `real`: what a file in `real_cases/` lists of its op, and how it is found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op
from samebits.spec.op_folder import OpFolder
from samebits.vectors import real_cases as cases_package
from samebits.vectors.errors import VectorError

FLOATS = (("f32", ""), ("f16", "-f16"), ("bf16", "-bf16"))
"""Formats of the network's numbers, and what they add to the name of a recipe."""


@dataclass(frozen=True, slots=True)
class RealCase:
    """One case of an op: formats, name, recipes of the operands, attributes, level."""

    inputs: tuple[str, ...]
    name: str
    recipes: tuple[str, ...]
    attributes: Mapping[str, Any] = field(default_factory=dict)
    level: str = "standard"

    def call(self, op: Op) -> Call:
        """The checked call."""
        return op.call(self.inputs, **self.attributes)


def preactivations() -> Sequence[RealCase]:
    """A function of what the network applies its activation to."""
    name = "minilm-preactivations"
    return [RealCase((f,), name, (f"minilm/preactivations{s}",)) for f, s in FLOATS]


def reduced(formats: str, name: str, recipe: str, axes: tuple[int, ...] | None) -> RealCase:
    """A reduction over some axes, or all of them."""
    return RealCase((formats,), name, (recipe,), {"axes": axes, "keepdims": False})


def reductions(*narrow: str) -> Sequence[RealCase]:
    """A reduction of the network's and the digits' numbers, in narrow formats too."""
    digits = (("images", (0,)), ("pixels", (1,)), ("all", None))
    return [
        reduced("f32", "minilm-hidden", "minilm/summed", (-1,)),
        *(reduced("f32", f"digits-{n}", "digits/centred-f32", axes) for n, axes in digits),
        reduced("f64", "digits-images", "digits/centred-f64", (0,)),
        *(reduced(f, "digits-pixels", f"digits/pixels-{f}", (1,)) for f in narrow),
    ]


FOLDER = OpFolder[Sequence[RealCase]](
    package=cases_package,
    constant="CASES",
    is_whole=bool,
    remedy="give it one RealCase or more",
    error=VectorError,
)


@cache
def all_real_cases() -> Mapping[str, Sequence[RealCase]]:
    """The cases of every op that has some, by its name. Raises VectorError naming a wrong file."""
    return FOLDER.all()
