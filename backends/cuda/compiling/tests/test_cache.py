"""Tests of the cache of compiled kernels: its folder, and the files that it stores."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from samebits.backends.cuda.compiling import cache
from samebits.backends.protocol import BackendError


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SAMEBITS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def _write(path: Path) -> None:
    path.write_bytes(b"x" * 100_000)


def _make(number: int) -> bytes:
    return cache.made("test", ["same"], ".bin", _write).read_bytes()


def test_the_folder_is_the_own_variable_then_xdg_then_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cache.folder() == tmp_path / "cache"
    monkeypatch.setenv("SAMEBITS_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache.folder() == tmp_path / "xdg" / "samebits"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache.folder() == tmp_path / "home" / ".cache" / "samebits"


def test_what_was_made_is_not_made_again() -> None:
    assert cache.made_bytes("test", ["a", b"b"], ".ptx", lambda: b"first") == b"first"
    assert cache.made_bytes("test", ["a", b"b"], ".ptx", lambda: b"second") == b"first"


@pytest.mark.parametrize("parts", [["a", "c"], ["ab"], ["a", "b", ""], ["b", "a"]])
def test_every_part_and_every_border_between_parts_decides(parts: list[str]) -> None:
    cache.made_bytes("test", ["a", "b"], ".ptx", lambda: b"first")
    assert cache.made_bytes("test", parts, ".ptx", lambda: b"other") == b"other"


def test_nothing_is_kept_of_what_failed(folder: Path) -> None:
    def fail(path: Path) -> None:
        path.write_bytes(b"half")
        raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError, match="in the middle"):
        cache.made("test", ["a"], ".ptx", fail)
    assert not [path for path in folder.rglob("*") if path.is_file()]


def test_processes_that_make_the_same_file_at_once_all_see_it_whole(folder: Path) -> None:
    with ProcessPoolExecutor(4) as pool:
        assert set(pool.map(_make, range(16))) == {b"x" * 100_000}
    assert len([path for path in folder.rglob("*") if path.is_file()]) == 1


def test_a_folder_that_cannot_be_written_is_one_clear_line(folder: Path) -> None:
    folder.write_text("a file stands where the folder should")
    with pytest.raises(BackendError, match="set SAMEBITS_CACHE to a folder") as raised:
        cache.made_bytes("test", ["a"], ".ptx", lambda: b"")
    assert "\n" not in str(raised.value)
