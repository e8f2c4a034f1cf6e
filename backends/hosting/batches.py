"""Several runs in one message: many small calls cost less that way than a message each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from samebits.backends.hosting.session import RemoteSession, Run
from samebits.backends.protocol import GraphSession, Session
from samebits.spec.language.call import Call

MOST_RUNS = 32
MOST_BYTES = 1 << 20
"""Runs, and bytes of their operands and results, that are asked of a host in one message."""

R = TypeVar("R", bound=Run)


def is_graph(session: Session, call: Call) -> bool | None:
    """Whether a host runs the call node by node; None where it cannot be asked in a batch."""
    if not isinstance(session, RemoteSession):
        return None
    if session.supports(call):
        return False
    return True if isinstance(session, GraphSession) else None


def batches(runs: Iterable[R]) -> Iterator[list[R]]:
    """The runs in their order, as many to a batch as are small; made as they are needed."""
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
