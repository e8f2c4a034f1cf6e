"""The malformed calls of an op, in groups: each group is one planned case.

They are derived from the declaration: its signatures, attributes and shapes, and each `Refusal` of
its shape rule. Changed calls that the declaration accepts are left out. If there is no malformed
call for an attribute or a refusal, an error names it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

import numpy as np

from samebits.conformance.errors import JudgeError
from samebits.conformance.refused.attribute_values import wrong_values
from samebits.conformance.refused.malformed import Given, Malformed, WellFormed
from samebits.spec.errors import SpecError
from samebits.spec.formats import FORMATS, get_format
from samebits.spec.language.call import AttributeValue
from samebits.spec.language.geometry import Refusal
from samebits.spec.language.shapes import Shape

NOWHERE = "undeclared"
"""A name that does not occur in any declaration."""

Found = Iterator[Malformed]
Make = Callable[[WellFormed], Found]


@dataclass(frozen=True, slots=True)
class Group:
    """Malformed calls of one kind; `what` is the last part of the case's id."""

    what: str
    calls: tuple[Malformed, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the rules that the calls break, as numbers of SPEC.md and SPEC-OPS.md."""
        return tuple(sorted({rule for call in self.calls for rule in call.rules}))


def names_for(base: WellFormed) -> tuple[str, ...]:
    """Return the names of the groups that have a call, sorted, without making all calls.

    Raises JudgeError that names an attribute or a refusal without a malformed call.
    """
    found = []
    for what, make in sorted(_makers(base).items()):
        if next(make(base), None) is not None:
            found.append(what)
        elif is_own(what):
            raise JudgeError(f"{base.op.name}: no malformed call is made for its error {what}")
    return tuple(found)


def checked_group(base: WellFormed, what: str) -> Group:
    """Return the group named `what`. Raises JudgeError for a call that is not an error."""
    group = group_for(base, what)
    for call in group.calls:
        if not call.is_error():
            raise JudgeError(f"{what}: this call is not an error by its declaration: {call}")
    return group


def group_for(base: WellFormed, what: str) -> Group:
    """Return the group of malformed calls named `what`."""
    return Group(what, tuple(_makers(base)[what](base)))


def is_own(what: str) -> bool:
    """Return whether a group is about an attribute or a refusal of the op's own declaration."""
    return what not in _COMMON


def _makers(base: WellFormed) -> Mapping[str, Make]:
    """Return the functions that make the calls of each group, by name of the group."""
    found: dict[str, Make] = dict(_COMMON)
    for attribute in base.op.attributes:
        found[f"attribute-{attribute.name}"] = partial(_attribute, name=attribute.name)
    for refusal in base.op.refusals:
        if slug(refusal) in found:
            raise JudgeError(f"{base.op.name}: two errors are called {refusal.says!r}")
        found[slug(refusal)] = partial(_refusal, refusal=refusal)
    return found


def slug(refusal: Refusal) -> str:
    """Return the text of a refusal as part of an id, such as `an-axis-beyond-the-rank`."""
    return re.sub(r"[^a-z0-9]+", "-", refusal.says.lower()).strip("-")


def _version(base: WellFormed) -> Found:
    rules = ("C2.2", base.row("class"))
    for version in (base.op.version + 1, 0):
        yield base.malformed(rules, "a version that is not declared", version=version)
    yield base.malformed(rules, "an op that is not declared", name=f"{base.op.name}_{NOWHERE}")


def _formats(base: WellFormed) -> Found:
    """Yield calls with one wrong format: in the call and its array, only in the array, unknown."""
    rules, says = ("C2.2", base.row("formats")), "formats that are no signature"
    known = set(base.op.signatures)
    count = len(base.inputs)
    every = (*base.inputs, *base.outputs)
    shapes = (*base.shapes, *base.results)
    for place in range(len(every)):
        for name in FORMATS:
            other = (*every[:place], name, *every[place + 1 :])
            if (other[:count], other[count:]) in known:
                continue
            arrays: list[Given] = list(zip(shapes, other, strict=True))
            yield base.malformed(
                rules, says, inputs=other[:count], outputs=other[count:],
                operands=arrays[:count], results=arrays[count:],
            )  # fmt: skip
            break
        name = next(f for f in FORMATS if f != every[place])
        given: list[Given] = list(zip(shapes, every, strict=True))
        given[place] = (shapes[place], name)
        role = "an operand" if place < count else "a result"
        yield base.malformed(
            rules, f"{role} of another format than the call says",
            operands=given[:count], results=given[count:],
        )  # fmt: skip
    yield base.malformed(rules, "an unknown format", inputs=(NOWHERE, *base.inputs[1:]))
    yield base.malformed(rules, "an unknown format", outputs=(NOWHERE, *base.outputs[1:]))


def _operands(base: WellFormed) -> Found:
    """Yield calls with too many or too few operands or results, in the call or in its arrays."""
    rules = ("C2.2", base.row("formats"))
    given = list(zip(base.shapes, base.inputs, strict=True))
    made = list(zip(base.results, base.outputs, strict=True))
    known = {len(s[0]) for s in base.op.signatures}
    fewer = [(given[:-1], "too few")] if given else []
    more = given[-1:] or made[:1]  # for an op without operands, one operand is too many
    for other, says in (*fewer, (given + more, "too many")):
        formats = tuple(name for _, name in other)
        if len(other) not in known:
            yield base.malformed(rules, f"{says} operands", inputs=formats, operands=other)
        yield base.malformed(rules, f"{says} arrays of operands", operands=other)
    formats = tuple(base.outputs)
    yield base.malformed(
        rules, "too many results", outputs=formats + formats[-1:], results=made + made[-1:]
    )
    yield base.malformed(rules, "too many arrays of results", results=made + made[-1:])
    yield base.malformed(rules, "no results", outputs=(), results=())
    yield base.malformed(rules, "no arrays of results", results=())


def _unknown_attribute(base: WellFormed) -> Found:
    rules = ("C2.2",)
    names = [NOWHERE, *(attribute.name.upper() for attribute in base.op.attributes)]
    for name in names:
        attributes = {**base.attributes, name: 1}
        yield base.malformed(rules, "an attribute that the op does not have", attributes=attributes)


def _attribute(base: WellFormed, name: str) -> Found:
    """Yield calls with an attribute that is missing, has the wrong type, or is out of range."""
    attribute = next(a for a in base.op.attributes if a.name == name)
    row = base.row(name)
    if attribute.required:
        rest = {k: v for k, v in base.attributes.items() if k != name}
        yield base.malformed(
            ("A1.2", "C2.2", row), f"the required {name} is missing", attributes=rest
        )
    rounded_to = base.op.attribute_format(base.inputs)
    for value, rule in wrong_values(base.op.name, attribute, rounded_to):
        changed = {**base.attributes, name: value}
        yield base.malformed((rule, "C2.2", row), f"{name} cannot be {value!r}", attributes=changed)


def _refusal(base: WellFormed, refusal: Refusal) -> Found:
    """Yield calls that are errors by the shape rule.

    A bad index is tested at several positions.
    """
    rules = (refusal.rule, base.row("errors"))
    attributes: Mapping[str, AttributeValue] = {**base.attributes, **refusal.attributes}
    if refusal.index is None:
        shapes = refusal.shapes and refusal.shapes[: len(base.inputs)]
        if shapes is not None and len(shapes) < len(base.inputs):
            base = base.of_fewer(len(shapes))
        yield base.malformed(rules, refusal.says, attributes=attributes, shapes=shapes)
        return
    yield from _bad_indices(base, refusal.index, rules, refusal.says)


def _bad_indices(base: WellFormed, index: int, rules: Sequence[str], says: str) -> Found:
    """Yield calls with a bad index: at three positions, with other values, and in a long operand.

    A kernel may check only half of an index, or only the first indices.
    """
    indices = base.indices()
    assert indices is not None
    operand, _ = indices
    count = math.prod(base.shapes[operand])
    for place in sorted({0, count // 2, count - 1}) if count else ():
        yield base.malformed(rules, says, bad_index=(index, place))
    for other in _as_bad(index, base.inputs[operand]) if count else ():
        yield base.malformed(rules, says, bad_index=(other, count // 2))
    many = _with_many(base, operand)
    if many is not None:
        bad = index if index < 0 else _limit_of(many)
        for place in (_MANY // 2, math.prod(many.shapes[operand]) - 2):
            yield many.malformed(rules, says, bad_index=(bad, place))


_MANY = 1031


def _as_bad(index: int, name: str) -> tuple[int, ...]:
    """Return two more bad indices of a format on the same side of the valid range.

    One is the last number of the format. The other looks valid in its lower 32 bits; short formats
    do not have it.
    """
    least, most = np.iinfo(get_format(name).dtype).min, np.iinfo(get_format(name).dtype).max
    found = (least, -(1 << 32)) if index < 0 else (most, 1 << 32)
    return tuple(other for other in found if least <= other <= most)


def _with_many(base: WellFormed, operand: int) -> WellFormed | None:
    """Return the call with the length of an axis of its index operand raised to _MANY, or None.

    If necessary, equal lengths are raised in all operands. The result is None if no length can be
    raised or an array has no elements. The limit of the indices stays unchanged if possible.
    """
    if any(0 in shape for shape in (*base.shapes, *base.results)):
        return None
    found = []
    for size in sorted(set(base.shapes[operand])):
        shapes = [tuple(_MANY if n == size else n for n in shape) for shape in base.shapes]
        alone = [shape if n == operand else base.shapes[n] for n, shape in enumerate(shapes)]
        found += [base.on(raised) for raised in (alone, shapes) if _fits(base, raised)]
    return min(found, key=_limit_of, default=None)


def _limit_of(base: WellFormed) -> int:
    indices = base.indices()
    assert indices is not None
    return indices[1]


def _shapes(base: WellFormed) -> Found:
    """Yield calls with an operand of a wrong rank or with a wrong length, if that is an error."""
    rules = ("C2.2", base.row("shapes"))
    for number, shape in enumerate(base.shapes):
        others = [((*shape, 2), "an axis too many")]
        others += [(shape[1:], "an axis too few")] if shape else []
        for axis, size in enumerate(shape):
            for other in {size + 1, 1, 0} - {size}:
                changed = (*shape[:axis], other, *shape[axis + 1 :])
                others.append((changed, f"axis {axis} of size {other}"))
        for changed, says in others:
            shapes = (*base.shapes[:number], changed, *base.shapes[number + 1 :])
            if not _fits(base, shapes):
                name = base.op.operands[min(number, len(base.op.operands) - 1)]
                yield base.malformed(rules, f"{name} has {says}", shapes=shapes)


def _results(base: WellFormed) -> Found:
    """Yield calls with a result of a wrong shape."""
    rules = ("C2.2", base.row("shapes"))
    for number, shape in enumerate(base.results):
        others = [((*shape, 1), "an axis too many")]
        if shape:
            others.append((shape[1:], "an axis too few"))
            others.append(((*shape[:-1], shape[-1] + 1), "too long a last axis"))
            others.append(((max(0, shape[0] - 1), *shape[1:]), "too short a first axis"))
        for changed, says in others:
            if changed == shape:
                continue
            made = list(zip(base.results, base.outputs, strict=True))
            made[number] = (changed, base.outputs[number])
            yield base.malformed(rules, f"result {number} has {says}", results=made)


def _no_elements(base: WellFormed) -> Found:
    """Yield calls that are errors although the result has no elements (C2.3)."""
    for empty in _empties(base):
        some = (_version, _unknown_attribute, _shapes, _results)
        every = [call for make in some for call in islice(make(empty), 1)]
        for attribute in base.op.attributes:
            every += islice(_attribute(empty, attribute.name), 1)
        for refusal in base.op.refusals:
            if refusal.shapes is None:
                every += _refusal(empty, refusal)
        for call in every:
            if call.is_error():
                yield replace(call, rules=tuple(sorted({"C2.3", *call.rules})))


def _empties(base: WellFormed) -> Iterator[WellFormed]:
    """Yield calls with an axis of length 0, so that a result has no elements.

    Equal lengths are set to 0 in all operands. The first call has an operand without elements, if
    possible. The second call has indices to check.
    """
    found: list[WellFormed] = []
    for size in sorted({n for shape in base.shapes for n in shape}):
        shapes = tuple(tuple(0 if n == size else n for n in shape) for shape in base.shapes)
        if _fits(base, shapes):
            empty = base.on(shapes)
            if any(0 in shape for shape in empty.results):
                found.append(empty)
    yield from found[:1]
    for empty in found[1:]:
        indices = empty.indices()
        if indices is not None and 0 not in empty.shapes[indices[0]]:
            yield empty
            return


def _fits(base: WellFormed, shapes: Sequence[Shape]) -> bool:
    try:
        base.on(shapes)
    except SpecError:
        return False
    return True


_COMMON: Mapping[str, Make] = {
    "version": _version,
    "formats": _formats,
    "operands": _operands,
    "unknown-attribute": _unknown_attribute,
    "shapes": _shapes,
    "results": _results,
    "no-elements": _no_elements,
}
"""The groups that every op has. A group without any error for the op is left out."""
