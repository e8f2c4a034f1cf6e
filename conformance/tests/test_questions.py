"""Tests of drawn questions: planned without the seed, drawn only from it, right answers."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from functools import cache
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from samebits.backends.executor import poison_of
from samebits.conformance.calls.subject import Subject, open_subject
from samebits.conformance.errors import JudgeError
from samebits.conformance.judging.options import Options
from samebits.conformance.judging.plan import make_plan
from samebits.conformance.judging.questionwork import judge_drawn
from samebits.conformance.judging.reporter import Reporter
from samebits.conformance.questions import cases, wanted
from samebits.conformance.questions.cases import (
    FORMS,
    DrawnCase,
    drawn_cases,
    look_up_drawn,
    not_drawn,
)
from samebits.conformance.questions.drawn_calls import LARGE, MOST_THREADS, four_questions
from samebits.conformance.questions.memory_places import draw_place, empty_in, placed_in
from samebits.conformance.questions.mixed import circle, mixed_questions, partners
from samebits.conformance.questions.operands import FLAVOURS, draw_bits
from samebits.conformance.questions.putting import ask
from samebits.conformance.questions.question import Question
from samebits.conformance.questions.reach import reach_questions
from samebits.conformance.questions.seeded import Draws, new_seed, parse_seed
from samebits.conformance.questions.sizes import BY_RULE
from samebits.conformance.questions.wanted import Answers, answer, digests_of
from samebits.conformance.trials.saboteurs.base import right_session
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.families.gradient_scaling import scale_state
from samebits.spec.families.padding import pad
from samebits.spec.formats import FORMATS, get_format
from samebits.vectors.reader import Vectors

SEED = "00000000000000a1"
FAKES = "py:samebits.conformance.tests.fakes:"


@cache
def all_cases() -> tuple[DrawnCase, ...]:
    return tuple(drawn_cases(Vectors.open().exhaustive_cases()))


def case_of(identity: str) -> DrawnCase:
    return next(case for case in all_cases() if case.id == identity)


@pytest.fixture
def right() -> Iterator[Subject]:
    with open_subject(FAKES + "right", None) as opened:
        yield opened


def test_a_stream_is_the_same_on_every_machine() -> None:
    draws = Draws(SEED, "a name")
    first = 0xA8F3893F36F4F327
    assert [int(word) for word in draws.words(2)] == [first, 0x34E2BCBA05F6924A]
    assert int(Draws(SEED, "another").words(1)[0]) != first
    assert int(Draws("0" * 16, "a name").words(1)[0]) != first


def test_a_seed_is_hexadecimal_and_anything_else_is_refused_in_one_line() -> None:
    assert parse_seed("Ab1") == "0000000000000ab1"
    assert parse_seed(new_seed()) != parse_seed(new_seed())
    for text in ("", "12345678901234567", "xyz", "-1", "1\n"):
        with pytest.raises(JudgeError, match="1 to 16 hexadecimal digits"):
            parse_seed(text)


def test_options_carry_the_seed_into_the_command_that_repeats_the_run() -> None:
    options = Options(backend="c", seed="A1").check()
    assert options.seed == SEED
    given = options.seeded()
    assert given == replace(options, seed_origin="given")
    assert replace(options, seed_origin="fresh").seeded().seed_origin == "fresh"
    assert "--seed-origin=given" in given.arguments()
    assert f"--seed={SEED}" in given.command("avx2")
    assert "origin" not in given.command("avx2")
    assert "--answers" not in options.command("avx2")
    assert Options(backend="c").seeded().seed_origin == "fresh"
    first, second = (Options(backend="c").seeded().seed for _ in range(2))
    assert first != second


def test_every_op_and_format_is_drawn_or_named() -> None:
    """P1.3: the level decides which ops and formats are asked."""
    certified = Vectors.open().exhaustive_cases()
    drawn = {f"{c.op}/{c.label}" for c in all_cases() if c.form in ("blocks", "operands")}
    missing = set(not_drawn(certified, all_ops()))
    assert drawn | missing == {f"{op}/{x}" for op in all_ops() for x in get_op(op).labels()}
    assert not drawn & missing


def test_ops_that_are_not_drawn_are_in_the_header_and_on_the_console(
    right: Subject, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cases, "_by_route", lambda op: ())
    monkeypatch.setattr(cases, "answerable", lambda op, label: False)
    options = Options(
        backend=FAKES + "right", ops=("mul", "sum"), formats=("f32",), sets=("golden", "drawn"),
        seed=SEED,
    )  # fmt: skip
    header = make_plan(options, Vectors.open(), right).header
    assert header.not_drawn == ("mul/f32", "sum/f32")
    assert header.seed == ""  # this plan does not depend on a seed
    Reporter(Console(width=100), progress=True).begin(header)
    assert "not drawn: mul/f32, sum/f32" in capsys.readouterr().out
    monkeypatch.undo()
    header = make_plan(options, Vectors.open(), right).header
    assert (header.not_drawn, header.seed) == ((), SEED)
    Reporter(Console(width=100), progress=True).begin(header)
    assert f"drawn from --seed {SEED}" in capsys.readouterr().out


def test_ids_are_unique_and_a_level_has_all_forms() -> None:
    """P1.3: each level has drawn questions."""
    ids = [case.id for case in all_cases()]
    assert len(set(ids)) == len(ids)
    assert ids == sorted(ids)
    standard = [case for case in all_cases() if case.level == "standard"]
    assert {case.form for case in standard} == set(FORMS)
    smoke = [case for case in all_cases() if case.level == "smoke"]
    assert {case.op for case in smoke} == {n for n, op in all_ops().items() if op.drawn_at_smoke}


def test_cases_are_looked_up_by_id_and_strangers_are_left_out() -> None:
    certified = Vectors.open().exhaustive_cases()
    ids = ["drawn/operands/sum/f32/1", "drawn/blocks/cast/f32_to_f8e4m3fn/saturate=false/1"]
    assert {case.id for case in look_up_drawn(certified, ids)} == {*ids}
    assert not look_up_drawn(certified, ["drawn/operands/sum/f32/9", "drawn/x", "sum/f32/a"])


@pytest.mark.parametrize("op", sorted(circle()))
def test_four_calls_are_large_of_many_axes_and_of_one_array(op: str) -> None:
    label = sorted(get_op(op).labels())[0]
    name = f"drawn/operands/{op}/{label}/1"
    large, deep, alike, free = four_questions(name, SEED, op, label)
    for seed in (SEED, *(digit * 16 for digit in "012345")):
        first = four_questions(name, seed, op, label)[0]
        sizes = [math.prod(shape) for shape in (*first.shapes, *first.output_shapes)]
        assert max(sizes) >= LARGE or get_op(op).shape_rule is scale_state, (seed, sizes)
    assert large.threads == MOST_THREADS
    # An op without operands, such as a draw, has its many axes in its results.
    axes = [len(shape) for shape in deep.shapes or deep.output_shapes]
    assert max(axes) >= 6 or op in FEW_AXES
    assert alike.alias
    assert four_questions(name, SEED, op, label) == [large, deep, alike, free]
    again = four_questions(name, "b" * 16, op, label)
    assert [str(q) for q in again] != [str(q) for q in (large, deep, alike, free)]


FEW_AXES = {
    op.name
    for op in all_ops().values()
    if (op.profile in ("contract", "aligned") and op.shape_rule is not pad)
    or ("index" in op.operands and "axis" not in [a.name for a in op.attributes])
    or (op.graph is not None and op.shape_rule not in BY_RULE)
}
"""Ops whose operands have a fixed number of axes, or are drawn in a special way."""


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("flavour", FLAVOURS)
def test_flavours_fill_every_format(name: str, flavour: str) -> None:
    form = get_format(name)
    bits = draw_bits(form, 500, flavour, Draws(SEED, name))
    assert bits.dtype == form.bits_dtype
    assert bits.shape == (500,)
    assert draw_bits(form, 0, flavour, Draws(SEED, name)).size == 0
    assert flavour == "equal" or len(np.unique(bits)) > 1


def test_operands_of_one_array_are_one_and_may_be_an_index() -> None:
    call = get_op("mul").call(("f32", "f32"))
    question = Question(
        name="x", seed=SEED, call=call, shapes=((5,), (5,)), flavour="wild", alias=True
    )
    first, second = question.operands()
    assert first is second
    moved = get_op("gather_gradient").call(("i64", "i64"), shape=(3,))
    question = Question(
        name="x", seed=SEED, call=moved, shapes=((5,), (5,)), flavour="wild", alias=True,
        limits=((1, 3),),
    )  # fmt: skip
    gradient, index = question.operands()
    assert gradient is index
    assert (index.min() >= 0, index.max() < 3) == (True, True)
    gradient, index = replace(question, alias=False).operands()
    assert gradient is not index
    assert gradient.max() > 3 > index.max()


def test_a_question_that_repeats_itself_has_the_answer_of_one_that_does_not() -> None:
    call = get_op("fma").call(("f64",) * 3)
    shapes = ((70, 30),) * 3
    question = Question(
        name="x", seed=SEED, call=call, shapes=shapes, flavour="moderate", period=101
    )
    plain = Question(
        name="y", seed=SEED, call=call, shapes=shapes, flavour="moderate",
        arrays=tuple(question.operands()),
    )  # fmt: skip
    assert np.array_equal(answer(question)[0], answer(plain)[0])


@pytest.mark.parametrize("rank", range(9))
def test_places_hold_the_values_in_other_strides(rank: int) -> None:
    array = np.arange(2**rank, dtype=np.float32).reshape((2,) * rank)
    draws = Draws(SEED, f"places {rank}")
    for place in {draw_place(draws, rank) for _ in range(30)}:
        copy = placed_in(place, array)
        assert np.array_equal(copy, array)
        assert not copy.flags.writeable
    if rank:
        backwards = empty_in(f"backwards:{rank - 1}", array.shape, "f32")
        assert [s < 0 for s in backwards.strides] == [False] * (rank - 1) + [True]


def test_every_pair_of_stride_dilation_and_padding_up_to_four_is_asked() -> None:
    name = "drawn/reach/conv2d/f32/windows"
    found = reach_questions(name, SEED, "conv2d", "f32", "windows")
    names = ("stride", "dilation", "padding")
    for a, b in (names[:2], names[1:], names[::2]):
        pairs = {(q.call.attributes[a][0], q.call.attributes[b][0]) for q in found}
        assert pairs >= set(product(range(1, 5), repeat=2))
    assert max(q.call.attributes["groups"] for q in found) > 8
    assert max(q.shapes[0][0] for q in found) > 65_536


def test_each_axis_is_backwards_alone_at_every_rank() -> None:
    found = reach_questions("drawn/reach/add/f32/strides", SEED, "add", "f32", "strides")
    asked = {(len(q.shapes[0]), q.places[0]) for q in found}
    assert asked >= {(r, f"backwards:{axis}") for r in range(1, 6) for axis in range(r)}
    assert {rank for rank, _ in asked} == set(range(1, 9))
    assert {(r, f"backwards:{r - 1}") for r in (6, 7, 8)} <= asked


def test_of_two_ops_one_is_after_the_other_in_the_first_case_of_either() -> None:
    names = circle()
    for a, b in product(names, names):
        assert a == b or (b in partners(a, 0)) or (a in partners(b, 0))
        assert a == b or (b in partners(a, 0)) != (b in partners(a, 1))


def test_a_mixed_case_asks_its_op_first_second_and_after_every_partner() -> None:
    found = mixed_questions("drawn/mixed/add/f32/1", SEED, "add", "f32", 0, {})
    ops = [question.call.op for question in found]
    assert ops[:2] == ["add", "add"]
    assert found[0].alone() == found[1].alone()
    assert any(0 in question.output_shapes[0] for question in found)
    behind = {a for a, b in pairwise(found) if b.call.op == "add" and 0 not in b.output_shapes[0]}
    assert {question.call.op for question in behind} == {"add", *partners("add", 0)}


def test_what_is_kept_of_answers_tells_nobody_a_digest(tmp_path: Path) -> None:
    """If a result has few bits, a search over all values would find it from a plain digest."""
    case = case_of("drawn/operands/all/f32_to_bool/1")
    questions = case.questions(SEED)
    found = Answers(tmp_path, b"secret").digests(case.id, SEED, questions)
    (kept,) = tmp_path.iterdir()
    data = kept.read_bytes()
    assert b"[" not in data[:64]
    assert all(digest[:8].encode() not in data for digests in found for digest in digests)
    length = len(json.dumps(found))
    assert len(data) == 64 + 1 + length


def test_the_digests_of_answers_are_those_of_the_route(tmp_path: Path) -> None:
    case = case_of("drawn/operands/sub/f64/1")
    questions = case.questions(SEED)
    found = Answers(tmp_path, b"secret").digests(case.id, SEED, questions)
    assert found == [digests_of(answer(question)) for question in questions]
    other = case.questions("b" * 16)
    assert Answers(tmp_path, b"secret").digests(case.id, "b" * 16, other) != found


def test_a_second_device_takes_the_digests_that_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = case_of("drawn/operands/sub/f64/1")
    questions = case.questions(SEED)
    found = Answers(tmp_path, b"secret").digests(case.id, SEED, questions)
    monkeypatch.setattr(wanted, "answer", None)  # a second computation would fail
    assert Answers(tmp_path, b"secret").digests(case.id, SEED, questions) == found


def test_digests_that_a_hostile_backend_writes_are_not_believed(tmp_path: Path) -> None:
    case, another = case_of("drawn/operands/sub/f64/1"), case_of("drawn/operands/mul/f64/1")
    questions = case.questions(SEED)
    answers = Answers(tmp_path, b"secret")
    found = answers.digests(case.id, SEED, questions)
    (kept,) = tmp_path.iterdir()
    good = kept.read_bytes()
    code = good.partition(b"\n")[0]
    forged = json.dumps([["0" * 64]] * 4).encode()
    lies = [b"", b"no JSON", forged, code + b"\n" + forged]
    # Without the secret no valid code can be made, and the code of another case is invalid here.
    Answers(tmp_path).digests(case.id, SEED, questions)
    lies.append(kept.read_bytes())
    kept.unlink()
    answers.digests(another.id, SEED, another.questions(SEED))
    (other,) = tmp_path.iterdir()
    lies.append(other.read_bytes())
    for lie in lies:
        assert lie != good
        kept.write_bytes(lie)
        assert answers.digests(case.id, SEED, questions) == found
        assert kept.read_bytes() == good


def test_partners_that_a_session_does_not_have_are_left_out(right: Subject) -> None:
    case = case_of("drawn/mixed/add/f32/1")
    result, _ = judge_drawn(right, case, SEED, Answers(None), nullcontext)
    assert result.outcome == "pass"


def test_threads_of_a_session_without_threads_are_not_applicable(right: Subject) -> None:
    case = case_of("drawn/reach/add/f32/threads")
    result, _ = judge_drawn(right, case, SEED, Answers(None), nullcontext)
    assert (result.outcome, result.reason) == (
        "not_applicable",
        "the session has no configure(threads=...)",
    )


CONTIGUOUS = "0000000000000003"
"""A seed for which the first result is contiguous and does not end with a page."""


@pytest.mark.parametrize(
    ("backend", "outcome", "reason"),
    [
        ("wrong_mul", "fail", "call 1, mul[f32] on "),
        ("unwriting", "fail", "never written"),
        ("raising", "error", "no product today; asked mul[f32] on "),
        ("meddling", "crash", "Segmentation fault"),
        ("overrunning", "error", "the backend wrote outside result 0"),
    ],
)
def test_every_way_to_be_wrong_has_its_outcome(backend: str, outcome: str, reason: str) -> None:
    case = case_of("drawn/operands/mul/f32/1")
    with open_subject(FAKES + backend, None) as subject:
        result, _ = judge_drawn(subject, case, CONTIGUOUS, Answers(None), nullcontext)
    assert result.outcome == outcome
    assert reason in result.reason
    assert result.repeat.endswith(f"--seed {CONTIGUOUS}")


def test_a_result_that_equals_the_poison_is_no_unwritten_one() -> None:
    poison = np.full((3, 4), poison_of("i32"), np.uint32).view(np.int32)
    question = Question(
        name="x", seed=SEED, call=get_op("cast").call(("i32",), ("i32",)), shapes=((3, 4),),
        flavour="wild", result_place="negative", arrays=(poison,),
    )  # fmt: skip
    with right_session() as session:
        produced = ask(session, question, 0)
    assert produced.unwritten_count == 0
    assert np.array_equal(produced.outputs[0], poison)
