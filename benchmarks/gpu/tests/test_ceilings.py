"""Test the kernels of the ceilings: the compiler removes no work, and launches are right."""

from __future__ import annotations

import re
from types import SimpleNamespace

import numpy as np
import pytest

from samebits.backends.cuda.compiling import nvrtc, presence
from samebits.backends.cuda.lab.gate import ptx
from samebits.benchmarks.gpu import ceilings

needs_nvrtc = pytest.mark.skipif(
    bool(presence.missing_nvrtc()), reason=presence.missing_nvrtc() or "NVRTC is there"
)


def _opcodes(text, entry):
    return [i.opcode for i in ptx.read(text).instructions if i.function == entry]


@needs_nvrtc
@pytest.mark.parametrize("capability", [75, 90])
def test_the_compiler_leaves_every_multiply_add_and_every_wide_access(capability):
    made = ceilings.translated(capability)
    assert made.machine_code[:4] == b"\x7fELF"
    loop = _opcodes(made.ptx, "ceiling_ffma")
    assert loop.count("fma.rn.f32") == ceilings.CHAINS * ceilings.UNROLLED
    assert any(code.startswith("bra") for code in loop)
    for entry, reads, writes in (("ceiling_copy", 4, 4), ("ceiling_triad", 8, 4)):
        codes = _opcodes(made.ptx, entry)
        wide = [code for code in codes if code.endswith("v4.f32")]
        assert sum(code.startswith("ld.global") for code in wide) == reads
        assert sum(code.startswith("st.global") for code in wide) == writes
        assert sum(code.startswith(("ld.global", "st.global")) for code in codes) == reads + writes


@needs_nvrtc
def test_a_loop_whose_result_nobody_needs_would_be_found_out(monkeypatch, tmp_path):
    broken = tmp_path / "ceilings.cu"
    broken.write_text(ceilings.SOURCE.read_text().replace("out[place] = sum;", "out[place] = 1;"))
    monkeypatch.setattr(ceilings, "SOURCE", broken)
    made = ceilings.translated(90)
    assert _opcodes(made.ptx, "ceiling_ffma").count("fma.rn.f32") == 0


@needs_nvrtc
def test_the_backends_options_are_not_used_and_a_new_gpu_gets_ptx():
    assert ceilings.command(90) == ("--gpu-architecture=sm_90", "--std=c++17")
    newest = nvrtc.architectures()[-1]
    assert ceilings.translated(newest + 1).machine_code == b""


def test_the_kernels_and_the_host_agree_about_their_shape():
    text = ceilings.SOURCE.read_text()
    found = dict(re.findall(r"constexpr int (\w+) = (\d+);", text))
    wanted = {name: str(getattr(ceilings, name)) for name in ("PIECES", "CHAINS", "UNROLLED")}
    assert found == wanted
    assert text.count(f"__launch_bounds__({ceilings.THREADS}") == 3


def test_a_stand_in_measures_no_ceiling():
    assert ceilings.measured(SimpleNamespace(is_gpu=False), 0) == {
        "reason": "not measured: needs a GPU"
    }


def test_the_ceiling_is_the_largest_that_was_reached_and_the_drivers_copy_bounds_nothing():
    lines = [
        {"rates": {"copy": 3.0, "triad": 4.0, "cudaMemcpyAsync": 9.0, "ffma": 50.0}},
        {"reason": "not measured"},
        {"rates": {"copy": 5.0, "triad": 2.0, "cudaMemcpyAsync": 1.0, "ffma": 40.0}},
    ]
    assert ceilings.bounding(lines) == (5.0, 50.0)
    assert ceilings.bounding([{"reason": "not measured"}]) == (None, None)


class _Cupy:
    """A test double of CuPy's kernel modules, which records the launches."""

    def __init__(self):
        self.launches, self.copies, self.loaded = {}, [], []
        outer = self

        class Module:
            def load(self, cubin):
                assert isinstance(cubin, bytes)  # Module.load(self, bytes cubin)
                outer.loaded.append(cubin)

            def get_function(self, name):
                return lambda grid, block, args: outer.launches.update({name: (grid, block, args)})

        def copy(*arguments):  # memcpyAsync(dst, src, size, kind, stream)
            self.copies.append(arguments)

        self.cuda = SimpleNamespace(
            function=SimpleNamespace(Module=Module), runtime=SimpleNamespace(memcpyAsync=copy)
        )


def _place():
    torch = pytest.importorskip("torch")
    cupy = _Cupy()
    there = SimpleNamespace(
        get_device_properties=lambda device: SimpleNamespace(
            major=9, minor=0, multi_processor_count=132
        ),
        current_stream=lambda: SimpleNamespace(cuda_stream=7),
    )
    names = ("ones", "empty", "empty_like", "is_tensor")
    module = SimpleNamespace(cuda=there, **{name: getattr(torch, name) for name in names})

    def timed(run, repeats):
        run()
        return 0.5

    given = {"is_gpu": True, "torch": module, "device": "cpu", "timed": timed}
    return SimpleNamespace(**given, cupy=SimpleNamespace(xp=cupy)), cupy


@needs_nvrtc
def test_launches_cover_the_array_exactly_and_rates_count_what_was_moved():
    place, cupy = _place()
    elements = 1 << 16
    rates = ceilings.measured(place, 0, elements)["rates"]
    bytes_of = {"copy": 8 * elements, "triad": 12 * elements, "cudaMemcpyAsync": 8 * elements}
    assert {name: rates[name] for name in bytes_of} == {k: v / 0.5 for k, v in bytes_of.items()}
    threads = 8 * 132 * 256
    assert rates["ffma"] == 2 * threads * 8 * 16 * ceilings.ROUNDS / 0.5
    (grid, block, arguments) = cupy.launches["ceiling_triad"]
    assert grid[0] * block[0] * 4 * 4 == elements
    assert [type(x) for x in arguments] == [np.uint64, np.uint64, np.float32, np.uint64]
    grid, block, arguments = cupy.launches["ceiling_ffma"]
    assert (grid, block) == ((8 * 132,), (256,))
    kinds = [np.float32, np.float32, np.int32, np.uint64]
    assert [type(x) for x in arguments] == kinds
    assert cupy.copies[0][2:] == (4 * elements, 3, 7)


@needs_nvrtc
def test_what_goes_wrong_with_a_ceiling_is_said_and_ends_nothing():
    place, _ = _place()
    assert "not a multiple of 4096" in ceilings.measured(place, 0, 5000)["reason"]
    place.cupy, place.no_cupy = None, "CuPy cannot be used: why"
    assert ceilings.measured(place, 0)["reason"] == "not measured: CuPy cannot be used: why"


def test_the_calls_are_as_cupy_declares_them():
    cupy = pytest.importorskip("cupy", exc_type=ImportError)
    assert cupy.cuda.function.Module.load.__doc__.startswith("Module.load(self, bytes cubin)")
    declared = cupy.cuda.runtime.memcpyAsync.__doc__
    assert "dst, intptr_t src, size_t size, int kind, intptr_t stream" in declared
