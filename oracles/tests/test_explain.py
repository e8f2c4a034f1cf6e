"""Test the explanation of one element: exact text, enclosing numbers, position between them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from samebits.oracles import OracleError, evaluate
from samebits.oracles.explain import exact_value
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import bits_of, from_bits

OF_OTHER_CLASSES = {
    op.op_class: op.name
    for op in all_ops().values()
    if op.op_class != "round"
    and (("f32",), ("f32",)) in op.signatures
    and not any(attribute.required for attribute in op.attributes)
}
UNARY = sorted(
    name
    for name, op in all_ops().items()
    if op.op_class == "round" and len(op.operands) == 1 and name != "cast"
)


def operand_of(op):
    """Return the 32-bit operand format of an op: u32 for functions of words, else f32."""
    (found,) = {i for (i,), (o,) in get_op(op).signatures if i in ("f32", "u32") and o == "f32"}
    return found


def explain(op, name, *patterns, to=None):
    return exact_value(get_op(op).call([name] * len(patterns), to), patterns)


def test_a_tie_is_a_tie_and_lies_in_the_middle():
    value = explain("add", "f32", 0x3F800000, 0x33800000)
    assert value.text == "1.000000059604644775390625"
    assert (value.below, value.above, value.rounded) == (0x3F800000, 0x3F800001, 0x3F800000)
    assert value.position == 0.5
    assert value.is_tie
    assert not value.is_exact


def test_an_infinitesimal_next_to_a_tie_is_no_tie():
    value = explain("silu", "f32", 0x80000003)
    assert (value.below, value.above, value.rounded) == (0x80000002, 0x80000001, 0x80000001)
    assert value.position == pytest.approx(0.5)
    assert not value.is_tie


def test_thirty_digits_of_a_quotient_and_of_a_transcendental_number():
    assert explain("div", "f32", 0x3F800000, 0x40400000).text == "0." + "3" * 30
    e = explain("exp", "f32", 0x3F800000)
    assert e.text == "2.71828182845904523536028747135"
    assert (e.below, e.above) == (0x402DF854, 0x402DF855)


def test_exact_and_special_results_have_no_interval():
    for op, pattern, text in (
        ("exp", 0, "1.0"),
        ("log", 0, "-inf"),
        ("log", 0xBF800000, "NaN"),
        ("tanh", 0x80000000, "-0"),
        ("rsqrt", 0x40800000, "0.5"),
    ):
        value = explain(op, "f32", pattern)
        assert value.text == text
        assert value.below == value.above == value.rounded
        assert value.is_exact


def test_values_beyond_the_format_are_shown_in_full_all_the_same():
    over, under = explain("exp", "f32", 0x7F000000), explain("exp", "f32", 0xFF000000)
    assert over.text.endswith("e+73891377121370603930776729510319290124")
    assert (over.below, over.above, over.position) == (0x7F7FFFFF, 0x7F800000, 1.0)
    assert (under.below, under.above, under.position) == (0, 1, 0.0)


@pytest.mark.parametrize(
    ("op", "limit"),
    [("tanh", 0x3F800000), ("erf", 0x3F800000), ("sigmoid", 0x3F800000), ("silu", 0x7F000000),
     ("gelu", 0x7F000000), ("mish", 0x7F000000), ("tanhshrink_derivative", 0x3F800000)],
)  # fmt: skip
def test_a_value_closer_to_its_limit_than_any_precision_lies_below_it(op, limit):
    value = explain(op, "f32", 0x7F000000)
    assert (value.below, value.above, value.rounded) == (limit - 1, limit, limit)
    assert not value.is_exact


def test_a_value_just_above_its_limit_lies_above_it():
    for op, pattern, limit in (
        ("softplus", 0x7F000000, 0x7F000000),
        ("silu_derivative", 0x7F000000, 0x3F800000),
        ("logsigmoid", 0xFF000000, 0xFF000000),
    ):
        value = explain(op, "f32", pattern)
        assert limit in (value.below, value.above)
        assert value.rounded == limit
        assert not value.is_exact


def test_functions_of_two_operands_and_of_attributes_are_explained():
    value = explain("pow", "f32", 0x45800800, 0x40000000)  # 4097**2
    assert (value.text, value.is_tie) == ("16785409.0", True)
    assert (value.below, value.above, value.rounded) == (0x4B801000, 0x4B801001, 0x4B801000)
    assert explain("atan2", "f32", 0, 0x80000000).text == "3.14159265358979323846264338328"
    call = get_op("leaky_relu").call(["f32"], negative_slope=0.1)
    assert exact_value(call, [0xBF800000]).text == "-0.100000001490116119384765625"


def test_R5_casts_to_integers_lie_between_integers_or_are_saturated():
    value = explain("cast", "f32", 0xC0200000, to=["i32"])
    assert (value.below, value.above, value.rounded) == (0xFFFFFFFD, 0xFFFFFFFE, 0xFFFFFFFE)
    assert (value.position, value.is_tie) == (0.5, False)
    large = explain("cast", "f32", 0x4F000000, to=["i32"])
    assert large.below == large.above == large.rounded == 0x7FFFFFFF
    assert not large.is_exact
    assert explain("cast", "f32", 0x4EFFFFFF, to=["i32"]).is_exact
    assert explain("cast", "f32", 0xBF000000, to=["i32"]).above == 0


@pytest.mark.parametrize("pattern", [0x44000000, 0x7F800000, 0x43F00000])
def test_R5_what_a_cast_without_saturation_sends_to_nan_has_no_neighbours(pattern):
    call = get_op("cast").call(["f32"], ["f8e4m3fn"], saturate=False)
    value = exact_value(call, [pattern])
    assert {value.rounded, value.below, value.above} == {0x7F}
    assert not value.is_exact
    saturated = exact_value(get_op("cast").call(["f32"], ["f8e4m3fn"]), [pattern])
    assert saturated.rounded == 0x7E


@pytest.mark.parametrize("op", OF_OTHER_CLASSES.values())
def test_other_classes_are_refused(op):
    with pytest.raises(OracleError, match="only round ops"):
        explain(op, "f32", 0)


@settings(max_examples=400)
@given(
    st.sampled_from(UNARY),
    st.integers(0, 2**32 - 1),
)
def test_the_explanation_rounds_as_the_oracle_does(op, pattern):
    name = operand_of(op)
    value = explain(op, name, pattern, to=["f32"])
    x = from_bits(np.array([pattern], np.uint32), name)
    (wanted,) = evaluate(get_op(op).call([name], ["f32"]), [x])
    assert value.rounded == int(bits_of(wanted)[0])
    assert value.rounded in (value.below, value.above)
    if value.below != value.above:
        assert (value.position <= 0.5) if value.rounded == value.below else (value.position >= 0.5)
