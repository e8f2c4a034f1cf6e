"""Tests of reading registers from a log, and of the check for growth."""

from __future__ import annotations

from pathlib import Path

import pytest

from samebits.backends.cuda.lab.gate import limits
from samebits.backends.cuda.lab.gate.resources import Resources, parse

LOG = """ptxas info    : 80 bytes gmem
ptxas info    : Compiling entry function 'sb_exp_f32' for 'sm_90'
ptxas info    : Function properties for sb_exp_f32
ptxas         .     8 bytes stack frame, 4 bytes spill stores, 12 bytes spill loads
ptxas info    : Used 50 registers, used 0 barriers
ptxas info    : Compile time = 37.585 ms
ptxas info    : Compiling entry function 'other' for 'sm_90'
ptxas info    : Function properties for other
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 12 registers, used 1 barriers, 1024 bytes smem, 400 bytes cmem[0]
"""
KERNEL = "kernels/f/op.cu[SB_A=f32] sb_op_f32"


def _figures(*values: int) -> dict[str, dict[str, Resources]]:
    return {KERNEL: {"sm_90": Resources(*values, shared=0)}}


def test_every_entry_has_its_figures() -> None:
    assert parse(LOG) == {"sb_exp_f32": Resources(50, 8, 16, 0), "other": Resources(12, 0, 0, 1024)}


def test_an_entry_without_figures_is_an_error() -> None:
    with pytest.raises(ValueError, match="no registers for other"):
        parse(LOG.rpartition("ptxas info    : Used 12")[0])


def test_what_is_recorded_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "limits.json"
    limits.record(_figures(40, 0, 0), "NVRTC 1.2", path=file)
    assert limits.recorded(file)[0] == "NVRTC 1.2"
    assert not limits.compare(_figures(40, 0, 0), file)
    assert not limits.compare(_figures(39, 0, 0), file)


@pytest.mark.parametrize(
    ("now", "message"),
    [
        ((41, 0, 0), "registers 40 -> 41"),
        ((40, 16, 0), "stack 0 -> 16"),
        ((30, 0, 8), "spills 0 -> 8"),
    ],
)
def test_growth_names_kernel_old_and_new(
    now: tuple[int, int, int], message: str, tmp_path: Path
) -> None:
    limits.record(_figures(40, 0, 0), "NVRTC 1.2", path=tmp_path / "limits.json")
    ((unit, finding),) = limits.compare(_figures(*now), tmp_path / "limits.json")
    assert (unit, finding.kernel, finding.target) == (*KERNEL.split(" "), "sm_90")
    assert finding.what == message
    assert "--record" in finding.instead


def test_a_kernel_without_a_record_is_an_objection(tmp_path: Path) -> None:
    limits.record({}, "NVRTC 1.2", path=tmp_path / "limits.json")
    ((_, finding),) = limits.compare(_figures(1, 0, 0), tmp_path / "limits.json")
    assert "no registers are recorded" in finding.what
