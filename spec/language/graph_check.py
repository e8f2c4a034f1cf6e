"""The check of the names in a graph, which does not read other declarations (G1).

Every name must be assigned exactly once, before its first use, and must be used. graph_trial.py
makes the other checks of a graph.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from samebits.spec.errors import SpecError
from samebits.spec.formats import COMPUTE_FORMATS
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.graph import (
    Branch,
    Computes,
    Equals,
    Given,
    Graph,
    Item,
    Loop,
    Node,
    Number,
)
from samebits.spec.language.ratios import Ratios
from samebits.spec.language.rearrange import Rearrange


def check_names(
    op: str,
    operands: tuple[str, ...],
    optional_from: int | None,
    results: tuple[str, ...],
    attributes: Iterable[Attribute],
    graph: Graph,
) -> None:
    """Raise SpecError unless the names of a graph are sound.

    The message has the op, the node and the reason.
    """
    if graph.operands != operands:
        raise SpecError(
            f"{op}: its operands are {operands}, but the operands of its graph {graph.operands}"
        )
    if len(graph.results) != len(results):
        raise SpecError(
            f"{op}: it has {len(results)} results, but its graph has {len(graph.results)}"
        )
    optional = operands[optional_from:] if optional_from is not None else ()
    names = _Names(op, set(optional), {a.name: a for a in attributes})
    names.check(graph)


@dataclass(slots=True)
class _Names:
    op: str
    optional: set[str]
    attributes: dict[str, Attribute]
    assigned: dict[str, str] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    letters: set[str] = field(default_factory=set)

    def check(self, graph: Graph) -> None:
        for operand in graph.operands:
            self._assign(operand, f"operand {operand}")
        known = set(graph.operands)
        self._items(graph.nodes, known)
        for number, result in enumerate(graph.results):
            if result in graph.results[:number]:
                raise SpecError(f"{self.op}: result {result}: it is listed twice")
            self._use(f"result {result}", result, known)
        for name, place in self.assigned.items():
            if name not in self.used:
                raise SpecError(f"{self.op}: {place}: {name} is never used; remove it")

    def _items(self, items: Iterable[Item], known: set[str]) -> None:
        for item in items:
            if isinstance(item, Branch):
                self._branch(item, known)
            elif isinstance(item, Loop):
                self._loop(item, known)
            else:
                self._one(item, known)

    def _one(self, item: Item, known: set[str]) -> None:
        assert not isinstance(item, Branch | Loop)
        place = f"node {item.name}"
        formats: tuple[str, ...] = ()
        if isinstance(item, Node):
            made, formats = item.names, item.to
            if not any(item.names):
                raise SpecError(f"{self.op}: {place}: at least one result must have a name")
        else:
            made, formats = (item.name,), (item.to,) if isinstance(item, Number | Ratios) else ()
        for name in () if isinstance(item, Number) else item.inputs:
            self._use(place, name, known)
        for to in formats:
            word, _, name = to.partition(" ")
            if word == "like" and name not in known:
                raise SpecError(f"{self.op}: {place}: {name} is not assigned before it")
        if isinstance(item, Rearrange):
            self._sizes_of_letters(place, item)
        for name in filter(None, made):
            self._assign(name, place)
            known.add(name)

    def _sizes_of_letters(self, place: str, item: Rearrange) -> None:
        """Record letters whose sizes the item determines; raise SpecError for one without a size.

        A letter gets its size from an axis that has no other letter (rearrange.py).
        """
        self.letters.update(group for group in item.source if len(group) == 1)
        for letter in "".join(item.source):
            if letter not in self.letters:
                raise SpecError(f"{self.op}: {place}: the size of {letter!r} is not known")

    def _branch(self, item: Branch, known: set[str]) -> None:
        when = item.when
        place = f"branch on {when.what}"
        if isinstance(when, Given) and when.operand not in self.optional:
            raise SpecError(f"{self.op}: {place}: it is not an optional operand")
        if isinstance(when, Equals):
            if when.attribute not in self.attributes:
                raise SpecError(f"{self.op}: {place}: the op has no attribute of this name")
            self.attributes[when.attribute].check(self.op, when.value)
        if isinstance(when, Computes) and when.format not in COMPUTE_FORMATS:
            formats = ", ".join(COMPUTE_FORMATS)
            raise SpecError(f"{self.op}: {place}: it is not a compute format; known: {formats}")
        if not item.joins:
            raise SpecError(f"{self.op}: {place}: it has no joins, so its values are never used")
        then, otherwise = set(known), set(known)
        self._items(item.items, then)
        self._items(item.others, otherwise)
        for join in item.joins:
            if join.then == join.otherwise:
                raise SpecError(f"{self.op}: {place}: {join.name} is {join.then} in both cases")
            for source, within in ((join.then, then), (join.otherwise, otherwise)):
                if source is not None:
                    self._use(f"{place}, {join.name}", source, within)
            self._assign(join.name, place)
            known.add(join.name)

    def _loop(self, item: Loop, known: set[str]) -> None:
        place = f"loop {item.name}"
        if not item.carried and not item.kept:
            raise SpecError(f"{self.op}: {place}: it returns no value; give it `carried` or `kept`")
        if item.index in self.assigned or item.index in self.attributes:
            raise SpecError(f"{self.op}: {place}: the index name {item.index} is already used")
        inner = set(known)
        for carried in item.carried:
            self._use(place, carried.first, known)
            self._assign(carried.before, place)
            inner.add(carried.before)
        self._items(item.body, inner)
        for carried in item.carried:
            self._use(place, carried.after, inner)
        for name, value in item.kept:
            self._use(place, value, inner)
            self._assign(name, place)
            known.add(name)
        for carried in item.carried:
            self._assign(carried.name, place)
            known.add(carried.name)
            if any(value == carried.after for _, value in item.kept):
                self.used.add(carried.name)  # `kept` already contains the value of the last step

    def _assign(self, name: str, place: str) -> None:
        if name in self.assigned:
            raise SpecError(f"{self.op}: {place}: {name} is assigned twice")
        if name in self.attributes:
            raise SpecError(f"{self.op}: {place}: {name} is the name of an attribute")
        self.assigned[name] = place

    def _use(self, place: str, name: str, known: set[str]) -> None:
        if name not in known:
            raise SpecError(f"{self.op}: {place}: {name} is not assigned before it")
        self.used.add(name)
