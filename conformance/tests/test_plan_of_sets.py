"""Tests, on few cases, that each set contains its own cases and no others."""

from types import SimpleNamespace

import pytest

from samebits.conformance.judging import plan
from samebits.conformance.trajectories.trajectory_catalog import STEPS, all_trajectory_cases

CALL = SimpleNamespace(op="add", inputs=("f32",), outputs=("f32",), label="f32")
RUN = next(case for case in all_trajectory_cases() if case.what == STEPS and case.level == "smoke")


def held(asked):
    """Return vectors with a golden and a real case.

    They add the requested sets to `asked`.
    """
    kept = [SimpleNamespace(id=f"add/f32/{s}", set=s, call=CALL) for s in ("golden", "real")]

    def cases(ops, level, sets):
        asked.append(sets)
        return [case for case in kept if case.set in sets]

    return SimpleNamespace(cases=cases, exhaustive_cases=list)


@pytest.fixture
def made(monkeypatch):
    """Make the declarations produce only one case of each kind."""
    monkeypatch.setattr(
        plan,
        "refused_cases",
        lambda frozen, ops, level: [SimpleNamespace(id=f"refused/{case.id}") for case in frozen],
    )
    monkeypatch.setattr(
        plan,
        "law_cases_of",
        lambda ops, level: [SimpleNamespace(id="law" if len(ops) == 1 else "laws")],
    )
    monkeypatch.setattr(plan, "drawn_cases", lambda proofs, ops: [SimpleNamespace(id="drawn")])
    monkeypatch.setattr(plan, "all_trajectory_cases", lambda: [SimpleNamespace(id="trajectory")])


@pytest.mark.parametrize(
    ("sets", "ids"),
    [
        (("golden",), ["add/f32/golden"]),
        (("real",), ["add/f32/real"]),
        (("refused",), ["refused/add/f32/golden"]),
        (("law",), ["laws"]),
        (("drawn",), ["drawn"]),
        (("trajectory",), ["trajectory"]),
        (("law", "drawn"), ["drawn", "laws"]),
        (("golden", "trajectory"), ["add/f32/golden", "trajectory"]),
    ],
)
def test_a_set_has_its_own_work_and_no_other(made, sets, ids):
    assert [work.id for work in plan.everything(held([]), sets=sets)] == ids


@pytest.mark.parametrize(
    ("sets", "read"),
    [
        (("golden", "law"), [{"golden"}]),
        (("refused", "real"), [{"golden", "real"}]),
        (("law", "drawn", "trajectory"), []),
    ],
)
def test_of_the_vectors_is_read_what_the_sets_need(made, sets, read):
    asked = []
    plan.everything(held(asked), sets=sets)
    assert asked == read


def test_training_runs_are_of_no_op(made):
    found = plan.everything(held([]), ("add",), sets=("trajectory", "law"))
    assert [work.id for work in found] == ["law"]


def test_a_training_run_is_planned_and_settled_as_one(monkeypatch):
    assert plan.kind_of_work(RUN) == plan.set_of(RUN) == "trajectory"
    result = plan.bare_result(RUN, "not_run", "no data")
    assert (result.id, result.kind, result.reason) == (RUN.id, "trajectory", "no data")
    monkeypatch.setattr(plan, "why_not", lambda case: f"no data for {case.id}")
    assert plan._missing(RUN) == f"no data for {RUN.id}"
    monkeypatch.setattr(plan, "why_not", lambda case: "")
    assert not plan._missing(RUN)


def test_training_runs_are_looked_up_without_any_op():
    def refuse(**_):
        raise AssertionError("no case of an op was asked for")

    vectors = SimpleNamespace(cases=refuse, exhaustive_cases=list)
    assert plan.look_up(vectors, [RUN.id]) == [RUN]


def test_work_of_every_level_is_looked_up_where_none_is_named():
    levels = []

    def cases(ops, level, sets):
        levels.append(level)
        return [SimpleNamespace(id="add/f32/x")]

    vectors = SimpleNamespace(cases=cases, exhaustive_cases=list)
    assert [work.id for work in plan.look_up(vectors, ["add/f32/x"])] == ["add/f32/x"]
    vectors.cases = lambda ops, level, sets: levels.append(level) or []
    plan.everything(vectors, ("add",), sets=("real",))
    assert levels == ["exhaustive", "exhaustive"]
