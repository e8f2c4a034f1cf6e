"""The planned cases of malformed calls, by op, format and level."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from samebits.conformance.questions.mixed import usual_label
from samebits.conformance.refused.malformed import WellFormed
from samebits.conformance.refused.malformed_groups import (
    Group,
    checked_group,
    group_for,
    is_own,
    names_for,
)
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.language.call import Call
from samebits.spec.profiles import LEVELS, level_includes
from samebits.vectors.case import Case
from samebits.vectors.schema import Stored

PART = "refused"
"""The third part of the ids of these cases, such as `add/f32/refused/version`."""


@cache
def groups_of(op_name: str) -> tuple[Group, ...]:
    """Return the malformed calls of an op in its usual format, derived from its declaration.

    Raises SamebitsError that names an attribute or a refusal without a malformed call.
    """
    return tuple(_checked(op_name, what) for what in _names_of(op_name))


@cache
def _names_of(op_name: str) -> tuple[str, ...]:
    """Return the names of the groups of an op in its usual format."""
    return names_for(WellFormed.of(op_name, usual_label(op_name)))


@cache
def _checked(op_name: str, what: str) -> Group:
    """Return a group of an op in its usual format. Every call is an error by its declaration."""
    return checked_group(WellFormed.of(op_name, usual_label(op_name)), what)


@dataclass(frozen=True, slots=True)
class RefusedCase:
    """One group of malformed calls of an op in the formats of a label.

    `known` is a golden case of the same op and label: the well-formed call that is made after them.
    """

    op: str
    label: str
    what: str
    known: Case = field(compare=False, repr=False)

    @property
    def id(self) -> str:
        """Return the id that plans and reports use."""
        return f"{self.op}/{self.label}/{PART}/{self.what}"

    @property
    def profile(self) -> str:
        """Return the name of the op's profile."""
        return get_op(self.op).profile

    @property
    def level(self) -> str:
        """Return the lowest level that contains the case and the golden case that follows it.

        Smoke has one group of each op. Standard has all groups in the op's usual format, and the
        groups about its own attributes and refusals in one more format.
        """
        return max(_level(self.op, self.label, self.what), self.known.level, key=LEVELS.index)

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the rules that the calls break, as numbers of SPEC.md and SPEC-OPS.md."""
        return _checked(self.op, self.what).rules

    def group(self) -> Group:
        """Return the malformed calls, in the formats of the label."""
        return group_for(WellFormed.of(self.op, self.label), self.what)

    def elements(self) -> int:
        """Return the number of malformed calls: the `elements` of a passing result."""
        return len(self.group().calls)

    def calls(self) -> list[Call]:
        """Return the well-formed calls: the basis of the malformed calls, and the golden call."""
        return [_well_formed(self.op, self.label), self.known.call]


@cache
def _well_formed(op_name: str, label: str) -> Call:
    return WellFormed.of(op_name, label).call()


@cache
def _level(op_name: str, label: str, what: str) -> str:
    if label == usual_label(op_name):
        return "smoke" if what == _drawn(_names_of(op_name), op_name) else "standard"
    drawn = _drawn(get_op(op_name).labels(), f"{op_name} {what}")
    return "standard" if is_own(what) and label == drawn else "full"


def _drawn(items: Iterable[str], name: str) -> str:
    """Return one of the items, chosen by a hash of a name, so that it is the same in every run."""
    every = sorted(items)
    return every[zlib.crc32(name.encode()) % len(every)]


def refused_cases(
    golden: Iterable[Case], ops: Sequence[str] = (), level: str = LEVELS[-1]
) -> list[RefusedCase]:
    """Return the cases of the given ops (or of all) at a level, sorted by id.

    They are in formats with a golden case. Raises SamebitsError if a call of one of their groups is
    not an error by its declaration.
    """
    known: dict[tuple[str, str], Case] = {}
    for frozen in sorted(golden, key=_effort):
        if frozen.set == "golden":
            known.setdefault((frozen.call.op, frozen.call.label), frozen)
    found = [
        case
        for (op, label), follows in known.items()
        if not ops or op in ops
        for what in _names_of(op)
        if level_includes(level, (case := RefusedCase(op, label, what, follows)).level)
    ]
    for case in found:
        _checked(case.op, case.what)
    return sorted(found, key=lambda case: case.id)


def _effort(case: Case) -> tuple[int, bool, int, str]:
    """Return the sort key for choosing a golden case: low level, stored results, small size."""
    stored = all(isinstance(output, Stored) for output in case.record.outputs)
    return LEVELS.index(case.level), not stored, case.elements(), case.id


def is_refused_id(identity: str) -> bool:
    """Return whether an id has the form of a case of malformed calls."""
    parts = identity.split("/")
    return len(parts) == 4 and parts[2] == PART


def every_rule() -> frozenset[str]:
    """Return the rules that the malformed calls of all ops break."""
    return frozenset(rule for op in all_ops() for group in groups_of(op) for rule in group.rules)
