"""Groups several runs in one message, because a message for each small call costs more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from samebits.backends.hosting.session import RemoteSession, Run
from samebits.backends.protocol import GraphSession, Session
from samebits.spec.language.call import Call

MOST_RUNS = 32
MOST_BYTES = 1 << 20
"""The largest number of runs in a message, and of bytes in their operands and results."""

R = TypeVar("R", bound=Run)


def is_graph(session: Session, call: Call) -> bool | None:
    """Return whether a host runs the call node by node; None if a batch cannot contain it."""
    if not isinstance(session, RemoteSession):
        return None
    if session.supports(call):
        return False
    return True if isinstance(session, GraphSession) else None


def batches(runs: Iterable[R]) -> Iterator[list[R]]:
    """Yield the runs in order, in batches of up to MOST_RUNS runs and MOST_BYTES bytes.

    Each batch is made only when it is needed. A single larger run is a batch of its own.
    """
    batch: list[R] = []
    size = 0
    for run in runs:
        more = sum(x.nbytes for x in (*run.inputs, *run.outputs))
        if batch and (len(batch) >= MOST_RUNS or size + more > MOST_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(run)
        size += more
    if batch:
        yield batch
