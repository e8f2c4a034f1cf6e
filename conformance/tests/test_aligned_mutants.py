"""Tests that the record of mutants of T11 matches sources and cases, and that none survives."""

import random

import pytest

from samebits.conformance.trials.aligned_mutants import aligned_record as record
from samebits.conformance.trials.aligned_mutants.aligned_trial import ALIVE, Judge
from samebits.conformance.trials.aligned_mutants.changed import TEXTS, every
from samebits.vectors.reader import Vectors

TRIED = 12
"""Number of mutants that the tests run again."""


@pytest.fixture(scope="module")
def vectors():
    return Vectors.open()


def test_T11_the_record_is_of_todays_texts_and_cases(vectors):
    found = record.read()
    assert found["digest"] == record.digest(vectors), (
        "run python -m samebits.conformance.trials.aligned_mutants"
    )
    assert [(r["path"], r["told"]) for r in found["rows"]] == [(c.path, c.told) for c in every()]


def test_T11_every_change_is_noticed_or_proven_to_change_nothing():
    rows = record.read()["rows"]
    assert record.unnoticed(rows) == []
    alive = sorted((r["path"], r["told"]) for r in rows if r["fate"] == ALIVE)
    proven = sorted((path, told) for path, known in record.proofs().items() for told in known)
    assert proven == alive  # every proven mutant is listed only once


def test_T11_the_page_is_that_of_the_record():
    assert record.PAGE.read_text(encoding="utf-8") == record.page(record.read()["rows"])


@pytest.mark.parametrize("path", TEXTS)
def test_T11_some_changes_are_noticed_as_the_record_says(path, vectors):
    fates = {(r["path"], r["told"]): r["fate"] for r in record.read()["rows"]}
    judge = Judge(vectors)
    own = [c for c in every() if c.path == path]
    for changed in random.Random(path).sample(own, min(TRIED, len(own))):
        assert judge.fate(changed).word == fates[path, changed.told], changed.told


def test_T11_a_change_that_no_case_asks_is_called_alive(vectors):
    judge = Judge(vectors)
    judge.cases = []
    told = next(c for c in every() if c.rule == "T11.5")
    assert judge.fate(told).word == ALIVE
