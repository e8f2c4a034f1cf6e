"""Tests of questions to the revealer: allowed questions, expected trees, and reported trees."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from samebits.conformance.errors import JudgeError
from samebits.conformance.reveal import asking
from samebits.conformance.reveal.adapter import Question
from samebits.conformance.reveal.asking import ask, budget_for, is_canonical, reveal_outputs
from samebits.conformance.reveal.families import build
from samebits.conformance.reveal.replay import Model
from samebits.conformance.reveal.revealer import Revealed


def test_a_question_is_of_1_to_16384_terms() -> None:
    for n in (1, 16384):
        asked = ask("sum", "f32", Question(n))
        assert asked.shapes == ((n,),)
        assert asked.canonical is not None
        assert asked.canonical.leaves == n
    with pytest.raises(JudgeError, match="--n 0 must be from 1 to 16384"):
        ask("sum", "f32", Question(0))
    for n in (-1, 16385):
        with pytest.raises(JudgeError, match=f"--n {n} must be from 1 to 16384 term"):
            ask("sum", "f32", Question(n))


def test_rows_and_columns_are_limited() -> None:
    for rows, columns in ((4096, 1), (1, 4096)):
        asked = ask("matmul", "f32", Question(4, rows=rows, columns=columns))
        assert (asked.shapes, asked.outputs) == (((rows, 4), (4, columns)), 4096)
    for name in ("rows", "columns"):
        for outside in (0, 4097):
            with pytest.raises(JudgeError, match=f"--{name} {outside} must be from 1 to"):
                ask("matmul", "f32", Question(4, **{name: outside}))


def test_a_format_that_the_op_does_not_have_is_refused_with_those_it_has() -> None:
    with pytest.raises(JudgeError, match="sum has no format 'f33'; known: .*f32") as caught:
        ask("sum", "f33", Question(4))
    assert "bf16, " in str(caught.value)


def test_of_the_calls_of_a_format_the_one_without_a_bias_is_asked() -> None:
    asked = ask("linear", "f32", Question(4, rows=2, columns=3))
    assert asked.call.inputs == ("f32", "f32")
    assert asked.shapes == ((2, 4), (3, 4))
    assert (asked.products, asked.outputs) == (True, 6)
    assert not ask("sum", "f32", Question(4)).products


def test_T10_no_tree_is_wanted_of_an_exact_sum() -> None:
    assert ask("sum_exact", "f32", Question(4)).canonical is None


@pytest.mark.parametrize(
    ("op", "name"), [("sum", "balanced"), ("mean", "balanced"), ("dot", "contraction")]
)
def test_T4_the_canonical_tree_is_that_of_the_clause(op: str, name: str) -> None:
    asked = ask(op, "f32", Question(8))
    assert asked.canonical is not None
    assert asked.canonical.name == name


@pytest.mark.parametrize(
    ("form", "n", "divided", "budget"),
    [
        ("f32", 64, False, 32 * 64 * 7),
        ("f32", 2, False, 32 * 2 * 4),
        ("bf16", 300, False, 32 * 300 * 9 * 2),
        ("bf16", 300, True, 32 * 300 * 9 * 5),
    ],
)
def test_a_budget_grows_with_the_blocks_that_a_format_can_count(
    form: str, n: int, divided: bool, budget: int
) -> None:
    box: Any = SimpleNamespace(format=form, result_format=form, leaves=n, divided=divided)
    assert budget_for(box) == budget


def answering(monkeypatch: pytest.MonkeyPatch, summation: Any, revealed: Any) -> None:
    """Replace the black box and the revealer, and set a limit of 100 probes."""
    monkeypatch.setattr(asking, "summation_of", summation)
    monkeypatch.setattr(asking, "budget_for", lambda box: 100)
    monkeypatch.setattr(asking, "random_rows", lambda box, seed: (0, 0))
    monkeypatch.setattr(asking, "reveal", revealed)


def test_of_many_groups_of_outputs_the_largest_are_shown_in_their_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    groups = [(0,), (1, 2), (3,), (4, 5, 6), (7, 8, 9, 10), (11, 12)]
    found: Any = SimpleNamespace(name="none", confirmed=False)
    box: Any = SimpleNamespace(outputs=13, leaves=4, alike=lambda *rows: groups)
    answering(monkeypatch, lambda *_: box, lambda box, **_: found)
    nothing: Any = None
    shown = reveal_outputs(nothing, nothing, 0, lambda *_: None)
    assert [places for places, _ in shown] == [(1, 2), (4, 5, 6), (7, 8, 9, 10), (11, 12)]
    box.outputs = 1
    assert reveal_outputs(nothing, nothing, 0, lambda *_: None) == [(None, found)]
    box.outputs, found.name = 13, "exact"
    assert reveal_outputs(nothing, nothing, 0, lambda *_: None) == [(None, found)]


@pytest.mark.parametrize("name", ["exact", "unstable", "unfinished"])
def test_what_would_be_found_of_each_output_is_told_once(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    found: Any = SimpleNamespace(name=name, confirmed=False)
    box: Any = SimpleNamespace(outputs=2, leaves=4, alike=lambda *rows: [(0,), (1,)])
    answering(monkeypatch, lambda *_: box, lambda box, **_: found)
    nothing: Any = None
    assert reveal_outputs(nothing, nothing, 0, lambda *_: None) == [(None, found)]
    found.name = "none"
    shown = reveal_outputs(nothing, nothing, 0, lambda *_: None)
    assert shown == [((0,), found), ((1,), found)]


def test_outputs_that_are_alike_but_not_confirmed_together_are_asked_by_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With a probe for each output, the call may add in a different order than with equal terms."""
    places: list[int | None] = []
    heard: list[tuple[int, int]] = []

    def summation(subject: object, asked: object, place: int | None) -> Any:
        places.append(place)
        return SimpleNamespace(outputs=2, leaves=4, alike=lambda *rows: [(0, 1)])

    def revealed(box: object, *, seed: int, budget: int, tell: Any) -> Any:
        tell(3)
        assert (seed, budget) == (7, 100)
        return SimpleNamespace(name="none", confirmed=places[-1] == 0)

    answering(monkeypatch, summation, revealed)
    nothing: Any = None
    ((place, found),) = reveal_outputs(nothing, nothing, 7, lambda *told: heard.append(told))
    assert (place, found.confirmed, places) == (None, True, [None, 0])
    assert heard == [(3, 4), (3, 4)]


