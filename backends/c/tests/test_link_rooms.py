"""Test that build/names, made from pyproject.toml, makes a plain checkout importable."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from samebits.backends.c import library
from samebits.backends.c.tests.programs import load

PROJECT = """
[project]
name = "samebits"
version = "9.8.7"
[project.scripts]
samebits = "samebits.commands.cli:main"
[project.entry-points."samebits.backends"]
c = "samebits.backends.c:backend"
[project.optional-dependencies]
judge = ["pytest>=8"]
[tool.scikit-build.wheel.packages]
"samebits" = "package/samebits"
"samebits/spec" = "spec"
"samebits/torch" = "frontends/torch"
"""


def test_rooms_are_linked_and_described(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    link_rooms = load(library.SOURCES.parent / "link_rooms.py")
    monkeypatch.setattr(link_rooms, "ROOT", tmp_path)
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    for room in ("spec", "frontends/torch"):
        (tmp_path / room).mkdir(parents=True)
    root = tmp_path / "package" / "samebits" / "__init__.py"
    root.parent.mkdir(parents=True)
    root.touch()
    names = tmp_path / "build" / "names"
    old = names / "samebits-0.0.1.dist-info"
    old.mkdir(parents=True)
    wrong = names / "samebits" / "spec"
    wrong.parent.mkdir()
    wrong.symlink_to("nowhere")
    for _ in range(2):  # a second call changes nothing
        link_rooms.main()
        assert not old.exists()
        assert (names / "samebits" / "spec").resolve() == tmp_path / "spec"
        assert (names / "samebits" / "torch").resolve() == tmp_path / "frontends" / "torch"
        assert (names / "samebits" / "__init__.py").resolve() == root
        assert not Path(os.readlink(wrong)).is_absolute()  # noqa: PTH115 (the link's text)
        info = names / "samebits-9.8.7.dist-info"
        metadata = (info / "METADATA").read_text()
        assert "Version: 9.8.7\n" in metadata
        assert 'Requires-Dist: pytest>=8; extra == "judge"\n' in metadata
        entries = (info / "entry_points.txt").read_text()
        assert "[samebits.backends]\nc = samebits.backends.c:backend\n" in entries
