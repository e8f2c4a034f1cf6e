"""samebits.numpy as a subject of the judge: the covered functions, and planted faults."""

from __future__ import annotations

import pytest

from samebits.backends import fronts
from samebits.backends.fronts.session import FrontSession
from samebits.conformance import diagnosis
from samebits.conformance.judging.options import Options
from samebits.conformance.tests.judging import judged, read_vectors_once
from samebits.numpy.functions import public_ops
from samebits.numpy.judged import FRONT, OTHER_DEFAULTS
from samebits.numpy.names import DEFAULTS, SHARED
from samebits.numpy.tests.planted import ALL
from samebits.spec.catalog import all_ops
from samebits.spec.language.call import Call

SEED = "17"


@pytest.fixture(autouse=True)
def _vectors_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read_vectors_once(monkeypatch)
    # The diagnosis of a mistake takes seconds, and is not tested here.
    monkeypatch.setattr(diagnosis, "diagnose", lambda *arguments: None)


def options(backend: str, *ops: str, device: str | None = None) -> Options:
    return Options(
        backend=backend, device=device, ops=ops, formats=("f32",), sets=("golden",), seed=SEED,
        workers=0,
    )  # fmt: skip


def example(op: str) -> Call:
    declared = all_ops()[op]
    inputs, outputs = declared.signatures[0]
    attributes, _ = declared.example(len(inputs))
    return declared.call(inputs, outputs, **attributes)


def test_every_op_of_a_public_function_is_supported() -> None:
    with fronts.opened("numpy", FRONT) as session:
        assert isinstance(session, FrontSession)
        reached = {op for op in all_ops() if session.supports(example(op))}
    assert reached == {*public_ops().values(), *SHARED}


def test_the_defaults_that_the_judge_leaves_out_are_those_of_the_standard() -> None:
    named = {(op, name): v for op, given in DEFAULTS.items() for name, v in given.items()}
    assert named == dict(OTHER_DEFAULTS)


@pytest.mark.parametrize("planted", ALL, ids=lambda planted: planted.name)
def test_a_wrong_way_to_an_op_fails_its_certification(planted) -> None:
    backend = f"py:samebits.numpy.tests.planted:{planted.name}"
    status, found = judged(options(backend, planted.op))
    assert status == 1
    assert any(result.outcome == "fail" for result in found.values())


def test_the_right_front_end_passes_the_cases_that_find_wrong_ones() -> None:
    status, found = judged(options("front", *(p.op for p in ALL), device="numpy"))
    assert status == 0
    assert {result.outcome for result in found.values()} == {"pass"}
