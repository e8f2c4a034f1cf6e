"""Tests of compiling units for the CPU: a missing compiler, errors, and cached libraries."""

from __future__ import annotations

import ctypes
import multiprocessing
from pathlib import Path

import numpy as np
import pytest

from samebits.backends.cuda.compiling.units import Kernel, Unit
from samebits.backends.cuda.machines.protocol import Launch
from samebits.backends.cuda.simt import library, runtime
from samebits.backends.cuda.simt.emulated import EmulatedMachine, unavailable_reason
from samebits.backends.cuda.simt.source import complete, include_options
from samebits.backends.cuda.simt.tests.kernel_bench import run, scenes, unit_of
from samebits.backends.cuda.simt.toolchain import toolchain
from samebits.backends.cuda.tests.direct_launch import start
from samebits.backends.protocol import BackendError

GOOD = 'extern "C" __global__ void doubled(int *y)\n{\n    y[threadIdx.x] *= 2;\n}\n'


@pytest.fixture(scope="module")
def module_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def own_cache(module_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SAMEBITS_CACHE", str(module_cache))
    return module_cache


def unit_with(tmp_path: Path, text: str) -> Unit:
    path = tmp_path / "unit.cu"
    path.write_text(text)
    return unit_of(path)


def doubled(unit: Unit) -> list[int]:
    library.load.cache_clear()
    machine = EmulatedMachine()
    memory = machine.allocate(16)
    machine.upload(memory, 0, np.arange(4, dtype=np.int32).view(np.uint8))
    shape = Launch((1, 1, 1), (4, 1, 1))
    start(machine, Kernel(unit, "doubled"), shape, [ctypes.c_uint64(memory.address)])
    result = np.empty(4, np.int32)
    machine.download(memory, 0, result.view(np.uint8))
    return result.tolist()


def test_without_a_compiler_the_reason_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CXX", "no-such-compiler")
    assert "install it, or name it in CXX" in unavailable_reason()
    with pytest.raises(BackendError, match="needs g\\+\\+ 10 or newer"):
        EmulatedMachine()


def test_a_compiler_that_is_not_gnu_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.write_text("#!/bin/sh\necho 4 1\n")
    other.chmod(0o755)
    monkeypatch.setenv("CXX", str(other))
    assert toolchain().command == ("g++",)


def test_CXX_names_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "g++ -pipe")
    assert toolchain().command == ("g++", "-pipe")


def test_a_compiler_error_is_one_line_with_its_place(own_cache: Path, tmp_path: Path) -> None:
    unit = unit_with(tmp_path, GOOD.replace("*= 2", "= missing"))
    with pytest.raises(BackendError) as raised:
        library.build(unit)
    told = str(raised.value)
    assert "\n" not in told
    assert "unit.cu:3:" in told
    assert "missing" in told
    assert "error" in str(raised.value.__cause__)
    assert not list(own_cache.rglob(".making*"))


@pytest.mark.parametrize("wrong", ["__fadd_rz(x, x)", "__expf(x)", "rsqrtf(x)", "__fmul_ru(x, x)"])
def test_R3_arithmetic_without_defined_bits_does_not_compile(
    own_cache: Path, tmp_path: Path, wrong: str
) -> None:
    unit = unit_with(
        tmp_path,
        f'extern "C" __global__ void f(sb_native_f32 x, sb_native_f32 *y) {{ *y = {wrong}; }}',
    )
    with pytest.raises(BackendError, match="not declared"):
        library.build(unit)


def test_a_unit_without_an_entry_is_refused(own_cache: Path, tmp_path: Path) -> None:
    with pytest.raises(BackendError, match="has no entry"):
        library.build(unit_with(tmp_path, "__global__ void f(int *y) {}\n"))


def test_entries_are_found_however_they_are_written() -> None:
    mark = "__attribute__((used, simt_kernel))"
    text = (
        f'extern "C" {mark} void one(int *x) {{}}\n'
        f'extern "C"\n# 7 "file.cuh" 1\n{mark}\nvoid __attribute__((simt_bounds(2 * (3 + 4), 1)))\n'
        "two (int *x) {}\n"
        f'extern "C" {mark} __attribute__((simt_bounds(32))) void three() {{}}\n'
        f"template <class T> {mark} void four(T *x) {{}}\n"
    )
    source = complete(text, "a text")
    assert source.entries == ("one", "two", "three")
    assert 'simt_describe<two>("two", simt_bound(2 * (3 + 4), 1))' in source.text
    assert 'simt_describe<three>("three", simt_bound(32))' in source.text


