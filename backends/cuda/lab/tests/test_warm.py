"""Tests of compiling in advance: cached units, the list that is written first, one-line errors."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from samebits.backends.cuda.catalogue import catalogue, units_of
from samebits.backends.cuda.compiling import presence
from samebits.backends.cuda.lab import warm
from samebits.backends.cuda.simt.toolchain import unavailable_reason
from samebits.backends.protocol import BackendError

needs_compiler = pytest.mark.skipif(
    bool(unavailable_reason()), reason=f"nothing is compiled here: {unavailable_reason()}"
)
needs_nvrtc = pytest.mark.skipif(
    bool(presence.missing_nvrtc()), reason=f"no cubin is made here: {presence.missing_nvrtc()}"
)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SAMEBITS_CACHE", str(tmp_path))
    return tmp_path


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(warm.main, arguments)


def _listed(cache: Path) -> list[Path]:
    (row,) = json.loads((cache / warm.LIST).read_text())["kernels"]
    return [cache / name for name in row["files"]]


@needs_compiler
def test_units_are_compiled_once_and_listed(cache: Path) -> None:
    first = _run("--device", "emulated", "--op", "neg", "--jobs", "1")
    assert first.exit_code == 0, first.output
    assert "0 of 10 units are kept from before" in first.output
    files = _listed(cache)
    assert len(files) == 10
    assert all(path.is_file() for path in files)
    files[3].unlink()
    again = _run("--device", "emulated", "--op", "neg", "--jobs", "1")
    assert "9 of 10 units are kept from before" in again.output
    assert files[3].is_file()


@needs_nvrtc
def test_the_list_names_the_compiler_and_comes_before_the_kernels(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warm, "_compile", lambda *_: 0)
    assert _run("--capability", "90", "--op", "neg").exit_code == 0
    (row,) = json.loads((cache / warm.LIST).read_text())["kernels"]
    assert row["target"] == "sm_90"
    assert re.fullmatch(r"NVRTC \d+\.\d+", row["compiler"])
    assert row["files"] == sorted(row["files"])
    assert not any(path.exists() for path in _listed(cache))


@needs_nvrtc
def test_what_was_compiled_ahead_is_what_a_gpu_loads(cache: Path) -> None:
    from samebits.backends.cuda.compiling import nvrtc

    assert _run("--capability", "90", "--op", "one_hot", "--jobs", "1").exit_code == 0
    units = units_of(["one_hot"])
    before = {path: path.stat().st_mtime_ns for path in _listed(cache)}
    for unit in units:
        assert nvrtc.image(unit, 90).data == nvrtc.kept(unit, "sm_90").read_bytes()
    assert {path: path.stat().st_mtime_ns for path in _listed(cache)} == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "say what for"),
        (("--emulated", "--op", "nothing"), "the CUDA backend has no kernel for nothing"),
        (("--device", "gpu0"), "gpu0 is not available: "),
    ],
)
def test_what_cannot_be_compiled_is_one_line(
    monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    monkeypatch.setattr(warm.gpu, "missing_device", lambda: "there is none")
    ended = _run(*arguments)
    assert ended.exit_code == 2
    assert said in ended.output


def test_the_units_of_all_ops_are_the_catalogue() -> None:
    from samebits.backends.cuda.choice import served

    assert units_of(served()) == catalogue()
    assert set(units_of(["add"])) < set(catalogue())
    with pytest.raises(BackendError, match="no kernel for exq"):
        units_of(["exq"])
