"""Tests of the record of kernels that other versions of NVRTC compile differently."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from samebits.backends.cuda.catalogue import catalogue
from samebits.backends.cuda.compiling.options import ARCHITECTURES
from samebits.backends.cuda.compiling.units import kernels_digest
from samebits.backends.cuda.lab import compilers
from samebits.backends.cuda.lab.compilers import Differences, differences, page, read, write
from samebits.backends.cuda.lab.gate import limits
from samebits.backends.cuda.lab.gate.resources import Resources
from samebits.backends.protocol import BackendError
from samebits.common.tests.added import ADDED


@pytest.fixture
def recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Record limits of three kernels, made by a different compiler."""
    monkeypatch.setattr(limits, "FILE", tmp_path / "limits.json")
    monkeypatch.setattr(compilers, "FOLDER", tmp_path / "compilers")
    before = {f"u.cu {name}": {"sm_90": Resources(40, 0, 8, 0)} for name in "abc"}
    limits.record(before, "NVRTC 1.0")


def found() -> Differences:
    now = {
        "u.cu a": {"sm_90": Resources(40, 0, 8, 99)},
        "u.cu b": {"sm_90": Resources(50, 0, 0, 0)},
        "u.cu d": {"sm_90": Resources(9, 16, 4, 0)},
        "u.cu e": {"sm_75": Resources(9, 0, 0, 0)},
    }
    return differences(now, "NVRTC 2.0", 4, (75, 90), 1)


@pytest.mark.usefixtures("recorded")
def test_kernels_that_differ_are_kept_with_both_rows() -> None:
    each = found()
    assert each.differ == {"u.cu b": ([40, 0, 8], [50, 0, 0]), "u.cu d": ([], [9, 16, 4])}
    assert (each.kernels, each.spilling, each.most_registers) == (3, 2, 50)
    assert (each.against, each.refused) == ("NVRTC 1.0", 1)
    path = write(each)
    assert path.name == "nvrtc-2.0-sm-75-90.json"
    assert replace(each, architectures=ARCHITECTURES).path.name == "nvrtc-2.0.json"
    assert each.sources == kernels_digest()[:12]
    assert read(path) == each


@pytest.mark.usefixtures("recorded")
def test_the_page_shows_what_changed_and_what_is_new() -> None:
    text = page([found()])
    assert "| 4 | 75 90 | 1 | 3 | 2 | 50 | 2 |" in text
    assert "## NVRTC 2.0 compared with NVRTC 1.0, compiled for 2 architectures" in text
    alone = page([replace(found(), architectures=(90,), sources="")])
    assert "## NVRTC 2.0 compared with NVRTC 1.0, compiled for sm_90 only" in alone
    assert "nvrtc-2.0-sm-90.json) | not stored | 4 | 90 |" in alone
    assert "2 of 3 kernels differ: 1 have more registers, 0 have fewer" in text
    assert "| `u.cu b` | 40 to 50 | 0 | 8 to 0 |" in text
    assert "| `u.cu d` | - to 9 | - to 16 | - to 4 |" in text


@pytest.mark.usefixtures("recorded")
def test_without_a_measured_kernel_nothing_is_written() -> None:
    with pytest.raises(BackendError, match="nothing was measured for sm_90"):
        differences({"u.cu e": {"sm_75": Resources(9, 0, 0, 0)}}, "NVRTC 2.0", 1, (75,), 0)


def test_the_committed_page_is_that_of_the_committed_figures() -> None:
    every = [read(path) for path in sorted(compilers.FOLDER.glob("*.json"))]
    assert compilers.PAGE.read_text() == page(every)


@pytest.mark.parametrize("compiler", ["NVRTC 12.9", "NVRTC 13.0", "NVRTC 13.5"])
def test_a_compiler_took_every_unit_of_today(compiler: str) -> None:
    """Units that are newer than the complete records are in additional records, which name them."""
    every = [read(path) for path in compilers.FOLDER.glob("*.json")]
    found = [each for each in every if each.compiler == compiler]
    later = [each for each in found if each.only]
    units = [str(unit) for unit in catalogue()]
    names = [unit for unit in units if Path(unit.partition("[")[0]).stem not in ADDED]
    newer = {name for each in later for name in names if re.search(each.only, name)}
    assert sum(each.units for each in later) == len(newer)
    assert {each.units for each in found if not each.only} == {len(names) - len(newer)}
    assert {each.refused for each in found} == {0}
    assert {a for each in found for a in each.architectures} == set(ARCHITECTURES)
    assert all(90 in each.architectures for each in later)
    assert any(each.sources and 90 in each.architectures for each in found if not each.only)
    assert {each.against for each in found} == {limits.recorded()[0]}
