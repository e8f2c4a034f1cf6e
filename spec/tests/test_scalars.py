"""Tests of clause G3: host scalars as data, their values, their texts, and their errors."""

from __future__ import annotations

import json
import math
import pickle
import re

import numpy as np
import pytest
from hypothesis import given, strategies as st

from samebits.backends.hosting import fenv
from samebits.spec.documents.rules import read_specification
from samebits.spec.errors import SpecError
from samebits.spec.language.scalar_operations import OPERATIONS
from samebits.spec.language.scalar_text import from_json, from_plain, to_json
from samebits.spec.language.scalars import (
    LEAVES,
    MOST_DEPTH,
    Scalar,
    attribute,
    cosine,
    count,
    evaluate,
    floor,
    if_less,
    literal,
    names,
    pattern,
    power,
    rounded,
    sqrt,
)

INF, NAN = math.inf, math.nan
A, B, T, N = attribute("a"), attribute("b"), count("t"), count("n")

LITERALS = st.floats(allow_nan=False).map(literal)
NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,5}", fullmatch=True)
TREES = st.recursive(
    st.one_of(LITERALS, NAMES.map(attribute), NAMES.map(count)),
    lambda inner: st.sampled_from(sorted(OPERATIONS)).flatmap(
        lambda form: st.tuples(*[inner] * OPERATIONS[form].operands).map(
            lambda operands: Scalar(form, operands=operands)
        )
    ),
    max_leaves=8,
)


def value(e, a=0.0, b=0.0, t=0, n=0):
    return evaluate(e, {"a": a, "b": b}, {"t": t, "n": n})


def same(x, y):
    return x == y and math.copysign(1, x) == math.copysign(1, y)


