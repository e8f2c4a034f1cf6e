"""A whole proof: its request, the facts that identify it, its state and its threads."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from samebits.backends import executor
from samebits.backends.protocol import ConfigurableSession, Session, Unsupported
from samebits.conformance.calls.subject import Subject
from samebits.conformance.errors import JudgeError
from samebits.conformance.exhaustive import state as states
from samebits.conformance.exhaustive.prover import Opener, blaming, prove_blocks
from samebits.conformance.exhaustive.state import State
from samebits.conformance.results.records import MODULE, SOURCES
from samebits.spec.language.call import Call
from samebits.vectors.answers import Route, route_for
from samebits.vectors.domain import Domain
from samebits.vectors.writer import spec_version

SAVE_SECONDS = 5.0
"""Seconds between two writes of the state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request for a proof.

    It names the inputs of a call, the number of threads, the shard, and the folder of unfinished
    work.
    """

    domain: Domain
    threads: int
    shard: tuple[int, int] = (1, 1)
    resume: bool = False
    work: Path = states.WORK

    @property
    def path(self) -> Path:
        """Return the path of the file that stores the state."""
        return states.path_of(self.work, self.call, self.shard)

    @property
    def call(self) -> Call:
        """Return the call that is proved on all of its inputs."""
        return self.domain.call

    def blocks(self) -> Sequence[int]:
        """Return the block numbers of the shard: every n-th block, so that costs are equal."""
        number, total = self.shard
        return range(number - 1, self.domain.blocks, total)


Tell = Callable[[int], None]
"""A function that is called with the number of finished blocks of the request."""


def prove(subject: Subject, request: Request, tell: Tell) -> State:
    """Prove the blocks of a request. Raises SamebitsError, also for errors of the backend.

    The state is saved at the start, every few seconds, and at the end, even after an error.
    """
    call = request.call
    with blaming(f"{call}: the backend, asked whether it supports it,"):
        support = executor.supports(subject.session, call)
    if isinstance(support, Unsupported):
        raise JudgeError(f"{subject.spelled} does not support {call}: {support.reason}")
    route = route_for(call)
    identity = identity_of(subject, request.domain, route)
    if request.resume and not {SOURCES, MODULE} & identity["judged"].keys():
        raise JudgeError(
            f"{subject.spelled} reports no {SOURCES} and is not a module in a file, so a "
            "change since "
            "the last run cannot be detected; run without --resume"
        )
    state = states.continued(request.path, identity) if request.resume else State(identity)
    blocks = [block for block in request.blocks() if block not in state.digests]
    finished = len(request.blocks()) - len(blocks)
    tell(finished)
    state.save(request.path)
    before, started = state.seconds, time.perf_counter()
    saved = started
    results = prove_blocks(request.domain, route, opener_of(subject), blocks, request.threads)
    try:
        with warnings.catch_warnings(), closing(results):
            warnings.simplefilter("ignore")  # warnings of the subject do not affect its bits
            for result in results:
                state.add(result)
                finished += 1
                tell(finished)
                now = time.perf_counter()
                state.seconds = before + now - started
                if now - saved > SAVE_SECONDS:
                    state.save(request.path)
                    saved = now
    finally:
        state.save(request.path)
    return state


def opener_of(subject: Subject) -> Opener:
    """Return a function that opens further sessions of a subject.

    Each session has one thread, if the session can be configured.
    """

    @contextmanager
    def opened() -> Iterator[Session]:
        with subject.backend.open(subject.device.name) as session:
            if isinstance(session, ConfigurableSession):
                session.configure(threads=1)
            yield session

    return opened


def identity_of(subject: Subject, domain: Domain, route: Route) -> Mapping[str, Mapping[str, str]]:
    """Return the facts on which a proof depends: call, specification, oracles and backend."""
    judged = {
        **subject.environment(),
        "backend": subject.backend.name,
        "version": subject.backend.version,
        "device": subject.device.name,
    }
    proof = {
        "call": domain.call.key(),
        "block": str(domain.block),
        "spec": spec_version(),
        "method": route.method,
    }
    return {"proof": proof, "oracles": dict(route.versions()), "judged": judged}
