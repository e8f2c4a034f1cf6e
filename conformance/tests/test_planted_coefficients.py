"""R2: a coefficient with wrong last digits is caught, in every family of functions.

A library is built with one changed number in one header, and judged like any other library. A
change that makes 1 to 100 of all 2^32 inputs wrong is found by `prove` and by the digests of level
exhaustive. A change that makes 1000 or more inputs wrong fails cases of level standard.
saboteurs/planted/plants.py describes how the wrong inputs are counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
import pytest

from samebits.backends import discovery
from samebits.backends.c.session import CSession
from samebits.backends.protocol import Device
from samebits.conformance.calls.subject import Subject
from samebits.conformance.errors import JudgeError
from samebits.conformance.exhaustive.prover import BlockResult, prove_blocks
from samebits.conformance.exhaustive.state import State, certificate_of
from samebits.conformance.exhaustive.wrong_inputs import narrow_blocks
from samebits.conformance.judging.casework import judge_case
from samebits.conformance.judging.exhaustivework import run_blocks
from samebits.conformance.trials.saboteurs.planted.plants import PLANTS, Plant
from samebits.conformance.trials.saboteurs.planted.workshop import Change, Workshop
from samebits.oracles import sweep
from samebits.spec.catalog import get_op
from samebits.spec.formats import from_bits
from samebits.spec.language.call import Call
from samebits.vectors.answers import SweepRoute
from samebits.vectors.certificate import Certificate, frozen
from samebits.vectors.certificates import ExhaustiveCase
from samebits.vectors.domain import BLOCK, domain_of
from samebits.vectors.reader import Vectors
from samebits.vectors.search.hard import hard_inputs

Array = np.ndarray[Any, Any]

SIGN = 1 << 31
SAMPLED = 1 << 22
"""The number of inputs on which the larger changes are tried: one of every 1024."""


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    return Workshop(tmp_path_factory.mktemp("planted"))


@pytest.fixture(scope="module", params=PLANTS.values(), ids=PLANTS.keys())
def plant(request: pytest.FixtureRequest) -> Plant:
    """Return one plant at a time, grouped by family."""
    found: Plant = request.param
    return found


@dataclass(frozen=True)
class Found:
    """The blocks of the smaller change as `prove` judges them, and the number of wrong inputs."""

    blocks: tuple[BlockResult, ...]

    @property
    def wrong(self) -> int:
        return sum(b.wrong for b in self.blocks)


_found: dict[str, Found] = {}


def found_by_prove(workshop: Workshop, plant: Plant) -> Found:
    """Return every block that can have a wrong input, judged by `prove` only once per function."""
    if plant.op not in _found:
        call = call_of(plant)
        with workshop.session(plant.op, plant.few) as session:
            blocks = sorted(set(suspect_blocks(session, plant)))
        opener = partial(workshop.session, plant.op, plant.few)
        judged = prove_blocks(domain_of(call), SweepRoute(), opener, blocks, 2)
        _found[plant.op] = Found(tuple(sorted(judged, key=lambda b: b.block)))
    return _found[plant.op]


def suspect_blocks(session: CSession, plant: Plant) -> Iterator[int]:
    """Yield the blocks that can have a wrong input according to plants.py."""
    for first, last in plant.stretches:
        for sign in (0, SIGN):
            yield from range((sign + first) // BLOCK, (sign + last) // BLOCK + 1)
    if not plant.stretches:
        yield from (int(x) // BLOCK for x in wrong_of(session, plant, listed(plant)))


def call_of(plant: Plant) -> Call:
    return get_op(plant.op).call(["f32"])


def listed(plant: Plant) -> Array:
    """Return the inputs that the certificate lists as nearest to a rounding boundary."""
    found = hard_inputs(plant.op)
    assert found, f"no certificate lists hard inputs: run samebits prove {plant.op} --format f32"
    return np.array(found, np.uint32)


def results(session: CSession, plant: Plant, patterns: Array) -> Array:
    output = np.empty(patterns.shape, np.float32)
    session.run(call_of(plant), [from_bits(patterns, "f32")], [output])
    return output.view(np.uint32)


def wrong_of(session: CSession, plant: Plant, patterns: Array) -> Array:
    """Return the inputs for which a session differs from the oracles."""
    wanted = sweep.sweep_at(call_of(plant), patterns).bits
    return patterns[results(session, plant, patterns) != wanted]


def test_prove_finds_the_1_to_100_inputs_that_a_small_change_makes_wrong(
    workshop: Workshop, plant: Plant
) -> None:
    found = found_by_prove(workshop, plant)
    assert 1 <= found.wrong <= 100
    state = State({})
    for block in found.blocks:
        state.add(block)
    assert state.wrong == found.wrong
    with pytest.raises(
        JudgeError, match=f"{found.wrong} inputs are wrong, so there is no certificate"
    ):
        certificate_of(state, call_of(plant))


def test_no_input_is_wrong_but_those_that_prove_found(workshop: Workshop, plant: Plant) -> None:
    blocks = {b.block for b in found_by_prove(workshop, plant).blocks}
    patterns = listed(plant)
    with workshop.session(plant.op, plant.few) as session:
        wrong = wrong_of(session, plant, patterns)
    assert {int(x) // BLOCK for x in wrong} <= blocks
    if not plant.stretches:
        proven = patterns[:200]  # the inputs of the certificate
        bits = [hardness for hardness, _ in sweep.sweep_at(call_of(plant), proven).hardest]
        assert len(bits) == len(proven) == 200
        assert min(bits) < plant.reach
        assert len(wrong) == found_by_prove(workshop, plant).wrong


def test_digests_find_the_blocks_and_the_oracles_the_inputs(
    workshop: Workshop, plant: Plant
) -> None:
    call, proven = call_of(plant), found_by_prove(workshop, plant)
    spoilt = [b for b in proven.blocks if b.wrong][:3]
    fine = [b for b in proven.blocks if not b.wrong][:1]
    certificate = certified(call, proven.blocks)
    judged = [b.block for b in (*spoilt, *fine)]
    with workshop.session(plant.op, plant.few) as session:
        blocks = run_blocks(session, certificate, judged, nullcontext, lambda n: None)
    assert blocks.wrong == tuple(b.block for b in spoilt)
    case = ExhaustiveCase(f"{plant.op}/f32/exhaustive", call, lambda: certificate)
    narrowed = narrow_blocks(case, certificate, blocks.kept)
    assert narrowed.wrong == sum(b.wrong for b in spoilt)
    wanted = [f"{case.id}/{x.input:08x}" for b in spoilt for x in b.examples]
    assert [x.address for x in narrowed.examples] == wanted[: len(narrowed.examples)]
    assert narrowed.examples
    with workshop.session(plant.op) as right:
        assert run_blocks(right, certificate, judged, nullcontext, lambda n: None).wrong == ()


def certified(call: Call, blocks: tuple[BlockResult, ...]) -> Certificate:
    """Return the committed certificate, or one from the oracles' digests of these blocks."""
    for case in vectors().exhaustive_cases():
        if case.call == call:
            found = case.certificate()
            assert all(found.holds(b.block, b.digest) for b in blocks)
            return found
    digests = {b.block: b.digest for b in blocks}
    leaves = [digests.get(i, "0" * 64) for i in range(4096)]
    return Certificate(call, "0.1", BLOCK, *frozen(leaves), 0, 0, (), "m", {}, {}, 0.0)


