"""What is named, with which share and details, and what not."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from samebits.conformance.diagnosis import diagnose, engine
from samebits.conformance.diagnosis.explanation import Explanation
from samebits.conformance.diagnosis.recompute import RecomputeError
from samebits.conformance.evidence import ALL, EVIDENCE, NEEDED, REPRODUCES, RIVALS, SEEN
from samebits.conformance.records import Diagnosis
from samebits.conformance.tests.made import Array, judged, normal, right
from samebits.spec.call import Call
from samebits.spec.catalog import get_op

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


def part(name: str, holds: Sequence[int], weight: float = 1.0, **more: Any) -> engine._Part:
    """What explains the elements of `holds`, of four of which the first two are wrong."""
    evidence: Any = SimpleNamespace(wrong=np.array([True, True, False, False]))
    found = np.isin(np.arange(4), holds)
    plain = {"text": f"it is {name}", "bits": 50.0}
    return engine._Part(Explanation(evidence, name, holds=found, **{**plain, **more}), weight)


def test_one_mistake_that_explains_everything_is_told_with_its_evidence_and_nothing_more() -> None:
    assert engine._compose([part("a", (0, 1, 2, 3), details={"svg": "<svg"})]) == Diagnosis(
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
        found = engine._compose(parts)
        assert (found.name, found.confirmed, found.details["also"]) == ("a", True, "b")
        assert found.text == "it is a; this explains 1 of 2 wrong elements; others: it is b"
        assert (found.details["svg"], found.details["tree"]) == ("of a", "of b")
        assert found.details[REPRODUCES] == ALL
        assert found.details[EVIDENCE].startswith("100 bits")


def test_what_reproduces_no_bits_leaves_the_rest_of_the_wrong_elements_unexplained() -> None:
    parts = [part("a", (0, 2, 3), 0.75), part("b", (1,), 0.25, confirmable=False)]
    found = engine._compose(parts)
    assert (found.name, found.confirmed) == ("a", False)
    assert found.details[REPRODUCES] == "1 of 2 wrong elements"
    alone = engine._compose([part("b", (0, 1), confirmable=False, details={"a": "b"})])
    assert alone == Diagnosis("b", "it is b", False, {"a": "b"})


def test_right_elements_that_would_be_wrong_speak_against_a_mistake() -> None:
    found = engine._compose([part("a", (0, 1, 2))])
    assert not found.confirmed
    assert found.details["contradicted"] == "1 right elements would be wrong, too"
    assert found.details[EVIDENCE] == "right elements speak against it"


def test_too_few_bits_or_a_rival_confirm_nothing_and_what_was_seen_needs_none() -> None:
    every = (0, 1, 2, 3)
    assert engine._compose([part("a", every, bits=NEEDED)]).confirmed
    assert not engine._compose([part("a", every, bits=NEEDED - 1.0)]).confirmed
    rivals = engine._compose([part("a", every, rivals=("c", "d"))])
    assert (rivals.confirmed, rivals.details[RIVALS]) == (False, "c, d")
    seen = engine._compose([part("a", every, observed=True, bits=0.0)])
    assert (seen.confirmed, seen.details[EVIDENCE]) == (True, SEEN)
