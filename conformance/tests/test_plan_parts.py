"""Tests of the parts of a plan, without a host: selection, support, refusals, and the header."""

import datetime
import platform
from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from samebits.backends.hosting.process import HostError
from samebits.backends.protocol import BackendError, Supported, Unsupported
from samebits.conformance import machine
from samebits.conformance.calls.promises import name_of
from samebits.conformance.errors import JudgeError
from samebits.conformance.judging import plan
from samebits.conformance.judging.options import Options
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.profiles import PROFILES
from samebits.vectors.digests import id_list_digest
from samebits.vectors.reader import Vectors

CALL = get_op("add").call(("f32", "f32"))


@pytest.fixture
def vectors(small_vectors):
    return Vectors.open(small_vectors)


def options(**changes):
    return Options(backend="c", **changes).check()


def one_of_each(vectors):
    """Return a golden case, a real case, a law, a drawn question and a refused case."""
    work = plan.everything(vectors, ("add", "sum"))
    starts = (
        "add/f32/plain",
        "sum/f32/absent",
        "law/run_to_run/add/",
        "drawn/",
        "add/f32/refused/",
    )
    return [next(w for w in work if w.id.startswith(start)) for start in starts]


class Session:
    """A session whose `supports` answers with a given function and records the calls."""

    def __init__(self, answer=None):
        self.answer = answer or (lambda call: Supported())
        self.asked = []

    def supports(self, call):
        self.asked.append(call)
        return self.answer(call)


class Named:
    """A subject that is never run."""

    def __init__(self, session=None):
        self.session = session or Session()
        self.backend = SimpleNamespace(name="b", version="7", protocol=1)
        self.device = SimpleNamespace(name="d", description="a device")

    def environment(self):
        return {"source_digest": "ab", "os": "its own"}

    def condition(self):
        return {"clock": "1 GHz"}

    def left_out(self):
        return {"fast": "by name only"}

    def within(self, seconds):
        return nullcontext()


def test_every_sort_of_work_says_its_set_kind_and_op(vectors):
    found = [(plan.set_of(w), plan.kind_of_work(w), plan.op_of(w)) for w in one_of_each(vectors)]
    assert found == [
        ("golden", "vector", "add"), ("real", "real", "sum"),
        ("law", "law", "add"), ("drawn", "drawn", "add"), ("refused", "refused", "add"),
    ]  # fmt: skip


def test_a_result_without_bits_has_id_kind_outcome_and_reason(vectors):
    for work in one_of_each(vectors):
        result = plan.bare_result(work, "unsupported", "why")
        assert (result.id, result.kind) == (work.id, plan.kind_of_work(work))
        assert (result.outcome, result.reason) == ("unsupported", "why")


def test_some_ops_have_only_their_own_cases_laws_and_questions(vectors):
    work = plan.everything(vectors, ("mul",))
    assert {plan.op_of(w) for w in work} == {"mul"}
    assert {plan.set_of(w) for w in work} == {"golden", "law", "refused", "drawn"}
    assert len(plan.everything(vectors)) > 20_000
    certified = plan.everything(Vectors.open(), ("abs",))
    assert {plan.op_of(w) for w in certified} == {"abs"}
    assert "abs/bf16/exhaustive" in {w.id for w in certified}


def test_certificates_are_those_of_the_ops_and_of_all_where_none_is_named(monkeypatch):
    proofs = [SimpleNamespace(id=op, call=SimpleNamespace(op=op)) for op in ("exp", "abs")]
    held = SimpleNamespace(cases=lambda **_: [], exhaustive_cases=lambda: proofs)
    for name in ("law_cases_of", "drawn_cases"):
        monkeypatch.setattr(plan, name, lambda *_: [])
    monkeypatch.setattr(plan, "all_trajectory_cases", list)
    assert [w.id for w in plan.everything(held)] == ["abs", "exp"]
    assert [w.id for w in plan.everything(held, ("exp",))] == ["exp"]
    assert plan.everything(held, ("log",)) == []


def test_where_nothing_is_left_all_cases_are_counted_though_few_were_read(monkeypatch):
    asked = []

    def everything(held, ops=(), level="", sets=()):
        asked.append(ops)
        return ["few"] if ops else ["few", "many"]

    def select(given, work):
        raise JudgeError(f"none of {len(work)}")

    monkeypatch.setattr(plan, "everything", everything)
    monkeypatch.setattr(plan, "select", select)
    with pytest.raises(JudgeError, match="^none of 2$"):
        plan.choose(options(ops=("add",)), None)
    assert asked == [("add",), ()]


