"""Test cases of functions in binary64: borders are right, and few operands are stored by value."""

from __future__ import annotations

import math
import struct

import pytest

from samebits.oracles.hard_in_binary64 import HARD_POW
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format
from samebits.spec.math_table import FUNCTIONS
from samebits.vectors.planning import Planned, Values
from samebits.vectors.plans import in_binary64, two_operands, unary
from samebits.vectors.plans.in_binary64 import borders, hard, some
from samebits.vectors.search.published import published
from samebits.vectors.search.slopes import found_by_slopes

MOST = 560
"""Maximum number of a function's operands by value, for all values of attributes together."""


def pattern(x: float) -> int:
    found: int = struct.unpack("<Q", struct.pack("<d", x))[0]
    return found


@pytest.mark.parametrize(
    ("op", "low", "high"),
    [
        ("exp", 709.782712893384, math.nextafter(709.782712893384, math.inf)),
        ("exp", -745.1332191019411, -745.1332191019412),
        ("exp2", 1023.9999999999999, 1024.0),
        ("tanh", 19.061547465398494, 19.061547465398498),
        ("log", 0.9999999999999999, 1.0),
        ("asin", 1.0, 1.0000000000000002),
        ("relu6", 5.999999999999999, 6.0),
        ("square", 1.3407807929942596e154, 1.3407807929942597e154),
        ("cosh", 710.4758600739439, 710.475860073944),
    ],
)
def test_R2_a_border_has_operands_of_both_kinds_of_results(
    op: str, low: float, high: float
) -> None:
    found = borders(op)
    assert pattern(low) in found
    assert pattern(high) in found


def test_R4_borders_in_binary64_follow_the_attribute() -> None:
    assert borders("celu", [1e300]) != borders("celu", [0.5])


def test_operands_of_the_literature_are_asked_with_both_signs() -> None:
    asked = {x for x, *_ in hard("pow")}
    for x in (pattern(float.fromhex(x)) for x, _ in HARD_POW):
        assert {x, x ^ 1 << 63} <= asked
    assert hard("relu") == []


def test_operands_that_were_published_or_found_are_asked() -> None:
    found = {op: [*published(op), *found_by_slopes(op)] for op in FUNCTIONS}
    assert sum(map(bool, found.values())) > 50
    for op, rows in found.items():
        assert {*rows} <= {*hard(op)}


def test_the_same_few_are_kept_for_the_same_words() -> None:
    assert some(range(100), 7, "exp", "a") == some(range(100), 7, "exp", "a")
    assert some(range(100), 7, "exp", "a") != some(range(100), 7, "log", "a")
    assert some([3, 3, 1], 7) == [3, 1]


def cases(op: str) -> list[Planned]:
    plan = two_operands.plan if len(get_op(op).operands) == 2 else unary.plan
    return plan(get_op(op), "f64")


@pytest.mark.parametrize("op", sorted(FUNCTIONS))
def test_a_function_in_binary64_is_asked_little_by_value(op: str) -> None:
    found = cases(op)
    kept = [case.inputs[0] for case in found if isinstance(case.inputs[0], Values)]
    assert sum(values.bits.size for values in kept) <= MOST
    drawn = [case for case in found if case.digest]
    assert [case.level for case in drawn] == ["full", "full"]
    assert all(case.inputs[0].shape == (in_binary64.BULK,) for case in drawn)
    assert {case.level for case in found} == {"smoke", "standard", "full"}
    assert all(case.call.inputs[0] == "f64" for case in found)
    assert get_format("f64").canonical_nan in kept[0].bits
