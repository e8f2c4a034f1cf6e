"""Tests of the diagnosis engine: the mistakes that it names, with their shares and details."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from samebits.conformance import budget
from samebits.conformance.diagnosis import diagnose, engine
from samebits.conformance.diagnosis.finding import Explanation
from samebits.conformance.diagnosis.recompute import RecomputeError, recompute
from samebits.conformance.results.evidence import (
    ALL,
    CONTRADICTED,
    EVIDENCE,
    GIVEN_UP,
    NEEDED,
    REPRODUCES,
    RIVALS,
    SEEN,
)
from samebits.conformance.results.records import Diagnosis
from samebits.conformance.tests.made import Array, judged, normal, right
from samebits.spec.catalog import get_op
from samebits.spec.formats import from_bits
from samebits.spec.language.call import Call

F32 = np.float32


def unfused(c: Call, v: Sequence[Array]) -> Array:
    return np.asarray(v[0] * v[1] + v[2])


@pytest.mark.parametrize(("others", "name"), [(20, "unfused"), (3, "inaccurate")])
def test_what_explains_most_wrong_elements_is_named_with_its_share(others: int, name: str) -> None:
    call = get_op("fma").call(["f32"] * 3)
    x = [normal((900,), seed=s) for s in range(3)]

    def compute(c: Call, v: Sequence[Array]) -> Array:
        found = unfused(c, v)
        every = right(c, v) * F32(1.37) + F32(5)
        return np.where(np.arange(found.size) % 50 < 50 // others, every, found)

    found = judged(call, x, compute)
    assert found.name == name
    assert not found.confirmed
    if name == "unfused":
        assert "; this explains " in found.text


def test_details_of_the_lesser_of_two_mistakes_are_kept() -> None:
    call = get_op("sum").call(["f32"], axes=(1,))
    x = [normal((60, 41))]
    x[0][:40, 5] = np.nan

    def compute(c: Call, v: Sequence[Array]) -> Array:
        total = np.add.accumulate(v[0], axis=1)[:, -1]
        bits = total.view(np.uint32).copy()
        bits[np.isnan(total)] = 0xFFC00001
        return bits.view(F32)

    found = judged(call, x, compute)
    assert (found.name, found.details["also"]) == ("nan-not-canonical", "tree:sequential")
    assert found.details["svg"].startswith("<svg")
    assert "; others: adds the " in found.text


def test_digests_whose_bits_cannot_be_recomputed_confirm_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise RecomputeError("no oracle is installed")

    monkeypatch.setattr(engine, "recompute", fail)
    call, x = get_op("add").call(["f32", "f32"]), [normal((9,)), normal((9,), seed=1)]
    found = diagnose(None, call, x, None, [right(call, x)])
    assert found is not None
    assert (found.name, found.confirmed) == ("unexplained", False)
    assert "no oracle is installed" in found.text


def composed(parts: Sequence[engine._Part]) -> Diagnosis:
    """Return the diagnosis that the engine composes from `parts` within its time limit."""
    return engine._compose(parts, engine._Search(10))


def part(name: str, holds: Sequence[int], weight: float = 1.0, **more: Any) -> engine._Part:
    """Return a part that explains the elements `holds` of four; the first two are wrong."""
    evidence: Any = SimpleNamespace(wrong=np.array([True, True, False, False]))
    found = np.isin(np.arange(4), holds)
    plain = {"text": f"it is {name}", "bits": 50.0}
    return engine._Part(Explanation(evidence, name, holds=found, **{**plain, **more}), weight)


def test_one_mistake_that_explains_everything_is_told_with_its_evidence_and_nothing_more() -> None:
    assert composed([part("a", (0, 1, 2, 3), details={"svg": "<svg"})]) == Diagnosis(
        "a", "it is a", True,
        {
            "svg": "<svg", "compared": "4 elements, 2 of them wrong", REPRODUCES: ALL,
            EVIDENCE: "50 bits; 20 exclude chance",
        },
    )  # fmt: skip


def test_of_two_mistakes_that_of_more_weight_is_named_and_its_details_stand() -> None:
    lesser = part("b", (1, 2, 3), 0.25, details={"svg": "of b", "tree": "of b"})
    greater = part("a", (0, 2, 3), 0.75, details={"svg": "of a"})
    for parts in ([lesser, greater], [greater, lesser]):
        found = composed(parts)
        assert (found.name, found.confirmed, found.details["also"]) == ("a", True, "b")
        assert found.text == "it is a; this explains 1 of 2 wrong elements; others: it is b"
        assert (found.details["svg"], found.details["tree"]) == ("of a", "of b")
        assert found.details[REPRODUCES] == ALL
        assert found.details[EVIDENCE].startswith("100 bits")


def test_what_reproduces_no_bits_leaves_the_rest_of_the_wrong_elements_unexplained() -> None:
    parts = [part("a", (0, 2, 3), 0.75), part("b", (1,), 0.25, confirmable=False)]
    found = composed(parts)
    assert (found.name, found.confirmed) == ("a", False)
    assert found.details[REPRODUCES] == "1 of 2 wrong elements"
    alone = composed([part("b", (0, 1), confirmable=False, details={"a": "b"})])
    assert alone == Diagnosis("b", "it is b", False, {"a": "b"})


def test_right_elements_that_would_be_wrong_leave_a_mistake_unexplained() -> None:
    """Every fourth row of a sum is added from left to right; the other rows are right."""
    call = get_op("sum").call(["f32"], axes=(1,))
    x = [normal((60, 41))]

    def compute(c: Call, v: Sequence[Array]) -> Array:
        sums = np.add.accumulate(v[0], axis=1)[:, -1]
        return np.where(np.arange(len(sums)) % 4 == 0, sums, right(c, v))

    found = judged(call, x, compute)
    assert (found.name, found.confirmed) == ("unexplained", False)
    assert "no known kind of mistake" in found.text
    assert found.details[CONTRADICTED].startswith("tree:sequential (")
    assert "right elements would be wrong, too" in found.details[CONTRADICTED]


def test_the_time_of_a_diagnosis_ends_with_what_was_tried() -> None:
    call, x = get_op("softmax").call(["f32"]), [normal((7, 30), scale=3.0)]
    clock = iter(range(10**6))

    def compute(c: Call, v: Sequence[Array]) -> Array:
        return right(c, v) * F32(1.25) if c.op == "div" else right(c, v)

    with budget.limited(600, lambda: float(next(clock))):
        found = judged(call, x, compute)
    assert (found.name, found.confirmed) == ("unexplained", False)
    assert "given up after 600 s; tried: memory.unwritten, memory.repeated" in found.text
    assert found.details[GIVEN_UP] in found.text
    assert next(clock) < 610  # the search reads the clock only a few times after its limit
    with budget.limited(0):
        assert "given up" not in judged(call, x, compute).text


def test_what_was_found_before_the_time_was_over_is_told_and_not_confirmed() -> None:
    call = get_op("fma").call(["f32"] * 3)
    x = [normal((900,), seed=s) for s in range(3)]
    time = [0.0]

    entries = list(engine.REGISTRY)
    at = next(i for i, e in enumerate(entries) if e.name == "rounding.unfused")
    exact = entries[at].hypotheses

    def then_over(evidence: Any) -> Any:
        yield from exact(evidence)
        time[0] = 99.0
        budget.check()

    entries[at] = replace(entries[at], hypotheses=then_over)
    with pytest.MonkeyPatch.context() as patch, budget.limited(10, lambda: time[0]):
        patch.setattr(engine, "REGISTRY", tuple(entries))
        found = judged(call, x, unfused)
    assert (found.name, found.confirmed) == ("unfused", False)
    assert found.details[GIVEN_UP].startswith("given up after 10 s")


def test_too_few_bits_or_a_rival_confirm_nothing_and_what_was_seen_needs_none() -> None:
    every = (0, 1, 2, 3)
    assert composed([part("a", every, bits=NEEDED)]).confirmed
    assert not composed([part("a", every, bits=NEEDED - 1.0)]).confirmed
    rivals = composed([part("a", every, rivals=("c", "d"))])
    assert (rivals.confirmed, rivals.details[RIVALS]) == (False, "c, d")
    seen = composed([part("a", every, observed=True, bits=0.0)])
    assert (seen.confirmed, seen.details[EVIDENCE]) == (True, SEEN)


def test_right_elements_of_another_output_speak_against_a_mistake() -> None:
    assert part("a", (0, 1, 2, 3)).explanation.is_exact
    beside = part("a", (0, 1, 2, 3), beside=2).explanation
    assert (beside.is_exact, beside.contradicted) == (False, 2)

    call = get_op("adamw").call(["f32"] * 4, ["f32"] * 3, lr=0.25, step=3, weight_decay=0.0)
    x = [np.abs(normal((9,), seed=seed)) for seed in range(4)]
    other = get_op("adamw").call(call.inputs, call.outputs, **{**call.attributes, "beta1": 0.0})
    wanted, wrong = recompute(call, x), recompute(other, x)
    made = [from_bits(bits, "f32") for bits in wrong]
    found = diagnose(None, call, x, wanted, made)
    assert found is not None
    assert found.name == "attribute:beta1"
    found = diagnose(None, call, x, wanted, [made[0], *(from_bits(b, "f32") for b in wanted[1:])])
    assert found is not None
    assert found.name != "attribute:beta1"
