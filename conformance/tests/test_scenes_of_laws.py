"""Tests of the scenes of laws: each makes an accepted call, and together they vary shapes."""

import math

import pytest

from samebits.backends.hosting.addresses import LINE
from samebits.backends.hosting.memory import PAGE
from samebits.conformance.laws.alignment import _offsets
from samebits.conformance.scenes.layouts import AT_END
from samebits.conformance.scenes.specimens import Specimen, specimens
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.families.products import linear
from samebits.spec.families.windows import kind_of
from samebits.spec.language.shapes import bmm, matmul


def first_specimens(op):
    """Return the specimens of the first format of an op."""
    return specimens(op, next(iter(get_op(op).labels())))


@pytest.mark.parametrize("op_class", ["round", "tree", "graph", "move", "draw"])
def test_every_scene_makes_a_call_that_its_op_accepts(op_class):
    for name, op in all_ops().items():
        if op.op_class == op_class:
            found = [s for label in op.labels() for s in specimens(name, label)]
            assert found, name
            for specimen in found:
                assert op.output_shapes(specimen.call, specimen.shapes)


def test_products_are_put_transposed_in_every_way():
    for name, op in all_ops().items():
        if op.shape_rule in (matmul, bmm):
            flags = ("transpose_a", "transpose_b")
            ways = {tuple(s.call.attributes[f] for f in flags) for s in first_specimens(name)}
            assert {(True, False), (False, True), (True, True), (False, False)} <= ways
        if op.shape_rule is linear:
            assert any(s.large for s in first_specimens(name))


def test_convolutions_are_put_in_groups_and_in_one_padded_and_not():
    for name, op in all_ops().items():
        kind = kind_of(op.shape_rule)
        if kind is not None:
            found = list(first_specimens(name))
            assert {s.call.attributes["groups"] > 1 for s in found} == {True, False}
            assert {any(s.call.attributes["padding"]) for s in found} == {True, False}
            if kind == "input_gradient":
                assert all("input_size" in s.call.attributes for s in found)
            # One element has more terms than a block of 256.
            assert any(math.prod(s.shapes[1][1:]) > 36 for s in found)


def test_every_alignment_of_a_vector_is_met_and_each_array_is_moved_alone():
    add = get_op("add").call(["f32", "f32"])
    every = [tuple(o) for o in _offsets(Specimen(add, ((9,), (9,)), "moderate"))]
    assert {(n, n, n) for n in (1, 2, 4, 8, 16, 32)} <= set(every)
    assert {(4, 0, 0), (0, 4, 0), (0, 0, 4)} <= set(every)


def test_offsets_that_are_drawn_are_any_in_a_page_and_all_of_its_lines_and_its_end():
    add = get_op("add").call(["f32", "f32"])
    several = [list(_offsets(Specimen(add, ((n,), (n,)), "moderate"))) for n in range(1, 200)]
    of_bytes = {n for every in several for offsets in every[-10:-2] for n in offsets}
    assert {n % LINE for n in of_bytes} == set(range(LINE))
    assert {n // LINE for n in of_bytes} == set(range(PAGE // LINE))
    of_lines = {n for every in several for offsets in every[-2:] for n in offsets}
    assert of_lines == {AT_END, *range(0, PAGE, LINE)}


def test_reductions_keep_their_axes_and_drop_them():
    for name, op in all_ops().items():
        if "keepdims" in {a.name for a in op.attributes}:
            kept = {s.call.attributes["keepdims"] for s in first_specimens(name)}
            assert kept == {True, False}, name
