"""Test places: the emulated device, and a GPU with test doubles of PyTorch and CuPy."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

from samebits.backends import discovery
from samebits.benchmarks.gpu import places
from samebits.benchmarks.gpu.places import Gpu, StandIn, host_seconds
from samebits.benchmarks.peers import BenchmarkError

torch = pytest.importorskip("torch")


@pytest.fixture(scope="module")
def stand_in():
    with discovery.load("cuda").open("emulated") as session:
        yield StandIn(session)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float8_e4m3fn, torch.int64])
def test_a_tensor_goes_to_the_emulated_device_and_back(stand_in, dtype):
    label = {
        torch.float32: "f32", torch.bfloat16: "bf16", torch.float8_e4m3fn: "f8e4m3fn",
        torch.int64: "i64",
    }[dtype]  # fmt: skip
    x = torch.arange(6).reshape(2, 3).to(dtype)
    there = stand_in.ours(x, label)
    assert (there.shape, there.offset) == ((2, 3), 0)
    flat = there.view(there.shape, None, 0)
    assert torch.equal(stand_in.fetched(flat, label).float(), x.float())


def test_a_view_stays_a_view_of_its_storage(stand_in):
    base = torch.arange(24, dtype=torch.float32).reshape(4, 6)
    there = stand_in.ours(base[1:, ::2].T, "f32")
    assert (there.shape, there.strides, there.offset) == ((3, 3), (8, 24), 24)


def test_the_stand_in_times_until_everything_is_done(stand_in, monkeypatch):
    monkeypatch.setattr(stand_in, "synchronize", lambda: time.sleep(0.05))
    assert stand_in.timed(lambda: None, 2) >= 0.025


def test_a_calls_time_on_the_host_does_not_hold_what_comes_after_it():
    waits = []
    place = SimpleNamespace(synchronize=lambda: waits.append(len(calls)))
    calls = []
    assert host_seconds(place, lambda: calls.append(0), 1.0) < 0.01
    assert (len(calls), waits) == (3, [0, 3])
    calls.clear()
    host_seconds(place, lambda: calls.append(0), 1e-9)
    assert len(calls) == 64


class _Event:
    """A double of torch.cuda.Event that records and waits, and returns milliseconds."""

    def __init__(self, enable_timing=False):
        assert enable_timing
        EVENTS.append(self)
        self.waited = False

    def record(self):
        self.at = len(RUNS)

    def synchronize(self):
        self.waited = True

    def elapsed_time(self, end):
        assert end.waited
        return 1e3 * (end.at - self.at)


RUNS: list[int] = []
EVENTS: list[_Event] = []


class _Cuda:
    """A double of torch.cuda with the functions that a place uses."""

    Event = _Event

    def __init__(self, reserved=0, available=True):
        self.reserved, self.available, self.device, self.emptied = reserved, available, None, 0

    def is_available(self):
        return self.available

    def set_device(self, index):
        self.device = index

    def current_stream(self):
        return SimpleNamespace(cuda_stream=42)

    def memory_reserved(self):
        return self.reserved

    def empty_cache(self):
        self.emptied += 1

    def synchronize(self):
        RUNS.append(-1)


class _Pool:
    def __init__(self, held):
        self.held = held

    def total_bytes(self):
        return self.held

    def free_all_blocks(self):
        self.held = 0


def _gpu(monkeypatch, cuda, pool=None):
    session = SimpleNamespace(streams=[])
    session.configure = lambda stream: session.streams.append(stream)
    module = SimpleNamespace(cuda=cuda, empty=torch.empty, float32=torch.float32)
    monkeypatch.setattr(places, "torch_module", lambda threads: module)

    def load():
        if pool is None:
            raise ImportError("no CuPy here")
        device = SimpleNamespace(use=lambda: None)
        xp = SimpleNamespace(
            cuda=SimpleNamespace(Device=lambda index: device), get_default_memory_pool=lambda: pool
        )
        return SimpleNamespace(xp=xp)

    monkeypatch.setattr(places.with_cupy, "load", load)
    return Gpu(session, 1), session


def test_our_session_is_put_on_pytorchs_stream_of_the_chosen_gpu(monkeypatch):
    place, session = _gpu(monkeypatch, _Cuda(), _Pool(0))
    assert (place.device, place.torch.cuda.device, session.streams) == ("cuda:1", 1, [42])
    assert place.no_cupy == ""


def test_a_cupy_that_cannot_be_loaded_is_no_peer_and_no_error(monkeypatch):
    place, _ = _gpu(monkeypatch, _Cuda())
    assert place.cupy is None
    assert place.no_cupy == "CuPy cannot be used: ImportError: no CuPy here"
    place.release(everything=True)
    assert place.torch.cuda.emptied == 1


def test_without_a_gpu_the_suite_says_what_to_do(monkeypatch):
    with pytest.raises(BenchmarkError, match="--device emulated"):
        _gpu(monkeypatch, _Cuda(available=False))


def test_events_stand_around_the_runs(monkeypatch):
    place, _ = _gpu(monkeypatch, _Cuda(), _Pool(0))
    assert place.timed(lambda: RUNS.append(0), 4) == 1.0
    first, last = EVENTS[-2:]
    assert (last.at - first.at, last.waited) == (4, True)


def test_pools_are_emptied_where_they_keep_much(monkeypatch):
    much = places.MOST_RESERVED + 1
    place, _ = _gpu(monkeypatch, _Cuda(reserved=much), _Pool(much))
    place.release(everything=False)
    assert (place.torch.cuda.emptied, place.cupy.xp.get_default_memory_pool().held) == (1, 0)
    place, _ = _gpu(monkeypatch, _Cuda(reserved=1), _Pool(1))
    place.release(everything=False)
    assert (place.torch.cuda.emptied, place.cupy.xp.get_default_memory_pool().held) == (0, 1)
    place.release(everything=True)
    assert (place.torch.cuda.emptied, place.cupy.xp.get_default_memory_pool().held) == (1, 0)
