"""Tests of parts of drawn questions: blocks, sizes, flavours, places, answers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import nullcontext
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from samebits.conformance.judging import questionwork as work
from samebits.conformance.judging.questionwork import judge_drawn
from samebits.conformance.questions import (
    drawn_calls as calls,
    memory_places as places,
    mixed,
    wanted,
)
from samebits.conformance.questions.cases import DrawnCase, drawn_cases, not_drawn
from samebits.conformance.questions.certificate_blocks import AT_FULL, AT_STANDARD, drawn_blocks
from samebits.conformance.questions.drawn_calls import LARGE, MOST_THREADS, four_questions, repeats
from samebits.conformance.questions.memory_places import PLAIN, draw_place
from samebits.conformance.questions.operands import EVERY, FLAVOURS, MIDPOINTS, draw_bits
from samebits.conformance.questions.putting import ask
from samebits.conformance.questions.question import Question
from samebits.conformance.questions.reach import reach_questions, topics
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.questions.small_calls import small_questions
from samebits.conformance.questions.wanted import Answers, digests_of
from samebits.conformance.tests import fakes
from samebits.conformance.tests.made import Array
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import from_bits, get_format
from samebits.spec.language.call import Call
from samebits.vectors.reader import Vectors

SEED = "00000000000000a1"
ADD = get_op("add").call(["f32", "f32"])


def question(op: str = "add", **more: Any) -> Question:
    """Return a question about an op with two operands of binary32."""
    call = get_op(op).call(["f32", "f32"])
    plain = {"name": f"drawn/{op} call 0", "seed": SEED, "shapes": ((5,), (5,)), "flavour": "wild"}
    return Question(**{**plain, "call": call, **more})


def test_blocks_are_as_many_as_wanted_distinct_and_all_where_there_are_few() -> None:
    for count, blocks in ((100, None), (5, None), (1, [0])):
        certificate: Any = SimpleNamespace(domain=SimpleNamespace(blocks=count))
        for number, most in ((1, AT_STANDARD), (2, AT_FULL)):
            found = drawn_blocks(certificate, f"drawn/blocks/exp/f32/{number}", SEED)
            assert found == sorted(set(found))
            assert len(found) == min(most, count)
            assert set(found) <= set(range(count))
            assert blocks is None or found == blocks


def test_a_large_call_has_more_elements_than_16_bits_count() -> None:
    assert LARGE > 1 << 16
    large = four_questions("drawn/operands/add/f32/1", SEED, "add", "f32")[0]
    assert math.prod(large.shapes[0]) > 1 << 16
    assert large.threads == MOST_THREADS


def test_large_operands_repeat_themselves_only_where_the_route_is_slow() -> None:
    slow = {("exp", ("f32",)), ("fma", ("f64",) * 3)}
    fast = {("add", ("f32", "f32")), ("fma", ("f32",) * 3), ("sum", ("f32",))}
    for op, inputs in slow | fast:
        assert repeats(get_op(op), inputs) is ((op, inputs) in slow)


def test_cases_are_those_of_the_ops_that_are_named_or_of_all() -> None:
    assert {case.op for case in drawn_cases([], ("sum", "add"))} == {"sum", "add"}
    assert len({case.op for case in drawn_cases([])}) > 40


def test_blocks_are_asked_of_the_ops_that_are_named_alone() -> None:
    certified = Vectors.open().exhaustive_cases()
    assert {"exp", "neg"} <= {proof.call.op for proof in certified}
    found = drawn_cases(certified, ("exp",))
    assert {case.op for case in found} == {"exp"}
    assert "blocks" in {case.form for case in found}


def test_what_is_not_drawn_has_neither_route_nor_certificate(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "samebits.conformance.questions.cases.answerable", lambda op, label: op == "sum"
    )
    proof: Any = SimpleNamespace(call=SimpleNamespace(op="exp", label="f16"))
    assert not_drawn([], ["sum"]) == ()
    missing = not_drawn([proof], ["exp", "sum"])
    assert "exp/f16" not in missing
    assert set(missing) == {f"exp/{x}" for x in get_op("exp").labels() if x != "f16"}


def test_strides_and_threads_are_asked_of_one_format_and_sizes_of_all() -> None:
    found = {(c.label, c.part) for c in drawn_cases([], ("matmul",)) if c.form == "reach"}
    labels = set(get_op("matmul").labels())
    own = set(topics(get_op("matmul"))) - {"strides", "threads"}
    assert own
    for topic in own:
        assert {label for label, part in found if part == topic} == labels
    for topic in ("strides", "threads"):
        assert len({label for label, part in found if part == topic}) == 1


def test_operands_are_drawn_five_times_at_level_full_and_once_before() -> None:
    found = [case for case in drawn_cases([], ("add",)) if case.form == "operands"]
    for label in get_op("add").labels():
        levels = [case.level for case in found if case.label == label]
        assert len(levels) == 5
        assert levels.count("full") == 4


def test_a_function_is_asked_between_calls_of_eight_other_ops(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    met: list[str] = []

    def met_once(seed: str, op: str, draws: Draws) -> Question:
        met.append(op)
        return question("mul")

    monkeypatch.setattr(mixed, "_partner", met_once)
    monkeypatch.setattr(mixed, "circle", lambda: tuple(map(str, range(20))))
    mixed.after_others(SEED, "some case", [question("add"), question("add")])
    assert len(met) == len({*met}) == 8


class Counted(Draws):
    """Draws that record how many words were drawn."""

    def __init__(self) -> None:
        super().__init__(SEED, "counted")
        self.drawn: list[int] = []

    def words(self, count: int) -> Any:
        self.drawn.append(count)
        return super().words(count)


@pytest.mark.parametrize(("label", "words"), [("f64", 1000), ("f32", 500), ("f16", 250)])
def test_all_patterns_take_no_more_words_than_they_fill(label: str, words: int) -> None:
    draws = Counted()
    assert draw_bits(get_format(label), 1000, EVERY, draws).size == 1000
    assert draws.drawn[0] == words


@pytest.mark.parametrize("label", ["f16", "i16", "u8", "f8e5m2"])
def test_every_pattern_of_a_short_format_is_met(label: str) -> None:
    form = get_format(label)
    bits = draw_bits(form, 1 << form.bits, EVERY, Draws(SEED, label))
    assert np.unique(bits).size == 1 << form.bits


def test_integers_are_of_any_value_and_truth_is_any_byte_or_one_and_zero() -> None:
    assert np.unique(draw_bits(get_format("i32"), 500, "wild", Draws(SEED, "i"))).size == 500
    seen = {
        int(draw_bits(get_format("bool"), 300, "wild", Draws(SEED, f"b{i}")).max())
        for i in range(60)
    }
    assert {0, 1} <= seen  # some masks are false everywhere
    assert max(seen) > 200


def test_of_equal_integers_there_is_one() -> None:
    for name in ("i32", "u8", "bool"):
        seen = {
            int(x)
            for i in range(30)
            for x in np.unique(draw_bits(get_format(name), 50, "equal", Draws(SEED, f"e{i}")))
        }
        each = draw_bits(get_format(name), 50, "equal", Draws(SEED, "e"))
        assert np.unique(each).size == 1
        assert len(seen) > 1


def test_small_integers_are_from_minus_3_to_3() -> None:
    signed = draw_bits(get_format("i8"), 500, "ties", Draws(SEED, "s")).view(np.int8)
    assert set(signed.tolist()) == set(range(-3, 4))
    unsigned = draw_bits(get_format("u8"), 500, "ties", Draws(SEED, "u"))
    assert set(unsigned.tolist()) == set(range(7))


def test_every_flavour_that_is_asked_for_is_known() -> None:
    asked = {*calls._TREES, *calls._LARGE_TREES, *calls._OTHERS, calls._FEW_VALUES, MIDPOINTS}
    assert asked == set(FLAVOURS)


@pytest.mark.parametrize("label", ["f32", "f64"])
def test_terms_next_to_midpoints_are_one_less_the_least_that_there_is(label: str) -> None:
    """Only a format with twice the precision shows that sums of these products are no midpoints."""
    form = get_format(label)
    bits = draw_bits(form, 400, MIDPOINTS, Draws(SEED, "midpoints"))
    unit = Fraction(1, 1 << form.precision - 1)
    values = {Fraction(float(x)) for x in from_bits(bits, label)}
    small = Fraction(1, 1 << form.precision // 2)
    assert {small * (1 + unit), small * (1 - unit), 1 + unit, -1 - unit} <= values
    assert max(values) < 4


@pytest.mark.parametrize(("op", "topic"), [("matmul", "sides"), ("conv2d", "windows"),
                                           ("dot", "terms"), ("gru", "strides")])  # fmt: skip
def test_terms_next_to_midpoints_are_asked_of_what_adds_products(op: str, topic: str) -> None:
    reach = reach_questions(f"drawn/reach/{op}/f32/{topic}", SEED, op, "f32", topic)
    small = small_questions(f"drawn/mixed/{op}/f32/1", SEED, op, "f32")
    for asked in (reach, small):
        assert MIDPOINTS in {q.flavour for q in asked}


@pytest.mark.parametrize(
    ("ranks", "sliced", "backwards"),
    [
        *(((1,), True, True), ((3,), True, True), ((4,), False, True), ((8,), False, True)),
        *(
            ((8, 0), False, False),
            ((0, 8), False, False),
            ((3, 1), True, True),
            ((0,), True, False),
        ),
    ],
)
def test_gaps_on_every_axis_are_left_to_few_axes(
    ranks: tuple[int, ...], sliced: bool, backwards: bool
) -> None:
    draws: Any = SimpleNamespace(
        between=lambda least, most: least, below=lambda limit: 0, choice=lambda items: items
    )
    choices = draw_place(draws, *ranks)
    assert ("sliced" in choices) is sliced
    assert ("backwards:0" in choices) is backwards
    assert set(places.LAYOUTS) - set(choices) <= {"sliced"}


class Seen(fakes.RightSession):
    """A session that stores the arrays of its last call."""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        self.inputs, self.outputs = inputs, outputs
        super().run(call, inputs, outputs)


@pytest.mark.parametrize("alias", [True, False])
def test_operands_that_are_one_array_reach_the_backend_as_one(alias: bool) -> None:
    session = Seen()
    ask(session, question(alias=alias, places=("offset:3", "offset:3")), 1)  # type: ignore[arg-type]
    assert (session.inputs[0] is session.inputs[1]) is alias
    assert all(x.ctypes.data % 64 == 3 for x in session.inputs)
    assert np.array_equal(*session.inputs, equal_nan=True) is alias


def test_only_operands_of_one_shape_and_format_can_be_one_array() -> None:
    both = question(alias=True)
    assert both._one_array(1) == [0, 1]
    fma = get_op("fma").call(["f32"] * 3)
    three = question(call=fma, shapes=((5,), (4,), (5,)), alias=True)
    assert [three._one_array(i) for i in range(3)] == [[0, 2], [1], [0, 2]]


def test_a_result_lies_where_the_question_wants_it() -> None:
    session = Seen()
    ask(session, question(result_place="negative"), 1)  # type: ignore[arg-type]
    assert session.outputs[0].strides[0] < 0
    ask(session, question(result_place=PLAIN), 1)  # type: ignore[arg-type]
    assert session.outputs[0].strides[0] > 0


def test_a_call_is_asked_on_every_number_of_threads() -> None:
    found = reach_questions("drawn/reach/add/f32/threads", SEED, "add", "f32", "threads")
    assert [q.threads for q in found] == list(range(1, MOST_THREADS + 1))
    assert len({q.name for q in found}) == 1


def test_strides_are_asked_with_a_flavour_of_their_own_each() -> None:
    found = reach_questions("drawn/reach/sum/f32/strides", SEED, "sum", "f32", "strides")
    assert len({q.flavour for q in found}) > 1
    for topic in set(topics(get_op("sum"))) - {"strides"}:
        for seed in ("1", "2", "3", "4"):
            large = reach_questions(f"drawn/reach/sum/f32/{topic}", seed, "sum", "f32", topic)
            assert {q.flavour for q in large} <= {*calls._LARGE_TREES, EVERY}


def test_every_convolution_draws_calls_that_it_accepts() -> None:
    for name, op in all_ops().items():
        if name.startswith("conv"):
            for q in four_questions(f"drawn/operands/{name}/f32/1", SEED, name, "f32"):
                assert op.output_shapes(q.call, q.shapes)


def test_equations_and_embeddings_are_drawn_as_large_as_wished() -> None:
    for name in ("einsum", "embedding"):
        label = next(x for x in get_op(name).labels() if x.startswith("f32"))
        q = four_questions(f"drawn/operands/{name}/{label}/1", SEED, name, label)[0]
        sizes = [math.prod(s) for s in (*q.shapes, *q.output_shapes)]
        assert LARGE <= max(sizes) < 1 << 20


def test_answers_are_computed_once_for_all_devices_of_a_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [question(), question("mul")]
    first = Answers(tmp_path, b"s" * 32).digests("a case", SEED, asked)
    assert first == Answers(None).digests("a case", SEED, asked)

    def never(*_: object) -> Any:
        raise AssertionError

    monkeypatch.setattr(wanted, "answer", never)
    again = Answers(tmp_path, b"s" * 32).digests("a case", SEED, asked)
    assert [tuple(x) for x in again] == [tuple(x) for x in first]
    with pytest.raises(AssertionError):
        Answers(tmp_path, b"t" * 32).digests("a case", SEED, asked)


def subject_of(session: Any) -> Any:
    return SimpleNamespace(
        session=session,
        threads=1,
        explain_command=lambda case, seed: "again",
        spelled="fake",
        promises=frozenset(),
    )


def test_a_session_without_threads_has_no_case_of_threads() -> None:
    case = DrawnCase("reach", "add", "f32", "threads", "full")
    result, wrong = judge_drawn(
        subject_of(fakes.RightSession()), case, SEED, Answers(None), nullcontext
    )
    assert (result.outcome, wrong) == ("not_applicable", None)
    assert result.reason == "the session has no configure(threads=...)"


def test_calls_of_other_ops_that_a_session_lacks_are_left_out() -> None:
    run = work._Run(subject_of(fakes.RightSession()), "add", nullcontext)
    asked = [question("add"), question("sub"), question("mul")]
    left, digests = run.supported("add", asked, [("a",), ("b",), ("c",)])
    assert [q.call.op for q in left] == ["add", "mul"]
    assert digests == [("a",), ("c",)]
    kept, _ = run.supported("sub", asked, [("a",), ("b",), ("c",)])
    assert kept == asked


def test_the_question_that_was_asked_last_is_told() -> None:
    run = work._Run(subject_of(fakes.RightSession()), "add", nullcontext)
    assert run.where() == ""
    asked = question()
    assert run.ask_all([asked], [digests_of(wanted.answer(asked))]) is None
    assert run.where() == f"; asked {asked}"


@pytest.mark.parametrize("form", ["blocks", "mixed"])
def test_calls_between_others_are_asked_of_mixed_cases_alone(
    monkeypatch: pytest.MonkeyPatch, form: Any
) -> None:
    asked: list[Any] = []
    right: Any = SimpleNamespace(wrong=())

    def ran(session: Any, certificate: Any, chosen: Any, armed: Any, count: Any, found: Any) -> Any:
        found[3] = np.zeros(4, np.uint32)
        return right

    monkeypatch.setattr(work, "run_blocks", ran)
    monkeypatch.setattr(work, "drawn_blocks", lambda *_: [3])
    monkeypatch.setattr(work, "answerable", lambda op, label: False)
    monkeypatch.setattr(work, "regrouped", lambda *_: [question("add"), question("mul")])
    monkeypatch.setattr(work, "after_others", lambda seed, case, few: [question("sub"), *few])
    monkeypatch.setattr(
        work._Run, "_ask_answered", lambda self, case, few: asked.extend(q.call.op for q in few)
    )
    certificate: Any = None
    run = work._Run(subject_of(fakes.RightSession()), "add", nullcontext)
    case = DrawnCase(form, "add", "f32", "1", "standard")
    assert run.ask_blocks(certificate, case, SEED) is None
    assert asked == (["sub", "mul"] if form == "mixed" else ["add", "mul"])
