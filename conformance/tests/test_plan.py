"""Tests of the plan: reproducible ids, filters that name what they exclude, early answers."""

import math
import subprocess
import sys
from contextlib import contextmanager

import pytest

from samebits.common.errors import SamebitsError
from samebits.conformance.calls.subject import open_subject
from samebits.conformance.errors import JudgeError
from samebits.conformance.judging import plan as plan_module
from samebits.conformance.judging.options import SETS, Options
from samebits.conformance.judging.plan import choose, everything, look_up, make_plan, select, set_of
from samebits.conformance.results.verdict import planned_digest
from samebits.conformance.tests.small_backend import standard_cases, write_vectors
from samebits.spec.errors import SpecError
from samebits.vectors.digests import op_list_digest
from samebits.vectors.errors import VectorError
from samebits.vectors.reader import Vectors

FAKES = "py:samebits.conformance.tests.fakes:"


def options(backend="right", **changes):
    return Options(backend=FAKES + backend, **changes).check()


@pytest.fixture
def vectors(small_vectors):
    return Vectors.open(small_vectors)


@contextmanager
def subject(backend="right"):
    with open_subject(FAKES + backend, None) as opened:
        yield opened


def plan(vectors, backend="right", **changes):
    with subject(backend) as opened:
        return make_plan(options(backend, **changes), vectors, opened)


def test_the_planned_ids_are_sorted_unique_and_in_the_header(vectors):
    made = plan(vectors)
    assert list(made.ids) == sorted(set(made.ids))
    assert made.header.planned == len(made.ids)
    assert made.header.planned_digest == planned_digest(made.ids)
    assert "add/f32/plain" in made.ids
    assert "law/threads/add/f32" in made.ids


def test_ids_are_the_same_in_another_process(vectors, small_vectors):
    code = (
        "from samebits.conformance.judging.plan import everything\n"
        "from samebits.vectors.reader import Vectors\n"
        "from samebits.conformance.results.verdict import planned_digest\n"
        "import sys\n"
        "print(planned_digest(w.id for w in everything(Vectors.open(sys.argv[1]))))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, str(small_vectors)],
        capture_output=True, text=True, check=True, env=None,
    )  # fmt: skip
    assert ended.stdout.strip() == planned_digest(w.id for w in everything(vectors))


def test_a_level_contains_the_levels_below_it(vectors):
    """P1.2: a level contains the levels before it."""
    smoke, standard, full = (plan(vectors, level=x).ids for x in ("smoke", "standard", "full"))
    assert set(smoke) < set(standard) < set(full)
    assert "add/f32/late" in set(full) - set(standard)


def test_filters_leave_what_they_name(vectors):
    assert {i.split("/")[0] for i in plan(vectors, sets=("golden",), ops=("add",)).ids} == {"add"}
    assert all(i.startswith("law/") for i in plan(vectors, sets=("law",)).ids)
    assert plan(vectors, cases=("mul/*/plain",)).ids == ("mul/f32/plain",)
    assert [i for i in plan(vectors, formats=("f32",)).ids if "f32" not in i] == []
    assert {w.profile for w in plan(vectors, profiles=("reduce",)).work} == {"reduce"}


@pytest.mark.parametrize("ops", [(), ("add",), ("sum", "add")])
def test_a_run_of_few_ops_reads_what_a_run_of_all_would_leave(vectors, ops):
    for changes in ({}, {"level": "exhaustive"}, {"sets": ("law",)}, {"shard": "2/3"}):
        chosen = options(ops=ops, **changes)
        assert choose(chosen, vectors) == select(chosen, everything(vectors))
    with pytest.raises(JudgeError) as narrow:
        choose(options(ops=("add",), sets=("real",)), vectors)
    with pytest.raises(JudgeError) as whole:
        select(options(ops=("add",), sets=("real",)), everything(vectors))
    assert str(narrow.value) == str(whole.value)


@pytest.mark.parametrize("sets", [(name,) for name in SETS] + [("golden", "law"), SETS])
def test_a_run_of_few_sets_makes_what_a_run_of_all_would_leave(vectors, sets):
    chosen = options(sets=sets)
    whole = [w for w in everything(vectors) if set_of(w) in sets]
    assert everything(vectors, sets=sets) == whole
    if whole:
        assert choose(chosen, vectors) == select(chosen, everything(vectors))


@pytest.mark.parametrize(
    "patterns",
    [
        ("add/*",),
        ("*",),
        ("a*/f32/*",),
        ("add/f32/plain", "mul/*/plain"),
        ("add/f32/plain", "*/plain"),
        ("add/*", "law/threads/sum/f32"),
        ("law/threads/*",),
        ("law/*/add/f32",),
        ("law/*",),
        ("law/threads/?um/f32",),
        ("drawn/mixed/add/f32/1",),
        ("drawn/*/f32/*",),
        ("trajectory/*", "add/*"),
        ("[am]*/f32/*",),
    ],
)
def test_a_run_of_few_ids_reads_what_a_run_of_all_would_leave(vectors, patterns):
    chosen = options(cases=patterns)
    assert choose(chosen, vectors) == select(chosen, everything(vectors))


def test_ids_that_are_of_few_ops_are_looked_for_among_those_of_these_ops(vectors, monkeypatch):
    read = []
    monkeypatch.setattr(
        plan_module, "everything", lambda *given: read.append(given) or everything(*given)
    )
    ids = ("add/f32/plain", "law/threads/mul/f32", "drawn/mixed/mul/f32/1")
    assert {w.id for w in choose(options(cases=ids, sets=("golden", "law")), vectors)} == {*ids[:2]}
    assert read == [(vectors, ("add", "mul"), "standard", ("golden", "law"))]


