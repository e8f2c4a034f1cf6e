"""Test the values next to bit patterns: the formats of a label, and the digits that differ."""

from __future__ import annotations

from dataclasses import replace

import pytest

from samebits.reports.tests.synthetic import case
from samebits.reports.values import differing, operand_formats, result_formats, value_text
from samebits.spec.formats import FORMATS


@pytest.mark.parametrize(
    ("label", "operands", "results"),
    [
        ("f32", ["f32"], ["f32"]),
        ("f64_to_bf16", ["f64"], ["bf16"]),
        ("bool_f16", ["bool", "f16"], ["bool", "f16"]),
        ("i8_i32_to_f32_i64", ["i8", "i32"], ["f32", "i64"]),
        ("none", [], []),
    ],
)
def test_a_label_names_the_formats_of_operands_and_results(
    label: str, operands: list[str], results: list[str]
) -> None:
    result = replace(case("exp"), label=label)
    assert [f.name for f in operand_formats(result)] == operands
    assert [f.name for f in result_formats(result)] == results


def test_a_pattern_stands_for_a_number_where_one_format_of_its_width_is_known() -> None:
    f32, f64, i32 = FORMATS["f32"], FORMATS["f64"], FORMATS["i32"]
    assert value_text("3fc00000", [f32, f64]) == "1.5"
    assert value_text("ff800000", [f32]) == "-∞"
    assert value_text("fffffffe", [i32]) == "-2"
    assert value_text("3fc00000", [f32, i32]) == ""
    assert value_text("3fc0", [f32]) == ""
    assert value_text("3fcxyz00", [f32]) == ""


def test_the_digits_that_differ_are_runs() -> None:
    assert differing("3f800000", "3f800000") == [("3f800000", False)]
    assert differing("3f800000", "3f900001") == [
        ("3f", False), ("9", True), ("0000", False), ("1", True),
    ]  # fmt: skip
    assert differing("3f80", "3f800000") == [("3f800000", True)]
