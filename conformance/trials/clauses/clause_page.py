"""Make docs/results/clauses.md from the evidence for each rule and each op."""

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
# Evidence for each rule

Made by `python -m samebits.conformance.trials.clauses` from [SPEC.md](../../spec/SPEC.md), the
vectors, the laws and the saboteurs. The program reports an error for every rule without evidence.

For each rule that a backend must follow, the table lists what would fail if a backend broke it:

- *golden cases*: first the results that the rule decides, then the golden cases that contain such
  results: the number of cases and results, and the groups of cases with the most results. Each
  result was examined if its operands are stored, or drawn with up to {drawn:,} elements. Cases with
  larger drawn operands are counted only if the call itself shows that the rule applies.
- *laws and drawn questions*: laws that cite the rule, with their numbers of cases, and one drawn
  question that asks for it, with the number of results. *every run* means that the question asks
  for the rule with any seed. Otherwise it does so with seed 0.
- *saboteur*: backends that break the rule, which the judge must catch. A link with only a name is a
  mistake that real software makes; [a test]({saboteurs}) checks that the judge catches each with
  the right diagnosis. A *family* is a kind of [faults by program](saboteurs.md); [a
  test]({families}) plants some of them, and `nox -s record -- sabotage` plants thousands. A *fault*
  is a backend in which the last bit is wrong in all results that the rule decides; if the rule
  decides every result of its ops, the results are moved by one position instead. [A test]({faults})
  runs each on the smallest golden case of its rule.
- *refused calls*: invalid calls that break the rule. [A test]({refused}) {puts}.
"""

_SUITE = """\
## Rules for the suite

No call of a backend can show whether these rules hold. They define what a judge, a report or a
version is, how drawn operands are made, or the bits of ops that a later version declares{errors}.
The table lists the tests that name them.
"""

_ERRORS = ", or which calls are errors"

_OPS = """\
## The tables of ops

One row for each table of [SPEC-OPS.md](../../spec/SPEC-OPS.md):

- *golden cases*: the number of golden cases, how many of the op's formats (signatures) they cover,
  and how many different values each attribute has in them.
- *laws and drawn questions*: their numbers, and the numbers of values or formats that they cover,
  if the golden cases cover too few; then the invalid calls that break a row of the table.
- *saboteur*: the families of [faults by program](saboteurs.md) that can be planted in the op.
"""


def page(found: Sequence[Evidence], ops: Sequence[OpEvidence], drawn: int) -> str:
    """Return the text of the page. Call `check` on the evidence before."""
    head = _HEAD.format(
        drawn=drawn,
        saboteurs=_link(PROOF_OF_SABOTEURS),
        families=_link(PROOF_OF_FAMILIES),
        faults=_link(PROOF_OF_FAULTS),
        refused=f"../../{tests_of_refusals()}",
        puts="runs them on a backend" if judged() else "runs them on the declarations",
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
    """Return the number and the first words of a rule.

    If the rule is a row of a table, return its cells.
    """
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
            return f"no result, because the call is an error: {_refused(e)}"
        return f"{LAW_ALONE}: a rule about several calls"
    counts = e.golden.results.most_common()
    shown = ", ".join(f"`{group}` {count:,}" for group, count in counts[:_GROUPS])
    more = len(counts) - _GROUPS
    rest = f" and {more:,} more group{'' if more == 1 else 's'}" if more > 0 else ""
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
        more = len(kinds) - _GROUPS
        said += [f"{more:,} more kind{'' if more == 1 else 's'}"] if more > 0 else []
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
