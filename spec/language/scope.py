"""The names that formulas of a graph may read: sizes, attributes, and indices of loops.

Sizes have the names from the patterns of the op's shape rule (geometry.py), so graphs and shape
rules describe shapes in the same way.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from samebits.spec.errors import SpecError
from samebits.spec.language.geometry import Attributes, Shape, ShapeRule, evaluate, sized


@dataclass(frozen=True, slots=True)
class Scope:
    """The names of one call: its sizes (integers or tuples of integers) and its attributes."""

    rule: ShapeRule
    attributes: Attributes
    sizes: Mapping[str, Any]

    def integer(self, formula: str | int) -> int:
        """Return the value of a formula like `C//groups`. Raises SpecError if it has no value."""
        if isinstance(formula, int):
            return formula
        value = self._evaluated(formula, lambda: self._value(formula))
        if type(value) is not int:
            raise SpecError(f"the formula {formula!r} is {value!r}, which is not an integer")
        return value

    def shape(self, pattern: str) -> Shape:
        """Return the shape that a pattern like `[N, groups, *S]` describes.

        Raises SpecError if the pattern has no value.
        """
        found: Shape = self._evaluated(
            pattern, lambda: sized(pattern, self.rule, self.attributes, dict(self.sizes))
        )
        if any(type(size) is not int or size < 0 for size in found):
            raise SpecError(f"the pattern {pattern!r} is {found}, which is not a shape")
        return found

    def along(self, formula: str, rank: int, **numbers: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the values of a formula on each of `rank` axes.

        `numbers` are further names that the formula may use; each is a tuple with one array per
        axis. Raises SpecError if the formula has no value.
        """
        names = {**self.sizes, **numbers}
        value = self._evaluated(
            formula, lambda: evaluate(formula, self.rule, self.attributes, names)
        )
        each = value if isinstance(value, tuple) else (value,) * rank
        if len(each) != rank:
            raise SpecError(f"the formula {formula!r} has values for {len(each)} axes, not {rank}")
        return each

    def counts(self) -> Mapping[str, int]:
        """Return every size as an integer, under the lower-case name that scalars use.

        The size of a group is its number of elements: `s` is the product of the sizes in `*S`. If
        two size names differ only in case, the lower-case name refers to the size with the
        lower-case name.
        """
        small = {name: size for name, size in self.sizes.items() if name == name.lower()}
        named = {**{name.lower(): size for name, size in self.sizes.items()}, **small}
        return {
            name: math.prod(size) if isinstance(size, tuple) else size
            for name, size in named.items()
        }

    def at(self, index: str, step: int) -> Scope:
        """Return the scope with the loop index `index` set to the number of the current step."""
        return replace(self, sizes={**self.sizes, index: step})

    def _value(self, formula: str) -> Any:
        return evaluate(formula, self.rule, self.attributes, dict(self.sizes))

    def _evaluated(self, text: str, value: Any) -> Any:
        try:
            return value()
        except KeyError as error:
            known = ", ".join(sorted({*self.sizes, *self.rule.sizes, *self.attributes}))
            raise SpecError(f"{text!r} names {error}; known: {known}") from None
        except SpecError:  # it may also be a TypeError or IndexError; its message is complete
            raise
        except (ArithmeticError, NameError, SyntaxError, TypeError, IndexError) as error:
            raise SpecError(f"{text!r} has no value: {error}") from None
