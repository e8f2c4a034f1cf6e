"""Tests of training runs: right devices repeat them, and differences name step and op."""

from __future__ import annotations

import json
import re
import shlex
import sys
from contextlib import nullcontext
from dataclasses import replace
from importlib.util import find_spec
from runpy import run_path
from types import SimpleNamespace

import numpy as np
import pytest

from samebits.backends import discovery
from samebits.backends.protocol import Device
from samebits.conformance.calls.subject import Subject, open_subject
from samebits.conformance.errors import JudgeError
from samebits.conformance.explaining.explain_trajectory import asks
from samebits.conformance.judging import trajectorywork as work
from samebits.conformance.judging.trajectorywork import judge_trajectory
from samebits.conformance.tests.test_saboteurs import load
from samebits.conformance.trajectories import __main__ as run, data, roots
from samebits.conformance.trajectories.__main__ import agreed, agreement, keep, label
from samebits.conformance.trajectories.bisect import compared
from samebits.conformance.trajectories.reference import believed
from samebits.conformance.trajectories.trajectory_catalog import (
    STEPS,
    all_trajectory_cases,
    look_up_trajectories,
)
from samebits.spec.catalog import get_op
from samebits.spec.language.graph import node
from samebits.spec.language.graph_steps import Step
from samebits.spec.trajectories.trajectory import all_trajectories, get_trajectory
from samebits.spec.trajectories.trajectory_steps import calls

with_digits = pytest.mark.skipif(
    find_spec("sklearn") is None,
    reason="no scikit-learn, whose digits they are: training runs on them are not repeated here",
)


def marked(value, trajectory, name):
    """Return a test parameter that is skipped if the data of its trajectory are missing."""
    marks = [with_digits] if trajectory.data.source == "digits" else []
    return pytest.param(value, id=name, marks=marks)


SMALL = [case for case in all_trajectory_cases() if case.level != "full"]


def usable():
    return [d.name for d in discovery.load("c").devices() if d.available]


def judged(subject, case_id):
    return judge_trajectory(subject, look_up_trajectories([case_id])[0], nullcontext)


@pytest.mark.parametrize("device", usable())
@pytest.mark.parametrize("case", [marked(c, c.trajectory, c.id) for c in SMALL if c.what == STEPS])
def test_G20_6_every_small_trajectory_has_its_roots_on_every_device(case, device):
    with open_subject("c", device) as subject:
        assert judged(subject, case.id).outcome == "pass"


@pytest.mark.parametrize("case", [marked(c, c.trajectory, c.id) for c in SMALL if c.what != STEPS])
def test_G20_7_the_laws_hold(case):
    with open_subject("c", usable()[-1]) as subject:
        result = judge_trajectory(subject, case, nullcontext)
    assert (result.outcome, result.reason) == ("pass", "")
    assert result.elements > 0


@pytest.mark.parametrize("threads", [1, 3])
@with_digits
def test_the_number_of_threads_changes_no_root(threads):
    with open_subject("c", "baseline", threads) as subject:
        assert judged(subject, "trajectory/convolutional/f32/small/steps").outcome == "pass"


@pytest.mark.parametrize(
    ("name", "step", "at", "op"),
    [
        ("running_statistics_stand", 1, "normed1", "batch_norm"),
        ("state_of_the_step_before", 2, "new_weight1", "adam"),
        ("dropout_seed_stands", 2, "kept", "dropout"),
        ("steps_of_this_session", 2, "new_weight1", "adam"),
    ],
)
@with_digits
def test_a_saboteur_is_caught_and_its_step_and_op_are_named(name, step, at, op):
    backend = load(name)
    subject = Subject(name, backend, Device("cpu", name), backend.open("cpu"))
    result = judged(subject, backend.caught_by)
    assert result.outcome == "fail"
    assert re.match(rf"step {step} of \d+: node {at} \({op}\b", result.reason), result.reason
    assert result.wrong > 0
    assert result.examples[0].wanted != result.examples[0].got


