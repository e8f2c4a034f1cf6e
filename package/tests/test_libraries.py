"""Test that a built library and the installed library share a file if they belong together."""

import importlib.util
import os
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "sessions" / "libraries.py"


@pytest.fixture
def libraries():
    found = importlib.util.spec_from_file_location("libraries", SOURCE)
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.fixture
def folders(tmp_path):
    built = tmp_path / "built"
    installed = tmp_path / "env/lib/python3.11/site-packages/samebits/backends/c/lib"
    for folder, text in ((built, "with symbols"), (installed, "stripped")):
        folder.mkdir(parents=True)
        (folder / "libx.so").write_text(text)
    return tmp_path / "env", built / "libx.so", installed / "libx.so"


def test_what_was_installed_last_stands_in_both_places(libraries, folders):
    environment, built, installed = folders
    os.utime(built, (1, 1))
    libraries.share_libraries(environment, built.parent)
    assert built.samefile(installed)
    assert built.read_text() == "stripped"
    libraries.share_libraries(environment, built.parent)
    assert [path.name for path in built.parent.iterdir()] == ["libx.so"]


def test_what_was_built_later_stays(libraries, folders):
    environment, built, installed = folders
    os.utime(installed, (1, 1))
    libraries.share_libraries(environment, built.parent)
    assert not built.samefile(installed)
    assert built.read_text() == "with symbols"


def test_where_files_cannot_be_shared_there_are_two(libraries, folders, monkeypatch):
    def refuse(link, target):
        raise OSError("Invalid cross-device link")

    environment, built, _ = folders
    os.utime(built, (1, 1))
    monkeypatch.setattr(Path, "hardlink_to", refuse)
    libraries.share_libraries(environment, built.parent)
    assert built.read_text() == "with symbols"
    assert [path.name for path in built.parent.iterdir()] == ["libx.so"]
