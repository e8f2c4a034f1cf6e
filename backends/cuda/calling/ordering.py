"""The order between a call and other work on the device, on streams of its own.

A call behaves as if it ran on the stream that is current for its caller. It comes after earlier
work on that stream. Later work there, including the reuse of memory, comes after the call.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

from samebits.backends.cuda.machines.protocol import Driver
from samebits.backends.protocol import BackendError
from samebits.spec.language.call import Call


@contextmanager
def ordered(machine: Driver, call: Call, streams: Iterable[int]) -> Iterator[None]:
    """Run the block's work on the machine in the order of other streams too.

    The order is kept by events, so the host does not wait. If a graph is being captured from the
    single other stream, all work is put on that stream, because the machine's own stream may not
    support capture. Raises BackendError if the order cannot be kept in a graph.
    """
    others = list(dict.fromkeys(streams))
    captured = [stream for stream in (machine.stream, *others) if machine.is_capturing(stream)]
    if not captured:
        with _fenced(machine, others):
            yield
    elif captured == others:
        own = machine.stream
        machine.use_stream(others[0])
        try:
            yield
        finally:
            machine.use_stream(own)
    else:
        raise BackendError(
            f"{call} cannot be captured in a graph: its arrays and the session are on several "
            "streams; make the captured one current in each library"
        )


@contextmanager
def _fenced(machine: Driver, others: Iterable[int]) -> Iterator[None]:
    for stream in others:
        machine.follow(stream)
    try:
        yield
    except BaseException:
        # Work that had begun is ordered as well. If that fails too, the first error is more useful.
        with suppress(BackendError):
            _release(machine, others)
        raise
    _release(machine, others)


def _release(machine: Driver, others: Iterable[int]) -> None:
    for stream in others:
        machine.precede(stream)
