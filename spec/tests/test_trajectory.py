"""Tests that trajectories are sound: nodes are calls, states are renewed, starts are exact."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from samebits.spec.errors import SpecError
from samebits.spec.language.graph import Node
from samebits.spec.philox import draws32
from samebits.spec.trajectories.trajectory import Data, Drawn, all_trajectories, get_trajectory
from samebits.spec.trajectories.trajectory_steps import FIRST, attributes_of, formats_of, unfolded
from samebits.spec.trajectories.trajectory_tape import Tape

ALL = list(all_trajectories().values())


@pytest.mark.parametrize("trajectory", ALL, ids=lambda t: t.name)
def test_G20_1_every_node_is_a_declared_call_and_every_state_is_given_anew(trajectory):
    found = unfolded(trajectory, trajectory.step, formats_of(trajectory), FIRST)
    assert all(step.call is not None for step in found.steps if isinstance(step.item, Node))
    assert {state.name for state in trajectory.states} <= set(trajectory.step.operands)
    assert trajectory.step.results == trajectory.watched
    formats = {n: f for step in found.steps for n, f in zip(step.names, step.formats, strict=True)}
    assert all(formats[state.new] == state.format for state in trajectory.states)


def test_G20_2_a_drawn_start_is_exact():
    made = Drawn(5, 3).array((2, 3), 19)
    top = (draws32(19, 5, 6) >> np.uint32(8)).astype(np.float64)
    assert made.dtype == np.float32
    assert (made.astype(np.float64).reshape(-1) == (top - 2**23) * 2.0**-26).all()
    assert abs(made).max() <= 0.125


def test_G20_3_contributions_are_added_from_the_last_use_to_the_first():
    tape = Tape("f32")
    w = tape.parameter("w")
    a = tape.linear("a", tape.constant("x", "f32"), w)
    b = tape.linear("b", a, w)
    tape.linear("c", b, w)
    tape.gradients("c", tape.constant("g", "f32"))
    added = [item.inputs for item in tape.backward if isinstance(item, Node) and item.op == "add"]
    assert added == [("c.dw", "b.dw"), ("w.fan1", "a.dw")]
    assert tape.gradient_of("w") == "w.fan2"


def test_what_no_use_gives_a_gradient_to_is_an_error():
    with pytest.raises(SpecError, match="w has no gradient"):
        Tape("f32").gradient_of(Tape("f32").parameter("w"))


def test_G20_4_a_step_that_overflowed_does_not_count():
    trajectory = get_trajectory("perceptron/bf16/small")
    states = {**trajectory.start(), "done": np.float32(3)}
    found = attributes_of(trajectory, 7, states)
    assert (found["step"], found["stream"]) == (4, (7, 0))
    assert found["lr"] == attributes_of(trajectory, 0, states)["lr"]


def test_G20_5_the_stream_of_a_step_is_its_number_whatever_was_counted():
    plain = attributes_of(get_trajectory("perceptron/f32/small"), 7, {})
    assert (plain["step"], plain["stream"], plain["seed"]) == (8, (7, 0), (19, 0))


def test_rows_go_round():
    assert Data("digits", 4, ()).numbers(2, 10).tolist() == [8, 9, 0, 1]


def test_a_file_with_a_wrong_number_of_results_is_refused():
    trajectory = get_trajectory("perceptron/f32/small")
    nodes = tuple(
        replace(item, names=("new_weight1",), to=("compute",))
        if isinstance(item, Node) and item.op == "adam"
        else item
        for item in trajectory.step.nodes
    )
    broken = replace(trajectory.step, nodes=nodes)
    with pytest.raises(SpecError, match="adam has 4 results, but the node has 1"):
        unfolded(trajectory, broken, formats_of(trajectory), FIRST)


def test_an_unknown_name_is_told_with_those_there_are():
    with pytest.raises(SpecError, match="unknown trajectory 'x'; known: convolutional/f32/small"):
        get_trajectory("x")
