"""Tests that drawn questions have the requested size, range and name."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import pytest

from samebits.conformance.questions import conditions, reach
from samebits.conformance.questions.cases import drawn_cases
from samebits.conformance.questions.drawing import (
    draws_drawn as of_draws,
    filled_drawn as filled,
    losses_drawn as losses,
    pools_drawn as pools,
    rotary_drawn as rotary,
    training_steps_drawn as training_steps,
)
from samebits.conformance.questions.drawn_scene import Wish
from samebits.conformance.questions.seeded import Draws
from samebits.spec.catalog import all_ops, get_op, landmarks_of
from samebits.spec.language.landmarks import StepLandmarks


def wish(op: str, size: int, rank: int = 1, **more: Any) -> Wish:
    declared = get_op(op)
    return Wish(declared, len(declared.operands), size, rank, **more)


def draws(name: object) -> Draws:
    return Draws("17", str(name))


@dataclass(frozen=True)
class Asked:
    """A question with the members that `other_conditions` reads."""

    fill: str | None = "poison"
    way: str = "prepared"
    threads: int = 3
    places: tuple[str, ...] = ("offset:4",)
    result_place: str = "offset:4"


@pytest.mark.parametrize(
    ("name", "plain"),
    [("contents", "fill"), ("way", "way"), ("number of threads", "threads"), ("layout", "places")],
)
def test_the_one_condition_without_which_bits_change_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, plain: str
) -> None:
    question: Any = Asked()
    monkeypatch.setattr(
        conditions,
        "asked",
        lambda subject, other, got: getattr(other, plain) == getattr(question, plain),
    )
    found = conditions.other_conditions(None, question, [])  # type: ignore[arg-type]
    assert found.name == name
    assert found.text.startswith(conditions.CONDITIONS[name])


def test_a_condition_that_a_question_does_not_have_is_not_asked_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question: Any = replace(Asked(), fill=None, way="", threads=0)
    tried: list[Any] = []
    monkeypatch.setattr(
        conditions, "asked", lambda subject, other, got: bool(tried.append(other)) or True
    )
    conditions.other_conditions(None, question, [])  # type: ignore[arg-type]
    assert [other.places for other in tried] == [()]


def test_a_part_of_a_whole_lies_within_it_wherever_it_is() -> None:
    for number in range(4000):
        found = of_draws._drawn(draws(number), wish("uniform", 4)).attributes
        if "whole" in found:
            ends = [n + a for n, a in zip(found["shape"], found["at"], strict=True)]
            assert all(e <= w for e, w in zip(ends, found["whole"], strict=True))


def test_integers_are_drawn_from_ranges_of_one_two_and_three_too() -> None:
    scenes = [of_draws._integers(draws(n), wish("randint", 4)).attributes for n in range(200)]
    assert {1, 2, 3, 1000} <= {scene["high"] - scene["low"] for scene in scenes}


def test_steps_make_as_many_numbers_as_were_wished_for() -> None:
    op = get_op("arange")
    for number in range(100):
        scene = filled._stepped(draws(number), wish("arange", 50))
        (shape,) = op.output_shapes(op.call((), ("f64",), **scene.attributes), [])
        assert shape == (50,)


@pytest.mark.parametrize("name", ["max_pool1d", "avg_pool2d"])
def test_an_image_is_about_as_large_as_was_wished_for(name: str) -> None:
    for number in range(50):
        scene = pools.DRAWS[get_op(name).shape_rule](draws(number), wish(name, 1 << 15))
        assert 1 << 13 < math.prod(scene.shapes[0]) < 1 << 18


def test_a_rotary_embedding_of_one_position_is_drawn() -> None:
    shapes = [rotary._drawn(draws(n), wish("rotary_embedding", 1, 3)).shapes[0] for n in range(50)]
    assert {len(shape) for shape in shapes} == {3}
    assert {math.prod(shape[:-2]) for shape in shapes} == {1}


def test_a_loss_has_two_classes_where_none_are_said() -> None:
    scene = losses.of_size(get_op("cross_entropy"), draws(1), 9, "none")
    assert scene.shapes[0] == (9, 2)


def test_operands_of_a_step_that_are_to_be_alike_have_one_shape() -> None:
    for name, op in all_ops().items():
        if not isinstance(landmarks_of(name), StepLandmarks):
            continue
        wished = replace(wish(name, 8, 2), alike=True)
        shapes = training_steps._step(draws(name), wished).shapes
        full = [s for s, p in zip(shapes, op.shape_rule.operands, strict=False) if p != "[]"]
        if len(full) == 1 < len(shapes):
            assert {*shapes} == {()}
        else:
            assert len({*full}) <= 1
            assert () not in full


def test_windows_are_asked_in_one_group_and_then_in_many() -> None:
    op = get_op("conv2d")
    scenes = [scene for scene, _ in reach._windows(op, draws(1), len(op.operands))]
    assert [s.attributes["groups"] for s in scenes[:23]] == [1] * 20 + [6, 9, 13]
    pairs = {(s.attributes["stride"][0], s.attributes["dilation"][0]) for s in scenes[:20]}
    assert len(pairs) == 16


def test_strides_are_asked_of_operands_that_do_not_repeat_themselves() -> None:
    op = next(
        name
        for name, op in all_ops().items()
        if "strides" in reach.topics(op)
        and reach.repeats(op, reach.usual_signature(name, "f32")[0])
    )
    found = reach.reach_questions("x", "17", op, "f32", "strides")
    assert any(not question.period for question in found)
    assert all(
        question.period for question in reach.reach_questions("x", "17", op, "f32", "threads")
    )


def test_topics_have_the_names_of_what_they_reach() -> None:
    names = {name for op in all_ops().values() for name in reach.topics(op)}
    assert "elements" in names
    assert all(name.islower() for name in names)
    assert "elements" in reach.topics(get_op("uniform"))


def test_every_drawn_case_says_which_calls_a_backend_has_to_support() -> None:
    for op in all_ops():
        for case in drawn_cases((), (op,)):
            calls = case.calls()
            assert calls, case.id
            assert {c.label for c in calls} == {case.label}