def rows(number):
    """Return the cells of rows in a table of SPEC.md, by the last part of the row's rule number."""
    found = {}
    for rule in read_specification().rules:
        if rule.text.startswith("| rule |") and re.fullmatch(number, rule.number):
            cells = [cell.strip() for cell in rule.text.split("|")][1:-1]
            found[rule.number.split(".")[-1]] = cells[len(cells) // 2 + 1 :]
    return found


CHECKS = rows(r"G3\.9\.\d+")


@pytest.mark.parametrize("number", CHECKS)
def test_G3_9_the_check_values_of_the_text_are_those_of_the_code(number):
    """Every expression is evaluated in binary64; its value is also rounded to binary32 (R4.5)."""
    text, known, binary64, binary32 = CHECKS[number]
    e = from_json(text)
    named = dict(re.findall(r"(\w+) = ([^,]+)", known))
    attributes = {k: float(named[k]) for k in names(e, "attribute")}
    counts = {k: int(named[k]) for k in names(e, "count")}
    assert set(named) == {*attributes, *counts}
    assert f"{pattern(e, 'f64', attributes, counts):016x}" == binary64
    assert f"{pattern(e, 'f32', attributes, counts):08x}" == binary32
    assert np.float64(evaluate(e, attributes, counts)).view(np.uint64) == int(binary64, 16)
    single = np.float32(rounded(e, "f32", attributes, counts))
    assert single.view(np.uint32) == int(binary32, 16)


def test_G3_5_the_operations_of_the_text_are_those_of_the_code():
    table = rows(r"G3\.[a-z]+")
    operands = [literal(x) for x in (7.0, 8.0, 9.0, 10.0)]
    letters = dict(zip(["7", "8", "9", "10"], "abxy", strict=True))
    assert set(table) == set(OPERATIONS)
    for name, (word, written, _) in table.items():
        e = Scalar(name, operands=tuple(operands[: OPERATIONS[name].operands]))
        shown = re.sub(r"\d+", lambda found: letters[found[0]], str(e))
        assert (word, written) == (name, shown)


def test_G3_1_and_G3_2_an_expression_is_evaluated_in_binary64_as_written():
    """G3.2: 1 - beta^t is pow, then a subtraction; a product and a sum are rounded separately."""
    e = 1 - power(A, T)
    assert value(e, a=0.999, t=3) == 1 - math.pow(0.999, 3.0)
    third = 1 / 3
    assert value(A * B + A, third, third) == third * third + third
    assert value((A + B) - A, 1.0, 2.0**-60) == 0.0
    assert value(A + (B - B), 1.0, 2.0**-60) == 1.0
    once = rounded(A * B, "f32", {"a": 1 + 2.0**-24, "b": 1 + 2.0**-52}, {})
    assert once == 1 + 2.0**-23  # the product is above the tie at 1 + 2^-24


@pytest.mark.parametrize(
    ("e", "a", "b", "wanted"),
    [
        (-A, 0.0, 0.0, -0.0),
        (-A, -INF, 0.0, INF),
        (A + B, 1.5, -1.5, 0.0),
        (A + B, -0.0, -0.0, -0.0),
        (A + B, -0.0, 0.0, 0.0),
        (A + B, INF, 1.0, INF),
        (A - B, -0.0, 0.0, -0.0),
        (A - B, 0.0, 0.0, 0.0),
        (A - B, INF, -INF, INF),
        (A + B, 1.7e308, 1.7e308, INF),
        (A * B, -0.0, 5.0, -0.0),
        (A * B, -INF, 5.0, -INF),
        (A * B, 2.0**-600, -(2.0**-600), -0.0),
        (A / B, 1.0, 0.0, INF),
        (A / B, 1.0, -0.0, -INF),
        (A / B, -1.0, INF, -0.0),
        (A / B, INF, -2.0, -INF),
        (A / B, 5e-324, 2.0, 0.0),
        (sqrt(A), -0.0, 0.0, -0.0),
        (sqrt(A), INF, 0.0, INF),
        (sqrt(A), 2.0**-1074, 0.0, 2.0**-537),
        (power(A, B), -0.0, -3.0, -INF),
        (power(A, B), -0.0, -2.0, INF),
        (power(A, B), -2.0, 3.0, -8.0),
        (power(A, B), -1.0, INF, 1.0),
        (power(A, B), 0.5, -INF, INF),
        (power(A, B), -INF, -3.0, -0.0),
        (power(A, B), -2.0, -1101.0, -0.0),
        (power(A, B), 1.0000000000000002, 1e300, INF),
        (cosine(A), -0.0, 0.0, 1.0),
        (cosine(A), 1e-300, 0.0, 1.0),
        (floor(A), -0.5, 0.0, -1.0),
        (floor(A), -0.0, 0.0, -0.0),
        (floor(A), 0.5, 0.0, 0.0),
        (floor(A), INF, 0.0, INF),
        (if_less(A, B, 1, 2), -0.0, 0.0, 2.0),
        (if_less(A, B, 1, 2), 0.0, 5e-324, 1.0),
        (if_less(A, B, 1, 2), -INF, INF, 1.0),
    ],
)
def test_G3_5_special_values_are_those_of_the_rows(e, a, b, wanted):
    """G3.neg to G3.less, and G3.7: none of these operations is an error."""
    assert same(value(e, a, b), wanted)


NOT_A_NUMBER = literal(INF) - literal(INF)


@pytest.mark.parametrize(
    ("e", "wanted"),
    [
        (power(NOT_A_NUMBER, 0), 1.0),
        (power(1, NOT_A_NUMBER), 1.0),
        (if_less(NOT_A_NUMBER, 1, 2, 3), 3.0),
        (if_less(1, NOT_A_NUMBER, 2, 3), 3.0),
        (if_less(1, 2, 5, NOT_A_NUMBER), 5.0),
        (if_less(2, 1, NOT_A_NUMBER, 6), 6.0),
    ],
)
def test_G3_7_a_nan_inside_is_no_error(e, wanted):
    assert value(e) == wanted


@pytest.mark.parametrize(
    "e",
    [
        NOT_A_NUMBER, -NOT_A_NUMBER, NOT_A_NUMBER + 1, 1 - NOT_A_NUMBER, literal(0) / 0,
        literal(INF) / INF, literal(0) * INF, sqrt(-1), sqrt(NOT_A_NUMBER), power(-2, 0.5),
        power(NOT_A_NUMBER, 1), power(2, NOT_A_NUMBER), cosine(INF), cosine(NOT_A_NUMBER),
        floor(NOT_A_NUMBER), if_less(1, 2, NOT_A_NUMBER, 3), NOT_A_NUMBER * 0, NOT_A_NUMBER / 1,
    ],
)  # fmt: skip
def test_G3_7_a_value_that_is_nan_is_an_error(e):
    for ask in (evaluate, lambda *given: rounded(given[0], "f32", *given[1:])):
        with pytest.raises(SpecError, match="is NaN"):
            ask(e, {}, {})


def test_G3_7_the_error_names_the_expression_and_what_was_given():
    with pytest.raises(SpecError) as error:
        evaluate(A / T, {"a": 0.0, "b": 1.0}, {"t": 0})
    assert str(error.value) == "the scalar (a / #t) is NaN with a=0.0, #t=0"


@pytest.mark.parametrize("bad", [True, None, "1", (1,), NAN, (1 << 53), -(1 << 53), 10**400])
def test_G3_3_an_attribute_is_real_or_an_integer_that_binary64_holds(bad):
    with pytest.raises(SpecError, match="the attribute a="):
        evaluate(A + 1, {"a": bad}, {})
    assert evaluate(A + 1, {"a": 3}, {}) == 4.0
    assert evaluate(-A, {"a": (1 << 53) - 1}, {}) == 1 - 2.0**53
    assert evaluate(A + 1, {"a": -INF, "b": bad}, {}) == -INF  # the expression does not read b


@pytest.mark.parametrize("bad", [True, None, 1.0, -1, 1 << 63, "1"])
def test_G3_4_a_count_is_an_integer_from_0_to_2_to_the_63_less_1(bad):
    with pytest.raises(SpecError, match=r"the count t=.* must be an integer from 0"):
        evaluate(T, {}, {"t": bad})
    for count_, wanted in ((0, 0.0), ((1 << 53) + 1, 2.0**53), ((1 << 63) - 1, 2.0**63)):
        assert same(evaluate(T, {}, {"t": count_}), wanted)
    # The value is rounded to binary64, then to binary32. A single rounding would round up.
    assert rounded(T, "f32", {}, {"t": (1 << 62) + (1 << 38) + 1}) == 2.0**62


def test_a_name_that_nobody_gave_is_an_error():
    with pytest.raises(SpecError, match="the attribute 'a', which the call lacks"):
        evaluate(A, {"b": 1.0}, {"a": 1})
    with pytest.raises(SpecError, match="the count 't', which is not known in this graph"):
        evaluate(T, {"t": 1.0}, {})


def test_G3_6_the_value_rounds_once_to_the_compute_format():
    """R4.5: the format must be f32 or f64; any other format is an error."""
    assert rounded(A, "f32", {"a": 0.1}, {}) == float.fromhex("0x1.99999ap-4")
    assert rounded(A, "f64", {"a": 0.1}, {}) == 0.1
    assert same(rounded(-A, "f32", {"a": 1e-300}, {}), -0.0)
    assert rounded(A, "f32", {"a": -1e39}, {}) == -INF
    assert rounded(A, "f32", {"a": 2.0**-149 * 1.5}, {}) == 2.0**-148
    for other in ("bf16", "f16", "i32"):
        with pytest.raises(SpecError, match="rounded to f32 or f64, not to"):
            rounded(A, other, {"a": 0.1}, {})


@pytest.mark.skipif(fenv.unavailable() is not None, reason=f"{fenv.unavailable()}")
@pytest.mark.parametrize("rounding", ["up", "zero"])
def test_S5_the_environment_of_the_machine_changes_no_value(rounding):
    e = (literal(0.1) + A) * sqrt(T) / 3 - power(A, 1.7) * cosine(A)
    tiny = A * 2.0**-1073
    given = ({"a": 0.3}, {"t": 7})
    wanted = evaluate(e, *given), rounded(e, "f32", *given), evaluate(tiny, *given)
    with fenv.hostile(fenv.Environment(flush=True, daz=True, rounding=rounding)):
        found = evaluate(e, *given), rounded(e, "f32", *given), evaluate(tiny, *given)
    assert found == wanted
    assert wanted[-1] == 5e-324


def test_an_expression_prints_fully_parenthesised():
    assert str(1 - power(A, T)) == "(1 - pow(a, #t))"
    assert str(A + B * -A / 2) == "(a + ((b * (-a)) / 2))"
    assert str(if_less(T, N, sqrt(A), cosine(floor(B)))) == (
        "(sqrt(a) if #t < #n else cos(floor(b)))"
    )
    assert str(literal(-0.0) + literal(-1e-7) + INF) == "((-0 + -1e-7) + +inf)"
    assert str(attribute("inf") + literal(-INF)) == "(inf + -inf)"


def test_G3_8_expressions_are_the_same_if_their_trees_are():
    """By A1.6, zeros of different signs are different literals."""
    assert literal(1.0) - attribute("a") == 1 - A
    assert hash(1 - A) == hash(literal(1) - attribute("a"))
    assert literal(0.0) != literal(-0.0)
    assert A + B != B + A
    assert attribute("t") != count("t")
    assert len({A, attribute("a"), A + 0.0, A + 0}) == 2
    assert names(A * T + B / A - N, "attribute") == ("a", "b")
    assert names(A * T + B / A - N, "count") == ("t", "n")


@given(TREES)
def test_G3_8_an_expression_is_written_and_read_as_canonical_json(e):
    text = to_json(e)
    assert from_json(text) == e == from_plain(json.loads(text))
    assert to_json(from_json(text)) == text
    assert pickle.loads(pickle.dumps(e)) == e
    assert " " not in text


@given(TREES, TREES)
def test_G3_8_two_expressions_are_the_same_if_their_texts_are(a, b):
    assert (a == b) == (to_json(a) == to_json(b)) == (hash(a) == hash(b) and str(a) == str(b))


@given(TREES, st.floats(allow_nan=False), st.integers(0, 2**63 - 1))
def test_G3_7_every_expression_has_a_value_or_is_nan_and_rounds_like_numpy(e, a, t):
    attributes = dict.fromkeys(names(e, "attribute"), a)
    counts = dict.fromkeys(names(e, "count"), t)
    try:
        found = evaluate(e, attributes, counts)
    except SpecError:
        with pytest.raises(SpecError, match="is NaN"):
            rounded(e, "f32", attributes, counts)
        return
    with np.errstate(all="ignore"):
        assert same(rounded(e, "f32", attributes, counts), float(np.float32(found)))
    assert same(rounded(e, "f64", attributes, counts), found)


@pytest.mark.parametrize(
    "text",
    [
        "", "[", "null", "true", "{}", "[]", '"1"', '"nan"', "NaN", "1e999", "[1,2]",
        '["attribute"]', '["attribute",1]', '["attribute","A"]', '["count","a b"]',
        '["count","t","n"]', '["literal",1]', '["add",1]', '["add",1,2,3]', '["exp",1]',
        '["sqrt"]', '["less",1,2,3]', '[["add"],1,2]', '["attribute",["a"]]',
    ],
)  # fmt: skip
def test_G3_8_a_text_that_is_no_expression_is_refused(text):
    with pytest.raises(SpecError):
        from_json(text)


def test_G3_8_a_number_is_read_as_binary64_and_a_text_has_its_shortest_digits():
    """RFC 8785 pads the shortest digits with zeros, so an integer in the text may be inexact."""
    big = literal(44154031143518784)
    assert to_json(big) == "44154031143518780"
    assert from_json("44154031143518780") == big
    assert from_plain(44154031143518784) == big
    for beyond in (10**400, -(10**309), INF, NAN):
        with pytest.raises(SpecError, match="too large for binary64"):
            from_plain(beyond)


@pytest.mark.parametrize("text", ["1.0", " 1", "-0", "-0.0", '["add",1, 2]', "1e2", '["neg",10E0]'])
def test_G3_8_a_text_that_is_not_canonical_is_refused(text):
    with pytest.raises(SpecError, match="is not canonical"):
        from_json(text)


def test_G3_8_an_expression_has_at_most_24_within_each_other():
    e = A
    for _ in range(MOST_DEPTH - 1):
        e = -e
    assert evaluate(from_json(to_json(e)), {"a": 2.0}, {}) == -2.0
    with pytest.raises(SpecError, match="more than 24"):
        Scalar("neg", operands=(e,))
    deep: object = 1
    for _ in range(2000):
        deep = ["neg", deep]
    with pytest.raises(SpecError, match="more than 24"):
        from_plain(deep)
    with pytest.raises(SpecError):
        from_json('["neg",' * 40 + "1" + "]" * 40)


@pytest.mark.parametrize("bad", [NAN, True, "1", None, (1 << 53) + 1, 10**400, 1j])
def test_G3_3_a_literal_is_a_number_that_binary64_holds(bad):
    with pytest.raises(SpecError):
        literal(bad)
    assert literal(1 << 60) == literal(2.0**60)


@pytest.mark.parametrize(
    ("form", "word", "operands"),
    [
        ("literal", "0.10", ()),
        ("literal", "1.0", ()),
        ("literal", "nan", ()),
        ("literal", "x", ()),
        ("literal", "1", (A,)),
        ("attribute", "", ()),
        ("count", "1t", ()),
        ("add", "a", (A, A)),
        ("add", "", (A,)),
        ("add", "", (A, 1.0)),
        ("add", "", [A, A]),
        ("exp", "", (A,)),
    ],
)
def test_a_tree_that_G3_does_not_have_is_refused(form, word, operands):
    with pytest.raises(SpecError):
        Scalar(form, word, operands)
    assert form in (*LEAVES, *OPERATIONS, "exp")
