"""Tests that every small change of a graph is refused or changes bits.

A change removes one node, constant, format or rounding. `mutants` makes all changes of every
test-only declaration and of softmax. EQUIVALENT lists the changes that cannot change a bit, each
with the reason.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from samebits.spec import catalog
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of
from samebits.spec.language.graph import Graph
from samebits.spec.tests.graphs.cases import OPS, Case, cases, large_cases
from samebits.spec.tests.graphs.declared import declared
from samebits.spec.tests.graphs.mutants import evaluated, mutants

DECLARED = [op.name for op in OPS if isinstance(op.graph, Graph)] + ["softmax"]
EQUIVALENT = {
    "example_masked_mean: mean without its rounding": (
        "y rounds it to f32 or bf16 next. total and m n, with m a tie of bf16 and n < 2^15, are"
        " multiples of the last place of total, so a quotient that is no tie of bf16 is more than"
        " half a place of f32 away from one, and stays on its side of it"
    ),
    "example_guarded_update: bad removed, rest in its place": (
        "rest is +0 or NaN; `any` takes NaN for true and +0 for false, as the comparison does"
    ),
    "example_guarded_update: rest without its rounding": "g - g is +0 or NaN, and exact",
    "example_guarded_update: next without its rounding": (
        "a selection alone reads it, and its result is stored as f32, which rounds it"
    ),
}


def _softmax():
    draw = np.random.default_rng(3)
    x = [draw.standard_normal((4, 3, 33)).astype(np.float32) * 6 for _ in range(2)]
    found = [
        Case(get_op("softmax").call(["f32"], axis=axis), (given,), lambda a, x: (x,), 0.0)
        for axis, given in zip((-1, 1), x, strict=True)
    ]
    many = draw.standard_normal((3000, 40)).astype(np.float16)
    return [*found, Case(get_op("softmax").call(["f16"]), (many,), lambda a, x: (x,), 0.0)]


CASES = [*cases(), *large_cases(), *_softmax()]


def answer(op, graph, case, unrounded=""):
    return [bits_of(x).tobytes() for x in evaluated(op, graph, case.call, case.inputs, unrounded)]


def fate(op, mutant, base):
    """Return how a mutant is detected: a message of the static check, different bits, or ""."""
    try:
        catalog.check_whole(replace(op, graph=mutant.graph), get_op)
    except SpecError as error:
        return f"refused: {error}"
    for case, wanted in base:
        try:
            if answer(op, mutant.graph, case, mutant.unrounded) != wanted:
                return f"differs: {case}"
        except SpecError as error:
            return f"fails: {error}"
    return ""


@pytest.mark.parametrize("name", DECLARED)
def test_removing_one_thing_is_refused_or_changes_bits(name):
    with declared(*OPS):
        op = get_op(name)
        base = [(case, answer(op, op.graph, case)) for case in CASES if case.call.op == name]
        fates = {mutant.name: fate(op, mutant, base) for mutant in mutants(op)}
        print(f"{name}: {len(fates)} mutants")
        alive = {f"{name}: {told}" for told, found in fates.items() if not found}
        assert fates
        assert alive == {told for told in EQUIVALENT if told.startswith(f"{name}: ")}
