"""Discovery of laws, and the planned cases: one law on one op and label."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType

from samebits.common.modules import modules_of
from samebits.conformance import laws as laws_package
from samebits.conformance.laws.law import Law
from samebits.conformance.scenes.specimens import Specimen, specimens, stretched
from samebits.conformance.scenes.stretches import STEP_BY_STEP
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS
from samebits.spec.language.call import Call
from samebits.spec.profiles import LEVELS, level_includes


@cache
def all_laws() -> Mapping[str, Law]:
    """Return every law, sorted by name.

    The laws are the modules of this folder that define `LAW`.
    """
    found = {}
    for _, load in modules_of(laws_package):
        module = load()
        law = getattr(module, "LAW", None)
        if isinstance(law, Law):
            found[law.name] = law
    return MappingProxyType(dict(sorted(found.items())))


@dataclass(frozen=True, slots=True)
class LawCase:
    """One law on one op and label, such as `law/threads/sum/f32`."""

    law: str
    op: str
    label: str

    @property
    def id(self) -> str:
        """Return the id that plans and reports use."""
        return f"law/{self.law}/{self.op}/{self.label}"

    @property
    def profile(self) -> str:
        """Return the name of the op's profile."""
        return get_op(self.op).profile

    @property
    def level(self) -> str:
        """Return the lowest level that contains the case.

        The law selects the labels of level standard.
        """
        law = all_laws()[self.law]
        if law.in_smoke and self.label == "f32":
            return "smoke"
        if law.at_standard == "all" or self.label in _two_labels(self.law, self.op):
            return "standard"
        of_one = law.at_standard == "of one format" and self.label in FORMATS
        return "standard" if of_one else "full"

    def specimens(self, seed: int = 0) -> tuple[Specimen, ...]:
        """Return the calls on which the law is checked, with operands drawn from the run's seed."""
        found = self._applicable()
        return tuple(replace(s, seed=seed) for s in found) if seed else tuple(found)

    def has_specimen(self) -> bool:
        """Return whether the law applies to at least one specimen."""
        return next(self._applicable(), None) is not None

    def _applicable(self) -> Iterator[Specimen]:
        law = all_laws()[self.law]
        found = specimens(self.op, self.label)
        if law.stretches:
            found += _stretched(self.op, self.label)
        return (s for s in found if (law.large or not s.large) and law.applies(s))

    def calls(self) -> list[Call]:
        """Return the distinct calls among the specimens."""
        return list(dict.fromkeys(s.call for s in self.specimens()))


def _stretched(op: str, label: str) -> tuple[Specimen, ...]:
    """Return the specimens with stretches for a law.

    If the graph of the op has many nodes, only the last one is returned. Drawn questions use all of
    them.
    """
    every = stretched(op, label)
    return every[-1:] if get_op(op).shape_rule in STEP_BY_STEP else every


@cache
def _two_labels(law: str, op: str) -> frozenset[str]:
    """Return two labels: f32, or else the first label, and one chosen by a hash of law and op.

    With these labels every law checks every op within minutes, and many laws check each format.
    Level full has every law for every label.
    """
    labels = sorted(get_op(op).labels())
    usual = "f32" if "f32" in labels else labels[0]
    drawn = labels[zlib.crc32(f"{law} {op}".encode()) % len(labels)]
    return frozenset((usual, drawn))


def law_cases_of(ops: Iterable[str], level: str = LEVELS[-1]) -> tuple[LawCase, ...]:
    """Return the law cases of some ops at a level, without making other cases."""
    found = (c for op in set(ops) for c in _cases_of(op, level))
    return tuple(sorted(found, key=lambda case: case.id))


@cache
def _cases_of(op: str, level: str) -> tuple[LawCase, ...]:
    possible = (LawCase(law, op, label) for label in get_op(op).labels() for law in all_laws())
    # The level is checked first, because it takes less time than to make the specimens.
    return tuple(c for c in possible if level_includes(level, c.level) and c.has_specimen())
