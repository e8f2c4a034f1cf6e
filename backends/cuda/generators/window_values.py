"""Analysis of a graph over windows: the computation and the spatial size of each value."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from samebits.backends.cuda.compiling.units import operations
from samebits.backends.cuda.generators.formula_texts import Names
from samebits.backends.cuda.generators.formulas import Unfit, Writer
from samebits.spec.catalog import get_op
from samebits.spec.families import indexing
from samebits.spec.language.geometry import tokens
from samebits.spec.language.graph import Branch, Computes, Given, Item, Join, Node, Number
from samebits.spec.language.moves import Broadcast, Reshape
from samebits.spec.language.taps import Positions, Taps


@dataclass(frozen=True, slots=True)
class Value:
    """A value: its computation, and the formula of its spatial sizes ("" for a single element)."""

    item: Item | Join | int
    inputs: tuple[str, ...]
    form: str
    space: str
    branch: Branch | None = None
    taps: Taps | None = None


@dataclass(slots=True)
class WindowValues(Writer):
    """An analysis of a graph. `values` maps names to values."""

    values: dict[str, Value] = field(default_factory=dict)
    named: Names = field(default_factory=Names)

    def declare(self, items: Iterable[Item], names: dict[str, str]) -> None:
        """Analyse the values of these items, and add them to `values` and `names`."""
        for item in items:
            if isinstance(item, Branch):
                if isinstance(item.when, Given | Computes):
                    raise Unfit("has a branch that depends on optional operands or formats")
                arms = []
                for inner in (item.items, item.others):
                    known = dict(names)
                    self.declare(inner, known)
                    arms.append(known)
                for join in item.joins:
                    if join.then is None or join.otherwise is None:
                        raise Unfit(f"has {join.name} in only one arm of a branch")
                    made = (arms[0][join.then], arms[1][join.otherwise])
                    first = self.values[made[0]]
                    spaces = {self.values[name].space for name in made} - {""}
                    if len(spaces) > 1 or self.values[made[1]].form != first.form:
                        raise Unfit(f"has different kinds of {join.name} in the arms of a branch")
                    space = spaces.pop() if spaces else ""
                    self.values[join.name] = Value(join, made, first.form, space, item)
                    names[join.name] = join.name
            else:
                name = item.names[0] if isinstance(item, Node) else item.name
                inputs = tuple(names[each] for each in getattr(item, "inputs", ()))
                self.values[name] = self._value(item, name, inputs)
                names[name] = name

    def _value(self, item: Item, name: str, inputs: tuple[str, ...]) -> Value:
        found = [self.values[each] for each in inputs]
        if isinstance(item, Number):
            return Value(item, (), self._own_format(item.to), "")
        if isinstance(item, Positions):
            return Value(item, (), "i64", space_of(item.shape))
        if isinstance(item, Taps):
            if found[0].taps or found[1].space:
                raise Unfit(f"moves elements at {name}")
            return Value(item, inputs, found[0].form, space_of(item.places), taps=item)
        if isinstance(item, Broadcast | Reshape):
            pattern = re.sub(r", \?\]$", "]", item.shape)
            space = space_of(pattern)
            source = found[0]
            if source.space not in ("", space) or (pattern != item.shape) != bool(source.taps):
                raise Unfit(f"moves elements at {name}")
            return replace(source, item=item, inputs=inputs, space=space)
        if not isinstance(item, Node) or len(item.names) != 1:
            raise Unfit(f"moves elements at {name}")
        form = self._own_format(item.to[0])
        spaces = {value.space for value in found} - {""}
        if len(spaces) > 1:
            raise Unfit(f"moves elements at {name}")
        space = spaces.pop() if spaces else ""
        tapped = [value for value in found if value.taps]
        is_walk = is_reduction(item) or get_op(item.op).shape_rule is indexing.gather
        if bool(tapped) != is_walk or any(value.taps for value in found[1:]):
            raise Unfit(f"moves elements at {name}")
        return Value(item, inputs, form, space)

    def _own_format(self, to: str) -> str:
        known = {name: (name, value.form) for name, value in self.values.items()}
        return self._format(to, known)

    def tapped(self, name: str) -> str | None:
        """Return the name of the Taps that the value is, or that it broadcasts, or None."""
        value = self.values[name]
        while isinstance(value.item, Broadcast) and value.taps:
            (name,) = value.inputs
            value = self.values[name]
        return name if isinstance(value.item, Taps) else None


def is_reduction(item: Node) -> bool:
    """Return whether a node reduces the taps of each position; raise Unfit for other axes."""
    if operations().get(item.op, ("",))[0] != "reduce":
        return False
    if item.attributes.get("axes") != (-1,):
        raise Unfit(f"has an unsupported reduction at {item.name}")
    return True


def space_of(pattern: str) -> str:
    """Return the formula of the spatial sizes, which is the last word of a pattern.

    Raises Unfit if the last word is no formula, or if the other words are not N and C.
    """
    words = tokens(pattern)
    if not words or not words[-1].startswith("*") or words[:-1] not in ((), ("N", "C")):
        raise Unfit(f"has a value of shape {pattern}")
    return words[-1][1:]
