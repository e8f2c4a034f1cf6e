"""The link from a rule to what it decides, and the list of all such links."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from samebits.conformance.trials.clauses.clause_asked import Asked, Holds
from samebits.conformance.trials.clauses.suite import with_tables
from samebits.spec.catalog import all_ops
from samebits.spec.documents.rules import Rule, read_specification
from samebits.spec.errors import SpecError
from samebits.spec.language.declare import Op

When = Callable[[Asked], Holds]
Chooses = Callable[[Op, Rule], bool]
"""Whether a rule is about an op."""

LAW_ALONE = "one call alone cannot show it"
"""Of rules about several calls: laws decide them, and no golden case does."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a rule decides: of the ops that `chooses` names, the results for which `when` holds.

    `words` say so for people. With `flags` a golden case must have one of them besides, since it is
    their values that were made for it; a fault by program then knows the rule by `when` alone.
    """

    rule: str
    words: str
    chooses: Chooses
    when: When
    flags: tuple[str, ...] = ()

    def concerns(self, op: Op) -> bool:
        """Whether the rule is about an op."""
        return self.chooses(op, rules()[self.rule])


@cache
def rules() -> Mapping[str, Rule]:
    """The rules of SPEC.md by number."""
    return {rule.number: rule for rule in read_specification().rules}


_FOUND: dict[str, Decision] = {}


def decides(
    rule: str, words: str, chooses: Chooses, *, flags: tuple[str, ...] = ()
) -> Callable[[When], When]:
    """Say of a function that it is the condition of a rule. Raises SpecError for an unknown one."""

    def kept(when: When) -> When:
        add(Decision(rule, words, chooses, when, flags))
        return when

    return kept


def add(decision: Decision) -> None:
    """Add a decision. Raises SpecError where the rule is unknown or has one."""
    if decision.rule not in rules():
        raise SpecError(f"{decision.rule} is no rule of SPEC.md")
    if decision.rule in _FOUND:
        raise SpecError(f"{decision.rule} has two decisions")
    _FOUND[decision.rule] = decision


@cache
def all_decisions() -> Mapping[str, Decision]:
    """Every decision by rule: what the modules of `decisions/` say."""
    from samebits.conformance.trials.clauses import decisions

    for info in sorted(iter_modules(decisions.__path__), key=lambda m: m.name):
        import_module(f"{decisions.__name__}.{info.name}")
    return {**_of_one_op(), **_FOUND}


def _of_one_op() -> Mapping[str, Decision]:
    """Those of rules that have the name of an op at the end of their number, and stand alone."""
    owned = with_tables(rules().values())
    names = (number for number in rules() if number not in owned)
    return {
        number: Decision(number, f"every `{number.rpartition('.')[2]}`", named, always)
        for number in names
        if number.rpartition(".")[2] in all_ops()
    }


def named(op: Op, rule: Rule) -> bool:
    """The ops whose names stand in the rule in backticks, or at the end of its number."""
    return op.name in rule.marked or op.name in rule.number.split(".")


def citing(clause: str) -> Chooses:
    """The ops that cite a clause."""
    return lambda op, rule: clause in op.clauses


def of_class(*classes: str) -> Chooses:
    """The ops of some classes."""
    return lambda op, rule: op.op_class in classes


def both(*choices: Chooses) -> Chooses:
    """The ops that all of these choose."""
    return lambda op, rule: all(chooses(op, rule) for chooses in choices)


def shaped(*names: str) -> Chooses:
    """The ops whose shape rule has one of these names."""
    return lambda op, rule: op.shape_rule.name in names


def always(asked: Asked) -> bool:
    """The condition of a rule that decides every result of its ops."""
    return asked.results > 0
