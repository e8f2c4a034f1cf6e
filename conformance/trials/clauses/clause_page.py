"""docs/results/clauses.md in Markdown, made from the evidence for each rule and each op."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from samebits.common.modules import modules_of
from samebits.conformance import laws as laws_package
from samebits.conformance.laws.law import Law
from samebits.conformance.trials.clauses.clause_evidence import (
    PROOF_OF_FAMILIES,
    PROOF_OF_FAULTS,
    PROOF_OF_SABOTEURS,
    Evidence,
)
from samebits.conformance.trials.clauses.clause_ops import OpEvidence
from samebits.conformance.trials.clauses.clause_refusals import groups_of, judged, tests_of_refusals
from samebits.conformance.trials.clauses.decision import LAW_ALONE
from samebits.conformance.trials.clauses.suite import Test
from samebits.spec.documents.rules import Rule, read_specification

_WORDS = 9
_GROUPS = 3
_TESTS = 3

_HEAD = """\
# What asks each rule

Made by `python -m samebits.conformance.trials.clauses` of [SPEC.md](../../spec/SPEC.md), the
vectors, the laws and the saboteurs. A test demands that this page is what they say; a rule that
nothing asks is an error that names it.

Of every rule that binds a backend it says:

- *Golden cases*: which results the rule decides, and the golden cases that hold them: groups of
  cases with the number of such results, those with most of them first. Operands that are stored,
  and drawn ones of up to {drawn:,} elements, were looked at one by one; larger drawn operands count
  where the rule needs no look at them.
- *Laws and drawn questions*: the laws that name the rule, with the number of their cases; and one
  case of drawn questions that asks for it, at the seed 0 or, marked *every run*, at any seed.
- *Saboteur*: backends that break the rule. Those with a name were written for a mistake that
  software makes, and [a test]({saboteurs}) asks that the judge catches each with
  the right diagnosis. A *family* is one of [faults by program](saboteurs.md), of which
  [a test]({families}) plants some, and `nox -s record -- sabotage` thousands. A *fault* is
  the right backend but for the last bit of those results that the rule decides (where it decides
  every result of an op: they stand one place on); [a test]({faults}) plants
  each before the least golden case of its rule.
- *Refused calls*: malformed calls that break the rule, which [a test]({refused})
  {puts}.
"""

_SUITE = """\
## Rules that bind the suite

No call shows whether these are kept: they say what a judge, a report or a version is, how drawn
operands are made, or fix the bits of ops that are declared in a later version{errors}.
The tests that name them hold them.
"""

_ERRORS = ", and which calls are errors"

_OPS = """\
## The tables of ops

