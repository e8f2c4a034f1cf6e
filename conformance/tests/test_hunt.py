"""Tests of the hunt for mutants, and that proofs of equivalence hold on drawn calls."""

from __future__ import annotations

import json
from functools import cache

import numpy as np
import pytest

from samebits.conformance.errors import JudgeError
from samebits.conformance.trials.graph_mutants import fates as fates_module
from samebits.conformance.trials.graph_mutants.draw import draw_call
from samebits.conformance.trials.graph_mutants.fates import (
    equivalents,
    fates,
    graph_ops,
    proofs_of,
)
from samebits.conformance.trials.graph_mutants.graph_trial import Situation, Trial
from samebits.conformance.trials.graph_mutants.hunt import SMALL, Hunt
from samebits.conformance.trials.graph_mutants.rules import EXACT, MOVED, proven
from samebits.conformance.trials.graph_mutants.smaller import smaller
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.tests.graphs.mutants import mutants_of
from samebits.vectors.reader import Vectors
from samebits.vectors.told.told_calls import FOLDER, told_of

NAME, MUTANT = "mse_loss_gradient", "dx without its rounding"
DRAWN = 12
"""The number of drawn calls for each proof in these tests. The hunt itself tries thousands."""

KEPT = sorted(path.stem for path in FOLDER.glob("*.json"))


@cache
def mutants(name):
    """Return the mutants of a graph by name.

    They take too long to be made while tests are collected.
    """
    return {mutant.name: mutant for mutant in mutants_of(name)}


def hunt(tmp_path, most=4000):
    found = Hunt(get_op(NAME), [MUTANT], tmp_path / "state", tmp_path / "told")
    while found.left and found.drawn < most:
        found.draw()
    return found


def test_a_mutant_is_told_by_a_small_call_that_is_kept(tmp_path):
    assert not hunt(tmp_path).left
    (told,) = told_of(NAME, tmp_path / "told")
    assert told.tells == (MUTANT,)
    assert told.elements <= SMALL
    situation = Situation(get_op(NAME), told.call, told.shapes)
    assert Trial(situation, told.inputs()).tells(mutants(NAME)[MUTANT])


def test_what_is_told_already_is_not_hunted_again(tmp_path):
    drawn = hunt(tmp_path).drawn
    again = Hunt(get_op(NAME), [MUTANT], tmp_path / "state", tmp_path / "told")
    assert (again.left, again.drawn) == ([], drawn)


def test_a_hunt_that_was_interrupted_goes_on_where_it_was(tmp_path):
    first = Hunt(get_op(NAME), [MUTANT], tmp_path / "state", tmp_path / "told")
    for _ in range(3):
        first.draw()
    first.save()
    again = Hunt(get_op(NAME), [MUTANT], tmp_path / "state", tmp_path / "told")
    assert again.drawn == 3


@pytest.mark.parametrize("text", ["", "{", "[]", json.dumps({"graph": "another", "drawn": 9})])
def test_a_hunt_of_another_declaration_begins_anew(text, tmp_path):
    (tmp_path / f"{NAME}.json").write_text(text)
    assert Hunt(get_op(NAME), [MUTANT], tmp_path, tmp_path / "told").drawn == 0


def test_a_kept_call_that_tells_nothing_any_more_is_dropped(tmp_path):
    hunt(tmp_path)
    path = tmp_path / "told" / f"{NAME}.json"
    path.write_text(path.read_text().replace(MUTANT, "d removed, x in its place"))
    again = Hunt(get_op(NAME), [MUTANT], tmp_path / "state", tmp_path / "told")
    assert [told.tells for told in again.kept] in ([], [("d removed, x in its place",)])
    path.write_text(path.read_text().replace("d removed, x in its place", "no mutant"))
    again = Hunt(get_op(NAME), [MUTANT], tmp_path / "state", tmp_path / "told")
    assert again.kept == []
    assert [mutant.name for mutant in again.left] == [MUTANT]


def test_a_call_is_made_as_small_and_as_simple_as_its_mutant_allows():
    x = np.arange(240, dtype=np.float16).reshape(4, 60) + np.float16(0.625)

    def tells(inputs):
        a, b = inputs
        return a.shape == b.shape and bool(np.any(a * b > 40))

    a, b = smaller([x, x], ["f16", "f16"], tells)
    assert a.shape == b.shape == (1, 1)
    assert tells([a, b])
    assert bool(np.all([np.frexp(y)[0] in (0.5, 0.75, 0.625, 0.875) for y in (a, b)]))


@pytest.mark.parametrize("name", KEPT)
def test_G1_kept_calls_tell_what_they_say(name):
    for told in told_of(name):
        trial = Trial(Situation(get_op(name), told.call, told.shapes), told.inputs())
        for mutant in told.tells:
            assert trial.tells(mutants(name)[mutant]), f"{told.name} does not tell {mutant}"


@pytest.mark.parametrize("name", [name for name in graph_ops() if proofs_of(name)])
def test_no_drawn_call_tells_what_is_proven(name):
    """No drawn or stored call distinguishes a mutant from the original if they are proven equal."""
    op = get_op(name)
    asked = [told.inputs() for told in told_of(name)]
    trials = [
        Trial(Situation(op, told.call, told.shapes), inputs)
        for told, inputs in zip(told_of(name), asked, strict=True)
    ]
    for number in range(DRAWN):
        try:
            drawn = draw_call(op, number)
            trials.append(Trial(Situation(op, drawn.call, drawn.shapes), drawn.operands(op)))
        except (SpecError, ValueError):
            continue
    for mutant in proofs_of(name):
        assert not any(trial.tells(mutants(name)[mutant]) for trial in trials), mutant


@pytest.mark.parametrize("name", graph_ops())
def test_proofs_are_of_mutants_and_no_rule_says_them_again(name):
    assert {*equivalents(name)} <= {*mutants(name)} - {*proven(name)}


def test_every_file_of_proofs_is_of_a_graph():
    assert {path.stem for path in fates_module.EQUIVALENT.glob("*")} <= {*graph_ops()}


def test_rules_know_their_kind():
    assert proven("l1_loss")["d without its rounding"] == MOVED  # abs
    assert proven("kl_div")["tl without its rounding"] == MOVED  # where
    assert proven("l1_loss_gradient")["slope without its rounding"] == EXACT  # sign


def test_rules_know_no_more():
    assert "d without its rounding" not in proven("mse_loss")  # a square reads d
    assert "d without its rounding" not in proven("huber_loss_gradient")  # not only sign reads d
    assert "total without its rounding" not in proven("masked_sum")  # a tree rounds many times
    assert "q without its rounding" not in proven("softmax_gradient")  # a cast reads q
    assert "x removed, input in its place" not in proven("l1_loss")  # a cast to f32 reads x


def test_a_proof_of_what_a_case_tells_is_an_error(monkeypatch):
    monkeypatch.setattr(fates_module, "proofs_of", lambda _: {MUTANT: "it is so"})
    monkeypatch.setattr(fates_module._Judge, "fate", lambda *_: ("differs", "some/case"))
    with pytest.raises(JudgeError, match=f"some/case notices the mutant '{MUTANT}', but"):
        list(fates(NAME, Vectors.open(), [MUTANT]))
