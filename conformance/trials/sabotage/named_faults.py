"""Faults by name, `add/f32/rank:6`, and which of them a run of the harness plants."""

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
"""Every family of faults by name."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One op and format, wrong where the predicate of a family holds for an argument."""

    op: str
    label: str
    family: str
    argument: str = ""

    @property
    def name(self) -> str:
        """The name, which is also that of the device."""
        argument = f":{self.argument}" if self.argument else ""
        return f"{self.op}/{self.label}/{self.family}{argument}"

    @property
    def place(self) -> tuple[str, str]:
        """The op and the format that are spoilt."""
        return self.op, self.label

    @property
    def kind(self) -> Family:
        """Its family."""
        return FAMILIES[self.family]

    @property
    def within(self) -> bool:
        """Whether the judge is bound to ask for it."""
        return self.kind.within(self.op, self.label, self.argument)

    def __str__(self) -> str:
        return f"{self.op} {self.label}: {self.kind.says.format(self.argument)}"


def fault_named(name: str) -> Fault:
    """The fault of a name. Raises SamebitsError."""
    op, _, rest = name.partition("/")
    label, _, rest = rest.partition("/")
    family, _, argument = rest.partition(":")
    if op in all_ops() and label in get_op(op).labels() and family in FAMILIES:
        return Fault(op, label, family, argument)
    raise SamebitsError(f"{name!r} names no fault; it looks like add/f32/rank:6")


def possible(op: str, label: str) -> list[Fault]:
    """Every fault of an op and format."""
    return [
        Fault(op, label, family.name, argument)
        for family in FAMILIES.values()
        for argument in family.arguments(op, label)
    ]


def draw_faults(count: int, seed: str) -> list[Fault]:
    """So many different faults, or all there are, of the families without a class (`classes.py`).

    One of every op and format comes first, then one of every family for the usual format of every
    op, then any.
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
    # Then round after round, one of each op and format: most possible faults are of one family.
    for number in range(max(map(len, every.values()))):
        for place, faults in enumerate(every.values()):
            yield _of_family(faults[number % len(faults) :] or faults, place + number + 1)
    for faults in every.values():
        yield from faults


def _of_family(faults: Sequence[Fault], number: int) -> Fault:
    """One of the families that the faults have, each in its turn."""
    names = [name for name in FAMILIES if any(f.family == name for f in faults)]
    name = names[number % len(names)]
    return next(fault for fault in faults if fault.family == name)


def _shuffled(faults: Sequence[Fault], seed: str, name: str) -> list[Fault]:
    draws = Draws(seed, f"sabotage {name}")
    keys = draws.words(len(faults))
    order = sorted(range(len(faults)), key=lambda i: int(keys[i]))
    return [faults[i] for i in order]
