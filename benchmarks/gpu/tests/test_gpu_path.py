"""Test a run on a GPU with doubles: NumPy for CuPy, an emulated device, a fake torch.cuda.

Except for real kernels, this runs all code of the first minutes on a GPU.
"""

from __future__ import annotations

import time
from types import SimpleNamespace

import numpy as np
import pytest

from samebits.backends import discovery
from samebits.backends.cuda.compiling import presence
from samebits.benchmarks.declared import cupy_maker
from samebits.benchmarks.gpu import ceilings, facts, gpu_command as command, places, with_cupy
from samebits.benchmarks.gpu.gpu_command import Wish, run
from samebits.benchmarks.gpu.gpu_record import read
from samebits.benchmarks.gpu.places import Gpu, StandIn
from samebits.benchmarks.gpu.rows import LEAST, all_rows

torch = pytest.importorskip("torch")
special = pytest.importorskip("scipy.special")
cupy = pytest.importorskip("cupy", exc_type=ImportError)
pytestmark = pytest.mark.skipif(bool(presence.missing_nvrtc()), reason="the ceilings need NVRTC")


class _Session:
    """A session that takes tensors, like a GPU session, and computes on the emulated device."""

    device = "gpu0"

    def __init__(self, session):
        self.session, self.streams = session, []
        self.stand_in = StandIn(session)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def configure(self, *, stream):
        self.streams.append(stream)

    def environment(self):
        return {"device": "a double"}

    def run(self, call, inputs, outputs):
        assert all(torch.is_tensor(x) for x in (*inputs, *outputs))
        given = [self.stand_in.ours(x, f) for x, f in zip(inputs, call.inputs, strict=True)]
        results = [self.stand_in.ours(x, f) for x, f in zip(outputs, call.outputs, strict=True)]
        self.session.run(call, given, results)
        for x, label, there in zip(outputs, call.outputs, results, strict=True):
            flat = there.view(there.shape, None, there.offset)
            x.copy_(self.stand_in.fetched(flat, label))


class _Event:
    def __init__(self, enable_timing=False):
        pass

    def record(self):
        self.at = time.perf_counter()

    def synchronize(self):
        pass

    def elapsed_time(self, end):
        return 1e3 * (end.at - self.at)


class _Here(Gpu):
    def __init__(self, session, index):
        super().__init__(session, index)
        self.device = "cpu"


class _Numpy:
    """NumPy with the few functions that only CuPy has."""

    __version__, float32, _core = "14", cupy.float32, cupy._core

    def __init__(self):
        pool = SimpleNamespace(total_bytes=lambda: 0, free_all_blocks=lambda: None)
        self.get_default_memory_pool = lambda: pool
        module = SimpleNamespace(
            load=lambda code: None, get_function=lambda name: lambda grid, block, args: None
        )
        self.cuda = SimpleNamespace(
            Device=lambda index: SimpleNamespace(use=lambda: None),
            function=SimpleNamespace(Module=lambda: module),
            runtime=SimpleNamespace(memcpyAsync=lambda *arguments: None),
        )

    def __getattr__(self, name):
        return getattr(np, name)


@pytest.fixture
def session(monkeypatch):
    fakes = {
        "is_available": lambda: True,
        "set_device": lambda index: None,
        "current_stream": lambda: SimpleNamespace(cuda_stream=0),
        "synchronize": lambda: None,
        "memory_reserved": lambda: 0,
        "Event": _Event,
        "get_device_properties": lambda device: SimpleNamespace(
            major=9, minor=0, multi_processor_count=132
        ),
    }
    for name, fake in fakes.items():
        monkeypatch.setattr(torch.cuda, name, fake)
    monkeypatch.setattr(command, "Gpu", _Here)
    loaded = with_cupy.Cupy(_Numpy(), special, np.add.at)
    monkeypatch.setattr(places.with_cupy, "load", lambda: loaded)
    monkeypatch.setattr(Gpu, "cache", 1 << 14)
    monkeypatch.setattr(facts, "told", lambda place, names: {"clocks.current.sm": "1 MHz"})
    with discovery.load("cuda").open("emulated") as opened:
        made = _Session(opened)
        backend = SimpleNamespace(open=lambda device: made)
        monkeypatch.setattr(command.discovery, "load", lambda name: backend)
        yield made


def test_a_run_on_a_gpu_has_ceilings_both_peers_and_shares(session, tmp_path):
    # The peers' settings affect the whole process, so the test restores them.
    before = torch.backends.cudnn.benchmark
    ops = tuple({row.section: row.op for row in reversed(all_rows(LEAST))}.values())
    wish = Wish("gpu0", 0, LEAST, ops, tmp_path / "rows", True, tmp_path / "page.md")
    said = []
    try:
        assert run(wish, said.append) == 0, said
    finally:
        torch.backends.cudnn.benchmark = before
    lines = read(wish.rows)
    assert lines[0]["stand_in"] == ""
    assert lines[0]["facts"]["CuPy compute type of f32"] == "COMPUTE_TYPE_FP32"
    ends = [x for x in lines if x["kind"] == "ceilings"]
    assert [x["when"] for x in ends] == ["beginning", "end"]
    assert all(set(x["rates"]) == set(ceilings.UNITS) for x in ends)
    rows = {x["name"]: x for x in lines if x["kind"] == "row"}
    assert len(rows) == len(all_rows(LEAST, ops))
    for row in rows.values():
        want = {"samebits", "PyTorch", "CuPy"}
        if (
            cupy_maker(row["op"]) is None
            or row["format"] in ("bf16", "i8")
            or (row["format"] == "f16" and row["op"] != "matmul")
        ):
            want = {"samebits", "PyTorch"}
        if row["format"] == "f8e4m3fn":
            want = {"samebits"}
        assert set(row["sides"]) == want, row
    assert session.streams == [0]
    assert any("of the ceiling" in x for x in said)
    text = wish.markdown.read_text()
    assert "# Speed of the CUDA backend: a double" in text
    assert "- PyTorch is cuBLAS for matmul" in text
    assert "tensor cores, " in text
    assert "mean nothing as speed" not in text
