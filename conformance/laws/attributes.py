"""Attributes: if one attribute changes from call to call, each call uses its own value.

Training often changes only one attribute, such as an optimizer's step. A backend may cache a plan,
a table or packed weights for a call. If the key of this cache lacks an attribute, the second call
uses the plan of the first. Therefore this law changes the attribute and changes it back on the same
operands, and compares every result with the NumPy route.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice, product
from typing import Any

from samebits.conformance.laws.answered import Answered
from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.questions.route import answerable
from samebits.conformance.scenes.specimens import Specimen, specimens
from samebits.spec.catalog import get_op, landmarks_of
from samebits.spec.errors import SpecError
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.call import Call
from samebits.spec.language.landmarks import StepLandmarks

_SIDE, _SHORT_SIDE, _FEW_AXES = 6, 4, 4
"""Axis lengths for up to `_FEW_AXES` axes and for more axes, and that limit."""

_STATED = frozenset({"shape", "input_size"})
"""Attributes that state a size of the result."""

_MOST = 2
"""The number of changed values that are checked for one attribute."""

_TRIED = 40
"""The largest number of candidate pairs that are tried for one attribute."""


def _other_values(attribute: Attribute, value: Any) -> Iterator[Any]:
    """Yield values that differ from the given value; some may be illegal for the attribute."""
    if attribute.choices:
        yield from (other for other in attribute.choices if other != value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value + 2, 2 * value, value // 2, 10 * value + 7, value - 1)
    elif isinstance(value, float):
        finite = value if math.isfinite(value) else math.copysign(0.25, value)
        yield from (finite * 1.5 + 0.25, finite * 0.5, finite + 0.03125, finite * 0.96875)
        yield from (value - 1.0, value + 1.0, -value)
    elif isinstance(value, tuple):
        for i, each in enumerate(value):
            if isinstance(each, int):
                yield from ((*value[:i], each + by, *value[i + 1 :]) for by in (1, -1))
        yield value[::-1]
    elif value is None:
        yield from (0.5, 1, 0, (0,), (1,))


def legal_calls(specimen: Specimen, base: Call, attribute: Attribute) -> Iterator[Call]:
    """Yield legal calls on the operands of a specimen that differ from `base` in one attribute."""
    op = get_op(base.op)
    for value in _other_values(attribute, base.attributes[attribute.name]):
        with suppress(SpecError, TypeError, ValueError):
            other = op.call(base.inputs, base.outputs, **{**base.attributes, attribute.name: value})
            op.output_shapes(other, specimen.shapes)
            yield other


@dataclass(frozen=True, slots=True)
class Pair:
    """Two calls on a specimen's operands that differ in one attribute and in their answers."""

    specimen: Specimen
    attribute: str
    base: Call
    other: Call

    @property
    def keeps_shapes(self) -> bool:
        """Return whether the results of both calls have the same shapes."""
        op = get_op(self.base.op)
        shapes = self.specimen.shapes
        return op.output_shapes(self.base, shapes) == op.output_shapes(self.other, shapes)

    def is_told_apart(self, answered: Answered) -> bool:
        """Return whether both calls have answers and the answers differ."""
        mine, others = (answered.digests(self.specimen, call) for call in (self.base, self.other))
        return bool(mine and others) and mine != others


def pairs_of(specimen: Specimen, attribute: Attribute, answered: Answered) -> list[Pair]:
    """Return pairs for one attribute of the op; [] if the attribute has no effect.

    Usually the base of a pair is the call of the specimen. Some attributes have an effect only if a
    second attribute has a certain value: the dampening of SGD needs a momentum. The base then has
    that value. If shapes determine an attribute, such as an axis, all axes get the same length,
    because a plan's key may contain the shapes of results. Pairs whose results differ in shape are
    the last resort.
    """
    calls = legal_calls(specimen, specimen.call, attribute)
    usual = [Pair(specimen, attribute.name, specimen.call, call) for call in calls]
    elsewhere = partial(_pairs_elsewhere, specimen, attribute)
    return (
        _told_apart((p for p in usual if p.keeps_shapes), answered, _MOST)
        or _told_apart((p for p in elsewhere() if p.keeps_shapes), answered, 1)
        or _told_apart(chain(usual, elsewhere()), answered, 1)
    )


def pairs(specimen: Specimen, answered: Answered) -> Iterator[Pair]:
    """Yield pairs of a specimen, for each attribute without effect on the smaller specimens.

    To save time, each attribute is checked on the smallest operands that show its effect. Pairs
    whose results differ in shape do not count as an effect, because a key with the shapes of
    results distinguishes them.
    """
    before = _smaller(specimen)
    for attribute in get_op(specimen.call.op).attributes:
        known = [pair for other in before for pair in pairs_of(other, attribute, answered)]
        if not any(pair.keeps_shapes for pair in known):
            found = pairs_of(specimen, attribute, answered)
            yield from (pair for pair in found if pair.keeps_shapes or not known)


