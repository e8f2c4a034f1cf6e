"""Tests of the choice of units and architectures."""

from __future__ import annotations

from samebits.backends.cuda.compiling.options import ARCHITECTURES
from samebits.backends.cuda.compiling.units import unit
from samebits.backends.cuda.lab.gate import plan
from samebits.backends.cuda.lab.gate.verdict import MEASURED

FORMATS = ("f16", "f32", "bf16", "i64", "u8", "bool")
UNITS = [unit(f"op{n}.cu", SB_A=name) for n in range(40) for name in FORMATS]


def test_a_complete_plan_is_every_unit_for_every_architecture() -> None:
    assert plan.complete(UNITS) == dict.fromkeys(UNITS, ARCHITECTURES)


def test_a_sample_has_units_of_every_file_and_every_architecture_and_format() -> None:
    found = plan.sample(UNITS)
    assert len(found) == 40 * plan.SAMPLED
    assert {each.path for each in found} == {each.path for each in UNITS}
    assert {dict(each.defines)["SB_A"] for each in found} == set(FORMATS)
    assert all(len(set(pair)) == 2 and MEASURED in pair for pair in found.values())
    assert {v for pair in found.values() for v in pair} == set(ARCHITECTURES)


def test_a_file_with_one_unit_is_in_the_sample() -> None:
    assert list(plan.sample(UNITS[:1])) == UNITS[:1]


def test_the_parts_of_a_plan_are_the_plan_and_do_not_overlap() -> None:
    whole = plan.sample(UNITS)
    parts = [plan.shard(whole, number, 3) for number in (1, 2, 3)]
    assert all(parts)
    assert sum(map(len, parts)) == len(whole)
    assert {unit: to for part in parts for unit, to in part.items()} == whole
