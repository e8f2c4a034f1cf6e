"""What is named, with which share and details, and what not."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from samebits.conformance.diagnosis import diagnose, engine
from samebits.conformance.diagnosis.recompute import RecomputeError
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
