"""Tests of a GPU's streams with a fake of CuPy's runtime: one per thread, ordered by events."""

import threading
from types import SimpleNamespace

import pytest

from samebits.backends.cuda.machines.streams import Streams


class Runtime:
    """A fake runtime that records requests; events have the numbers 100, 101, ..."""

    def __init__(self):
        self.asked, self.made, self.eventDisableTiming = [], 0, 2

    def eventCreateWithFlags(self, flags):
        assert flags == self.eventDisableTiming
        self.made += 1
        return 99 + self.made

    def eventRecord(self, event, stream):
        self.asked.append(("record", event, stream))

    def streamWaitEvent(self, stream, event):
        self.asked.append(("wait", event, stream))

    def eventDestroy(self, event):
        self.asked.append(("destroy", event))

    def streamIsCapturing(self, stream):
        return stream == 9


class Stream:
    null = "null"

    @staticmethod
    def from_external(handle):
        return handle.__cuda_stream__()


@pytest.fixture
def runtime():
    return Runtime()


@pytest.fixture
def streams(runtime):
    return Streams(SimpleNamespace(cuda=SimpleNamespace(runtime=runtime, Stream=Stream)))


def test_a_stream_follows_another_by_one_event_that_is_used_again(streams, runtime):
    streams.order(7, 1)
    streams.order(1, 7)
    assert runtime.asked == [
        ("record", 100, 7),
        ("wait", 100, 1),
        ("record", 100, 1),
        ("wait", 100, 7),
    ]
    streams.close()
    assert runtime.asked[4:] == [("destroy", 100)]


def test_an_event_is_not_lost_where_it_could_not_be_recorded(streams, runtime, monkeypatch):
    def fail(*_):
        raise RuntimeError("no")

    monkeypatch.setattr(runtime, "eventRecord", fail)
    for _ in range(3):
        with pytest.raises(RuntimeError):
            streams.order(7, 1)
    assert runtime.made == 1


def test_two_threads_never_use_one_event_at_a_time(streams, runtime, monkeypatch):
    both, seen = threading.Barrier(2), []

    def record(event, stream):
        both.wait()
        seen.append(event)
        both.wait()

    monkeypatch.setattr(runtime, "eventRecord", record)
    threads = [threading.Thread(target=streams.order, args=(n, 1)) for n in (7, 8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(seen) == [100, 101]


def test_what_one_thread_chooses_no_other_one_sees(streams):
    seen = []
    streams.use(77)

    def other():
        seen.append((streams.chosen.handle, streams.chosen.current))
        streams.use(88)
        seen.append((streams.chosen.handle, streams.chosen.current))

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert seen == [(0, "null"), (88, (0, 88))]
    assert (streams.chosen.handle, streams.chosen.current) == (77, (0, 77))


@pytest.mark.parametrize("stream", [0, 1])
def test_zero_and_one_are_the_default_stream(streams, stream):
    streams.use(77)
    streams.use(stream)
    assert (streams.chosen.handle, streams.chosen.current) == (0, "null")


def test_the_default_stream_is_never_asked_whether_it_is_captured(streams, runtime, monkeypatch):
    assert streams.is_capturing(9)
    assert not streams.is_capturing(8)
    monkeypatch.setattr(runtime, "streamIsCapturing", None)
    assert not streams.is_capturing(1)
