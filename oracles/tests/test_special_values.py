"""Test clause S4 row by row: the oracles must agree with the tables in SPEC.md."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from pathlib import Path

import mpmath
import numpy as np
import pytest

from samebits import spec
from samebits.oracles import evaluate
from samebits.oracles.ops.selu import PRODUCT, SCALE
from samebits.oracles.rounding import NAN, decode, from_fraction, infinity, round_to, zero
from samebits.spec.catalog import all_ops, functions, get_op
from samebits.spec.families.math_functions import FORMATS
from samebits.spec.formats import bits_of, from_bits, get_format

TEXT = (Path(spec.__file__).parent / "SPEC.md").read_text()


def table(head):
    """Return the rows of the table whose header begins with `head`, without the rule numbers."""
    lines = TEXT[TEXT.index(head) :].splitlines()
    rows = []
    for line in lines[2:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")][1:])
    return rows


ONE_OPERAND = {row[0].strip("`"): row[1:] for row in table("| rule | function | exact value |")}
TWO_OPERANDS = [(row[0].strip("`"), *row[1:]) for row in table("| rule | function | first |")]
ARGUMENTS = (-math.inf, -0.0, 0.0, math.inf)
MAGNITUDES = (0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 6.0, 7.0, 12.0, 448.0, math.inf)
SAMPLES = [*MAGNITUDES, *(-v for v in MAGNITUDES), math.nan]  # exact in every format


def pattern(value, name):
    return round_to(decode(int(np.float64(value).view(np.uint64)), "f64"), name)


def symbol(text, x=None, y=None, name="f32"):
    """Return a result in the tables as an exact value. Its text may name the operands x and y."""
    slope = Fraction(0x147AE147AE147B, 2**59) if name == "f64" else Fraction(0x147AE14, 2**31)
    fixed = {
        "NaN": NAN, "-inf": infinity(True), "+inf": infinity(False), "-0": zero(True),
        "+0": zero(False), "x": x, "y": y,
    }  # fmt: skip
    if text in fixed:
        return fixed[text]
    match = re.fullmatch(r"(.*) with the sign of ([xy])", text)
    if match:
        named = {"0": zero(False), "inf": infinity(False)}
        inner = named[match[1]] if match[1] in named else from_fraction(symbol(match[1]))
        return inner._replace(negative={"x": x, "y": y}[match[2]].negative)
    names = {
        "alpha": Fraction(1), "slope": slope, "scale": SCALE,
        "scale a": PRODUCT,
    }  # fmt: skip
    sign, bare = (-1, text[1:]) if text.startswith("-") else (1, text)
    if bare in names or re.fullmatch(r"\d+(/\d+)?", bare):
        return sign * (names[bare] if bare in names else Fraction(bare))
    with mpmath.mp.workprec(400):
        turns = {"pi": 4, "pi/2": 2, "pi/4": 1, "3pi/4": 3}
        value = mpmath.pi * turns[bare] / 4 if bare in turns else mpmath.log(2)
        assert bare in turns or bare == "log 2"
        return sign * Fraction(int(value * 2**300), 2**300)


def apply(op, name, *columns):
    form = get_format(name)
    arrays = [from_bits(np.array(c, form.bits_dtype), name) for c in columns]
    return bits_of(evaluate(get_op(op).call([name] * len(columns)), arrays)[0]).tolist()


def test_S4_the_tables_have_every_function_of_the_profile_as_it_is_declared():
    declared = {n: op for n, op in all_ops().items() if op.profile == "math"}
    assert set(declared) - {"sqrt"} == set(ONE_OPERAND) | {row[0] for row in TWO_OPERANDS}
    for name, cells in ONE_OPERAND.items():
        assert f"{cells[0]}, rounded once" == declared[name].summary


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("op", ONE_OPERAND)
def test_S4_infinities_and_zeros(op, name):
    arguments = [pattern(x, name) for x in ARGUMENTS if get_format(name).has_infinity or x == 0]
    texts = ONE_OPERAND[op][1:5] if get_format(name).has_infinity else ONE_OPERAND[op][2:4]
    assert apply(op, name, arguments) == [round_to(symbol(t, name=name), name) for t in texts]


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("op", [op for op, cells in ONE_OPERAND.items() if cells[5]])
def test_S4_operands_with_a_value_of_their_own(op, name):
    samples = [v for v in SAMPLES if math.isfinite(v) and v != 0]
    for rule in ONE_OPERAND[op][5].split("; "):
        condition, text = rule.split(": ")
        chosen = [v for v in samples if fits_alone(condition, v)]
        assert chosen, rule
        patterns = [pattern(v, name) for v in chosen]
        wanted = [round_to(symbol(text, x=decode(p, name), name=name), name) for p in patterns]
        assert apply(op, name, patterns) == wanted, rule


def fits_alone(condition, value):
    if condition.startswith("x a"):
        kinds = {
            "x an integer": value % 1 == 0,
            "x a negative integer": value % 1 == 0 and value < 0,
            "x an integer plus 1/2": value % 1 == 0.5,
        }
        return kinds[condition]
    subject, relation, bound = condition.split()
    value = abs(value) if subject.startswith("abs") else value
    limit = float(Fraction(bound))
    holds = {"=": value == limit, "<": value < limit, ">": value > limit,
             "<=": value <= limit, ">=": value >= limit}  # fmt: skip
    return holds[relation]


def fits(condition, value):
    """Return whether an operand satisfies the condition in a cell of the second table."""
    if condition in ("any", "NaN"):
        return condition == "any" or math.isnan(value)
    if condition in ("+-0", "+-inf"):
        return abs(value) == float(condition[2:])
    if condition in ("-0", "+0"):
        return value == 0 and math.copysign(1, value) == float(condition[0] + "1")
    if condition in ("1", "-1", "-inf", "+inf"):
        return value == float(condition)
    odd = math.isfinite(value) and value % 2 == 1
    if condition == "no integer":
        return math.isfinite(value) and value % 1 != 0
    if condition.startswith("odd integer"):
        return odd and (value < 0) == condition.endswith("< 0")
    if condition.startswith("abs"):
        return abs(value) < 1 if condition == "abs < 1" else abs(value) > 1
    return {"< 0": value < 0, "> 0": value > 0}[condition] and math.isfinite(value)


@pytest.mark.parametrize("name", ["f32", "f8e5m2", "f8e4m3fn"])
@pytest.mark.parametrize("op", functions(operands=2))
def test_S4_pairs_of_operands(op, name):
    values = [v for v in SAMPLES if get_format(name).has_infinity or not math.isinf(v)]
    rows = [row[1:] for row in TWO_OPERANDS if row[0] == op]
    firsts, seconds, wanted, met = [], [], [], set()
    for a in values:
        for b in values:
            row = next((r for r in rows if fits(r[0], a) and fits(r[1], b)), None)
            if row is None:
                continue
            met.add(row)
            firsts.append(pattern(a, name))
            seconds.append(pattern(b, name))
            first, second = (decode(p[-1], name) for p in (firsts, seconds))
            x, y = (second, first) if op == "atan2" else (first, second)
            wanted.append(round_to(symbol(row[2], x=x, y=y), name))
    assert apply(op, name, firsts, seconds) == wanted
    assert met == set(rows) or not get_format(name).has_infinity


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("op", ONE_OPERAND)
def test_S1_a_nan_with_a_payload_gives_the_canonical_nan(op, name):
    form = get_format(name)
    nan = form.canonical_nan
    odd = [nan | form.sign_mask, nan | form.sign_mask | 1]
    assert apply(op, name, odd) == [nan, nan]


ATTRIBUTES = (
    # Attributes are negative or zero. For x <= 0 the result is the product in S4.
    ("elu", -2.0, ((-math.inf, 2.0), (-0.0, 0.0), (0.0, -0.0), (math.inf, math.inf))),
    ("elu", 0.0, ((-math.inf, -0.0), (-1.0, -0.0), (-0.0, -0.0), (0.0, 0.0), (2.0, 2.0))),
    ("elu", -0.0, ((-math.inf, 0.0), (-1.0, 0.0), (-0.0, 0.0), (0.0, -0.0))),
    ("elu_derivative", -2.0, ((-math.inf, -0.0), (0.0, -2.0), (2.0, 1.0))),
    ("elu_derivative", -0.0, ((-math.inf, -0.0), (-1.0, -0.0), (0.0, -0.0), (2.0, 1.0))),
    ("celu", -2.0, ((-math.inf, -math.inf), (-0.0, -0.0), (0.0, 0.0))),
    ("celu_derivative", -2.0, ((-math.inf, math.inf), (-0.0, 1.0), (0.0, 1.0))),
    ("leaky_relu", 0.0, ((-math.inf, math.nan), (-1.0, -0.0), (-0.0, -0.0), (0.0, 0.0))),
    ("leaky_relu", -2.0, ((-math.inf, math.inf), (-1.0, 2.0), (-0.0, 0.0), (0.0, -0.0))),
    ("leaky_relu_derivative", -0.0, ((-math.inf, -0.0), (-1.0, -0.0), (0.0, -0.0), (3.0, 1.0))),
)


@pytest.mark.parametrize(("op", "attribute", "pairs"), ATTRIBUTES)
def test_S4_attributes_that_are_not_positive(op, attribute, pairs):
    arguments, results = zip(*pairs, strict=True)
    declared = get_op(op)
    call = declared.call(["f32"], **{declared.attributes[0].name: attribute})
    x = np.array(arguments, np.float32)
    wanted = [pattern(r, "f32") for r in results]
    assert bits_of(evaluate(call, [x])[0]).tolist() == wanted


def test_R4_an_attribute_is_rounded_to_binary32_and_no_further():
    """1.000001 is 1 + 8 * 2**-23 in binary32, also for f16 operands. For f64 operands the attribute
    is the binary64 number (R4.3).
    """
    slope, short = 1.000001, 1 + Fraction(8, 1 << 23)
    for name in FORMATS:
        exact = Fraction(slope) if name == "f64" else short
        x = pattern(-1.5, name)
        call = get_op("leaky_relu").call([name], negative_slope=slope)
        got = bits_of(evaluate(call, [from_bits(np.array([x]), name)])[0]).tolist()
        assert got == [round_to(-exact * Fraction(3, 2), name)]
