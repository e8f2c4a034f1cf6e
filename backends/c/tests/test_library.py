"""Test how libraries are found, checked and described."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from samebits.backends.c import backend, library
from samebits.backends.c.elf import damage
from samebits.backends.c.session import CSession
from samebits.backends.protocol import Backend, BackendError, ConfigurableSession
from samebits.common.code_digest import LISTED
from samebits.common.compiled import VARIABLE


def test_the_backend_follows_the_protocol(session: CSession) -> None:
    assert isinstance(backend, Backend)
    assert isinstance(session, ConfigurableSession)
    assert [device.name for device in backend.devices()] == ["baseline", "avx2", "avx512"]
    assert backend.devices()[0].available


def test_a_session_states_its_build(session: CSession) -> None:
    facts = session.environment()
    assert facts["isa"] == session.device
    assert "-ffp-contract=off" in facts["flags"]
    assert facts["source_digest"] == library.source_digest()
    assert facts["compiler"]


def test_an_unknown_device_is_named_with_those_known() -> None:
    with pytest.raises(BackendError, match="no device 'avx1024'; known: baseline, avx2, avx512"):
        backend.open("avx1024")


def test_the_widest_device_is_the_last_that_can_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = "this processor cannot run it"
    monkeypatch.setattr(library, "unavailable", lambda name: missing * (name == "avx512"))
    assert library.widest_device() == "avx2"
    monkeypatch.setattr(library, "unavailable", lambda name: missing)
    with pytest.raises(BackendError, match=f"has no device on this machine: {missing}"):
        library.widest_device()


def copy_sources(folder: Path) -> Path:
    for name in ("src", "include", "probe", "call", "cmake"):
        shutil.copytree(library.SOURCES / name, folder / name)
    for name in ("CMakeLists.txt", LISTED):
        shutil.copy(library.SOURCES / name, folder)
    shutil.copytree(library.NUMERICS, folder.parent / "numerics")
    return folder


def test_a_stale_library_names_the_command_that_rebuilds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = copy_sources(tmp_path / "c")
    assert library.source_digest(sources) == library.source_digest()
    with (sources / "src" / "core" / "api.c").open("a") as stream:
        stream.write("int x;\n")
    changed = library.source_digest(sources)
    monkeypatch.setattr(library, "source_digest", lambda: changed)
    with pytest.raises(BackendError, match=r"stale.*run: (cmake|pip)"):
        backend.open("baseline")


def test_sources_that_were_compiled_again_since_they_were_read_are_no_reason_to_refuse(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """This happens if sources are edited and built while a process has an open session."""
    right, read = library.source_digest(), ["before the edit"]
    monkeypatch.setattr(library, "source_digest", lambda: read[0])
    monkeypatch.setattr(
        library, "_own_digest", SimpleNamespace(cache_clear=lambda: read.insert(0, right))
    )
    with backend.open("baseline") as session:
        assert session.environment()["source_digest"] == right
    assert read == [right, "before the edit"]


def test_a_new_file_changes_the_digest_and_a_test_does_not(tmp_path: Path) -> None:
    sources = copy_sources(tmp_path / "c")
    (sources / "tests").mkdir()
    (sources / "tests" / "test.c").write_text("int x;\n")
    assert library.source_digest(sources) == library.source_digest()
    (sources / "src" / "kernels" / "zero.c").write_text("int x;\n")
    assert library.source_digest(sources) != library.source_digest()


def test_without_sources_there_is_nothing_to_compare(tmp_path: Path) -> None:
    assert library.source_digest(tmp_path) is None


def test_libraries_that_are_not_built_are_listed_with_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    for device in backend.devices():
        assert not device.available
        assert "not built; run: " in device.reason
    with pytest.raises(BackendError, match=r"c:avx2 is not available: .*not built; run: "):
        backend.open("avx2")


def test_a_damaged_library_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("probe", "baseline"):
        shutil.copy(library.find(name)[0], tmp_path)
    damaged = tmp_path / "libsamebits_baseline.so"
    damaged.write_bytes(b"not a library")
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(BackendError, match=r"libsamebits_baseline\.so does not load"):
        backend.open("baseline")


@pytest.mark.parametrize("kept", [0, 3, 40, 64, 4096, 0.3, 0.9, 0.999])
def test_a_truncated_library_is_found_before_it_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: float
) -> None:
    for name in ("probe", "baseline"):
        shutil.copy(library.find(name)[0], tmp_path)
    cut = tmp_path / "libsamebits_baseline.so"
    whole = cut.read_bytes()
    cut.write_bytes(whole[: kept if isinstance(kept, int) else int(len(whole) * kept)])
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(BackendError, match=r"baseline\.so does not load: .*; run: "):
        backend.open("baseline")


def test_a_truncated_probe_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = library.find("probe")[0].read_bytes()
    (tmp_path / "libsamebits_probe.so").write_bytes(whole[: len(whole) // 2])
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert all("the file is truncated" in device.reason for device in backend.devices())


def test_another_library_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    probe = library.find("probe")[0]
    shutil.copy(probe, tmp_path)
    shutil.copy(probe, tmp_path / "libsamebits_baseline.so")  # it loads, but has other symbols
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(BackendError, match=r"another library: it has no sb_abi_version; remove"):
        backend.open("baseline")


def test_another_library_in_place_of_the_probe_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(library.find("baseline")[0], tmp_path / "libsamebits_probe.so")
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert "is not samebits' probe" in backend.devices()[0].reason


def test_whole_libraries_are_not_called_damaged() -> None:
    assert not any(damage(library.find(name)[0]) for name in ("probe", "baseline"))


@pytest.mark.skipif(shutil.which("nm") is None, reason="needs nm")
def test_R3_no_function_of_a_mathematical_library_is_called(session: CSession) -> None:
    path = library.find(session.device)[0]
    listed = subprocess.run(["nm", "-D", str(path)], capture_output=True, text=True, check=True)
    words = (line.split() for line in listed.stdout.splitlines())
    imported = {w[-1].split("@")[0] for w in words if w[-2] == "U"}
    numeric = functions_of_libm()
    assert {"expf", "rintf", "ldexp", "fmaxf"} <= numeric
    assert not imported & numeric


def functions_of_libm() -> set[str]:
    """Return the functions of <math.h>, except functions that change the environment."""
    ctypes.CDLL("libm.so.6")
    mapped = Path("/proc/self/maps").read_text(encoding="utf-8").split()
    path = next(word for word in mapped if Path(word).name.startswith("libm.so"))
    command = ["nm", "-D", "--defined-only", path]
    listed = subprocess.run(command, capture_output=True, text=True, check=True)
    names = (line.split()[-1].split("@")[0] for line in listed.stdout.splitlines())
    return {name for name in names if not name.startswith("fe")}
