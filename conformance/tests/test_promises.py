"""Tests that during a run a session may not refuse calls that it supported before the run."""

from contextlib import nullcontext

import pytest

from samebits.backends.protocol import BackendError, Device, Support, Supported, Unsupported
from samebits.conformance.calls.promises import promised, refusal
from samebits.conformance.calls.subject import Subject
from samebits.conformance.judging.lawwork import judge_law
from samebits.conformance.judging.options import Options
from samebits.conformance.judging.plan import make_plan
from samebits.conformance.judging.questionwork import _Run
from samebits.conformance.laws.law import Bench, NotApplicableError
from samebits.conformance.laws.law_catalog import LawCase
from samebits.conformance.questions.question import Question
from samebits.conformance.tests.fakes import FakeBackend, RightSession
from samebits.conformance.trials.saboteurs.base import right_session
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call
from samebits.vectors.reader import Vectors

ADD, MUL = (get_op(name).call(("f32", "f32")) for name in ("add", "mul"))
SUMS = [get_op("sum").call(("f32",), axes=axes) for axes in (None, (0,))]
TAKEN_BACK = "refuses a call that it supported when the run was planned: not today"


class Withdrawing(RightSession):
    """A session that no longer supports anything."""

    def supports(self, call: Call) -> Support:
        return Unsupported("not today")


def subject_of(session: RightSession, promises: frozenset[str]) -> Subject:
    backend, device = FakeBackend(type(session)), Device("cpu", "a fake")
    return Subject("x", backend, device, session, promises=promises)  # type: ignore[arg-type]


def test_an_op_and_format_is_promised_if_all_of_its_planned_calls_are_supported() -> None:
    assert promised({ADD: True, MUL: False}) == {"add/f32"}
    assert promised({ADD: True, SUMS[0]: True, SUMS[1]: False}) == {"add/f32"}
    assert promised({}) == frozenset()


def test_a_plan_knows_the_promises(small_vectors) -> None:
    options = Options(backend="x", ops=("add", "mul"), formats=("f32",), sets=("golden",))
    plan = make_plan(options, Vectors.open(small_vectors), subject_of(RightSession(), frozenset()))
    assert plan.promises == {"add/f32", "mul/f32"}


def test_a_refusal_is_a_reason_and_one_that_breaks_a_promise_an_error() -> None:
    session = Withdrawing()
    assert refusal(RightSession(), ADD, ()) is None  # type: ignore[arg-type]
    assert refusal(session, ADD, {"mul/f32"}) == "not today"  # type: ignore[arg-type]
    with pytest.raises(BackendError, match=TAKEN_BACK):
        refusal(session, ADD, {"add/f32"})  # type: ignore[arg-type]


def test_a_law_is_not_excused_by_what_was_promised() -> None:
    """A session once avoided a law by refusing the other op of the law during the run."""
    case = LawCase("concurrent", "add", "f32")
    excused = judge_law(subject_of(Withdrawing(), frozenset()), case)
    assert excused.outcome == "not_applicable"
    result = judge_law(subject_of(Withdrawing(), frozenset({"add/f32"})), case)
    assert result.outcome == "error"
    assert TAKEN_BACK in result.reason


@pytest.mark.parametrize(
    ("law", "op", "other"),
    [
        ("graph", "softmax", "exp/f32"),
        ("grouping", "scatter_add", "sum/f32"),
        ("prefix", "cumsum", "sum/f32"),
        ("products", "linear", "matmul/f32"),
        ("resorting", "topk", "argsort/f32_to_i64"),
        ("windows", "conv1d", "matmul/f32"),
    ],
)
def test_every_law_about_two_ops_holds_a_session_to_both(law: str, op: str, other: str) -> None:
    """C1.3: a session may not avoid a law by refusing the op with which the law compares."""
    labels = sorted(get_op(op).labels())
    label = next(x for x in labels if x.split("_")[0] == "f32")
    name = other.split("/")[0]

    class Lacking:
        def __init__(self) -> None:
            self.inner = right_session()

        def supports(self, call: Call) -> Support:
            return Unsupported("not today") if call.op == name else self.inner.supports(call)

        def __getattr__(self, attribute: str) -> object:
            return getattr(self.inner, attribute)

    for promises, outcome in ((frozenset(), "not_applicable"), (frozenset({other}), "error")):
        subject = subject_of(Lacking(), promises)  # type: ignore[arg-type]
        assert judge_law(subject, LawCase(law, op, label)).outcome == outcome


def test_partners_of_a_sequence_are_left_out_only_where_they_were_never_promised() -> None:
    question = Question(name="x", seed="0" * 16, call=MUL, shapes=((3,), (3,)), flavour="ties")
    for promises, left in ((frozenset(), 0), (frozenset({"add/f32"}), 0)):
        run = _Run(subject_of(Withdrawing(), promises), "add", nullcontext)
        assert len(run.supported("add", [question], [("",)])[0]) == left
    run = _Run(subject_of(Withdrawing(), frozenset({"mul/f32"})), "add", nullcontext)
    with pytest.raises(BackendError, match=TAKEN_BACK):
        run.supported("add", [question], [("",)])


def test_a_node_that_is_refused_is_not_applicable_unless_it_was_promised() -> None:
    bench = Bench(Withdrawing())  # type: ignore[arg-type]
    with pytest.raises(NotApplicableError, match="the session does not support add.*: not today"):
        bench.need_call(ADD)
    assert isinstance(RightSession().supports(ADD), Supported)
