"""The order between a call and work on other streams of the device.

A call behaves as if it ran on the stream that is current for its caller. It runs after earlier work
on that stream and before later work there, including the reuse of memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

from samebits.backends.cuda.machines.protocol import Driver
from samebits.backends.protocol import BackendError
from samebits.spec.language.call import Call


@contextmanager
def ordered(machine: Driver, call: Call, streams: Iterable[int]) -> Iterator[None]:
    """Run the work of a `with` block after earlier and before later work on `streams`.

    Events enforce the order, so the CPU does not wait. If there is one other stream and it is being
    captured, all work is put on it, because the machine's own stream may not support capture.
    Raises BackendError if a graph cannot express the order.
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
            "streams; make the captured stream current in each library"
        )


@contextmanager
def _fenced(machine: Driver, others: Iterable[int]) -> Iterator[None]:
    for stream in others:
        machine.follow(stream)
    try:
        yield
    except BaseException:
        # Work that has begun must be ordered, too. If this fails, the first error is more useful.
        with suppress(BackendError):
            _release(machine, others)
        raise
    _release(machine, others)


def _release(machine: Driver, others: Iterable[int]) -> None:
    for stream in others:
        machine.precede(stream)
