"""Decisions, which link a rule to the results that it decides, and the list of all decisions."""

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
"""A function that returns whether a rule applies to an op."""

LAW_ALONE = "one call cannot show it"
"""The text for rules that compare several calls. They are checked by laws, not by golden cases."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A rule and the results that it decides: results of the ops in `chooses` where `when` holds.

    `words` describes these results on the page. If `flags` is not empty, a golden case counts only
    if it also has one of these flags, because its operands were chosen for the flag. Faults that
    are generated from the decision use only `when`.
    """

    rule: str
    words: str
    chooses: Chooses
    when: When
    flags: tuple[str, ...] = ()

    def concerns(self, op: Op) -> bool:
        """Return whether the rule applies to an op."""
        return self.chooses(op, rules()[self.rule])


@cache
def rules() -> Mapping[str, Rule]:
    """Return the rules of SPEC.md by number."""
    return {rule.number: rule for rule in read_specification().rules}


_FOUND: dict[str, Decision] = {}


def decides(
    rule: str, words: str, chooses: Chooses, *, flags: tuple[str, ...] = ()
) -> Callable[[When], When]:
    """Return a decorator that registers a function as the condition `when` of a rule.

    Raises SpecError for an unknown rule.
    """

    def kept(when: When) -> When:
        add(Decision(rule, words, chooses, when, flags))
        return when

    return kept


def add(decision: Decision) -> None:
    """Add a decision. Raises SpecError if its rule is unknown or has a decision already."""
    if decision.rule not in rules():
        raise SpecError(f"{decision.rule} is not a rule of SPEC.md")
    if decision.rule in _FOUND:
        raise SpecError(f"{decision.rule} has two decisions")
    _FOUND[decision.rule] = decision


@cache
def all_decisions() -> Mapping[str, Decision]:
    """Return all decisions by rule. Modules of `decisions/` define most of them."""
    from samebits.conformance.trials.clauses import decisions

    for info in sorted(iter_modules(decisions.__path__), key=lambda m: m.name):
        import_module(f"{decisions.__name__}.{info.name}")
    return {**_of_one_op(), **_FOUND}


def _of_one_op() -> Mapping[str, Decision]:
    """Return decisions for rules whose number ends with the name of an op.

    Rules that are rows of tables are left out.
    """
    owned = with_tables(rules().values())
    names = (number for number in rules() if number not in owned)
    return {
        number: Decision(number, f"every `{number.rpartition('.')[2]}`", named, always)
        for number in names
        if number.rpartition(".")[2] in all_ops()
    }


def named(op: Op, rule: Rule) -> bool:
    """Return whether the rule names the op in backticks or at the end of its number."""
    return op.name in rule.marked or op.name in rule.number.split(".")


def citing(clause: str) -> Chooses:
    """Return a function that chooses the ops that cite a clause."""
    return lambda op, rule: clause in op.clauses


def of_class(*classes: str) -> Chooses:
    """Return a function that chooses the ops of the given classes."""
    return lambda op, rule: op.op_class in classes


def both(*choices: Chooses) -> Chooses:
    """Return a function that chooses an op if all `choices` choose it."""
    return lambda op, rule: all(chooses(op, rule) for chooses in choices)


def shaped(*names: str) -> Chooses:
    """Return a function that chooses the ops whose shape rule has one of these names."""
    return lambda op, rule: op.shape_rule.name in names


def always(asked: Asked) -> bool:
    """Return whether there are results. It is the condition of a rule that decides every result."""
    return asked.results > 0
