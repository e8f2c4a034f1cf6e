"""Tests that the record of mutated graphs matches the declarations, and that none survives."""

from __future__ import annotations

import random

import pytest

from samebits.conformance.trials.graph_mutants import graph_record as record
from samebits.conformance.trials.graph_mutants.fates import (
    ALIVE,
    DIFFERS,
    EQUAL,
    REFUSED,
    digest,
    equivalents,
    fates,
    graph_ops,
)
from samebits.spec.catalog import get_op
from samebits.spec.tests.graphs.mutants import mutants
from samebits.vectors.reader import Vectors

TRIED = 3
"""The number of mutants of each op that the tests run again.

All of them would take minutes.
"""


@pytest.fixture(scope="module")
def vectors():
    return Vectors.open()


def test_the_page_is_that_of_the_record():
    assert record.PAGE.read_text(encoding="utf-8") == record.page(record.read())


def test_every_graph_is_in_the_record_and_no_other_op():
    assert sorted(record.read()) == sorted(graph_ops())


@pytest.mark.parametrize("name", graph_ops())
def test_the_record_is_of_todays_declaration_and_cases(name, vectors):
    found = record.read()[name]
    assert found["digest"] == digest(name, vectors), (
        f"run python -m samebits.conformance.trials.graph_mutants --op {name}"
    )
    assert found[ALIVE] == []
    assert found[EQUAL] >= len(equivalents(name))
    assert found[REFUSED] + found[DIFFERS] + found[EQUAL] == len(list(mutants(get_op(name))))


@pytest.mark.parametrize("name", graph_ops())
def test_some_mutants_are_noticed_as_the_record_says(name, vectors):
    names = [mutant.name for mutant in mutants(get_op(name))]
    chosen = random.Random(name).sample(names, min(TRIED, len(names)))
    assert ALIVE not in [each.word for each in fates(name, vectors, chosen)]


def test_a_mutant_that_changes_no_case_is_alive(vectors, monkeypatch):
    """Without cases, a softmax with a wrong sum cannot be distinguished from softmax."""
    name = "softmax"
    monkeypatch.setattr(type(vectors), "cases", lambda *_, **__: [])
    words = {each.word for each in fates(name, vectors)}
    assert words == {REFUSED, ALIVE}
