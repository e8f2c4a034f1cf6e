"""Tests that the gate judges all units."""

from __future__ import annotations

from pathlib import Path

import pytest

from samebits.backends.cuda import catalogue
from samebits.backends.cuda.compiling import headers
from samebits.backends.cuda.launching import walks
from samebits.backends.protocol import BackendError


def test_every_kernel_file_is_judged() -> None:
    judged = {unit.path for unit in catalogue.catalogue()}
    assert judged == {
        str(path.relative_to(headers.SOURCES)) for path in headers.SOURCES.rglob("*.cu")
    }


def test_units_are_sorted_and_each_stands_once() -> None:
    names = [str(unit) for unit in catalogue.catalogue()]
    assert names == sorted(set(names))
    assert {str(unit) for unit in walks.units()} <= set(names)


def test_a_file_that_no_unit_compiles_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "forgotten.cu").touch()
    monkeypatch.setattr(catalogue, "SOURCES", tmp_path)
    with pytest.raises(BackendError, match=r"nothing compiles forgotten\.cu"):
        catalogue.catalogue()


def test_kernels_without_host_code_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "served", lambda: {"op": "nowhere"})
    with pytest.raises(BackendError, match=r"kernels of nowhere have no host code"):
        catalogue.catalogue()