The rows of [SPEC-OPS.md](../../spec/SPEC-OPS.md), op by op: in how many of its formats (signatures)
an op has golden cases, and how many values of each attribute they ask; its drawn questions and
cases of laws, with the values and formats that they ask where golden cases ask too few; the
malformed calls that break its rows; and the families of [faults by program](saboteurs.md) that
spoil it.
"""


def page(found: Sequence[Evidence], ops: Sequence[OpEvidence], drawn: int) -> str:
    """Return the text of the page. The evidence must have been checked before."""
    head = _HEAD.format(
        drawn=drawn,
        saboteurs=_link(PROOF_OF_SABOTEURS),
        families=_link(PROOF_OF_FAMILIES),
        faults=_link(PROOF_OF_FAULTS),
        refused=f"../../{tests_of_refusals()}",
        puts="puts to a backend" if judged() else "puts to the declarations",
    )
    binding = [e for e in found if e.binds_backends]
    others = [e for e in found if not e.binds_backends]
    parts = [head]
    for clause, title in read_specification().clauses.items():
        rows = [_row(e) for e in binding if e.rule.clause == clause]
        if rows:
            heads = ("rule", "golden cases", "laws and drawn questions", "saboteur")
            parts.append(f"## {clause}. {title}\n\n{_table(heads, rows)}\n")
    suite = [(_rule(e.rule), _tests(e.tests)) for e in others]
    text = _SUITE.format(errors="" if judged() else _ERRORS)
    parts.append(f"{text}\n{_table(('rule', 'tests'), suite)}\n")
    heads = ("rows", "golden cases", "laws and drawn questions", "saboteur")
    parts.append(f"{_OPS}\n{_table(heads, [_op_row(e) for e in ops])}\n")
    return "\n".join(parts)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    for row in rows:
        assert all(row), f"a cell of {row[0]} is empty"
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _link(test: Test) -> str:
    return f"../../{test.path}"


@cache
def _law_files() -> dict[str, str]:
    """Return the link to the module of each law, by the name of the law."""
    laws = ((name, getattr(load(), "LAW", None)) for name, load in modules_of(laws_package))
    return {
        law.name: f"../../conformance/laws/{name}.py" for name, law in laws if isinstance(law, Law)
    }


def _rule(rule: Rule) -> str:
    """Return the number and the first words of a rule, or the cells of a row of a table."""
    if rule.text.startswith("| rule |"):
        cells = [cell.strip() for cell in rule.text.split("|")][1:-1]
        words = [cell for cell in cells[len(cells) // 2 + 1 :] if cell]
        return f"**{rule.number}** {_short('; '.join(words))}"
    return f"**{rule.number}** {_short(rule.text)}"


def _short(text: str) -> str:
    words = text.replace("|", "").replace("*", "\\*").replace("_", "\\_").split()
    return " ".join(words[:_WORDS]) + (" ..." if len(words) > _WORDS else "")


def _row(e: Evidence) -> tuple[str, str, str, str]:
    return _rule(e.rule), _golden(e), _asked(e), _saboteurs(e)


def _golden(e: Evidence) -> str:
    if e.decision is None:
        if e.refused:
            return f"calls without a result: {_refused(e)}"
        return f"{LAW_ALONE}: a rule about several calls"
    counts = e.golden.results.most_common()
    shown = ", ".join(f"`{group}` {count:,}" for group, count in counts[:_GROUPS])
    more = len(counts) - _GROUPS
    rest = f" and {_count(more, 'group')} more" if more > 0 else ""
    cases, results = e.golden.cases.total(), e.golden.results.total()
    total = f"{_count(cases, 'case')}, {_count(results, 'result')}"
    return f"{_cell(e.decision.words)}: {total}: {shown}{rest}"


def _cell(text: str) -> str:
    return text.replace("|", "").replace("*", "\\*")


def _refused(e: Evidence) -> str:
    calls = sum(e.refused.values())
    of = _count(len(e.refused), "op")
    return f"[{_count(calls, 'refused call')}](../../{tests_of_refusals()}) of {of}"


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _asked(e: Evidence) -> str:
    said = [f"law [`{name}`]({_law_files()[name]}) {count:,}" for name, count in e.laws.items()]
    if e.question is not None:
        when = ", every run" if e.question.every_run else ""
        said.append(f"`{e.question.id}` {e.question.results:,}{when}")
    kinds = groups_of(e.rule.number).most_common()
    if e.decision is not None and e.refused:
        said.append(_refused(e))
    elif kinds:
        said += [f"`refused/{what}` of {_count(ops, 'op')}" for what, ops in kinds[:_GROUPS]]
        said += [f"{_count(len(kinds) - _GROUPS, 'kind')} more"] if len(kinds) > _GROUPS else []
    return ", ".join(said)


def _saboteurs(e: Evidence) -> str:
    folder = "../../conformance/trials/saboteurs"
    said = [f"[`{name}`]({folder}/{name}.py)" for name in e.saboteurs]
    said += [f"family [`{name}`]({_link(PROOF_OF_FAMILIES)})" for name in e.families]
    if e.decision is not None:
        said.append(f"[fault `{e.rule.number}`]({_link(PROOF_OF_FAULTS)})")
    return ", ".join(said)


def _tests(tests: Sequence[Test]) -> str:
    shown = ", ".join(f"[`{t.name}`]({_link(t)})" for t in tests[:_TESTS])
    more = len(tests) - _TESTS
    return shown + (f" and {more} more" if more > 0 else "")


def _op_row(e: OpEvidence) -> tuple[str, str, str, str]:
    values = ", ".join(f"`{name}` {_count(count, 'value')}" for name, count in e.values.items())
    formats = f"{e.formats} of {len(e.op.signatures)} formats"
    golden = f"{e.cases:,} cases in {formats}{'; ' if values else ''}{values}"
    questions = f"{e.drawn} drawn, {e.laws:,} of laws"
    for name, count in e.others.items():
        questions += f", `{name}` {count} values" if name in e.values else f", {count} formats"
    if e.refused:
        questions += f", [{_count(e.refused, 'refused call')}](../../{tests_of_refusals()})"
    faults = f"[{len(e.faults)} families]({_link(PROOF_OF_FAMILIES)}): {', '.join(e.faults)}"
    return f"`O.{e.op.name}.*`", golden, questions, faults