def test_dynamic_shared_memory_is_the_runtime_s_under_any_name() -> None:
    kernel = 'extern "C" __attribute__((used, simt_kernel)) void k() {{ {} }}'
    for declaration in (
        "extern __constinit thread_local uint4 a[]",
        "extern __constinit thread_local __attribute__((aligned(16))) int b[]",
        "extern __attribute__((aligned(8))) __constinit thread_local int c[ ]",
    ):
        source = complete(kernel.format(declaration + ";"), "a text")
        assert f'{declaration} __asm__("simt_dynamic_shared");' in source.text
    own = "__constinit thread_local int d[4];"
    assert own in complete(kernel.format(own), "a text").text


def test_a_library_is_made_once_and_made_again_when_a_source_changes(
    own_cache: Path, tmp_path: Path
) -> None:
    unit = unit_with(tmp_path, GOOD)
    first = library.build(unit)
    stamp = first.stat().st_mtime_ns
    assert library.build(unit) == first
    assert first.stat().st_mtime_ns == stamp
    assert library.build(unit, checked=True) != first
    (tmp_path / "unit.cu").write_text(GOOD.replace("2", "3"))
    assert library.build(unit) != first


@pytest.mark.parametrize("length", [0, 10, 1000, 5000])
def test_a_library_that_was_cut_short_is_made_again(
    own_cache: Path, tmp_path: Path, length: int
) -> None:
    unit = unit_with(tmp_path, GOOD)
    path = library.build(unit)
    whole = path.read_bytes()
    path.write_bytes(whole[:length])
    assert library.build(unit).read_bytes() == whole
    assert doubled(unit) == [0, 2, 4, 6]


def test_what_is_no_library_is_made_again(own_cache: Path, tmp_path: Path) -> None:
    unit = unit_with(tmp_path, GOOD)
    path = library.build(unit)
    path.write_bytes(b"something else, and rather long" * 100)
    assert library.build(unit).read_bytes()[:4] == b"\x7fELF"
    assert doubled(unit) == [0, 2, 4, 6]


def _build(path: str, done: multiprocessing.Queue[str]) -> None:
    done.put(str(library.build(unit_of(Path(path)))))


def test_processes_that_compile_the_same_unit_agree(own_cache: Path, tmp_path: Path) -> None:
    unit = unit_with(tmp_path, GOOD)
    context = multiprocessing.get_context("spawn")
    done: multiprocessing.Queue[str] = context.Queue()
    workers = [context.Process(target=_build, args=(unit.path, done)) for _ in range(2)]
    for worker in workers:
        worker.start()
    paths = {done.get(timeout=120) for _ in workers}
    for worker in workers:
        worker.join()
    assert paths == {str(library.build(unit))}
    assert doubled(unit) == [0, 2, 4, 6]
    assert not list(own_cache.rglob(".making*"))


def test_the_system_s_ucontext_changes_stacks_where_no_switch_is_written(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "RUNTIME", (*runtime.RUNTIME, "-DSIMT_UCONTEXT=1"))
    library.load.cache_clear()
    try:
        scene = next(s for s in scenes("clean.cu") if s.kernel.entry == "tiles_with_both_barriers")
        _, y = run(EmulatedMachine("random", 3), scene.kernel, scene.shape)
    finally:
        library.load.cache_clear()
    assert y.tolist() == [2 * (3 * (63 - t) + 3) for t in range(64)]


def test_the_runtime_compiles_without_a_warning() -> None:
    sources = sorted(str(path) for path in runtime.files() if path.suffix == ".cpp")
    for switch in ("-DSIMT_UCONTEXT=1", "-O1"):
        options = ("-std=c++17", "-Wall", "-Wextra", "-Wshadow", "-Werror", switch)
        toolchain().run((*options, "-fsyntax-only", *sources), None, "the runtime")


def test_the_vocabulary_compiles_without_a_warning() -> None:
    options = ("-std=c++17", "-Wall", "-Wextra", "-Werror", "-Wno-attributes", *include_options())
    toolchain().run((*options, "-fsyntax-only", "-x", "c++", "-"), "", "the vocabulary")


def test_the_runtime_depends_on_each_of_its_files() -> None:
    names = {path.name for path in runtime.files()}
    assert {"simt.h", "warp.h", "schedule.cpp", "races.cpp", "launch.cpp"} <= names