def _smaller(specimen: Specimen) -> list[Specimen]:
    """Return the smaller specimens that the law checks for the same op and label.

    They are sorted by size, the smallest first. Among specimens of equal size, earlier ones count
    as smaller.
    """
    every = filter(concerns, specimens(specimen.call.op, specimen.call.label))
    seeded = (replace(of_usual_size(s), seed=specimen.seed) for s in every if not s.large)
    ordered = sorted(dict.fromkeys(seeded), key=_elements)
    return ordered[: ordered.index(specimen)] if specimen in ordered else []


def _elements(specimen: Specimen) -> int:
    """Return the number of elements of the specimen's operands and results together."""
    results = get_op(specimen.call.op).output_shapes(specimen.call, specimen.shapes)
    return sum(map(math.prod, (*specimen.shapes, *results)))


def _told_apart(candidates: Iterable[Pair], answered: Answered, most: int) -> list[Pair]:
    """Return the first `most` pairs whose answers differ.

    At most `_TRIED` candidates are tried, because the route computes their answers.
    """
    tried = islice(candidates, _TRIED)
    return list(islice((pair for pair in tried if pair.is_told_apart(answered)), most))


def _pairs_elsewhere(specimen: Specimen, attribute: Attribute) -> Iterator[Pair]:
    """Yield pairs of an attribute with other shapes, operands or bases than the specimen's.

    Operands with few different values have equal elements, which the gradient of a maximum needs.
    Extremes of bool along an axis need operands with few false elements and operands with few true
    elements.
    """
    usual = (*_cubes(specimen), specimen)
    flavours = ("few", "rare") if "bool" in specimen.call.inputs else ("few",)
    places = (*usual, *(replace(place, flavour=one) for one in flavours for place in usual))
    for place in places:
        for call in legal_calls(place, place.call, attribute):
            yield Pair(place, attribute.name, place.call, call)
    for place, other in product(places, get_op(specimen.call.op).attributes):
        if other is not attribute:
            for base in islice(legal_calls(place, place.call, other), _MOST):
                for call in islice(legal_calls(place, base, attribute), _MOST):
                    yield Pair(place, attribute.name, base, call)


def _cubes(specimen: Specimen) -> Iterator[Specimen]:
    """Yield the specimen with all axes of the same length, if the op allows that."""
    most = max(map(len, specimen.shapes), default=0)
    side = _SIDE if most <= _FEW_AXES else _SHORT_SIDE
    shapes = tuple((side,) * len(shape) for shape in specimen.shapes)
    limits = tuple((number, min(limit, side)) for number, limit in specimen.limits)
    op, attributes = get_op(specimen.call.op), dict(specimen.call.attributes)
    for name in _STATED & attributes.keys():
        stated = attributes[name]
        attributes[name] = (side,) * len(stated) if isinstance(stated, tuple) else stated
    with suppress(SpecError):
        call = op.call(specimen.call.inputs, specimen.call.outputs, **attributes)
        op.output_shapes(call, shapes)
        yield replace(specimen, call=call, shapes=shapes, limits=limits)


def concerns(specimen: Specimen) -> bool:
    """Return whether the law applies: to ops with attributes and a route.

    One flavour of operands is enough, except for steps of optimizers: each of their scenes has only
    one flavour, so all scenes are checked.
    """
    op = get_op(specimen.call.op)
    usual = specimen.flavour != "tiny" or isinstance(landmarks_of(op.name), StepLandmarks)
    return usual and bool(op.attributes) and answerable(op.name, specimen.call.label)


def of_usual_size(specimen: Specimen) -> Specimen:
    """Return the specimen with moderate operands instead of tiny ones, which hide attributes."""
    return replace(specimen, flavour="moderate") if specimen.flavour == "tiny" else specimen


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Change each attribute and change it back; compare each result with the NumPy route."""
    for pair in pairs(of_usual_size(specimen), bench.answered):
        if bench.refusal(pair.base) is not None or bench.refusal(pair.other) is not None:
            continue
        before, shapes = "", " ".join(map(str, pair.specimen.shapes))
        for call in (pair.base, pair.other, pair.base):
            text = f"the result of {call} on {shapes} is wrong{before}"
            finding = bench.answers_wrongly(pair.specimen, call, text)
            if finding:
                return replace(finding, specimen=specimen)
            before = f" after a call with {pair.attribute}={call.attributes[pair.attribute]!r}"
    return None


LAW = Law(
    name="attributes",
    says="after a call with another attribute, a call has the bits of its own attributes",
    rules=("C1.3",),
    check=check,
    rank="values",
    applies=concerns,
    at_standard="of one format",
)
