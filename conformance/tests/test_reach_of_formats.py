"""Tests that every format of every op is asked for large sizes, threads, aliases and orders."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest

from samebits.conformance.questions.cases import DrawnCase, drawn_cases
from samebits.conformance.questions.drawn_calls import LARGE, MOST_THREADS
from samebits.conformance.questions.mixed import after_others, circle
from samebits.conformance.questions.operands import EVERY, draw_bits
from samebits.conformance.questions.question import Question
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.questions.sizes import BEYOND_2_20, BY_RULE, MANY
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.families import reductions
from samebits.spec.families.windows import kind_of
from samebits.spec.formats import FORMATS, get_format
from samebits.spec.language.shapes import elementwise
from samebits.vectors.reader import Vectors

SEED = "00000000000000a1"
BY_NODES = {
    op.name for op in all_ops().values() if op.graph is not None and op.shape_rule not in BY_RULE
}
"""Graphs without a kernel in any backend; their nodes are tested instead.

If you write a kernel for a graph, give its shape rule sizes (questions/sizes.py), which removes the
graph from this set.
"""

WHOLE = sorted({*circle()} - BY_NODES)
FEW_RESULTS = ["dot", *(op.name for op in all_ops().values() if "T10" in op.clauses)]
ONE_SHAPE_NEVER = ("embedding_gradient", "cross_entropy_gradient")
"""Ops whose operands differ in rank.

An index has one axis less than the gradient or the logits.
"""


@cache
def cases_of(op: str) -> tuple[DrawnCase, ...]:
    certified = [case for case in Vectors.open().exhaustive_cases() if case.call.op == op]
    return tuple(c for c in drawn_cases(certified, [op]) if c.level != "full")


@cache
def asked(op: str, label: str, form: str) -> tuple[Question, ...]:
    found = [c for c in cases_of(op) if c.label == label and c.form == form]
    return tuple(q for case in found for q in case.questions(SEED))


def labels(op: str) -> list[str]:
    """Return the first and the last label of an op; a cast has 169 labels."""
    every = sorted(get_op(op).labels())
    return sorted({every[0], every[-1]})


@pytest.mark.parametrize("op", sorted(all_ops()))
def test_every_format_has_mixed_cases_and_those_with_a_route_have_sizes(op: str) -> None:
    for label in get_op(op).labels():
        forms = {c.form for c in cases_of(op) if c.label == label}
        if op in BY_NODES:
            assert forms
            continue
        wanted = {"operands", "reach", "mixed"} if op in circle() else {"blocks", "mixed"}
        if op not in circle() and label == "f64":
            wanted = {"operands", "mixed"}  # a million f64 results take too long
        assert forms >= wanted


@pytest.mark.parametrize("op", WHOLE)
def test_every_format_is_asked_for_large_operands_and_many_results(op: str) -> None:
    for label in labels(op):
        found = asked(op, label, "reach")
        # An op without operands, such as a draw, has its sizes and memory layouts in its results.
        sizes = [math.prod(shape) for q in found for shape in q.shapes or q.output_shapes]
        results = sum(math.prod(q.output_shapes[0]) for q in found)
        rule = get_op(op).shape_rule
        if rule is elementwise:
            assert max(sizes) >= BEYOND_2_20
        if rule in reductions.SHAPE_RULES:  # one result per row
            assert any(max(q.shapes[0]) >= BEYOND_2_20 for q in found)
        assert max(sizes) >= (LARGE if op in FEW_RESULTS else MANY)
        assert op in FEW_RESULTS or results >= MANY


@pytest.mark.parametrize("op", WHOLE)
def test_every_format_is_told_all_threads_is_aliased_and_comes_after_others(op: str) -> None:
    for label in labels(op):
        found = asked(op, label, "mixed")
        own = [q for q in found if (q.call.op, q.call.label) == (op, label)]
        assert {q.threads for q in own} >= set(range(1, MOST_THREADS + 1))
        assert len({q.call.op for q in found}) > 8
        places = [place for q in own for place in (q.places if q.shapes else (q.result_place,))]
        assert any("backwards" in place for place in places)
        inputs = own[0].call.inputs
        if len(set(inputs)) < len(inputs) and op not in ONE_SHAPE_NEVER:
            assert any(len(q.operands()) > len({id(x) for x in q.operands()}) for q in own)


def test_every_pair_of_window_steps_is_asked_of_every_format() -> None:
    for op in all_ops():
        if kind_of(get_op(op).shape_rule) is None:
            continue
        for label in labels(op):
            steps = {
                (q.call.attributes["stride"][0], q.call.attributes["dilation"][0])
                for q in asked(op, label, "reach")
            }
            assert steps >= {(s, d) for s in range(1, 5) for d in range(1, 5)}


@pytest.mark.parametrize("name", [n for n in FORMATS if n != "bool" and FORMATS[n].bits <= 16])
def test_all_patterns_of_a_short_format_are_drawn_before_any_comes_again(name: str) -> None:
    form = get_format(name)
    bits = draw_bits(form, (1 << form.bits) + 9, EVERY, Draws(SEED, name))
    assert len(np.unique(bits[: 1 << form.bits])) == 1 << form.bits
    other = draw_bits(form, 1 << form.bits, EVERY, Draws("0" * 16, name))
    assert not np.array_equal(other, bits[: 1 << form.bits])


def test_threads_are_told_in_every_run_of_a_certified_function() -> None:
    own = [q for q in asked("neg", "f32", "mixed") if q.call.op == "neg"][:5]
    found = after_others(SEED, "drawn/mixed/exp/f16/1", own)
    told = {q.threads for q in found if q.call.op == "neg"}
    assert told >= set(range(1, MOST_THREADS + 1))
    assert {q.call.op for q in found} - {"neg"} <= set(circle())
