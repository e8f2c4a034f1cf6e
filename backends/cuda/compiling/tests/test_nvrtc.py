"""Compilation without a GPU: what is made, what is kept, and what is said where something fails."""

from __future__ import annotations

import importlib
import pickle
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from samebits.backends.cuda.compiling import nvrtc, options, presence
from samebits.backends.cuda.compiling.units import Unit, unit
from samebits.backends.protocol import BackendError

needs_nvrtc = pytest.mark.skipif(
    bool(presence.missing_nvrtc()), reason=presence.missing_nvrtc() or "NVRTC is there"
)


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAMEBITS_CACHE", str(tmp_path / "cache"))


def _add() -> Unit:
    return unit("kernels/elementwise/add.cu", SB_A="f32", SB_B="f32", SB_R="f32")


@pytest.mark.parametrize(
    ("capability", "target"),
    [(90, "sm_90"), (75, "sm_75"), (103, "compute_100"), (87, "compute_86"), (130, "compute_120")],
)
def test_a_gpu_gets_its_own_machine_code_or_the_ptx_of_the_nearest_lower(
    capability: int, target: str
) -> None:
    assert nvrtc.target(capability, options.ARCHITECTURES) == target


def test_a_gpu_older_than_the_compiler_knows_is_one_clear_line() -> None:
    with pytest.raises(BackendError, match=r"compute capability 7\.0 is too old.*75 and newer"):
        nvrtc.target(70, options.ARCHITECTURES)


@needs_nvrtc
def test_an_image_is_machine_code_for_a_known_gpu_and_ptx_otherwise() -> None:
    code = nvrtc.image(_add(), 90)
    assert (code.target, code.data[:4]) == ("sm_90", b"\x7fELF")
    newest = nvrtc.architectures()[-1]
    ptx = nvrtc.image(_add(), newest + 1)
    assert ptx.target == f"compute_{newest}"
    assert b".visible .entry sb_add_f32" in ptx.data
    assert ptx.data.count(b"\0") == 1
    assert ptx.data.endswith(b"\0")


@needs_nvrtc
def test_an_image_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = nvrtc.image(_add(), 75)
    monkeypatch.setattr(nvrtc, "translate", None)
    assert nvrtc.image(_add(), 75) == first


@needs_nvrtc
def test_other_options_make_another_image(monkeypatch: pytest.MonkeyPatch) -> None:
    nvrtc.image(_add(), 75)
    monkeypatch.setattr(options, "OPTIONS", options.OPTIONS[:-1])
    monkeypatch.setattr(nvrtc, "translate", lambda *_: nvrtc.Translation("", b"other", ""))
    assert nvrtc.image(_add(), 75).data == b"other"


@needs_nvrtc
def test_a_compile_error_is_one_line_with_the_first_error_and_keeps_the_log() -> None:
    text = '#include "exact.cuh"\n\n__device__ int a = nothing;\n__device__ int b = neither;\n'
    with pytest.raises(nvrtc.CompileError) as raised:
        nvrtc.translate(text, "kernels/f/op.cu[SB_A=f32]", options.for_ptx(75))
    message = str(raised.value)
    assert message == (
        "kernels/f/op.cu[SB_A=f32] does not compile: "
        'kernels/f/op.cu[SB_A=f32]:3: identifier "nothing" is undefined'
    )
    assert '"neither" is undefined' in raised.value.log


@needs_nvrtc
def test_an_error_in_a_header_is_named_by_its_path_below_the_sources() -> None:
    with pytest.raises(nvrtc.CompileError, match=r": elementwise/function\.cuh:\d+: ident"):
        nvrtc.image(unit("kernels/elementwise/exp.cu", SB_A="i32", SB_R="i32"), 90)


@needs_nvrtc
@pytest.mark.parametrize(
    ("text", "command"),
    [
        ('#include "nowhere.cuh"\n', options.for_ptx(75)),
        ("int a;", ("--gpu-architecture=compute_10",)),
        ("int a;", ("--no-such-option",)),
        ("#error because\n", options.for_ptx(75)),
    ],
)
def test_every_way_to_fail_has_one_line(text: str, command: tuple[str, ...]) -> None:
    with pytest.raises(nvrtc.CompileError) as raised:
        nvrtc.translate(text, "op.cu", command)
    assert "\n" not in str(raised.value)
    assert len(raised.value.first) > 8


def test_without_cupy_the_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "find_spec", lambda name: None)
    assert presence.missing_cupy() == (
        "CuPy is not installed: "
        "pip install cupy-cuda13x for a driver of CUDA 13, cupy-cuda12x for CUDA 12"
    )
    assert presence.missing_nvrtc() == presence.missing_cupy()


def test_a_stray_folder_named_cupy_is_not_cupy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cupy").mkdir()
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    for name in [name for name in sys.modules if name.partition(".")[0] == "cupy"]:
        monkeypatch.delitem(sys.modules, name)
    importlib.invalidate_caches()
    reason = presence.missing_cupy()
    assert f"{tmp_path / 'cupy'} is only a folder of that name" in reason
    assert "pip install cupy-cuda13x" in reason


def test_a_cupy_that_does_not_import_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cupy").mkdir()
    (tmp_path / "cupy" / "__init__.py").write_text("raise ImportError('broken\\nbadly')")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    for name in [name for name in sys.modules if name.partition(".")[0] == "cupy"]:
        monkeypatch.delitem(sys.modules, name)
    importlib.invalidate_caches()
    assert presence.missing_cupy().startswith("CuPy cannot be imported (broken); install it anew")


def test_without_the_library_the_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError('Failure finding "libnvrtc.so.13"\nmore about it')

    fake = SimpleNamespace(nvrtc=SimpleNamespace(getVersion=fail))
    monkeypatch.setattr(presence, "missing_cupy", lambda: "")
    monkeypatch.setitem(sys.modules, "cupy", SimpleNamespace(cuda=fake))
    monkeypatch.setitem(sys.modules, "cupy.cuda", fake)
    reason = presence.missing_nvrtc()
    assert 'NVRTC is missing (Failure finding "libnvrtc.so.13")' in reason
    assert "pip install nvidia-cuda-nvrtc" in reason
    assert "\n" not in reason


def test_an_error_of_the_compiler_passes_between_processes() -> None:
    error = nvrtc.CompileError("unit", "unit:3: no such name", "the log")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.first, again.log) == (str(error), error.first, error.log)
