"""Test digests of sources and their cache."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from samebits.common import code_digest, sources
from samebits.common.sources import digest_of, digest_of_bytes, python_files


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SAMEBITS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "code-digests"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sources" / "deep").mkdir(parents=True)
    (tmp_path / "sources" / "a.py").write_text("x = 1  # one\n")
    (tmp_path / "sources" / "deep" / "b.c").write_text("int b; // two\n")
    return tmp_path / "sources"


def _digest(folder: Path) -> str:
    return digest_of((path for path in folder.rglob("*") if path.is_file()), folder)


def test_a_digest_is_computed_once_for_each_state_of_the_files(
    kept: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = _digest(folder)
    (entry,) = kept.iterdir()
    assert entry.read_text() == first
    (folder / "a.py").write_text("x = 1  # another\n")
    assert _digest(folder) == first
    assert len(list(kept.iterdir())) == 2
    monkeypatch.setattr(code_digest, "digest_of_code", lambda contents: "f" * 64)
    assert _digest(folder) == first  # the digest comes from the cache
    (folder / "a.py").write_text("x = 2\n")
    assert _digest(folder) == "f" * 64


def test_a_moved_file_has_the_same_digest_and_other_bytes(kept: Path, folder: Path) -> None:
    code, files = _digest(folder), list(folder.rglob("*.?*"))
    whole = digest_of_bytes(files, folder)
    assert whole == digest_of_bytes(reversed(files), folder)
    moved = (folder / "deep" / "b.c").rename(folder / "b.c")
    assert _digest(folder) == code
    assert digest_of_bytes([folder / "a.py", moved], folder) != whole


@pytest.mark.parametrize("damage", ["", "0" * 63, "x" * 64, "é" * 64])
def test_a_damaged_entry_is_made_again(kept: Path, folder: Path, damage: str) -> None:
    first = _digest(folder)
    (entry,) = kept.iterdir()
    entry.write_text(damage, encoding="utf-8")
    assert _digest(folder) == first
    assert entry.read_text() == first


def test_it_works_where_nothing_can_be_written(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("SAMEBITS_CACHE", str(tmp_path / "file" / "cache"))
    first = _digest(folder)

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(sources.cache, "folder", homeless)
    assert _digest(folder) == first
    assert re.fullmatch("[0-9a-f]{64}", first)


def test_another_program_finds_nothing_kept(
    kept: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _digest(folder)
    monkeypatch.setattr(sources, "_version", lambda: b"other")
    _digest(folder)
    assert len(list(kept.iterdir())) == 2


def test_a_file_that_cannot_be_read_is_an_error(kept: Path, folder: Path) -> None:
    with pytest.raises(FileNotFoundError):
        digest_of([folder / "none.py"], folder)


def test_tests_are_no_sources(folder: Path) -> None:
    (folder / "tests").mkdir()
    (folder / "tests" / "test_a.py").touch()
    assert python_files(folder) == [folder / "a.py"]
