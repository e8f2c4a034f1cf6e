"""Scalars of the host as data: expressions of binary64 numbers (clause G3).

Each operation is correctly rounded to binary64, in the order written; who uses an expression rounds
its value once more, to the format that it needs. Names stand for real and integer attributes of a
call and for counts, which are sizes of its operands.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from samebits.spec.canonical import canonical_text
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of

_BETWEEN = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}
"""Operations that stand between their operands."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """A leaf with a word, its name or the text of its number, or an operation on others."""

    form: str
    word: str = ""
    operands: tuple[Scalar, ...] = ()

    def __add__(self, other: Scalar) -> Scalar:
        return Scalar("+", operands=(self, other))

    def __sub__(self, other: Scalar) -> Scalar:
        return Scalar("-", operands=(self, other))

    def __mul__(self, other: Scalar) -> Scalar:
        return Scalar("*", operands=(self, other))

    def __truediv__(self, other: Scalar) -> Scalar:
        return Scalar("/", operands=(self, other))

    def __str__(self) -> str:
        """The expression fully parenthesised: attributes as `p`, counts as `#n`."""
        if self.form == "count":
            return f"#{self.word}"
        if not self.operands:
            return self.word
        inner = [str(part) for part in self.operands]
        if self.form in _BETWEEN:
            return f"({inner[0]} {self.form} {inner[1]})"
        return f"{self.form}({', '.join(inner)})"


def literal(x: float) -> Scalar:
    """A number that stands in the expression."""
    return Scalar("literal", canonical_text({"": float(x)})[4:-1].strip('"'))


def attribute(name: str) -> Scalar:
    """The value of a real or integer attribute of the call."""
    return Scalar("attribute", name)


def count(name: str) -> Scalar:
    """An integer that follows from shapes."""
    return Scalar("count", name)


def sqrt(e: Scalar) -> Scalar:
    """The square root."""
    return Scalar("sqrt", operands=(e,))


def power(a: Scalar, b: Scalar) -> Scalar:
    """a to the power of b."""
    return Scalar("pow", operands=(a, b))


def cosine(e: Scalar) -> Scalar:
    """The cosine of an angle in radians."""
    return Scalar("cos", operands=(e,))


def evaluate(e: Scalar, attributes: Mapping[str, object], counts: Mapping[str, int]) -> float:
    """The value in binary64. Raises SpecError for a name that is not there, and for a NaN."""
    value = _value(e, attributes, counts)
    if value != value:
        raise SpecError(f"the scalar {e} is NaN")
    return value


def rounded(
    e: Scalar, format_name: str, attributes: Mapping[str, object], counts: Mapping[str, int]
) -> float:
    """The value rounded once to a compute format, f32 or f64. Raises SpecError as `evaluate`."""
    value = evaluate(e, attributes, counts)
    if format_name not in ("f32", "f64"):
        raise SpecError(f"a scalar rounds to the compute format f32 or f64, not {format_name!r}")
    with np.errstate(all="ignore"):
        return value if format_name == "f64" else float(np.float32(value))


def pattern(
    e: Scalar, format_name: str, attributes: Mapping[str, object], counts: Mapping[str, int]
) -> int:
    """The bit pattern of the rounded value. Raises SpecError as `rounded`."""
    value = rounded(e, format_name, attributes, counts)
    return int(bits_of(np.array(value, np.float32 if format_name == "f32" else np.float64)))


def _value(e: Scalar, attributes: Mapping[str, object], counts: Mapping[str, int]) -> float:
    if e.form == "literal":
        return float(e.word)
    if e.form == "count":
        if e.word not in counts:
            raise SpecError(f"a scalar names the count {e.word!r}, which nobody has given")
        return float(counts[e.word])
    if e.form == "attribute":
        value = attributes.get(e.word)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise SpecError(f"a scalar names the attribute {e.word!r}, which the call lacks")
        return float(value)
    x = [_value(part, attributes, counts) for part in e.operands]
    if e.form in _BETWEEN:
        with np.errstate(all="ignore"):
            return float(_BETWEEN[e.form](np.float64(x[0]), np.float64(x[1])))
    if e.form == "sqrt":
        return math.sqrt(x[0]) if x[0] >= 0 else math.nan
    if e.form == "pow" and x[1] == int(x[1]) and x[0] != 0:
        return float(Fraction(x[0]) ** int(x[1]))
    raise SpecError(f"the scalar {e} has no value yet")
