"""Test how the extension module is found, and that a damaged or missing module does no harm."""

from __future__ import annotations

import shutil
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import numpy as np
import pytest

from samebits.backends.c import backend, extension, library
from samebits.backends.c.library import widest_device
from samebits.backends.c.tests.marks import needs_extension
from samebits.common.compiled import VARIABLE
from samebits.spec.catalog import get_op

NEG = get_op("neg").call(["f32"])
X = np.ones(4, np.float32)


def test_the_library_and_the_module_are_of_one_build() -> None:
    assert extension.load_extension("0" * 64) is None
    with backend.open(widest_device()) as session:
        facts = session.environment()
        if facts["calls"] == "extension":
            found = extension.load_extension(facts["source_digest"])
            assert found is not None
            assert found.source_digest == facts["source_digest"]


def in_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the way in which calls run if only the libraries of this folder exist."""
    device = widest_device()
    for name in ("probe", device):
        shutil.copy(library.find(name)[0], folder)
    monkeypatch.setenv(VARIABLE, str(folder))
    with backend.open(device) as session:
        result = np.empty_like(X)
        session.run(NEG, [X], [result])
        assert (result == -1).all()
        return session.environment()["calls"]


def test_without_the_module_calls_go_through_ctypes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert in_folder(tmp_path, monkeypatch) == "ctypes"


@needs_extension
@pytest.mark.parametrize("kept", [1.0, 0.5, 0.0])
def test_a_damaged_module_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: float
) -> None:
    whole = library.PART.find("_call.abi3.so")[0].read_bytes()
    (tmp_path / "_call.abi3.so").write_bytes(whole[: int(len(whole) * kept)])
    wanted = "extension" if kept == 1 else "ctypes"
    assert in_folder(tmp_path, monkeypatch) == wanted


@needs_extension
def test_another_library_in_place_of_the_module_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(library.find("probe")[0], tmp_path / "_call.abi3.so")
    assert in_folder(tmp_path, monkeypatch) == "ctypes"


def test_a_python_without_the_stable_abi_does_not_load_the_module(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    others = [suffix for suffix in EXTENSION_SUFFIXES if "abi3" not in suffix]
    monkeypatch.setattr(extension, "EXTENSION_SUFFIXES", others)
    with backend.open(widest_device()) as session:
        assert session.environment()["calls"] == "ctypes"
