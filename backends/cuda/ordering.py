"""The order between a call and what others ask of the device, on streams of their own.

A call behaves as if it ran on the stream that is current for its caller: it comes after what was
asked there before, and what is asked there later, the reuse of memory among it, comes after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

from samebits.backends.cuda.machines.protocol import Driver
from samebits.backends.protocol import BackendError
from samebits.spec.language.call import Call


@contextmanager
def ordered(machine: Driver, call: Call, streams: Iterable[int]) -> Iterator[None]:
    """What a call asks of the machine within happens in the order of other streams too.

    By events: the host waits for nothing. Where a graph is being captured from the one other
    stream, all happens on it, for the stream of the machine may be none that can be captured.
    Raises BackendError where the order cannot be kept in a graph.
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
        # What had begun is ordered as well; if that fails too, the first error tells more.
        with suppress(BackendError):
            _release(machine, others)
        raise
    _release(machine, others)


def _release(machine: Driver, others: Iterable[int]) -> None:
    for stream in others:
        machine.precede(stream)