def test_without_a_level_work_of_every_level_is_found(vectors):
    assert "add/f32/late" in {w.id for w in plan.everything(vectors, ("add",))}
    assert [w.id for w in plan.look_up(vectors, ["add/f32/late"])] == ["add/f32/late"]


@pytest.mark.parametrize(
    ("inputs", "outputs", "counted"),
    [
        (("f32", "bool"), ("i64",), {"f32"}),
        (("f16",), ("bf16",), {"f16", "bf16"}),
        (("bool",), ("i64",), {"bool", "i64"}),
    ],
)
def test_conditions_and_indices_count_as_formats_only_where_there_are_no_others(
    inputs, outputs, counted
):
    call = SimpleNamespace(inputs=inputs, outputs=outputs)
    assert plan._formats(SimpleNamespace(call=call)) == counted


def test_cases_above_a_level_are_not_read(vectors):
    ids = [w.id for w in plan.everything(vectors, ("add",), "standard")]
    assert "add/f32/late" not in ids
    assert "add/f32/plain" in ids


def test_a_profile_without_a_case_is_refused_and_others_are_in_the_header(vectors):
    made = plan.make_plan(options(ops=("add",)), vectors, Named())
    assert made.header.profiles == ("core",)
    both = plan.make_plan(options(ops=("add", "sum")), vectors, Named())
    assert both.header.profiles == ("core", "reduce")
    asked = options(ops=("add", "sum"), profiles=("reduce", "nn"))
    with pytest.raises(JudgeError, match="^profile nn has no case under the given filters$"):
        plan.make_plan(asked, vectors, Named())


def test_the_header_says_what_was_asked_of_whom(vectors):
    asked = options(ops=("add",), sets=("golden",), workers=3, seed="5")
    header = plan.make_plan(asked, vectors, Named()).header
    assert (header.backend, header.backend_version, header.protocol) == ("b", "7", 1)
    assert (header.device, header.device_description) == ("d", "a device")
    assert (header.level, header.shard, header.workers) == ("standard", "", 3)
    assert (header.filters, header.condition) == (asked.filters(), {"clock": "1 GHz"})
    assert header.left_out == {"fast": "by name only"}
    facts = f"{platform.system()} {platform.release()}"  # stated by the judge
    assert header.environment["os"] == facts
    assert header.environment["python"]
    assert (header.manifest_root, header.planned) == (vectors.manifest.root, 3)
    assert header.command == asked.command("d")


@pytest.mark.parametrize(
    ("sets", "recorded"), [(("golden",), False), (("law",), True), (("drawn",), True)]
)
def test_a_seed_is_recorded_where_something_depends_on_it(vectors, sets, recorded):
    asked = options(ops=("add",), sets=sets, seed="5")
    header = plan.make_plan(asked, vectors, Named()).header
    assert header.seed == (asked.seed if recorded else "")
    assert asked.seed


def test_what_is_not_drawn_is_named_of_the_ops_and_formats_that_are_judged(vectors, monkeypatch):
    every = ("add/f32", "add/none", "mul/f32")
    monkeypatch.setattr(plan, "not_drawn", lambda certified, ops: every)
    chosen = plan.everything(vectors, ("add",))
    assert plan.ops_not_drawn(options(), vectors, chosen) == ("add/f32",)
    assert plan.ops_not_drawn(options(sets=("drawn",)), vectors, chosen) == ("add/f32",)
    assert plan.ops_not_drawn(options(sets=("golden",)), vectors, chosen) == ()
    assert plan.ops_not_drawn(options(cases=("add/*",)), vectors, chosen) == ()


def test_a_plan_starts_now_in_utc():
    said = datetime.datetime.fromisoformat(machine.now())
    assert said.utcoffset() == datetime.timedelta(0)
    assert said.microsecond == 0
    assert abs((datetime.datetime.now(datetime.UTC) - said).total_seconds()) < 5


def test_formats_aside_from_conditions_and_indices_decide_a_format_filter(vectors):
    argmax = plan.everything(vectors, ("argmax",))
    of_f32 = plan.select(options(formats=("f32",)), argmax)
    assert {next(iter(c.inputs)) for w in of_f32 for c in plan.calls_of(w)} == {"f32"}
    assert plan._formats(SimpleNamespace(call=SimpleNamespace(inputs=("i64",), outputs=("bool",))))
    whole = plan.select(options(formats=("bool", "i64")), plan.everything(vectors, ("all",)))
    assert {f for w in whole for f in plan._formats(w)} <= {"bool", "i64"}


