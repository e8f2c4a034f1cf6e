"""Calls that are errors because a host scalar is NaN (rule G3.7), found without running the call.

An operation gives NaN only for operands of certain signs, as in 0 * inf. For most calls, the signs
of the attributes already exclude a NaN. Only the remaining scalars are evaluated.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from samebits.spec import correctly_rounded as exact
from samebits.spec.errors import SpecError
from samebits.spec.formats import compute_format
from samebits.spec.language.call import AttributeValue, Call
from samebits.spec.language.graph import (
    Below,
    Branch,
    Computes,
    Condition,
    Equals,
    Given,
    Graph,
    Item,
    Loop,
    Node,
    Number,
)
from samebits.spec.language.scalars import Scalar, evaluate, names, value_pattern
from samebits.spec.language.signs import NUMBERS, Signs, signs_of, signs_of_number

Attributes = Mapping[str, AttributeValue]
Counts = Mapping[str, int]
Values = tuple[tuple[str, AttributeValue, bool], ...]
"""Name, value and sign of each attribute. The sign distinguishes -0 from +0 in a key."""


@dataclass(frozen=True, slots=True, eq=False)
class Suspect:
    """A scalar that is NaN for some attributes or sizes.

    `place` is the name of its node. `path` has the conditions under which a call has the node
    (G1.4), each with the required truth value. `attributes` and `counts` are the names that the
    scalar reads.
    """

    place: str
    scalar: Scalar
    path: tuple[tuple[Condition, bool], ...]
    attributes: tuple[str, ...]
    counts: tuple[str, ...]

    @property
    def by_sizes(self) -> bool:
        """Whether a condition of the path names a size."""
        conditions = (when for when, _ in self.path if isinstance(when, Below))
        return any(names(x, "count") for when in conditions for x in (when.left, when.right))


def check_scalars(graph: Graph, call: Call, counts: Callable[[], Counts] | None) -> None:
    """Raise SpecError if a scalar of a node in this call is NaN (G3.7).

    `counts` returns the sizes of the operands (G3.4) and is called only if a scalar needs them. If
    it is None, scalars that name a size are not checked. A scalar that names another count, such as
    the index of a loop, is not checked here, because `unfold` evaluates it in each step.
    """
    if is_known(call):
        return
    kept = _SUSPECTS.get(id(graph))
    found = kept[1] if kept else tuple(_found(graph.nodes, ()))
    sizes: Counts = {}
    by_call_alone = True
    for suspect in found:
        if suspect.counts or suspect.by_sizes:
            if not _may_be_reached(suspect, graph, call):
                continue
            by_call_alone = False
            if counts is None:
                continue
            sizes = sizes or counts()
        known = all(name in sizes for name in suspect.counts)
        if known and all(_holds(x, graph, call, sizes) == wanted for x, wanted in suspect.path):
            _require_number(suspect, call, sizes)
    if by_call_alone:
        remember(call)


_MOST_KNOWN = 4096
_KNOWN: dict[int, Call] = {}
"""Calls whose scalars do not depend on shapes and are not NaN, by the id of the call."""


def is_known(call: Call) -> bool:
    """Return whether `remember` was called with this object, so that its scalars are not NaN."""
    return _KNOWN.get(id(call)) is call


def remember(call: Call) -> None:
    """Record that the scalars of a call are not NaN, because front ends often repeat a call."""
    if len(_KNOWN) >= _MOST_KNOWN:
        _KNOWN.clear()
    _KNOWN[id(call)] = call


def suspects(graph: Graph) -> tuple[Suspect, ...]:
    """Return the scalars of a declared graph that can be NaN, including scalars of conditions.

    The result is cached by the id of the graph, and the cache entry keeps the graph alive.
    """
    kept = _SUSPECTS.get(id(graph))
    if kept is None:
        if len(_SUSPECTS) >= _MOST_GRAPHS:
            _SUSPECTS.clear()
        kept = _SUSPECTS[id(graph)] = graph, tuple(_found(graph.nodes, ()))
    return kept[1]


_MOST_GRAPHS = 2048
_SUSPECTS: dict[int, tuple[Graph, tuple[Suspect, ...]]] = {}
"""The results of `suspects`, by the id of the graph. The entry keeps the graph alive."""


def may_be_nan(scalar: Scalar, attributes: Attributes | None = None) -> bool:
    """Return whether numbers with the signs of these attributes can make the scalar NaN.

    Without attributes any numbers are assumed. The result is also True for an attribute that is
    missing or is not a number.
    """
    return "nan" in _signs(scalar, attributes)


def _found(items: Iterable[Item], path: tuple[tuple[Condition, bool], ...]) -> Iterator[Suspect]:
    for item in items:
        if isinstance(item, Loop):
            yield from _found(item.body, path)
        elif isinstance(item, Branch):
            yield from _found(item.items, (*path, (item.when, True)))
            yield from _found(item.others, (*path, (item.when, False)))
        for place, scalar in _scalars(item):
            if may_be_nan(scalar):
                used = (names(scalar, "attribute"), names(scalar, "count"))
                yield Suspect(place, scalar, path, *used)


def _scalars(item: Item) -> Iterator[tuple[str, Scalar]]:
    if isinstance(item, Number):
        yield item.name, item.value
    elif isinstance(item, Node):
        yield from ((item.name, v) for v in item.attributes.values() if isinstance(v, Scalar))
    elif isinstance(item, Branch) and isinstance(item.when, Below):
        yield from (("of a condition", x) for x in (item.when.left, item.when.right))


def _may_be_reached(suspect: Suspect, graph: Graph, call: Call) -> bool:
    """Return whether the call can have the scalar's node, judged by its attributes and operands."""
    return all(_holds(x, graph, call, {}) in (wanted, None) for x, wanted in suspect.path)


