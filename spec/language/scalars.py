"""Host scalars as data (clause G3): expressions in binary64 over attributes and counts.

    correction = 1 - power(attribute("beta2"), count("t"))
    str(correction)                                    # "(1 - pow(beta2, #t))"
    rounded(correction, "f32", {"beta2": 0.999}, {"t": 3})

An expression is a frozen, hashable tree that can be printed; `scalar_text.py` writes and reads it.
The oracle, the executor and the front ends all get its value from `evaluate` and `rounded`. Every
operation is correctly rounded with integer arithmetic (`correctly_rounded/`), so the floating-point
environment of the machine has no effect.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from samebits.spec import correctly_rounded as exact
from samebits.spec.errors import SpecError
from samebits.spec.formats import get_format
from samebits.spec.language.attributes import LARGEST_INTEGER
from samebits.spec.language.canonical import canonical_real
from samebits.spec.language.scalar_operations import OPERATIONS

MOST_DEPTH = 24
"""The maximal nesting depth of operations (G3.8), below the limit of the JSON reader."""

MOST_COUNT = (1 << 63) - 1
"""The largest count (G3.4)."""

_NAME = re.compile(r"[a-z][a-z0-9_]*")

LEAVES = ("literal", "attribute", "count")
"""The forms of an expression that have no operands."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """An expression of G3: a leaf, or an operation on other expressions.

    `form` is one of LEAVES or a name in OPERATIONS. `word` is the name of an attribute or count, or
    the canonical text of a literal (A1.5), so -0 and +0 are different literals. An operation has
    operands and no word. Two expressions are equal if their trees are equal (G3.8).

    Raises SpecError for a tree that G3 does not allow.
    """

    form: str
    word: str = ""
    operands: tuple[Scalar, ...] = ()
    depth: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        trees = self.operands
        if not isinstance(trees, tuple) or not all(isinstance(tree, Scalar) for tree in trees):
            raise SpecError("the operands of a scalar must be a tuple of scalars")
        depth = 1 + max((operand.depth for operand in self.operands), default=0)
        object.__setattr__(self, "depth", depth)
        if self.form in LEAVES:
            _check_leaf(self)
        elif self.form not in OPERATIONS:
            known = ", ".join((*LEAVES, *OPERATIONS))
            raise SpecError(f"a scalar has no operation {self.form!r}; known: {known}")
        elif self.word or len(self.operands) != OPERATIONS[self.form].operands:
            wanted = OPERATIONS[self.form].operands
            raise SpecError(f"{self.form} in a scalar must have {wanted} operands and no name")
        if depth > MOST_DEPTH:
            raise SpecError(f"the operations of a scalar are nested more than {MOST_DEPTH} deep")

    def __neg__(self) -> Scalar:
        return Scalar("neg", operands=(self,))

    def __add__(self, other: Scalar | float) -> Scalar:
        return _apply("add", self, other)

    def __radd__(self, other: float) -> Scalar:
        return _apply("add", other, self)

    def __sub__(self, other: Scalar | float) -> Scalar:
        return _apply("sub", self, other)

    def __rsub__(self, other: float) -> Scalar:
        return _apply("sub", other, self)

    def __mul__(self, other: Scalar | float) -> Scalar:
        return _apply("mul", self, other)

    def __rmul__(self, other: float) -> Scalar:
        return _apply("mul", other, self)

    def __truediv__(self, other: Scalar | float) -> Scalar:
        return _apply("div", self, other)

    def __rtruediv__(self, other: float) -> Scalar:
        return _apply("div", other, self)

    def __str__(self) -> str:
        """Return the expression with parentheses: `p` is an attribute, and `#n` is a count."""
        if self.form == "count":
            return f"#{self.word}"
        if self.form in LEAVES:
            return "+inf" if self == _INFINITY else self.word
        return OPERATIONS[self.form].printed.format(*self.operands)


def _check_leaf(leaf: Scalar) -> None:
    if leaf.operands:
        raise SpecError(f"{leaf.form} {leaf.word!r} in a scalar must not have operands")
    if leaf.form == "literal":
        try:
            value = float(leaf.word)
            canonical = canonical_real(value)
        except (ValueError, SpecError):
            raise SpecError(f"{leaf.word!r} is not a number for a literal") from None
        if canonical != leaf.word:
            raise SpecError(f"the literal {leaf.word!r} must be written {canonical!r} (A1.5)")
    elif not _NAME.fullmatch(leaf.word):
        raise SpecError(
            f"{leaf.word!r} is not a name; use small letters, digits and _, with a letter first"
        )


_INFINITY = Scalar("literal", "inf")


def literal(x: float) -> Scalar:
    """Return a literal number.

    Raises SpecError for a NaN, or an integer that is not exact in binary64.
    """
    if isinstance(x, bool) or not isinstance(x, int | float):
        raise SpecError(f"{x!r} is not a number for a literal")
    if isinstance(x, int) and exact.to_float(exact.from_integer(x)) != x:
        raise SpecError(f"the integer {x} of a literal is not exact in binary64")
    return Scalar("literal", canonical_real(float(x)))


def attribute(name: str) -> Scalar:
    """Return the value of a real or integer attribute of the op that has the graph."""
    return Scalar("attribute", name)


def count(name: str) -> Scalar:
    """Return an integer that follows from shapes, or the step count in a state (G3.4)."""
    return Scalar("count", name)


def sqrt(e: Scalar | float) -> Scalar:
    """Return the square root of `e`."""
    return _apply("sqrt", e)


def power(a: Scalar | float, b: Scalar | float) -> Scalar:
    """Return a to the power of b."""
    return _apply("pow", a, b)


def cosine(e: Scalar | float) -> Scalar:
    """Return the cosine of an angle in radians."""
    return _apply("cos", e)


def floor(e: Scalar | float) -> Scalar:
    """Return the greatest integer that is not above `e`."""
    return _apply("floor", e)


def if_less(
    a: Scalar | float, b: Scalar | float, then: Scalar | float, otherwise: Scalar | float
) -> Scalar:
    """Return `then` if a < b, else `otherwise`."""
    return _apply("less", a, b, then, otherwise)


def _apply(form: str, *operands: Scalar | float) -> Scalar:
    trees = (x if isinstance(x, Scalar) else literal(x) for x in operands)
    return Scalar(form, operands=tuple(trees))


def names(e: Scalar, form: str) -> tuple[str, ...]:
    """Return the names in the leaves of the given form, in the order of first use.

    `form` is "attribute" or "count".
    """
    return tuple(dict.fromkeys(leaf.word for leaf in _leaves(e) if leaf.form == form))


def _leaves(e: Scalar) -> Iterator[Scalar]:
    if not e.operands:
        yield e
    for operand in e.operands:
        yield from _leaves(operand)


def evaluate(e: Scalar, attributes: Mapping[str, object], counts: Mapping[str, int]) -> float:
    """Return the binary64 value of an expression.

    Raises SpecError for the same reasons as `pattern`.
    """
    return exact.to_float(pattern(e, "f64", attributes, counts))


def rounded(
    e: Scalar, format_name: str, attributes: Mapping[str, object], counts: Mapping[str, int]
) -> float:
    """Return the value of an expression, rounded once to the compute format f32 or f64 (G3.6).

    The result is a Python float, which represents every number of both formats. Raises SpecError
    for the same reasons as `pattern`. To fill an array in an unknown floating-point environment,
    use `pattern` instead, because a conversion of a float may flush subnormals.
    """
    found = pattern(e, format_name, attributes, counts)
    return exact.to_float(exact.convert(found, get_format(format_name), exact.F64))


def pattern(
    e: Scalar, format_name: str, attributes: Mapping[str, object], counts: Mapping[str, int]
) -> int:
    """Return the bit pattern of the value, rounded once to the compute format f32 or f64 (G3.6).

    `attributes` are the attributes of the call. Only attributes and counts that the expression
    names are read. Raises SpecError for a missing name, an attribute that is neither real nor
    integer, a count out of range, a format other than f32 and f64, and a value that is NaN (G3.7).
    """
    if format_name not in ("f32", "f64"):
        raise SpecError(f"a scalar can be rounded to f32 or f64, not to {format_name!r}")
    value = value_pattern(e, attributes, counts)
    if exact.is_nan(value):
        used = [f"{n}={attributes[n]!r}" for n in names(e, "attribute")]
        used += [f"#{n}={counts[n]}" for n in names(e, "count")]
        where = f" with {', '.join(used)}" if used else ""
        raise SpecError(f"the scalar {e} is NaN{where}")
    return exact.convert(value, exact.F64, get_format(format_name))


def value_pattern(e: Scalar, attributes: Mapping[str, object], counts: Mapping[str, int]) -> int:
    """Return the value of an expression as a binary64 bit pattern, which may be NaN (G3.7).

    Raises SpecError if a name is missing or its value is not a binary64 number.
    """
    if e.form == "literal":
        return _literal_value(e.word)
    if e.form == "attribute":
        return _attribute_value(e.word, attributes)
    if e.form == "count":
        return _count_value(e.word, counts)
    operands = (value_pattern(operand, attributes, counts) for operand in e.operands)
    return OPERATIONS[e.form].function(*operands)


@lru_cache(maxsize=1024)
def _literal_value(word: str) -> int:
    return exact.from_decimal(word)


def _attribute_value(name: str, attributes: Mapping[str, object]) -> int:
    if name not in attributes:
        raise SpecError(f"a scalar names the attribute {name!r}, which the call lacks")
    value = attributes[name]
    if isinstance(value, float) and value == value:
        return exact.from_float(value)
    if type(value) is int and abs(value) <= LARGEST_INTEGER:
        return exact.from_integer(value)
    raise SpecError(
        f"a scalar names the attribute {name}={value!r}, which must be a real number, or an integer"
        " that binary64 holds"
    )


def _count_value(name: str, counts: Mapping[str, int]) -> int:
    if name not in counts:
        raise SpecError(f"a scalar names the count {name!r}, which is not known in this graph")
    value = counts[name]
    if type(value) is not int or not 0 <= value <= MOST_COUNT:
        raise SpecError(f"the count {name}={value!r} must be an integer from 0 to 2^63 - 1")
    return exact.from_integer(value)