def test_where_nothing_is_left_the_message_names_the_filter(vectors):
    with pytest.raises(JudgeError) as caught:
        select(options(ops=("add",), sets=("real",)), everything(vectors))
    assert str(caught.value) == (
        "no case to run: --op add matches none of the 1 cases "
        "selected by --level standard, --set real; change it or leave it out"
    )


def test_no_vectors_at_all_is_an_error():
    with pytest.raises(JudgeError, match="there are no cases, because the vectors are empty"):
        select(options(), [])


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"level": "standart"}, "unknown level 'standart'; did you mean standard"),
        ({"profiles": ("cor",)}, "unknown profile 'cor'; did you mean core"),
        ({"formats": ("f33",)}, "unknown format 'f33'"),
        ({"sets": ("gold",)}, "unknown set 'gold'; did you mean golden"),
        ({"ops": ("sofmax",)}, "unknown op 'sofmax'; did you mean softmax"),
        ({"shard": "3/2"}, "the form is K/N"),
        ({"threads": 0}, "must be at least 1"),
        ({"deadline": -1.0}, "--deadline -1 is not a time limit; pass a positive number"),
        ({"deadline": 0.0}, "--deadline 0 is not a time limit"),
        ({"deadline": math.nan}, "--deadline nan is not a time limit"),
        ({"deadline": math.inf}, "--deadline inf is not a time limit"),
        ({"workers": 1025}, "-n 1025: a run has 0 to 1024 processes"),
        ({"workers": -1}, "-n -1: a run has"),
        ({"shard": f"1/{'9' * 5000}"}, "the form is K/N"),
    ],
)
def test_a_name_that_does_not_exist_is_one_clear_line(changes, why):
    with pytest.raises(SamebitsError, match=why):
        options(**changes)


def test_shards_are_disjoint_and_complete(vectors):
    whole = plan(vectors).ids
    parts = [plan(vectors, shard=f"{k}/3").ids for k in (1, 2, 3)]
    assert sorted(i for part in parts for i in part) == list(whole)


def test_unsupported_cases_are_settled_with_the_reason_before_anything_runs(vectors):
    """C2.6: a backend states before the run which calls it lacks."""
    made = plan(vectors, "silent", sets=("golden",))
    assert {r.id for r in made.settled} == set(made.ids)
    assert {(r.outcome, r.reason) for r in made.settled} == {("unsupported", "nothing at all")}
    assert made.to_run() == ()


def test_an_answer_that_is_no_support_is_an_error_of_the_backend(vectors):
    made = plan(vectors, "rude", ops=("mul",), sets=("golden",))
    assert [r.outcome for r in made.settled] == ["error"]
    assert "returned bool" in made.settled[0].reason


def test_real_inputs_that_are_not_there_are_not_run_with_the_reason(vectors):
    """P1.5: missing packages are named."""
    (found,) = (r for r in plan(vectors).settled if r.kind == "real")
    assert found.outcome == "not_run"
    assert "scikit-learn" in found.reason


def test_a_resumed_plan_runs_the_rest(vectors):
    made = plan(vectors, sets=("golden",))
    assert "add/f32/plain" in made.to_run()
    assert "add/f32/plain" not in made.to_run(finished=["add/f32/plain"])


def test_work_is_looked_up_by_id_in_the_given_order(vectors):
    ids = ["sum/f32/length/257", "law/order/add/f32", "add/f32/plain"]
    assert [w.id for w in look_up(vectors, ids)] == ids
    with pytest.raises(JudgeError, match="add/f32/gone"):
        look_up(vectors, ["add/f32/gone"])


def test_cases_that_are_not_the_frozen_list_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(
        "samebits.vectors.writer.op_list_digest", lambda ids: op_list_digest([*ids, "x"])
    )
    vectors = Vectors.open(write_vectors(tmp_path, standard_cases()))
    with pytest.raises(JudgeError, match="not the"):
        plan(vectors)


def test_an_op_whose_folder_is_missing_stops_a_whole_run(tmp_path, monkeypatch):
    vectors = Vectors.open(write_vectors(tmp_path))
    plan(vectors)  # a user's own folder need not contain every op
    monkeypatch.setattr("samebits.conformance.judging.plan.ROOM", tmp_path)
    with pytest.raises(JudgeError, match="there are no vectors of abs: reinstall samebits"):
        plan(vectors)


def test_a_flipped_bit_in_a_data_file_stops_the_run_with_its_name(tmp_path):
    folder = write_vectors(tmp_path)
    path = folder / "data/add/values.z"
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    with pytest.raises(VectorError, match=r"data/add/values\.z"):
        plan(Vectors.open(folder))


def test_options_become_the_command_that_repeats_them():
    given = options(ops=("add",), deadline=5.0, shard="1/2", sets=("golden",))
    assert given.command("cpu") == (
        "samebits certify --backend=py:samebits.conformance.tests.fakes:right --device=cpu "
        "--level=standard --op=add --set=golden --shard=1/2 --deadline=5"
    )


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("ops", ("add", "sum")),
        ("profiles", ("math", "reduce")),
        ("formats", ("f32", "f16")),
        ("sets", ("drawn", "golden")),
        ("cases", ("law/*", "drawn/*")),
    ],
)
def test_a_name_that_is_given_twice_counts_once(name, values):
    once, twice = (options(**{name: given}) for given in (values, (*values, *values)))
    assert getattr(twice, name) == values
    assert twice.command("cpu") == once.command("cpu")
    assert twice.filters() == once.filters()


def test_an_unknown_op_lists_near_names():
    with pytest.raises(SpecError, match="did you mean sum"):
        options(ops=("summ",))
