"""Tests of the comparison of two witnesses: the first step that differs, and its difference."""

from __future__ import annotations

from samebits.common.witnesses import Seen, Step, Witness
from samebits.conformance.calls.witnessing import differences

STATE = {"specification": "0.2", "table": "ab", "torch": "2.13.0"}
ONE = Seen("y", "f32", (2,), "aa")


def witness(*steps: Step) -> Witness:
    return Witness(STATE, steps)


def test_other_ops_at_one_step_are_both_named() -> None:
    mine, other = Step("add", "model.py:3", (ONE,)), Step("mul", "model.py:4", (ONE,))
    assert list(differences(witness(mine), witness(other))) == [
        "step 0: add model.py:3",
        "  in the other: mul model.py:4",
        "  the one runs add, the other mul",
    ]


def test_bytes_of_another_length_are_told_and_not_compared_element_by_element() -> None:
    short, long = (Seen("y", "f32", (2,), str(n), bytes(n)) for n in (4, 8))
    found = [witness(Step("add", "", (seen,))) for seen in (short, long)]
    assert list(differences(*found)) == ["step 0: add", "  y f32 [2]: 4 and 8 bytes"]


def test_equal_witnesses_are_not_parted_and_a_longer_one_is_told() -> None:
    step = Step("add", "model.py:3", (ONE,))
    assert not list(differences(witness(step), witness(step)))
    (line,) = differences(witness(step), witness(step, step))
    assert line == "1 and 2 steps; the steps that both have are equal"
    (_, said) = differences(witness(step), witness(Step("add", "model.py:3", ())))
    assert said == "  1 and 0 tensors"
