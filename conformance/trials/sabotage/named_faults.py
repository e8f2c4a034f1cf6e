"""Faults by name, such as `add/f32/rank:6`, and the choice of faults for a run of the harness."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from samebits.common.errors import SamebitsError
from samebits.conformance.questions.mixed import usual_label
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.trials.sabotage import (
    fault_calls as calls,
    fault_layers as layers,
    fault_memory as memory,
    fault_values as values,
    plans,
    processes,
)
from samebits.conformance.trials.sabotage.family import Family
from samebits.spec.catalog import all_ops, get_op

FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        f.name: f
        for module in (calls, memory, values, layers, plans, processes)
        for f in module.FAMILIES
    }
)
"""All families of faults, by name."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of one op and format. A result is wrong if the predicate of its family is true."""

    op: str
    label: str
    family: str
    argument: str = ""

    @property
    def name(self) -> str:
        """Return the name of the fault, which is also the name of its device."""
        argument = f":{self.argument}" if self.argument else ""
        return f"{self.op}/{self.label}/{self.family}{argument}"

    @property
    def place(self) -> tuple[str, str]:
        """Return the op and the format for which the fault changes results."""
        return self.op, self.label

    @property
    def kind(self) -> Family:
        """Return the family of the fault."""
        return FAMILIES[self.family]

    @property
    def within(self) -> bool:
        """Return whether the judge must catch the fault."""
        return self.kind.within(self.op, self.label, self.argument)

    def __str__(self) -> str:
        return f"{self.op} {self.label}: {self.kind.says.format(self.argument)}"


def fault_named(name: str) -> Fault:
    """Return the fault with this name. Raises SamebitsError if no fault has the name."""
    op, _, rest = name.partition("/")
    label, _, rest = rest.partition("/")
    family, _, argument = rest.partition(":")
    if op in all_ops() and label in get_op(op).labels() and family in FAMILIES:
        return Fault(op, label, family, argument)
    raise SamebitsError(f"{name!r} is not the name of a fault; a name looks like add/f32/rank:6")


def possible(op: str, label: str) -> list[Fault]:
    """Return all possible faults of an op and format."""
    return [
        Fault(op, label, family.name, argument)
        for family in FAMILIES.values()
        for argument in family.arguments(op, label)
    ]


def draw_faults(count: int, seed: str) -> list[Fault]:
    """Return `count` different faults (or all) of the families without a class (`classes.py`).

    First comes one fault of every op and format, then one fault of every family for the usual
    format of every op, then further faults.
    """
    found: dict[Fault, None] = {}
    for fault in _in_order(seed):
        if len(found) >= count:
            break
        found.setdefault(fault)
    return list(found)


def _in_order(seed: str) -> Iterator[Fault]:
    every = {
        (op, label): _shuffled(
            [f for f in possible(op, label) if not f.kind.group], seed, f"{op}/{label}"
        )
        for op, declared in all_ops().items()
        for label in declared.labels()
    }
    for number, faults in enumerate(every.values()):
        yield _of_family(faults, number)
    for (op, label), faults in every.items():
        if label == usual_label(op):
            yield from {fault.family: fault for fault in faults}.values()
    # Then take one fault of each op and format per round, because most possible faults belong to
    # one family.
    for number in range(max(map(len, every.values()))):
        for place, faults in enumerate(every.values()):
            yield _of_family(faults[number % len(faults) :] or faults, place + number + 1)
    for faults in every.values():
        yield from faults


def _of_family(faults: Sequence[Fault], number: int) -> Fault:
    """Return a fault of one family. Consecutive numbers select consecutive families."""
    names = [name for name in FAMILIES if any(f.family == name for f in faults)]
    name = names[number % len(names)]
    return next(fault for fault in faults if fault.family == name)


def _shuffled(faults: Sequence[Fault], seed: str, name: str) -> list[Fault]:
    draws = Draws(seed, f"sabotage {name}")
    keys = draws.words(len(faults))
    order = sorted(range(len(faults)), key=lambda i: int(keys[i]))
    return [faults[i] for i in order]
