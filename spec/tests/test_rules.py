"""Tests of the rules of SPEC.md: every normative line has a unique number that is never reused."""

from __future__ import annotations

from collections import Counter

import pytest

from samebits.spec.catalog import all_ops
from samebits.spec.documents.rules import Entry, read_ledger, read_specification, renewed
from samebits.spec.errors import SpecError
from samebits.spec.formats import FORMATS
from samebits.spec.profiles import PROFILES

SPEC = read_specification()

SMALL = """# x specification, version 9.1

An introduction.

### T1. Sum

- **T1.1** One rule
  on two lines.

| rule | a |
|---|---|
| T1.x | 1 |

> *Consequence:* nothing.
"""


def test_every_normative_paragraph_has_a_number_of_its_own():
    assert SPEC.stray == ()
    assert [n for n, times in Counter(SPEC.numbers).items() if times > 1] == []
    assert {rule.clause for rule in SPEC.rules} == set(SPEC.clauses)


def test_a_paragraph_without_a_number_is_found():
    assert read_specification(SMALL).stray == ()
    assert read_specification(SMALL + "\nA rule, it seems.\n").stray == ("A rule, it seems.",)


def test_a_row_without_a_number_and_a_rule_of_another_clause_are_refused():
    with pytest.raises(SpecError, match="has no rule number"):
        read_specification(SMALL.replace("T1.x", "x"))
    with pytest.raises(SpecError, match=r"T2\.1 is in clause T1"):
        read_specification(SMALL.replace("T1.1", "T2.1"))


def test_the_list_of_numbers_is_that_of_the_text():
    """V1.6: rules.txt lists every number."""
    entries = read_ledger()
    assert renewed(entries, SPEC) == entries, "run: python -m samebits.spec.documents.rules"


def test_a_number_is_never_used_again():
    """V1.6: a withdrawn rule number stays withdrawn."""
    spec = read_specification(SMALL)
    gone = renewed((Entry("T1.2", "9.0"),), spec)
    assert Entry("T1.2", "9.0", "9.1") in gone
    with pytest.raises(SpecError, match=r"T1\.1 was withdrawn"):
        renewed((Entry("T1.1", "8.0", "9.0"),), spec)


def test_the_digest_is_over_what_is_normative():
    """V1.1, V1.3: every change of a rule or of the version changes the digest."""
    base = read_specification(SMALL).digest
    typography = SMALL.replace("One rule\n  on", "One `rule` on\n ").replace("nothing", "much")
    assert read_specification(typography).digest == base
    for other in (SMALL.replace("One", "No"), SMALL.replace("| 1 |", "| 2 |"), SMALL[:43]):
        assert read_specification(other).digest != base


def test_P1_1_the_profiles_of_the_text_are_those_of_the_ops():
    named = {n.removeprefix("P1.") for n in SPEC.numbers if n.startswith("P1.") and n[3:].isalpha()}
    assert named == set(PROFILES) == {op.profile for op in all_ops().values()}


def test_F1_the_table_of_formats_is_the_one_in_the_code():
    rows = {r.number.split(".")[1]: r.text.split(" | ") for r in SPEC.rules if "| emin" in r.text}
    floats = {name: f for name, f in FORMATS.items() if f.is_float}
    assert set(rows) == set(floats)
    for name, form in floats.items():
        cells = [cell.strip(" |") for cell in rows[name][-8:]]
        assert cells[0].startswith(name)
        assert cells[1:4] == [str(form.bits), str(form.precision), f"{form.emin} .. {form.emax}"]
        assert cells[4].split()[0] == form.hex(form.max_finite)
        assert cells[5] == (form.hex(form.infinity) if form.has_infinity else "none")
        assert cells[7] == form.hex(form.canonical_nan)