def _holds(when: Condition, graph: Graph, call: Call, counts: Counts) -> bool | None:
    """Return whether a condition holds, or None if a count that it needs is not in `counts`."""
    if isinstance(when, Given):
        return when.operand in graph.operands[: len(call.inputs)]
    if isinstance(when, Equals):
        return bool(call.attributes[when.attribute] == when.value)
    if isinstance(when, Computes):
        return compute_format(call.inputs) == when.format
    sides = (when.left, when.right)
    if not all(name in counts for side in sides for name in names(side, "count")):
        return None
    left, right = (evaluate(side, call.attributes, counts) for side in sides)
    return left < right


def _signs(scalar: Scalar, attributes: Attributes | None) -> Signs:
    if scalar.form == "literal":
        return signs_of_number(float(scalar.word))
    if scalar.form == "count":
        return frozenset({"0", "+"})
    if scalar.form == "attribute":
        if attributes is None:
            return NUMBERS
        value = attributes.get(scalar.word)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return frozenset({"nan"})
        return signs_of_number(value)
    several = [_signs(operand, attributes) for operand in scalar.operands]
    return frozenset().union(*(signs_of(scalar.form, *each) for each in product(*several)))


def _require_number(suspect: Suspect, call: Call, counts: Counts) -> None:
    used = tuple(_marked(name, call.attributes.get(name)) for name in suspect.attributes)
    sizes = tuple((name, counts[name]) for name in suspect.counts)
    if not _is_nan(suspect, used, sizes):
        return
    given = [f"{name}={value!r}" for name, value, _ in used] + [f"#{n}={k}" for n, k in sizes]
    raise SpecError(
        f"{call.op}: the scalar {suspect.place} = {suspect.scalar} is NaN with {', '.join(given)}, "
        f"which is an error (G3.7); change {'an attribute' if used else 'the shapes'}"
    )


def _marked(name: str, value: AttributeValue) -> tuple[str, AttributeValue, bool]:
    return name, value, isinstance(value, float) and math.copysign(1, value) < 0


@lru_cache(maxsize=4096)
def _is_nan(suspect: Suspect, used: Values, counts: tuple[tuple[str, int], ...]) -> bool:
    """Return whether the exact value of the scalar is NaN.

    The answer is cached, because an optimizer needs it once per step and parameter.
    """
    attributes = {name: value for name, value, _ in used}
    if not may_be_nan(suspect.scalar, attributes):
        return False
    return exact.is_nan(value_pattern(suspect.scalar, attributes, dict(counts)))
