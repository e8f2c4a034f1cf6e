"""Shape rules as data: patterns, formulas, an example, and shapes that are errors.

A pattern like `[N, C/groups, *S]` names the size of each axis. A name is the size of one axis, `*S`
is a group of any number of axes, and a formula is computed from other names and attributes. In a
pattern with two groups (`[*A, n, *B]`), the attribute `axis` is the axis between the groups. A test
compares these data with the functions of the rules. The tables of SPEC-OPS.md are generated from
the data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import CodeType
from typing import Any

import numpy as np

from samebits.spec.errors import SpecError
from samebits.spec.language.call import AttributeValue

Shape = tuple[int, ...]
Attributes = Mapping[str, AttributeValue]
Names = dict[str, Any]
"""Sizes by name: an integer for an axis, and a tuple of integers for a group."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """An example of shapes, attributes or an index that is an error, with the rule and the reason.

    A field that is None takes its value from the example of the shape rule. `index` is an invalid
    index, which is written into the index operand.
    """

    rule: str
    says: str
    shapes: tuple[Shape, ...] | None = None
    attributes: Mapping[str, AttributeValue] = field(default_factory=dict)
    index: int | None = None


@dataclass(frozen=True, eq=False)
class ShapeRule:
    """A function from the shapes of operands to the shapes of results, described as data.

    A call of the rule raises SpecError, which names the op, if shapes do not fit. `operands` and
    `results` are patterns. The last operand's pattern also applies to all further operands. `sizes`
    has formulas for names that are not in any operand's pattern. `limits` has pairs of groups: on
    each axis, the first group is not larger than the second. `example` and `attributes` are one
    valid call.

    `indices` is None if the op has no index operand. Otherwise it has the index of that operand
    among the operands, and a formula for the size that each of its elements must be below. The
    value of the attribute `besides` is also allowed as an element. `fitted` returns the shapes of
    the example for given attributes, if the shapes depend on attributes. `derived` computes sizes
    that follow from attributes and other sizes but cannot be written as a formula, such as the
    sizes of a list of axes.

    `not_negative` has the indices of the operands that are never below 0 in real use, such as
    probabilities. Tests use no negative numbers in these operands (informative: a negative number
    is not an error).
    """

    apply: Callable[[str, Attributes, Sequence[Shape]], tuple[Shape, ...]]
    operands: tuple[str, ...]
    results: tuple[str, ...]
    example: tuple[Shape, ...]
    attributes: Mapping[str, AttributeValue]
    sizes: Mapping[str, str]
    limits: tuple[tuple[str, str], ...]
    refusals: tuple[Refusal, ...]
    name: str
    indices: tuple[int, str] | None = None
    besides: str | None = None
    fitted: Callable[[Attributes, tuple[Shape, ...]], tuple[Shape, ...]] | None = None
    not_negative: tuple[int, ...] = ()
    derived: Callable[[Attributes, Names], Names] | None = None

    def __call__(
        self, op: str, attributes: Attributes, inputs: Sequence[Shape]
    ) -> tuple[Shape, ...]:
        """Return the shapes of the results.

        Raises SpecError if the shapes of the operands do not fit.
        """
        return self.apply(op, attributes, inputs)

    def pattern(self, operand: int) -> str:
        """Return the pattern of one operand."""
        return self.operands[min(operand, len(self.operands) - 1)]

    def shapes(self, count: int, attributes: Attributes | None = None) -> tuple[Shape, ...]:
        """Return the example's shapes for `count` operands.

        `attributes` replaces the attributes of the example.
        """
        found = self.example[:count]
        found += self.example[-1:] * (count - len(found))
        return (
            found if self.fitted is None or attributes is None else self.fitted(attributes, found)
        )

    def sizes_of(self, attributes: Attributes, inputs: Sequence[Shape]) -> Names:
        """Return the sizes that the patterns name, for operands of these shapes.

        Raises SpecError if the shapes do not fit the patterns.
        """
        names: Names = {}
        for number, shape in enumerate(inputs):
            bind(self.pattern(number), tuple(shape), attributes, names)
        if self.derived is not None:
            names.update(self.derived(attributes, names))
        return names

    def index_limit(self, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[int, int]:
        """Return the index of the index operand, and the size that its elements must be below.

        The rule must have `indices`.
        """
        assert self.indices is not None
        names = self.sizes_of(attributes, inputs)
        number, formula = self.indices
        return number, int(evaluate(formula, self, attributes, names))

    def index_besides(self, attributes: Attributes) -> int | None:
        """Return the integer that is valid as an index but refers to no element, or None."""
        value = None if self.besides is None else attributes[self.besides]
        return value if isinstance(value, int) else None


def shape_rule(
    operands: Sequence[str],
    *results: str,
    example: Sequence[Shape],
    attributes: Mapping[str, AttributeValue] | None = None,
    sizes: Mapping[str, str] | None = None,
    limits: Sequence[tuple[str, str]] = (),
    refusals: Sequence[Refusal],
    name: str = "",
    indices: tuple[int, str] | None = None,
    besides: str | None = None,
    fitted: Callable[[Attributes, tuple[Shape, ...]], tuple[Shape, ...]] | None = None,
    not_negative: Sequence[int] = (),
    derived: Callable[[Attributes, Names], Names] | None = None,
) -> Callable[[Callable[[str, Attributes, Sequence[Shape]], tuple[Shape, ...]]], ShapeRule]:
    """Return a decorator that turns a function into a shape rule with these data.

    `refusals` may be empty, but must be given.
    """

    def made(
        apply: Callable[[str, Attributes, Sequence[Shape]], tuple[Shape, ...]],
    ) -> ShapeRule:
        return ShapeRule(
            apply,
            tuple(operands),
            results,
            tuple(example),
            dict(attributes or {}),
            dict(sizes or {}),
            tuple(limits),
            tuple(refusals),
            name or apply.__name__,
            indices,
            besides,
            fitted,
            tuple(not_negative),
            derived,
        )

    return made


@lru_cache(maxsize=4096)
def tokens(pattern: str) -> tuple[str, ...]:
    """Return the parts of a pattern, one for each axis or group."""
    inner = pattern.strip()[1:-1].strip()
    return tuple(token.strip() for token in inner.split(",")) if inner else ()


def bind(pattern: str, shape: Shape, attributes: Attributes, names: Names) -> None:
    """Add the sizes that a pattern names to `names`. Raises SpecError if the shape does not fit."""
    parts = tokens(pattern)
    groups = [part for part in parts if part.startswith("*")]
    free = len(shape) - (len(parts) - len(groups))
    first = free
    if len(groups) == 2:
        axis = attributes["axis"]
        first = axis % len(shape) if isinstance(axis, int) and shape else -1
    lengths = {group: (first if i == 0 else free - first) for i, group in enumerate(groups)}
    if free < 0 or min(lengths.values(), default=0) < 0 or (free and not groups):
        raise SpecError(f"the shape {shape} does not fit the pattern {pattern}")
    at = 0
    for part in parts:
        if part in lengths:
            value: Any = shape[at : at + lengths[part]]
            at += lengths[part]
        else:
            value = shape[at]
            at += 1
        name = part.lstrip("*")
        if not name.isidentifier():
            names.setdefault(part, value)
        elif names.setdefault(name, value) != value:
            raise SpecError(f"the size {name} of {pattern} is both {names[name]} and {value}")


def fitted(
    op: str, attributes: Attributes, inputs: Sequence[Shape], patterns: Sequence[str]
) -> Names:
    """Return the sizes that the patterns name in the shapes of operands.

    Raises SpecError, which names the op, if a shape does not fit.
    """
    names: Names = {}
    for shape, pattern in zip(inputs, patterns, strict=False):
        try:
            bind(pattern, tuple(shape), attributes, names)
        except SpecError as error:
            wanted = ", ".join(patterns[: len(inputs)])
            raise SpecError(
                f"{op}: operands must have the shapes {wanted}, got {list(inputs)}: {error}"
            ) from None
    return names


def sized(pattern: str, rule: ShapeRule, attributes: Attributes, names: Names) -> Shape:
    """Return the shape that a pattern describes for these attributes and sizes."""
    shape: list[int] = []
    for part in tokens(pattern):
        value = evaluate(part.lstrip("*"), rule, attributes, names)
        shape += value if part.startswith("*") else [value]
    return tuple(shape)


def evaluate(text: str, rule: ShapeRule, attributes: Attributes, names: Names) -> Any:
    """Return the value of a name or formula.

    The value is an integer, or a tuple if the formula names a group or a list. If a formula only
    reads items of lists (`x[0]`), its value is one integer. Formulas may call `min` and `max`.
    """
    if text in rule.sizes:
        text = rule.sizes[text]
    words, code = _formula(text)
    used = {n: _value(n, rule, attributes, names) for n in words}
    spread = [v for v in used.values() if isinstance(v, tuple) and "[" not in text]
    functions = {"__builtins__": {}, **_FUNCTIONS}
    if not spread:
        return eval(code, functions, used)
    each = range(len(spread[0]))
    picked = [{n: v[i] if isinstance(v, tuple) else v for n, v in used.items()} for i in each]
    return tuple(eval(code, functions, values) for values in picked)


@lru_cache(maxsize=4096)
def _formula(text: str) -> tuple[tuple[str, ...], CodeType]:
    """Return the names in a formula, sorted, and its compiled code."""
    words = set(re.findall(r"[A-Za-z_]\w*", text)).difference(_FUNCTIONS)
    return tuple(sorted(words)), compile(re.sub(r"(?<!/)/(?!/)", "//", text), "<formula>", "eval")


def _extreme(of_integers: Callable[..., Any], of_arrays: Any) -> Callable[..., Any]:
    """Return a function for the extreme of integers, or the elementwise extreme of arrays."""

    def extreme(*values: Any) -> Any:
        if any(isinstance(value, np.ndarray) for value in values):
            return of_arrays.reduce(np.broadcast_arrays(*values))
        return of_integers(values)

    return extreme


_FUNCTIONS = {"min": _extreme(min, np.minimum), "max": _extreme(max, np.maximum)}
"""The functions that a formula may call."""


def _value(name: str, rule: ShapeRule, attributes: Attributes, names: Names) -> Any:
    if name in names:
        return names[name]
    if name in rule.sizes:
        return evaluate(name, rule, attributes, names)
    return attributes[name]
