"""Scalars of the host as data: expressions of binary64 numbers (clause G3).

Each operation is correctly rounded to binary64, in the order written; who uses an expression rounds
its value once more, to the format that it needs. Names stand for real and integer attributes of a
call and for counts, which are sizes of its operands.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np

from samebits.spec.errors import SpecError

Kind = Literal["literal", "attribute", "count", "+", "-", "*", "/", "sqrt", "power", "cosine"]


@dataclass(frozen=True, slots=True)
class Scalar:
    """A leaf with a value or a name, or an operation on others."""

    kind: Kind
    value: float = 0.0
    name: str = ""
    parts: tuple[Scalar, ...] = ()

    def __add__(self, other: Scalar) -> Scalar:
        return Scalar("+", parts=(self, other))

    def __sub__(self, other: Scalar) -> Scalar:
        return Scalar("-", parts=(self, other))

    def __mul__(self, other: Scalar) -> Scalar:
        return Scalar("*", parts=(self, other))

    def __truediv__(self, other: Scalar) -> Scalar:
        return Scalar("/", parts=(self, other))

    def __str__(self) -> str:
        if self.kind == "literal":
            return repr(self.value)
        if self.kind in ("attribute", "count"):
            return self.name
        inner = [str(part) for part in self.parts]
        if len(self.kind) == 1:
            return f"({inner[0]} {self.kind} {inner[1]})"
        return f"{self.kind}({', '.join(inner)})"


def literal(x: float) -> Scalar:
    """A number of binary64."""
    return Scalar("literal", value=float(x))


def attribute(name: str) -> Scalar:
    """The value of a real or integer attribute of the call."""
    return Scalar("attribute", name=name)


def count(name: str) -> Scalar:
    """A size of an operand, rounded to binary64."""
    return Scalar("count", name=name)


def sqrt(x: Scalar) -> Scalar:
    """The square root."""
    return Scalar("sqrt", parts=(x,))


def power(x: Scalar, y: Scalar) -> Scalar:
    """x to the power y."""
    return Scalar("power", parts=(x, y))


def cosine(x: Scalar) -> Scalar:
    """The cosine of x in radians."""
    return Scalar("cosine", parts=(x,))


def evaluate(e: Scalar, attributes: Mapping[str, object], counts: Mapping[str, int]) -> float:
    """The value in binary64. Raises SpecError for a name that is not there."""
    if e.kind == "literal":
        return e.value
    if e.kind in ("attribute", "count"):
        names: Mapping[str, object] = attributes if e.kind == "attribute" else counts
        if e.name not in names:
            raise SpecError(f"the scalar names the {e.kind} {e.name!r}; known: {sorted(names)}")
        value = names[e.name]
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise SpecError(f"the scalar names the {e.kind} {e.name!r}, which is no number")
        return float(value)
    x = [evaluate(part, attributes, counts) for part in e.parts]
    with np.errstate(all="ignore"):
        if e.kind == "+":
            return x[0] + x[1]
        if e.kind == "-":
            return x[0] - x[1]
        if e.kind == "*":
            return x[0] * x[1]
        if e.kind == "/":
            return float(np.float64(x[0]) / np.float64(x[1]))
        if e.kind == "sqrt":
            return math.sqrt(x[0]) if x[0] >= 0 else math.nan
    if e.kind == "power" and x[1] == int(x[1]) and x[0] != 0:
        return float(Fraction(x[0]) ** int(x[1]))
    raise SpecError(f"the scalar {e} has no value yet")


def rounded(
    e: Scalar, format_name: str, attributes: Mapping[str, object], counts: Mapping[str, int]
) -> float:
    """The value rounded once to a compute format, f32 or f64. Raises SpecError as `evaluate`."""
    value = evaluate(e, attributes, counts)
    if format_name not in ("f32", "f64"):
        raise SpecError(f"a scalar is rounded to a compute format, not to {format_name}")
    with np.errstate(all="ignore"):
        return value if format_name == "f64" else float(np.float32(value))
