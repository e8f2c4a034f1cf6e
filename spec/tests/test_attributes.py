"""Tests of attributes (clauses A1, R4): types, ranges, canonical texts, and rounding of reals."""

from __future__ import annotations

import json
import math
import pickle
import re

import numpy as np
import pytest

from samebits.spec.catalog import all_ops, get_op
from samebits.spec.errors import SpecError
from samebits.spec.language.call import Call
from samebits.spec.language.canonical import canonical_text


def call(value, op="elu"):
    declared = get_op(op)
    return declared.call(["f32"], **{declared.attributes[0].name: value})


def test_R4_defaults_are_those_of_pytorch():
    assert dict(get_op("elu").call(["f32"]).attributes) == {"alpha": 1.0}
    assert dict(get_op("leaky_relu").call(["f16"]).attributes) == {"negative_slope": 0.01}


@pytest.mark.parametrize("value", [0.1, 1 / 3, -0.0, 5e-324, 2.0**127, 2.0**128 - 2.0**104, 1e-5])
def test_R4_a_real_attribute_survives_every_text_exactly(value):
    made = call(value)
    text = json.loads(made.key())[4]["alpha"]
    assert repr(float(text)) == repr(value)
    assert pickle.loads(pickle.dumps(made)) == made
    read = Call("elu", 1, ("f32",), ("f32",), json.loads(json.dumps(dict(made.attributes))))
    get_op("elu").check(read)
    assert read == made
    assert str(made) == f"elu[f32](alpha={value!r})"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1"), (0.01, "0.01"), (-1.5, "-1.5"), (1e20, "100000000000000000000"),
        (1e21, "1e+21"), (1e-6, "0.000001"), (1e-7, "1e-7"), (1.25e-10, "1.25e-10"),
        (5e-324, "5e-324"), (1.7976931348623157e308, "1.7976931348623157e+308"),
        (333333333.33333329, "333333333.3333333"), (0.0, "0"), (-0.0, '"-0"'),
        (math.inf, '"inf"'), (-math.inf, '"-inf"'),
    ],
)  # fmt: skip
def test_A1_reals_are_written_as_RFC_8785_does_but_for_three(value, text):
    """A1.5: the canonical text."""
    assert canonical_text({"b": value, "a": (1, True, None, "x")}) == (
        f'{{"a":[1,true,null,"x"],"b":{text}}}'
    )


def test_A1_a_nan_has_no_text():
    with pytest.raises(SpecError, match="must not be NaN"):
        canonical_text({"a": math.nan})


@pytest.mark.parametrize(
    ("op", "attributes"),
    [
        ("sum", {"keepdims": 1}), ("sum", {"axes": (True,)}), ("topk", {"k": 2.0}),
        ("topk", {"k": True}), ("topk", {"k": 2**53}), ("norm", {"ord": 2.0}),
        ("var", {"correction": 2**31 + 1}), ("pad", {"widths": (1.0, 0)}),
        ("conv1d", {"stride": 1}), ("conv1d", {"stride": (1, 1)}), ("softmax", {"axis": None}),
        ("pad", {"widths": (0, 0), "value": math.nan}), ("pad", {"widths": (0, 0), "mode": "zero"}),
    ],
)  # fmt: skip
def test_A1_no_type_stands_for_another_and_ranges_hold(op, attributes):
    """A1.1: types and ranges of attributes."""
    declared = get_op(op)
    with pytest.raises(SpecError, match=f"{op}: {list(attributes)[-1]}="):
        declared.call(*declared.signatures[0], **attributes)


INTEGERS = [
    pytest.param(op, attribute, id=f"{op.name}-{attribute.name}")
    for op in all_ops().values()
    for attribute in op.attributes
    if attribute.type in ("integer", "integers", "axis", "axes")
]


@pytest.mark.parametrize("beyond", [2**53, -(2**53), 2**65])
@pytest.mark.parametrize(("op", "attribute"), INTEGERS)
def test_A1_5_an_integer_beyond_2_to_the_53_less_1_is_refused_for_that_reason(
    op, attribute, beyond
):
    """A1.5: this holds also for one of several integers, and for every range of the attribute."""
    inputs, outputs = op.signatures[0]
    given = op.example(len(inputs))[0]
    several = attribute.type in ("integers", "axes")
    if several:
        first = given.get(attribute.name) or ()
        value = (*first[:-1], beyond)
    else:
        value = beyond
    shown = re.escape(f"{op.name}: {attribute.name}={value!r}: the integer {beyond} is beyond")
    with pytest.raises(SpecError, match=rf"^{shown} 2\^53 - 1 .*\(A1\.5\)"):
        op.call(inputs, outputs, **{**given, attribute.name: value})


def test_R4_zeros_of_both_signs_are_different_calls():
    """A1.6: calls whose canonical texts differ are different."""
    assert call(0.0) != call(-0.0)
    assert len({call(0.0), call(-0.0), call(0)}) == 2


@pytest.mark.parametrize("value", [1, np.float32(1), np.float64(1), np.int64(1)])
def test_R4_numbers_of_every_kind_become_binary64(value):
    attribute = call(value).attributes["alpha"]
    assert type(attribute) is float
    assert attribute == 1.0


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (math.nan, "elu: alpha=nan must be finite in binary32"),
        (math.inf, "elu: alpha=inf must be finite in binary32"),
        (-math.inf, "must be finite in binary32"),
        (2.0**128, "must be finite in binary32"),
        (-(2.0**128 - 2.0**103), "must be finite in binary32"),
        (10**400, "must be finite in binary32"),
        ("1", "alpha='1' must be a real number"),
        (True, "alpha=True must be a real number"),
        (None, "alpha=None must be a real number"),
        (1j, "must be a real number"),
    ],
)
def test_R4_attributes_that_are_no_numbers_of_binary32_are_refused_in_one_line(value, message):
    """R4.4: an attribute must be finite in binary32."""
    with pytest.raises(SpecError, match=message) as caught:
        call(value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("op", ["celu", "celu_derivative"])
@pytest.mark.parametrize("value", [0.0, -0.0, 2.0**-150, -1e-60])
def test_R4_an_alpha_that_divides_must_not_round_to_zero(op, value):
    """R4.4: an attribute that is a divisor must not be zero in binary32."""
    with pytest.raises(SpecError, match="must not be zero or round to zero in binary32"):
        call(value, op)
    assert call(value).attributes["alpha"] == value
    assert call(math.nextafter(2.0**-150, 1), op)


@pytest.mark.parametrize("value", [1e300, -1e-60, 2.0**-1074])
def test_R4_with_an_operand_of_binary64_attributes_are_exact_in_it(value):
    """R4.3, R4.4: with an f64 operand, attributes are rounded to binary64."""
    for op in ("celu", "celu_derivative"):
        assert get_op(op).call(["f64"], alpha=value).attributes["alpha"] == value
    for wrong, message in ((math.inf, "finite"), (math.nan, "finite"), (-0.0, "not be zero")):
        with pytest.raises(SpecError, match=rf"must .*{message}.* in binary64"):
            get_op("celu").call(["f64"], alpha=wrong)


@pytest.mark.parametrize("value", [1, "1.0", None, math.nan])
def test_R4_a_call_read_from_a_file_must_hold_a_float(value):
    with pytest.raises(SpecError, match="alpha"):
        get_op("elu").check(Call("elu", 1, ("f32",), ("f32",), {"alpha": value}))
