"""Tests that docs/results/clauses.md matches cases, laws and saboteurs and has no empty cell."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

import numpy as np
import pytest

from samebits.conformance.laws.law_catalog import all_laws
from samebits.conformance.trials.clauses import golden
from samebits.conformance.trials.clauses.__main__ import made, place
from samebits.conformance.trials.clauses.clause_asked import Asked
from samebits.conformance.trials.clauses.clause_evidence import check, evidence, saboteurs
from samebits.conformance.trials.clauses.clause_ops import check_ops, evidence_of
from samebits.conformance.trials.clauses.decision import (
    Decision,
    add,
    all_decisions,
    always,
    named,
    rules,
)
from samebits.conformance.trials.clauses.decisions.tables_decisions import condition
from samebits.conformance.trials.clauses.suite import naming_tests, root_folder, with_tables
from samebits.conformance.trials.sabotage.named_faults import FAMILIES
from samebits.spec.catalog import get_op
from samebits.spec.documents.rules import Rule
from samebits.spec.errors import SpecError


@pytest.fixture(scope="module")
def page() -> str:
    return made()


def test_the_page_is_what_the_program_makes(page: str) -> None:
    assert place().read_text() == page, "run: python -m samebits.conformance.trials.clauses"


def test_every_rule_and_every_op_has_a_row_and_no_cell_is_empty(page: str) -> None:
    table = [line for line in page.splitlines() if line.startswith(("| **", "| `O."))]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in table]
    assert all(all(row) for row in cells)
    numbers = [re.match(r"\*\*(\S+)\*\*", row[0]) for row in cells]
    assert [m[1] for m in numbers if m and not m[1].startswith("O.")] != []
    assert {m[1] for m in numbers if m} == set(rules())
    assert sum(row[0].startswith("`O.") for row in cells) == page.count("| `O.")


def test_every_link_of_the_page_leads_to_a_file_and_every_named_test_exists(page: str) -> None:
    for text, target in re.findall(r"\[([^\]]+)\]\(([^)]+)\)", page):
        path = place().parent / target
        assert path.exists(), target
        if text.startswith("`test_"):
            known = {n.name for n in ast.walk(ast.parse(path.read_text())) if hasattr(n, "name")}
            assert text.strip("`") in known, text


NEW = Rule("T1.77", "A sum is never seen.", frozenset())


def test_a_rule_without_a_case_is_an_error_that_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [e for e in evidence([NEW], {}) if e.missing()]
    with pytest.raises(SpecError, match=r"T1\.77 lacks a case, a law, a refused call or a test"):
        check(found)


def test_a_decision_without_a_golden_case_is_an_error_that_names_it() -> None:
    """A law and a saboteur are not enough if a rule needs a golden case."""
    never = Decision("T1.2", "sums that never are", named, lambda asked: False)
    with pytest.raises(SpecError, match=r"T1\.2 lacks a golden case \(sums that never are\)"):
        check(evidence([rules()["T1.2"]], {"T1.2": never}))


def test_an_op_without_a_case_is_an_error_that_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("samebits.conformance.trials.clauses.clause_ops.cases_of", lambda op: ())
    with pytest.raises(SpecError, match=r"O\.neg\.\* lacks a golden case"):
        check_ops([evidence_of(get_op("neg"))])


def test_a_rule_has_one_decision_and_is_one_of_the_text() -> None:
    all_decisions()
    with pytest.raises(SpecError, match=r"T1\.2 has two decisions"):
        add(Decision("T1.2", "again", named, always))
    with pytest.raises(SpecError, match=r"T1\.77 is not a rule of SPEC\.md"):
        add(Decision("T1.77", "never", named, always))


@pytest.mark.parametrize("source", ["laws", "saboteurs", "families"])
def test_whatever_names_a_rule_names_one_of_the_text(source: str) -> None:
    groups: Mapping[str, Mapping[str, object]] = {
        "laws": all_laws(), "saboteurs": saboteurs(), "families": FAMILIES,
    }  # fmt: skip
    for name, item in groups[source].items():
        found = getattr(item, "rules")  # noqa: B009 (three classes with one field)
        assert set(found) <= set(rules()), name
        assert found or source == "families", f"{name} names no rule"


def test_tests_name_rules_in_their_names_and_docstrings() -> None:
    text = 'def test_D1_4_2_words():\n    """P2.1: so."""\ndef test_x():\n    pass\n'
    found = naming_tests({"D1.4", "P2.1", "P2"}, [("a.py", text)])
    assert {number: [t.name for t in tests] for number, tests in found.items()} == {
        "D1.4": ["test_D1_4_2_words"],
        "P2.1": ["test_D1_4_2_words"],
    }
    assert with_tables(list(rules().values()))["D1.13.2"] == "D1.13"


def test_words_of_the_tables_of_S4_are_understood() -> None:
    x = np.array([-np.inf, -3.0, -1.5, -0.0, 0.0, 0.5, 1.0, 4.0, np.inf, np.nan])
    wanted = {
        "odd integer < 0": [1], "no integer": [2, 5], "+-0": [3, 4], "-0": [3],
        "< 0": [1, 2], "x <= -3": [0, 1], "x = -3/2": [2], "abs(x) > 1": [0, 1, 2, 7, 8],
        "x an integer": [1, 6, 7], "x an integer plus 1/2": [2, 5], "NaN": [9],
    }  # fmt: skip
    with np.errstate(invalid="ignore"):
        assert {text: np.flatnonzero(condition(text, x)).tolist() for text in wanted} == wanted
    with pytest.raises(ValueError, match="'a prime'"):
        condition("a prime", x)


def test_S4_pow_5_is_decided_by_minus_one_to_an_infinite_power() -> None:
    """1 to an infinite power is decided by row 2 instead."""
    x = np.array([-1, -1, 1, -1], np.float32)
    y = np.array([np.inf, -np.inf, np.inf, 2], np.float32)
    call = get_op("pow").call(["f32", "f32"])
    bits = [x.view(np.uint32), y.view(np.uint32)]
    asked = Asked(call, [(4,), (4,)], lambda: bits, lambda: bits[0])
    held = all_decisions()["S4.pow.5"].when(asked)
    assert np.flatnonzero(held).tolist() == [0, 1]
    assert golden.decided_by(all_decisions()["S4.pow.2"], asked) == 1


def test_the_page_stands_in_the_folder_of_pages() -> None:
    assert place() == root_folder() / "docs" / "results" / "clauses.md"