@pytest.mark.parametrize(
    ("results", "first"),
    [(("x",), "[1, 0]"), (("x", "mean"), "x[1, 0]"), (("other", "x"), "x[1, 0]")],
)
def test_the_first_element_is_named_with_its_result_where_there_are_several(results, first):
    call = get_op("relu").call(["f32"])
    step = Step(node(results, "relu", "a"), results, ("a",), call.outputs, None, call)
    wanted = [np.zeros((2, 2), np.float32) for _ in results]
    got = [x.copy() for x in wanted]
    got[results.index("x")][1] = 1
    found = compared(step, call, [], wanted, got)
    assert (found.node, found.value, found.element) == (results[0], "x", first)
    assert (found.wrong, found.bits()) == (2, (0, 0x3F800000))


@with_digits
def test_an_error_of_the_backend_names_step_and_node():
    backend = load("crash")
    raising = replace(backend, ops=("relu",), spoil=_raise)
    subject = Subject("raising", raising, Device("cpu", "raising"), raising.open("cpu"))
    result = judged(subject, "trajectory/perceptron/f32/small/steps")
    assert result.outcome == "error"
    assert result.reason.startswith("step 1 of 10: node hidden1 (relu[f32]): ")


def _raise(session, call, inputs, output):
    from samebits.backends.protocol import BackendError

    raise BackendError("no rectifier today")


@with_digits
def test_no_reference_is_believed_that_has_another_root():
    trajectory = get_trajectory("perceptron/f32/small")
    rows = data.operands(trajectory.data, 0)
    with believed(trajectory, 0, trajectory.start(), rows, "0" * 64) as (run, why):
        assert run is None
        assert "c:baseline has not the recorded root either" in why
        assert "the oracle has not the recorded root either" in why


@pytest.mark.parametrize(
    "name", [marked(name, found, name) for name, found in all_trajectories().items()]
)
def test_recorded_roots_are_of_what_is_declared_now(name):
    """A change of a trajectory, or of an op in it, requires new roots."""
    trajectory, known = get_trajectory(name), roots.recorded()[name]
    assert known.declared == roots.declared(trajectory), "nox -s record -- trajectories --record"
    data.source.cache_clear()
    assert known.data == data.source(trajectory.data.source).digest
    assert known.start == roots.start_root(trajectory)
    assert (len(known.roots), known.proven) == (trajectory.steps, trajectory.proven)
    assert len(set(known.roots)) == trajectory.steps


def test_the_oracle_made_the_first_roots_of_every_small_trajectory_and_the_text_says_so():
    for case in all_trajectory_cases():
        if case.what == STEPS:
            known = roots.recorded()[case.name]
            assert bool(known.proven) == (case.trajectory.size == "small")
            assert "c:baseline" in asks(case) or known.proven == len(known.roots)


@pytest.mark.parametrize("name", sorted(all_trajectories()))
def test_every_device_of_c_agreed_on_whole_trajectories_with_the_roots_recorded_now(name):
    """New roots require a new comparison of the devices."""
    known, kept = roots.recorded()[name], agreed()[name]
    for place, found in kept.items():
        assert found == agreement(known, found.steps), f"{place}: nox -s record -- trajectories"
    whole = {place for place, found in kept.items() if found.steps == len(known.roots)}
    wanted = {f"c:{d}" for d in ("baseline", "avx2", "avx512")}
    assert whole >= {label(place, threads) for place in wanted for threads in (1, 2)}
    assert kept["cuda:emulated"].steps >= (3 if name.endswith("/whole") else len(known.roots))


def test_what_is_kept_of_a_device_is_its_longest_run_and_of_no_other_roots(monkeypatch, tmp_path):
    name = "perceptron/f32/small"
    known = roots.recorded()[name]
    monkeypatch.setattr(run, "FILE", tmp_path / "agreed.json")
    keep(name, "c:one", 2, 10)
    keep(name, "c:one", 2, 4)
    assert agreed() == {name: {"c:one, 2 threads": agreement(known, 10)}}
    monkeypatch.setattr(run, "roots_of", lambda trajectory: replace(known, start="other"))
    keep(name, "far", 0, 3)
    assert list(agreed()[name]) == ["far"]
    assert agreed()[name]["far"] != agreement(known, 3)