def test_cases_are_chosen_by_patterns(vectors):
    work = plan.everything(vectors, ("add",))
    chosen = plan.select(options(cases=("add/*/plain", "law/order/*/f32")), work)
    assert [w.id for w in chosen] == ["add/f32/plain", "law/order/add/f32"]


def test_an_empty_shard_is_refused(vectors):
    work = one_of_each(vectors)[:1]
    with pytest.raises(JudgeError, match="^no case to run: shard 2/3 of 1 cases is empty$"):
        plan.select(options(shard="2/3"), work)
    five = plan.everything(vectors, ("add",), "smoke")[:5]
    smoke = [w for w in five if w.level == "smoke"]
    parts = [plan.select(options(level="smoke", shard=f"{k}/2"), smoke) for k in (1, 2)]
    assert parts == [tuple(smoke[0::2]), tuple(smoke[1::2])]


def test_an_op_without_a_folder_is_named_where_its_profile_is_judged(vectors, monkeypatch):
    plan._check_every_op(vectors, PROFILES)  # a user's own folder need not contain every op
    monkeypatch.setattr(plan, "ROOM", vectors.folder)
    first = next(n for n, op in all_ops().items() if op.profile == "reduce" and n != "sum")
    with pytest.raises(JudgeError, match=f"^there are no vectors of {first}: reinstall"):
        plan._check_every_op(vectors, ("reduce",))
    plan._check_every_op(vectors, ())


def frozen(ids):
    """Return vectors of two golden cases and two certificates whose manifest lists `ids`."""

    def case(name, level):
        return SimpleNamespace(id=name, profile="core", level=level)

    held = SimpleNamespace(sha256=id_list_digest(ids), count=len(ids)) if ids is not None else None
    return SimpleNamespace(
        manifest=SimpleNamespace(list_of=lambda profile, level: held),
        cases=lambda profiles, level: [case("a", "smoke"), case("b", "smoke")],
        exhaustive_cases=lambda: [
            case("x", "standard"), case("y", "exhaustive"),
            SimpleNamespace(id="z", profile="math", level="standard"),
        ],
    )  # fmt: skip


def test_golden_cases_and_proofs_of_the_level_are_the_frozen_ones():
    plan._check_frozen_lists(frozen(["a", "b", "x"]), ["core"], "standard")
    plan._check_frozen_lists(frozen(["a", "b", "x", "y"]), ["core"], "exhaustive")
    with pytest.raises(JudgeError, match="the 3 cases of profile core at level standard are not"):
        plan._check_frozen_lists(frozen(["a", "b"]), ["core"], "standard")
    with pytest.raises(JudgeError, match="no must-pass list of core at standard"):
        plan._check_frozen_lists(frozen(None), ["core"], "standard")
    empty = frozen(None)
    empty.cases = lambda profiles, level: []
    empty.exhaustive_cases = list
    plan._check_frozen_lists(empty, ["core"], "standard")


def test_each_call_is_asked_for_once_and_one_refusal_settles_a_case(vectors):
    plain, absent, *_ = one_of_each(vectors)
    session = Session()
    settled, _ = plan._settle(Named(session), [plain, plain, absent], 0)
    assert len(session.asked) == 2
    assert [(r.id, r.outcome) for r in settled] == [(absent.id, "not_run")]
    refusing = Session(lambda call: Unsupported("not mine"))
    settled, promises = plan._settle(Named(refusing), one_of_each(vectors), 0)
    assert not promises
    assert [(r.outcome, r.reason) for r in settled] == [("unsupported", "not mine")] * 5


def test_a_backend_that_hangs_in_three_questions_is_asked_no_more(vectors):
    work = [w for w in plan.everything(vectors, ("add",)) if w.id.startswith("law/run_to_run/")]
    assert len(work) > 4

    def hang(call):
        raise HostError("timeout", "no answer")

    hung = Session(hang)
    settled, promises = plan._settle(Named(hung), [*work, *work], 0)
    assert not promises
    assert [r.outcome for r in settled] == ["timeout"] * 2 * len(work)
    assert len(hung.asked) == 3
    assert [r.reason.endswith("no answer") for r in settled[:5]] == [True] * 3 + [False] * 2
    assert settled[3].reason.endswith(" not asked: it hung 3 times")
    assert [r.reason for r in settled[len(work) :]] == [r.reason for r in settled[: len(work)]]

    def fail(call):
        raise BackendError("odd")

    failing = Session(fail)
    plan._settle(Named(failing), work, 0)
    assert len(failing.asked) == len(work)