def tree_of(name: str, n: int, accumulate: str = "f32", *, confirmed: bool = True) -> Revealed:
    """Return the revealer's result for a sum of the canonical tree with this name."""
    return Revealed(Model(build("balanced", n), accumulate), name, "", confirmed, 9, 48)


def test_T1_canonical_is_the_tree_with_its_accumulator_confirmed() -> None:
    asked = ask("sum", "f32", Question(8))
    assert is_canonical(asked, tree_of("balanced", 8))
    assert not is_canonical(asked, tree_of("balanced", 8, confirmed=False))
    assert not is_canonical(asked, tree_of("sequential", 8))
    assert not is_canonical(asked, tree_of("balanced", 8, "f64"))
    assert not is_canonical(asked, Revealed(None, "balanced", "", True, 9, 0))


@pytest.mark.parametrize(("op", "few"), [("sum_exact", 2), ("dot_exact", 1)])
def test_T10_of_an_exact_sum_only_few_terms_may_have_a_tree(op: str, few: int) -> None:
    asked = ask(op, "f32", Question(8))
    assert is_canonical(asked, Revealed(None, "exact", "", False, 9, 0))
    assert not is_canonical(asked, Revealed(None, "wide", "", False, 9, 0))
    assert is_canonical(asked, tree_of("balanced", few))
    assert not is_canonical(asked, tree_of("balanced", few, confirmed=False))
    assert not is_canonical(asked, tree_of("balanced", few + 1))
