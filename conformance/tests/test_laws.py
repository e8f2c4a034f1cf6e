"""Tests of laws: discovery, specimens for every op and label, and a right session."""

import numpy as np
import pytest

from samebits.backends.protocol import Supported, Unsupported
from samebits.conformance.laws.law import NotApplicableError
from samebits.conformance.laws.law_catalog import LawCase, all_laws
from samebits.conformance.reveal.layout import PRODUCTS
from samebits.conformance.scenes.specimens import specimens
from samebits.conformance.tests import fakes
from samebits.conformance.tests.judging import all_law_cases
from samebits.conformance.tests.lawful import findings
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.families import aligned
from samebits.spec.formats import bits_of, is_nan_bits


def test_laws_are_found_by_walking_the_folder():
    known = {
        "alias", "alignment", "answers", "attributes", "batch", "broadcast", "concurrent",
        "environment", "extremes", "formulas", "graph", "grouping", "history", "machine",
        "neighbours", "order", "permutation", "prefix", "products", "ranks", "reordering",
        "resorting", "run_to_run", "sorting", "split", "strides", "symmetry",
        "threads", "windows",
    }  # fmt: skip
    assert list(all_laws()) == sorted(all_laws())
    assert known <= set(all_laws())


def test_every_op_and_label_has_specimens_that_its_shape_rule_accepts():
    for op in all_ops().values():
        for label in op.labels():
            for specimen in specimens(op.name, label):
                assert op.output_shapes(specimen.call, specimen.shapes)
                if not specimen.large:
                    assert [x.shape for x in specimen.operands()] == list(specimen.shapes)


def test_specimens_are_the_same_every_time_and_read_only():
    for specimen in specimens("fma", "bf16"):
        for a, b in zip(specimen.operands(), specimen.operands(), strict=True):
            assert np.array_equal(bits_of(a), bits_of(b))
            assert not a.flags.writeable


def test_wild_operands_hold_nan_infinities_zeros_and_subnormals():
    (operand, _) = specimens("add", "f32")[0].operands()
    bits = bits_of(operand)
    exponents = (bits >> 23) & 0xFF
    assert is_nan_bits(bits, "f32").any()
    assert np.isinf(operand).any()
    assert ((exponents == 0) & (bits & 0x7FFFFF != 0)).sum() > 50
    assert (bits == 0x80000000).any()


def test_law_ids_are_unique_and_smoke_is_a_small_part():
    cases = all_law_cases()
    assert len({case.id for case in cases}) == len(cases)
    smoke = [case for case in cases if case.level == "smoke"]
    assert 0 < len(smoke) < len(cases) / 5
    assert LawCase("threads", "sum", "f32").profile == "reduce"


@pytest.mark.parametrize("op", fakes.OPS)
@pytest.mark.parametrize("law", sorted(all_laws()))
def test_a_right_session_obeys(law, op):
    if not LawCase(law, op, "f32").specimens():
        special = (
            "absent",
            "alias",
            "attributes",
            "draws_of_words",
            "exchanged",
            "extremes",
            "formulas",
            "graph",
            "grouping",
            "mirrored",
            "negated",
            "no_axis",
            "part_of_whole",
            "permutation",
            "prefix",
            "products",
            "reordering",
            "resorting",
            "sorting",
            "symmetry",
            "windows",
            "within_blocks",
        )
        assert law in special or (law, op) in {("split", "add"), ("split", "mul")}
        return
    if law == "threads":
        with pytest.raises(NotApplicableError):
            findings(fakes.RightSession(), law, op)
        return
    assert findings(fakes.RightSession(), law, op) == []


def test_no_law_has_an_item_that_checks_nothing():
    labels = {(c.op, c.label) for c in all_law_cases() if c.law == "split"}
    cut = ["sum", "prod", *(op for op in PRODUCTS if "T1" in get_op(op).clauses)]
    integers = {("sum", "i64"), ("prod", "i64")}
    assert {x for x in labels if "_to_" not in x[1]} == integers | {
        (op, f) for op in cut for f in ("f32", "f64")
    } | {(name, "f32") for name, op in all_ops().items() if op.shape_rule in aligned.SHAPE_RULES}
    assert {x[1].split("_to_")[1] for x in labels if "_to_" in x[1]} == {"f32", "i32", "i64"}
    for case in all_law_cases():
        assert case.specimens()


def test_an_op_that_no_scene_covers_is_reported_by_this_support_type():
    assert Supported()
    assert not Unsupported("x")