@cache
def vectors() -> Vectors:
    return Vectors.open()


@cache
def sampled() -> Array:
    """Return one input of every 1024, drawn uniformly."""
    draws = np.random.default_rng(3).integers(0, 1024, SAMPLED, dtype=np.uint32)
    return np.arange(0, 1 << 32, 1024, dtype=np.uint64).astype(np.uint32) + draws


def test_level_standard_fails_where_a_change_makes_1000_inputs_wrong(
    workshop: Workshop, plant: Plant
) -> None:
    with workshop.session(plant.op) as right, workshop.session(plant.op, plant.many) as session:
        differs = results(session, plant, sampled()) != results(right, plant, sampled())
        wrong = wrong_of(session, plant, sampled()[differs])
        assert len(wrong) >= 8  # 8 of 2^22 inputs; 1000 of all 2^32 would give 1
        failing = failing_cases(session, plant)
    assert failing


def failing_cases(session: CSession, plant: Plant) -> list[str]:
    """Return the ids of the cases of level standard that fail.

    If the group `hard` is not in the vectors yet, the inputs of the certificate replace it, because
    `hard` will contain them.
    """
    device = Device(session.device, "a changed library")
    subject = Subject("c", discovery.load("c"), device, session)
    cases = vectors().cases(ops=[plant.op], formats=["f32"], level="standard")
    assert cases, f"no golden vectors of {plant.op}: run python -m samebits.vectors.write"
    failing = [case.id for case in cases if judge_case(subject, case)[0].outcome == "fail"]
    if not failing and not any("hard" in case.flags for case in cases):
        failing += ["hard"] if wrong_of(session, plant, listed(plant)).size else []
    return failing


def test_changes_are_single_numbers_of_the_sources() -> None:
    text = "SB_TABLE double t[2] = {0x1.8p+1, -0x1.0p-3};"
    changed = Change("h", "double t[", 1, 0.5).apply(text)
    assert changed == "SB_TABLE double t[2] = {0x1.8p+1, -0x1.8000000000000p-3};"