@with_digits
def test_the_first_step_that_differs_is_found_and_none_behind_those_asked(monkeypatch):
    trajectory = get_trajectory("perceptron/f32/small")
    known = roots.roots_of(trajectory)
    wrong = (*known.roots[:2], "0" * 64, *known.roots[3:])
    monkeypatch.setattr(run, "roots_of", lambda trajectory: replace(known, roots=wrong))
    found = [run.first_wrong(trajectory, f"c:{usable()[-1]}", 2, steps) for steps in (2, 4)]
    assert found == [None, 3]


@with_digits
def test_a_program_is_judged_as_a_backend_is():
    host = shlex.join([sys.executable, "-m", "samebits.commands.cli", "host", "c"])
    with open_subject(f"exec:{host}", usable()[-1]) as subject:
        for name in ("convolutional/bf16", "transformer/f32"):
            assert judged(subject, f"trajectory/{name}/small/steps").outcome == "pass"


@with_digits
def test_the_example_prints_what_its_page_states(capsys):
    """All 200 steps with two threads take four seconds of processor time."""
    folder = roots.FILE.resolve().parents[2]
    example = run_path(str(folder / "examples" / "train_digits.py"))
    assert example["main"](["--device", usable()[-1], "--threads", "2"]) == 0
    hashes = capsys.readouterr().out.splitlines()[:3]
    assert [line.split()[-2] for line in hashes] == ["model", "model", "logits"]
    page = (folder / "docs" / "trajectories.md").read_text(encoding="utf-8")
    assert "".join(f"    {line}\n" for line in hashes) in page
    assert hashes[0].endswith(roots.recorded()[example["NAME"]].start)


def test_a_root_changes_with_every_leaf():
    trajectory = get_trajectory("perceptron/f32/small")
    values = {name: np.zeros(3, np.float32) for name in trajectory.watched}
    before = roots.root(trajectory, values)
    for name in trajectory.watched:
        changed = {**values, name: np.array([0, -0.0, 0], np.float32)}
        assert roots.root(trajectory, changed) != before


def test_what_is_declared_has_another_digest_with_any_call_inside(monkeypatch):
    trajectory = get_trajectory("convolutional/f32/small")
    before = roots.declared(trajectory)
    assert roots.declared(replace(trajectory, seed=22)) != before
    less = replace(trajectory.step, nodes=trajectory.step.nodes[:-1])
    assert roots.declared(replace(trajectory, step=less, forward=less)) != before
    assert {"dropout", "adamw"} <= {call.op for call in calls(trajectory)}


@with_digits
def test_P1_7_data_that_are_missing_or_others_are_told_and_not_run(monkeypatch):
    (case,) = look_up_trajectories(["trajectory/perceptron/f32/small/steps"])
    known = roots.roots_of(case.trajectory)
    monkeypatch.setattr(work, "roots_of", lambda trajectory: replace(known, data="other"))
    assert "are not those of the recorded roots" in work.why_not(case)
    monkeypatch.setattr(work, "missing", lambda name: "no package")
    with open_subject("c", usable()[0]) as subject:
        result = judge_trajectory(subject, case, nullcontext)
    assert (result.outcome, result.reason) == ("not_run", "no package")


def test_an_unknown_trajectory_is_named():
    with pytest.raises(JudgeError, match="there is no case 'trajectory/x'; known: trajectory/"):
        look_up_trajectories(["trajectory/x"])


def test_the_names_are_the_text_that_is_declared():
    assert len(data.alphabet()) == 29
    assert data.text().startswith("SPACE\nEXCLAMATION MARK\n")


def test_the_file_of_roots_has_no_other_trajectories():
    kept = json.loads(roots.FILE.read_text(encoding="utf-8"))
    assert list(kept) == [name for name in all_trajectories() if name in kept]
    assert set(kept) == set(all_trajectories())


def test_the_largest_distance_of_a_result_is_counted_in_ulp() -> None:
    wanted = np.array([1.0, 2.0, -3.0], np.float32)
    got = wanted.copy()
    got.view(np.uint32)[1] += 5
    found = SimpleNamespace(result=0, wanted=[wanted], got=[got], format="f32")
    assert work._largest(found) == 5
