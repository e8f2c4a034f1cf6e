"""Tests that the data of shape rules (patterns, formulas, limits, refusals) fit their functions."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import numpy as np
import pytest

from samebits.spec.catalog import all_ops, get_op
from samebits.spec.documents.rules import read_specification
from samebits.spec.errors import SpecError
from samebits.spec.families.einsum import einsum, parse
from samebits.spec.families.filled import stepped
from samebits.spec.families.indexing import check_indices
from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import Names, bind, evaluate, sized, tokens
from samebits.spec.language.shapes import normalize_axes

OPS = all_ops()
RULES = {op.shape_rule: op for op in OPS.values()}
"""One op for each shape rule."""

CALLS = [
    pytest.param(op, len(signature[0]), id=f"{op.name}-{len(signature[0])}")
    for op in OPS.values()
    for signature in {len(s[0]): s for s in op.signatures}.values()
]


def a_call(op: Op, count: int, **changed: Any):
    inputs, outputs = next(s for s in op.signatures if len(s[0]) == count)
    return op.call(inputs, outputs, **{**op.example(count)[0], **changed})


def names_of(op: Op, call, shapes) -> Names:
    """Return the sizes that the patterns name, and the sizes that only a clause defines.

    The clauses and rules are T2.3, S2.pad, S2.slice, T4, G7.2 and G15.3.
    """
    rule, names = op.shape_rule, {}
    for i, shape in enumerate(shapes):
        bind(rule.pattern(i), shape, call.attributes, names)
    if "axes" in call.attributes and "R" not in names:
        axes = normalize_axes(op.name, call.attributes["axes"], len(shapes[0]))
        names["R"] = tuple(n for i, n in enumerate(shapes[0]) if i not in axes)
    if "reduction" in call.attributes:
        names["R"] = op.output_shapes(call, shapes)[0] if "[*R]" in rule.results else shapes[0]
    if "widths" in call.attributes:
        widths = call.attributes["widths"]
        names |= {"before": widths[::2], "after": widths[1::2]}
    if rule.results == ("[*P]",) and "P" not in rule.sizes:
        names["P"] = op.output_shapes(call, shapes)[0]
    if {"shape", "axis"} <= call.attributes.keys():
        bind("[*A, n, *B]", call.attributes["shape"], call.attributes, names)
    if rule is stepped:
        start, end, step = (float(call.attributes[n]) for n in ("start", "end", "step"))
        names["S"] = math.ceil((end - start) / step)
    if rule is einsum:
        equation = parse(op.name, call.attributes["equation"], len(shapes))
        letters = dict(zip("".join(equation.operands), sum(shapes, ()), strict=True))
        names["y"] = tuple(letters[x] for x in equation.result)
    return names


@pytest.mark.parametrize(("op", "count"), CALLS)
def test_the_example_fits_the_patterns_and_gives_their_result(op, count):
    shapes, rule, call = op.example(count)[1], op.shape_rule, a_call(op, count)
    names = names_of(op, call, shapes)
    for i, shape in enumerate(shapes):
        assert sized(rule.pattern(i), rule, call.attributes, names) == shape
    there = rule.results[: len(call.outputs)]
    wanted = tuple(sized(pattern, rule, call.attributes, names) for pattern in there)
    assert op.output_shapes(call, shapes) == wanted
    for small, large in rule.limits:
        bound = evaluate(large, rule, call.attributes, names)
        assert all(n <= m for n, m in zip(names[small], bound, strict=False))


@pytest.mark.parametrize(("op", "count"), CALLS)
def test_a_rank_that_no_pattern_has_is_refused(op, count):
    shapes, call, rule = list(op.example(count)[1]), a_call(op, count), op.shape_rule
    for i, shape in enumerate(shapes):
        grouped = any(token.startswith("*") for token in tokens(rule.pattern(i)))
        for other in (shape[1:], (*shape, 2)):
            changed = [*shapes[:i], other, *shapes[i + 1 :]]
            if other == shape or (grouped and _fits(op, call, changed)):
                continue
            with pytest.raises(SpecError):
                op.output_shapes(call, changed)


@pytest.mark.parametrize(("op", "count"), CALLS)
def test_a_size_that_two_operands_share_must_agree(op, count):
    shapes, call, rule = list(op.example(count)[1]), a_call(op, count), op.shape_rule
    patterns = [tokens(rule.pattern(i)) for i in range(count)]
    seen = Counter(token for parts in patterns for token in parts)
    for i, parts in enumerate(patterns):
        if any(token.startswith("*") for token in parts[:-1]):
            continue
        for d, token in enumerate(parts):
            if seen[token] > 1 and d < len(shapes[i]):
                other = (*shapes[i][:d], shapes[i][d] + 1, *shapes[i][d + 1 :])
                with pytest.raises(SpecError):
                    op.output_shapes(call, [*shapes[:i], other, *shapes[i + 1 :]])


def _fits(op: Op, call, shapes) -> bool:
    try:
        names = names_of(op, call, shapes)
        rule = op.shape_rule
        for i, shape in enumerate(shapes):
            if sized(rule.pattern(i), rule, call.attributes, names) != shape:
                return False
    except (SpecError, IndexError, KeyError, ValueError):
        return False
    return True


REFUSALS = [
    pytest.param(op, refusal, id=f"{op.name}-{refusal.says}")
    for op in RULES.values()
    for refusal in op.refusals
    if refusal.index is None
]


@pytest.mark.parametrize(("op", "refusal"), REFUSALS)
def test_what_is_declared_an_error_is_refused_in_one_line_that_names_the_op(op, refusal):
    """A1.3, A1.4, C2.3, C2.4: this holds also for calls whose results are empty."""
    count = max(len(s[0]) for s in op.signatures)
    shapes = refusal.shapes or op.example(count)[1]
    with pytest.raises(SpecError, match=op.name) as caught:
        op.output_shapes(a_call(op, count, **refusal.attributes), shapes[:count])
    assert "\n" not in str(caught.value)


def test_every_refusal_names_a_rule_of_the_text():
    numbers = set(read_specification().numbers)
    assert {r.rule for op in RULES.values() for r in op.refusals} <= numbers


def test_names_of_patterns_are_bound_and_formulas_evaluated():
    names: Names = {}
    bind("[N, *S]", (2, 3, 4), {}, names)
    assert names == {"N": 2, "S": (3, 4)}
    bind("[*A, n, *B]", (5, 6, 7), {"axis": -2}, names)
    assert (names["A"], names["n"], names["B"]) == ((5,), 6, (7,))
    with pytest.raises(SpecError, match="both 2 and 3"):
        bind("[N]", (3,), {}, names)
    with pytest.raises(SpecError, match="does not fit the pattern"):
        bind("[K, M]", (1,), {}, {})


def test_G7_3_an_example_follows_attributes_that_change_its_shapes():
    op = get_op("mse_loss_gradient")
    for reduction, first in (("mean", ()), ("none", (2, 3))):
        assert op.shape_rule.shapes(3, {"reduction": reduction}) == (first, (2, 3), (2, 3))


@pytest.mark.parametrize(
    ("axes", "gradient", "operand"),
    [
        ((1,), (2, 4), (2, 3, 4)),
        (None, (), (2, 3, 4)),
        ((3,), (2, 3, 4), (2, 3, 4, 2)),
        ((-2, 1), (2, 2), (2, 3, 4, 2)),  # with three axes, both would name the same axis
    ],
)
def test_G12_1_an_example_has_the_axes_that_a_call_names(axes, gradient, operand):
    rule = get_op("logsumexp_gradient").shape_rule
    found = rule.shapes(3, {"axes": axes, "keepdims": False})
    assert found == (gradient, operand, gradient)


def test_G12_1_axes_that_no_operand_has_are_an_error():
    rule = get_op("logsumexp_gradient").shape_rule
    for axes in ((1, 1), (64,), (1 << 53,)):
        with pytest.raises(SpecError, match=r"ax(is|es)"):
            rule.shapes(3, {"axes": axes, "keepdims": False})


def test_G7_11_a_value_besides_the_indices_is_taken_and_others_are_not():
    rule = get_op("nll_loss").shape_rule
    assert rule.index_besides({"ignore_index": -100}) == -100
    assert get_op("gather").shape_rule.index_besides({}) is None
    target = np.array([0, 2, -100])
    assert check_indices("nll_loss", target, 3, -100).tolist() == [0, 2, -100]
    with pytest.raises(SpecError, match="index -100 at row-major position 2"):
        check_indices("nll_loss", target, 3)
