"""Cases of the set `real`: what a file in `real_cases/` lists of its op, and how it is found."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType, ModuleType
from typing import Any

from samebits.spec.call import Call
from samebits.spec.catalog import all_ops
from samebits.spec.declare import Op
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


@cache
def all_real_cases() -> Mapping[str, Sequence[RealCase]]:
    """The cases of every op that has some, by its name. Raises VectorError naming a wrong file."""
    found: dict[str, Sequence[RealCase]] = {}
    for info in sorted(pkgutil.iter_modules(cases_package.__path__), key=lambda m: m.name):
        module = importlib.import_module(f"{cases_package.__name__}.{info.name}")
        found[info.name] = check_module(info.name, module)
    return MappingProxyType(found)


def check_module(name: str, module: ModuleType) -> Sequence[RealCase]:
    """The cases of a module. Raises VectorError naming what the file of the op `name` lacks."""
    file = f"vectors/real_cases/{name}.py"
    if name not in all_ops():
        raise VectorError(f"{file}: no op is called {name}; name the file after one")
    cases: Sequence[RealCase] = getattr(module, "CASES", ())
    if not cases:
        raise VectorError(f"{file}: CASES is missing: give it one RealCase or more")
    return cases
