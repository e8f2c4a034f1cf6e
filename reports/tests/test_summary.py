from __future__ import annotations

import pytest

from samebits.conformance.results.records import Diagnosis
from samebits.reports.groups import elements_text, mistakes, silences
from samebits.reports.summary import counts_of, device_matrix, op_matrix, state_of, text_of
from samebits.reports.tests.synthetic import case, failing, mixed
from samebits.reports.values import differing, operand_formats, result_formats, value_text


def test_ops_are_rows_and_operand_formats_columns() -> None:
    table = op_matrix([case("sum", "f16"), case("exp", "f32"), case("sum", "f32")])
    assert table.columns == ("f32", "f16")
    assert [r.title for r in table.rows] == ["exp", "sum"]
    assert table.rows[0].cells[1] is None


def test_an_op_with_several_results_of_one_operand_has_a_row_for_each_operand() -> None:
    labels = ("f32", "f32_to_f16", "f64_to_f16")
    table = op_matrix([case("cast", label) for label in labels])
    assert [r.title for r in table.rows] == ["cast f64 →", "cast f32 →"]
    assert table.columns == ("f32", "f16")


def test_an_op_with_one_result_format_stays_one_row() -> None:
    table = op_matrix([case("argmax", "f32_to_i64"), case("argmax", "f16_to_i64")])
    assert [r.title for r in table.rows] == ["argmax"]
    assert table.columns == ("f32", "f16")


def test_every_result_is_in_exactly_one_cell() -> None:
    results = mixed()
    assert sorted(r.id for c in op_matrix(results).cells for r in c.results) == sorted(
        r.id for r in results
    )
    devices = device_matrix({"a": results, "b": results[:3]})
    assert sum(len(c.results) for c in devices.cells) == len(results) + 3


@pytest.mark.parametrize(
    ("outcomes", "state", "text"),
    [
        (["pass", "pass"], "good", "2"),
        (["pass", "fail"], "bad", "1/2"),
        (["fail"], "bad", "1/1"),
        (["pass", "unsupported"], "part", "1/2"),
        (["unsupported", "not_run"], "mute", "2"),
        (["pass", "waived"], "warn", "1/2"),
        (["fail", "unsupported"], "bad", "1/2"),
    ],
)
def test_no_cell_looks_good_unless_all_of_it_passes(outcomes: list, state: str, text: str) -> None:
    counts = counts_of(case("exp", name=str(i), outcome=o) for i, o in enumerate(outcomes))
    assert (state_of(counts), text_of(counts)) == (state, text)


def test_mistakes_and_silences_together_hold_all_that_did_not_pass() -> None:
    results = mixed()
    shown = [r.id for m in mistakes(results) for r in m.results]
    shown += [r.id for s in silences(results) for r in s.results]
    assert sorted(shown) == sorted(r.id for r in results if r.outcome != "pass")


def test_wrong_elements_are_summed() -> None:
    both = [failing("exp"), failing("exp", name="b", max_ulp=7, wrong=2000, elements=4096)]
    assert elements_text(both) == "2,003 of 4,196 elements wrong, at most 7 ulp"
    assert elements_text([case("exp")]) == ""
    far = failing("exp", max_ulp=165_573_515_712_151)
    assert elements_text([far]) == "3 of 100 elements wrong, at most 1.7e+14 ulp"
    assert elements_text([failing("exp", max_ulp=0)]) == "3 of 100 elements wrong"


@pytest.mark.parametrize(
    ("label", "pattern", "text"),
    [
        ("f32", "3f800000", "1.0"),
        ("f32", "ff800000", "-∞"),
        ("f32", "7fc00000", "nan"),
        ("bf16", "3f80", "1"),
        ("f16", "0001", "6e-08"),
        ("f64", "0000000000000001", "5e-324"),
        ("f32", "zzzzzzzz", ""),
        ("f32", "", ""),
        ("f32", "3f80", ""),
    ],
)
def test_bits_are_shown_beside_their_value(label: str, pattern: str, text: str) -> None:
    assert value_text(pattern, operand_formats(case("exp", label))) == text


def test_operands_and_results_of_a_cast_have_their_own_formats() -> None:
    cast = case("cast", "f64_to_i32")
    assert value_text("3ff0000000000000", operand_formats(cast)) == "1.0"
    assert value_text("ffffffff", result_formats(cast)) == "-1"


def test_differing_digits_are_found() -> None:
    assert differing("3f800000", "3f800011") == [("3f8000", False), ("11", True)]
    assert differing("", "3f80") == [("3f80", True)]


def test_a_broken_law_is_named_after_the_law_not_called_unexplained() -> None:
    broken = failing("sum", id="law/threads/sum/f32", kind="law", diagnosis=None, reason="1 vs 2")
    (mistake,) = mistakes([broken])
    assert (mistake.name, mistake.text) == ("law:threads", "1 vs 2")


def test_texts_that_differ_within_a_mistake_are_said_to_be_examples() -> None:
    results = [
        failing("exp", name=n, diagnosis=Diagnosis("x", f"{n} of 3", True)) for n in ("1", "2")
    ]
    (mistake,) = mistakes(results)
    assert mistake.text == "for example exp/f32/group/1: 1 of 3"
    assert mistake.confirmed == 2
