"""Tests of parts of a proof: progress, states, threads, the pulse file, conflicting shards."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from samebits.conformance.errors import JudgeError
from samebits.conformance.exhaustive import proof as proving, prover
from samebits.conformance.exhaustive.proof import Request, identity_of, opener_of, prove
from samebits.conformance.exhaustive.pulse import Pulse
from samebits.conformance.exhaustive.sealed import read_sealed, write_sealed
from samebits.conformance.exhaustive.state import State, load
from samebits.conformance.judging.exhaustivework import Blocks, judge_exhaustive
from samebits.conformance.tests import fakes
from samebits.conformance.tests.exhausting import NEG16, Plain, certificate, subject
from samebits.vectors.answers import ArithmeticRoute
from samebits.vectors.certificates import ExhaustiveCase
from samebits.vectors.domain import BLOCK, domain_of


class Blocky:
    """A request for a proof that has five blocks."""

    call, domain, resume, threads = NEG16, domain_of(NEG16), False, 1

    def __init__(self, path: Path) -> None:
        self.path = path

    def blocks(self) -> Sequence[int]:
        return range(5)


def result_of(block: int) -> prover.BlockResult:
    return prover.BlockResult(block, f"{block:064x}", 0, 0, (), 0, ())


@pytest.fixture
def blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the prover return all blocks immediately."""

    def at_once(call: Any, route: Any, opener: Any, left: Any, threads: int) -> Any:
        yield from map(result_of, left)

    monkeypatch.setattr(proving, "prove_blocks", at_once)


def test_every_block_is_told_when_it_is_finished(tmp_path: Path, blocks: None) -> None:
    told: list[int] = []
    asked: Any = Blocky(tmp_path / "state")
    prove(subject(Plain()), asked, told.append)
    assert told == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(("share", "saves"), [(-1.0, 7), (1.5, 2)])
def test_a_state_is_saved_at_the_ends_and_every_few_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, blocks: None, share: float, saves: int
) -> None:
    """Two saves are at least SAVE_SECONDS apart, for any zero of the clock."""
    saved: list[Path] = []
    monkeypatch.setattr(State, "save", lambda self, path: saved.append(path))
    monkeypatch.setattr(proving, "SAVE_SECONDS", share * time.perf_counter())
    asked: Any = Blocky(tmp_path / "state")
    prove(subject(Plain()), asked, lambda finished: None)
    assert len(saved) == saves


def test_a_proof_rests_on_the_backend_that_states_its_name_version_and_device() -> None:
    judged = identity_of(subject(Plain()), domain_of(NEG16), ArithmeticRoute())["judged"]
    assert {"backend", "version", "device", "source_digest"} <= judged.keys()
    assert judged["version"] == subject(Plain()).backend.version


def test_a_further_session_has_one_thread() -> None:
    class Threaded(fakes.RightSession):
        threads = 0

        def configure(self, *, threads: int | None = None, stream: int | None = None) -> None:
            self.threads = threads or 0

    session = Threaded()
    opened: Any = SimpleNamespace(
        backend=SimpleNamespace(open=lambda device: nullcontext(session)),
        device=SimpleNamespace(name="cpu"),
    )
    with opener_of(opened)() as found:
        assert found is session
        assert session.threads == 1


def test_whoever_stops_a_proof_leaves_no_thread_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(runner: Any, call: Any, route: Any, block: int) -> prover.BlockResult:
        time.sleep(0.05 if block == 0 else 0.4)
        return result_of(block)

    monkeypatch.setattr(prover, "prove_block", slow)
    before = set(threading.enumerate())
    backend = Plain()
    opener: Any = lambda: nullcontext(subject(backend).session)  # noqa: E731
    found = prover.prove_blocks(domain_of(NEG16), ArithmeticRoute(), opener, range(4), 2)
    assert next(found).block == 0
    found.close()
    assert set(threading.enumerate()) <= before


def test_a_pulse_writes_what_waits_where_somebody_listens(tmp_path: Path) -> None:
    Pulse(None).flush()
    path = tmp_path / "pulse"
    pulse = Pulse(path)
    pulse.tell(3)
    assert not path.exists(), "nobody listens: no file is made"
    path.touch()
    pulse.tell(5)
    pulse.flush()
    pulse.flush()
    assert sum(map(int, path.read_text().split())) == 5


def state(*blocks: int) -> State:
    identity = {"proof": {"call": "neg", "block": str(BLOCK)}, "oracles": {}, "judged": {}}
    return State(identity, {block: f"{block:064x}" for block in blocks})


def test_a_block_that_two_parts_hold_is_named() -> None:
    with pytest.raises(JudgeError, match="two parts contain block 3"):
        state(0, 3, 5).absorb(state(1, 3, 5))
    whole = state(0, 3)
    whole.absorb(state(1, 2))
    assert sorted(whole.digests) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ({}, ""),
        ({"hardest": [[1.5, -2]]}, "must be a distance and an input"),
        ({"hardest": [[True, 2]]}, "must be a distance and an input"),
        ({"near": "3"}, "near"),
        ({"digests": [[-1, "0" * 64]]}, "must be a block and its SHA-256"),
    ],
)
def test_a_state_is_read_as_it_was_written_and_no_otherwise(
    tmp_path: Path, blocks: None, change: dict[str, Any], wanted: str
) -> None:
    path = tmp_path / "state"
    asked: Any = Blocky(path)
    made = prove(subject(Plain()), asked, lambda finished: None)
    write_sealed(path, {**read_sealed(path), **change})
    if not wanted:
        assert load(path).digests == made.digests
        return
    with pytest.raises(JudgeError, match=wanted):
        load(path)


@pytest.mark.parametrize(("wrong", "said"), [((0, 1), 2), ((), 1)])
def test_a_failing_case_counts_its_wrong_blocks_and_at_least_one(
    monkeypatch: pytest.MonkeyPatch, wrong: tuple[int, ...], said: int
) -> None:
    found = Blocks(**{**_members(), "wrong": wrong})
    monkeypatch.setattr("samebits.conformance.judging.exhaustivework.run_blocks", lambda *_: found)
    case = ExhaustiveCase("neg/f16/exhaustive", NEG16, lambda: certificate(NEG16))
    result, _ = judge_exhaustive(subject(Plain()), case, nullcontext, lambda n: None)
    assert (result.outcome, result.wrong) == ("fail", said)


def _members() -> dict[str, Any]:
    """Return the digests of a block that differs from the certificate."""
    return {"digests": ("0" * 64,), "wrong": (), "kept": ()}


def test_a_request_names_its_blocks(tmp_path: Path) -> None:
    assert list(Request(domain=domain_of(NEG16), threads=1, work=tmp_path).blocks()) == [0]
