"""Test the search for compiled parts, and the digest of their sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from samebits.common.code_digest import LISTED
from samebits.common.compiled import VARIABLE, CompiledPart, build_command


def _part(folder: Path) -> CompiledPart:
    return CompiledPart(folder, "samebits/none")


def test_a_named_folder_or_its_lib_wins_over_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, named = tmp_path / "own", tmp_path / "named"
    for folder in (own / "lib", named / "lib"):
        folder.mkdir(parents=True)
        (folder / "a.so").touch()
    monkeypatch.delenv(VARIABLE, raising=False)
    assert _part(own).find("a.so")[0] == own / "lib" / "a.so"
    monkeypatch.setenv(VARIABLE, str(named))
    assert _part(own).find("a.so") == [named / "lib" / "a.so"]
    assert _part(own).find("b.so") == []


def test_the_digest_covers_names_and_contents_of_the_patterns_alone(tmp_path: Path) -> None:
    part = _part(tmp_path)
    assert part.source_digest() is None
    (tmp_path / LISTED).write_text("# Sources\nsrc/**/*.c\nCMakeLists.txt\n")
    (tmp_path / "CMakeLists.txt").touch()
    (tmp_path / "src" / "deep").mkdir(parents=True)
    source = tmp_path / "src" / "deep" / "a.c"
    source.write_text("int a;")
    first = part.source_digest()
    (tmp_path / "src" / "notes.txt").touch()
    assert part.source_digest() == first
    source.write_text("int b;")
    second = part.source_digest()
    source.rename(source.with_name("b.c"))
    assert len({first, second, part.source_digest(), None}) == 4


def test_the_build_command_says_what_to_run() -> None:
    assert "cmake" in build_command() or "pip install" in build_command()
