"""Tests that the small calls of every format use all ways to call and all memory layouts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from samebits.backends.hosting.ways import ANOTHER_SESSION
from samebits.conformance.calls.subject import Subject, open_subject
from samebits.conformance.questions.drawn_calls import four_questions
from samebits.conformance.questions.drawn_scene import usual_label
from samebits.conformance.questions.memory_places import FAR, PAGE_END, SHARED, placed_in
from samebits.conformance.questions.mixed import mixed_questions
from samebits.conformance.questions.putting import ask
from samebits.conformance.questions.question import IN_SETTINGS
from samebits.conformance.questions.small_calls import has_rows, small_questions
from samebits.conformance.questions.wanted import answer
from samebits.conformance.trials.sabotage.fault_calls import most_rank
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import bits_of

SEED = "00000000000000a1"


@pytest.fixture
def right() -> Iterator[Subject]:
    with open_subject("py:samebits.conformance.tests.fakes:right", None) as opened:
        yield opened


def test_every_format_has_prepared_calls_and_calls_in_other_settings_between_plain_ones() -> None:
    usual = {"", "prepared", ANOTHER_SESSION, IN_SETTINGS}
    elementwise = {*usual, "repeated", "in place"}
    for op, label, ways in (
        ("add", "f32", elementwise),
        ("add", "i16", elementwise),
        ("eq", "f16_to_bool", elementwise - {"in place"}),
        ("topk", "bf16_to_bf16_i64", usual),
    ):
        asked = mixed_questions(f"drawn/mixed/{op}/{label}/1", SEED, op, label, 0, {})
        own = [q for q in asked if (q.call.op, q.call.label) == (op, label)]
        assert {q.way for q in own} == ways
        assert all(q.way == "" for q in asked if q not in own)


def test_equal_rows_lie_in_memory_as_one_and_others_as_they_are() -> None:
    rows = np.broadcast_to(np.arange(4, dtype=np.float32), (3, 4))
    for array in (np.ascontiguousarray(rows), np.zeros((2, 3, 1), np.int16)):
        found = placed_in(SHARED, array)
        assert np.array_equal(found, array)
        assert set(found.strides[:-1]) == {0}
    other = np.array([[0.0, -0.0]], np.float32).reshape(2, 1)
    assert placed_in(SHARED, other).strides == other.strides
    far = placed_in(FAR, np.ascontiguousarray(rows))
    assert max(far.strides) == 4 << 20
    assert np.array_equal(far, rows)
    assert placed_in(FAR, np.zeros(1, np.float32)).tolist() == [0]


def test_a_way_that_a_session_lacks_is_a_plain_call(right: Subject) -> None:
    question = four_questions("a name", SEED, "add", "f32")[1]
    for way in ("prepared", IN_SETTINGS, "in place"):
        produced = ask(right.session, replace(question, way=way), 0)
        assert [bits_of(x).tolist() for x in produced.outputs] == [
            x.tolist() for x in answer(question)
        ]


@pytest.mark.parametrize("op", all_ops())
def test_small_calls_lie_at_the_end_of_a_page_and_have_matrices_of_equal_rows(op: str) -> None:
    label = usual_label(op)
    small = small_questions(f"drawn/mixed/{op}/{label}/1", SEED, op, label)
    (at_end,) = [q for q in small if q.result_place == PAGE_END]
    assert set(at_end.places) <= {PAGE_END}
    has_operands = bool(get_op(op).operands)
    assert bool(at_end.places) == has_operands
    for place in (SHARED, FAR) if has_operands else ():
        (asked,) = [q for q in small if set(q.places) == {place}]
        assert any(map(has_rows, asked.shapes)) or most_rank(op, 2) < 2


@pytest.mark.parametrize(
    ("shape", "wanted"),
    [((3, 4), True), ((2, 1, 4), True), ((2, 3, 1), False), ((1, 4), False), ((4,), False)],
)
def test_rows_that_share_memory_have_several_elements_each(
    shape: tuple[int, ...], wanted: bool
) -> None:
    """A fault that needs exactly one axis with a stride was missed when every axis had stride 0."""
    assert has_rows(shape) is wanted
