"""Tests of `samebits explain` for one case, with and without a backend."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result

from samebits.commands.explain import command
from samebits.common.errors import SamebitsError
from samebits.conformance import budget
from samebits.conformance.errors import JudgeError
from samebits.conformance.explaining.explain_facts import shown_bits
from samebits.vectors.errors import VectorError
from samebits.vectors.reader import Vectors

SABOTEURS = "py:samebits.conformance.trials.saboteurs"


@pytest.fixture(autouse=True, scope="module")
def _vectors_read_once() -> object:
    """Share the verified vectors, because reading them takes a second."""
    shared = Vectors.open()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Vectors, "open", lambda path=None: shared)
        yield


def explain(*arguments: str) -> Result:
    return CliRunner().invoke(command, list(arguments), catch_exceptions=False)


def test_help_shows_an_example() -> None:
    shown = explain("--help")
    assert shown.exit_code == 0
    assert "samebits explain exp/f32/hard" in shown.output


@pytest.mark.parametrize(("given", "seconds"), [((), 10), (("--budget", "0"), 0)])
def test_the_search_for_a_mistake_has_ten_seconds_or_what_is_given(
    given: tuple[str, ...], seconds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[float] = []

    def facts(*_: object) -> None:
        with budget.started() as limit:
            found.append(limit)
        raise SamebitsError("seen")

    monkeypatch.setattr("samebits.commands.explain.gather_facts", facts)
    with pytest.raises(SamebitsError, match="seen"):
        explain("exp/f32/hard", *given)
    assert found == [seconds]
    assert explain("exp/f32/hard", "--budget", "-1").exit_code == 2


def test_without_a_backend_the_wanted_side_is_shown() -> None:
    shown = explain("exp/f32/hard/c16912cd")
    assert shown.exit_code == 0
    for text in ("c16912cd", "-14.56709", "-0x1.d2259a0000000p+3", "34fd331b", "hard"):
        assert text in shown.output
    assert "0.000000471621049769055456312183190682" in shown.output
    assert "2.36e-09 ulp from the midpoint" in shown.output
    assert "got" not in shown.output


@pytest.mark.parametrize(
    ("element", "line"),
    [
        ("7f7ffffe", "beyond the range of i16: the result is 7fff  32767"),
        ("ff800000", "beyond the range of i16: the result is 8000  -32768"),
        ("7fc00000", "no number: the result is 0000  0"),
    ],
)
def test_a_saturated_cast_names_the_end_of_the_range(element: str, line: str) -> None:
    shown = explain(f"cast/f32_to_i16/specials/{element}").output
    assert line in shown
    assert "from below to above" not in shown


def test_a_wrong_backend_shows_both_sides_the_mistake_and_exit_status_1() -> None:
    where = f"{SABOTEURS}.sequential_sum:backend"
    shown = explain("sum/f32/length/7", "--backend", where)
    assert shown.exit_code == 1
    for text in (
        "term 6",
        "distance",
        "(((0+1)+(2+3))+((4+5)+6))",
        "diagnosis: tree:sequential (consistent with these bits)",
        "((((((0+1)+2)+3)+4)+5)+6)",
        "repeat: samebits explain sum/f32/length/7@",
        where,
    ):
        assert text in shown.output


def test_a_right_backend_shows_the_same_bits_and_exit_status_0() -> None:
    shown = explain("add/f32/specials", "--backend", f"{SABOTEURS}.base:RIGHT", "--device", "cpu")
    assert shown.exit_code == 0
    assert "0: the same bits" in shown.output
    assert "pass (1444 elements)" in shown.output


def test_T4_products_are_listed_with_both_factors() -> None:
    shown = explain("matmul/f32/ragged/m2-n3-k1@5")
    assert shown.exit_code == 0
    for text in ("a 0", "b 0", "every product fused"):
        assert text in shown.output


def test_long_reductions_are_not_listed_but_their_wanted_bits_are() -> None:
    shown = explain("sum/f32/length/300@3")
    assert shown.exit_code == 0
    assert "300 terms" in shown.output
    assert "is of class tree" in shown.output


def test_an_element_known_only_by_digest_is_recomputed() -> None:
    case = next(
        c
        for c in Vectors.open().cases(ops=["add"], formats=["f32"], level="full")
        if "bulk" in c.id
    )
    shown = explain(case.id)
    assert shown.exit_code == 0
    assert "digest only" not in shown.output
    assert "wanted" in shown.output


def test_graphs_say_that_their_steps_define_the_bits() -> None:
    shown = explain("softmax/f32/length/2")
    assert shown.exit_code == 0
    assert "class graph" in shown.output


def test_a_broken_law_shows_both_sides_and_exit_status_1() -> None:
    where = f"{SABOTEURS}.threads_matter:backend"
    shown = explain("law/threads/sum/f32", "--backend", where)
    assert shown.exit_code == 1
    for text in (
        "the number of threads never changes a bit",
        "diagnosis: law:threads (the same when repeated)",
        "specimen: sum[f32](axes=None, keepdims=False) on (1031,) (moderate)",
        "one side: 1 thread",
        "other side: 3 threads",
        "first difference: the only element: 431c9c51 against 431c9c53",
        "elements: 1 of 1 differ",
        "431c9c53  156.61064  2 ulp",
        f"repeat: samebits explain law/threads/sum/f32 --backend {where}",
    ):
        assert text in shown.output


def test_drawn_questions_are_shown_and_put_again_by_their_seed() -> None:
    where = f"{SABOTEURS}.sequential_sum:backend"
    shown = explain("drawn/operands/sum/f32/1", "--seed", "a1", "--backend", where)
    assert shown.exit_code == 1
    words = " ".join(shown.output.split())
    for text in (
        "asks calls on drawn operands and shapes, against the NumPy route",
        "seed 00000000000000a1",
        "call 1 sum[f32](axes=",
        "fail: call ",
        "repeat: samebits explain drawn/operands/sum/f32/1",
        "--seed 00000000000000a1",
    ):
        assert text in words, text
    right = explain("drawn/blocks/exp/f8e5m2/1@7", "--backend", f"{SABOTEURS}.base:RIGHT")
    assert right.exit_code == 0
    assert "blocks  0 of 1" in right.output
    alone = explain("drawn/mixed/add/f32/1")
    assert alone.exit_code == 0
    assert "small calls of every rank between calls of other ops" in alone.output
    with pytest.raises(
        SamebitsError, match="no case 'drawn/operands/sun/f32/1'; ids of drawn questions"
    ):
        CliRunner().invoke(
            command, ["drawn/operands/sun/f32/1"], standalone_mode=False, catch_exceptions=False
        )


def test_a_law_that_holds_has_exit_status_0_and_without_a_backend_is_explained() -> None:
    shown = explain("law/split/sum/f32@7", "--backend", f"{SABOTEURS}.base:RIGHT")
    assert shown.exit_code == 0
    assert "pass" in shown.output
    alone = explain("law/split/sum/f32")
    assert alone.exit_code == 0
    assert "T1.1 T4.1" in alone.output
    assert "pass" not in alone.output


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("law/threads/sum", "a law is named law/NAME/OP/FORMAT"),
        ("law/thread/sum/f32", "unknown law 'thread'; known: absent"),
        ("law/threads/sun/f32", "unknown op 'sun'"),
        ("law/threads/sum/i8", "sum has no format 'i8'"),
        ("law/split/add/f32", "does not apply to add"),
    ],
)
def test_a_law_that_is_not_there_is_one_clear_line(address: str, message: str) -> None:
    with pytest.raises(SamebitsError, match=message):
        explain(address)


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("sum/f32/length/300@99", "there is no @99"),
        ("exp/f32/hard/00000001", "no element with the operand bits"),
        ("add/f32/specials/3f800000", "by the bits of 2 operands"),
    ],
)
def test_an_element_that_is_not_there_is_one_clear_line(address: str, message: str) -> None:
    with pytest.raises(JudgeError, match=message):
        explain(address)


def test_an_unknown_case_lists_near_ones() -> None:
    with pytest.raises(VectorError, match="did you mean"):
        explain("sum/f32/length/3000")


def test_a_backend_that_refuses_the_call_says_so() -> None:
    with pytest.raises(JudgeError, match="does not support"):
        explain("sqrt/f32/specials", "--backend", f"{SABOTEURS}.refuses:backend")


def test_a_backend_that_raises_has_exit_status_1() -> None:
    shown = explain("sqrt/f32/specials", "--backend", f"{SABOTEURS}.raises:backend")
    assert shown.exit_code == 1
    assert "the device fell off the bus" in shown.output


def test_device_alone_is_a_usage_error() -> None:
    shown = CliRunner().invoke(command, ["exp/f32/hard", "--device", "cpu"])
    assert shown.exit_code == 2
    assert "--device needs --backend" in shown.output


@pytest.mark.parametrize(
    ("pattern", "name", "wanted"),
    [
        (0x3FC00000, "f32", ("3fc00000", "1.5", "0x1.8000000000000p+0")),
        (0xFFC00001, "f32", ("ffc00001", "nan", "")),
        (0x8000, "bf16", ("8000", "-0", "-0x0.0p+0")),
        (0xFFFFFFFE, "i32", ("fffffffe", "-2", "")),
    ],
)
def test_bits_are_shown_three_ways(pattern: int, name: str, wanted: tuple[str, ...]) -> None:
    assert shown_bits(pattern, name) == wanted


def test_refused_calls_are_shown_one_by_one_with_what_is_wanted_and_what_came() -> None:
    where = f"{SABOTEURS}.refuses_late:backend"
    case = "scatter_add/f32_i64_to_f32/refused/an-index-below-0"
    shown = explain(case, "--backend", where)
    assert shown.exit_code == 1
    words = " ".join(shown.output.split())
    for text in (
        "a refusal is wanted, and nothing written (C2)",
        "rules O.scatter_add.errors S2.3",
        "index -1 at 15",
        "refused after 96 bytes had been written: ",
        "fail: 7 of 7 calls were refused after results had been written",
        "diagnosis: refusal:late",
        f"repeat: samebits explain {case} --backend {where}",
    ):
        assert text in words, text


def test_refused_calls_without_a_backend_and_on_one_that_refuses_have_exit_status_0() -> None:
    for backend in ((), ("--backend", f"{SABOTEURS}.base:RIGHT")):
        shown = explain("sum/f32/refused/an-axis-named-twice", *backend)
        assert shown.exit_code == 0
        assert "sum(axes=(1, 1), keepdims=False)" in shown.output


@pytest.mark.parametrize(
    ("case", "text"),
    [
        ("sum/f32/refused/nothing", "sum/f32/refused has an-axis-below-minus-the-rank, "),
        ("sum/i9/refused/formats", "sum has no format 'i9'; known: "),
        ("summ/f32/refused/formats", "unknown op 'summ'"),
    ],
)
def test_a_group_of_refused_calls_that_is_not_there_is_named(case: str, text: str) -> None:
    with pytest.raises(SamebitsError, match=text):
        explain(case)