def test_an_op_of_several_calls_is_settled_by_the_first_that_is_refused(vectors):
    law = next(w for w in plan.everything(vectors, ("bmm",)) if len(plan.calls_of(w)) > 1)
    last = plan.calls_of(law)[-1]
    session = Session(lambda call: Unsupported("no") if call == last else Supported())
    (result,), _ = plan._settle(Named(session), [law], 0)
    assert (result.id, result.outcome) == (law.id, "unsupported")
    settled, promises = plan._settle(Named(), [law], 0)
    assert settled == ()
    assert promises == {name_of(call) for call in plan.calls_of(law)}


def test_a_backend_that_fails_when_asked_is_told_with_the_call():
    def fails(call):
        raise BackendError("no driver")

    outcome, reason = plan._ask(Session(fails), CALL)
    assert outcome == "error"
    assert reason.startswith(f"supports({CALL}) ")
    assert "no driver" in reason


def test_the_header_has_the_seed_where_anything_is_drawn_from_it(vectors):
    asked = options(seed="17")
    every = one_of_each(vectors)
    for chosen, seed in ((every, True), (every[2:3], True), (every[3:4], True), (every[:2], False)):
        assert plan._header(asked, vectors, Named(), (), chosen).seed == (
            asked.seed if seed else ""
        )


def test_refused_calls_are_looked_up_without_any_other_case_of_their_op(vectors):
    refused = one_of_each(vectors)[-1].id
    assert [w.id for w in plan.look_up(vectors, [refused])] == [refused]


def test_a_resumed_run_leaves_what_is_settled_or_finished(vectors):
    plain, absent, law, drawn, _ = one_of_each(vectors)
    settled = (plan.bare_result(absent, "not_run", "why"),)
    made = plan.Plan((plain, absent, law, drawn), settled, None)
    assert made.to_run() == (plain.id, law.id, drawn.id)
    assert made.to_run([law.id]) == (plain.id, drawn.id)


def test_all_sorts_of_work_are_looked_up_and_what_is_not_there_is_named(vectors):
    ids = [w.id for w in one_of_each(vectors)][::-1]
    assert [w.id for w in plan.look_up(vectors, ids)] == ids
    for wrong in ("law/order/nothing/f32", "law/order", "drawn/operands/add/f32/99"):
        with pytest.raises(JudgeError, match=f"planned case {wrong} is not"):
            plan.look_up(vectors, [*ids, wrong])
    with pytest.raises(JudgeError, match="add/f32/late"):
        plan.look_up(vectors, ["add/f32/late"], "standard")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"level": "smoke"}, "--level smoke matches none of the 1 cases"),
        ({"ops": ("mul",)}, "--op mul matches none of the 1 cases selected by --level full"),
        ({"profiles": ("nn", "math")}, "--profile nn --profile math matches none of the 1"),
        (
            {"formats": ("i32",)},
            "--format i32 matches none of the 1 cases selected by --level full",
        ),
        (
            {"cases": ("x", "y")},
            "--case x --case y matches none of the 1 cases selected by --level",
        ),
        ({"sets": ("law",)}, "--set law matches none of the 1 cases selected by --level full"),
    ],
)
def test_the_filter_that_leaves_nothing_is_named_as_it_was_given(vectors, changes, message):
    late = [w for w in plan.everything(vectors, ("add",)) if w.id == "add/f32/late"]
    with pytest.raises(JudgeError) as caught:
        plan.select(options(**({"level": "full"} | changes)), late)
    assert str(caught.value).startswith(f"no case to run: {message}")
    assert str(caught.value).endswith("change it or leave it out")


@pytest.mark.parametrize(("changes", "whole"), [({}, True), ({"ops": ("add",)}, False)])
def test_only_a_whole_run_needs_every_op_and_every_run_the_frozen_lists(
    vectors, monkeypatch, changes, whole
):
    looked = []
    monkeypatch.setattr(plan, "_check_every_op", lambda *_: looked.append("ops"))
    monkeypatch.setattr(plan, "_check_frozen_lists", lambda *_: looked.append("lists"))
    monkeypatch.setattr(plan, "choose", lambda *_: tuple(plan.everything(vectors, ("add",))))
    plan.make_plan(options(**changes), vectors, Named())
    assert looked == (["lists", "ops"] if whole else ["lists"])
