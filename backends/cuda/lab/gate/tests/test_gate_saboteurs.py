"""Tests of the gate on kernels that break a rule. Each file states the expected objection."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from samebits.backends.cuda.compiling import options, presence
from samebits.backends.cuda.compiling.units import unit
from samebits.backends.cuda.lab.gate.flags import check
from samebits.backends.cuda.lab.gate.verdict import MEASURED, examine

SABOTEURS = sorted((Path(__file__).parent / "saboteurs").glob("*.cu"))
CLEAN = """
extern "C" __global__ void clean(const float *x, double *y)
{
    y[threadIdx.x] = __fsqrt_rn(x[threadIdx.x] * x[0] + x[1] / x[2]);
}
"""
SHARED = """
extern __shared__ uint4 sb_shared[];
extern "C" __global__ void shared(const unsigned *x, unsigned *y, unsigned long long *total)
{
    unsigned *tile = (unsigned *)sb_shared, i = threadIdx.x;
    tile[i] = __ldg(x + i) + __ldcs(x + i + 1);
    const int ones = __syncthreads_count(tile[i] & 1) + __syncthreads_or(x[i] > 5);
    const unsigned other = __shfl_xor_sync(0xffffffffu, tile[i ^ 1], 2);
    const unsigned votes = __ballot_sync(0xffffffffu, other > 3) + __match_any_sync(~0u, other);
    atomicAdd(total, (unsigned long long)other);
    atomicMax(y, other);
    atomicOr((unsigned *)sb_shared + 300, other);
    __threadfence();
    __syncwarp();
    __syncthreads();
    __stcs(y + i, votes + ones + tile[300] + __dp4a((int)x[i], (int)x[i + 1], 7));
    y[i + 400] = __umulhi(x[i], 77u) + __byte_perm(x[i], other, 0x5410) + __brev(x[i]);
    y[i + 800] = __float2int_rz(sb_native_f32(__uint2float_rn(x[i]))) + __clzll(total[3]);
}
"""

pytestmark = pytest.mark.skipif(
    bool(presence.missing_nvrtc()), reason=presence.missing_nvrtc() or "NVRTC is there"
)


@dataclass(frozen=True)
class Text:
    """A replacement for a unit: a kernel's text that begins as every unit does."""

    kernel: str

    @property
    def text(self) -> str:
        return f'#include "exact.cuh"\n{self.kernel}'

    def __str__(self) -> str:
        return "planted.cu"


def _objections(kernel: str, architecture: int = MEASURED) -> list[str]:
    found = examine(Text(kernel), architecture).findings  # type: ignore[arg-type]
    return [f"{each.what} => {each.instead}" for each in found]


@pytest.mark.parametrize("path", SABOTEURS, ids=lambda path: path.stem)
def test_R3_a_saboteur_is_refused_with_what_to_write_instead(path: Path) -> None:
    text = path.read_text()
    head = re.match(r"// refused: (.*?) \| (.*)\n", text)
    assert head, "the first line says what the gate must answer"
    objections = _objections(text)
    assert any(head[1] in line and head[2] in line for line in objections), objections


def test_there_are_saboteurs() -> None:
    assert len(SABOTEURS) >= 15


@pytest.mark.parametrize("architecture", options.ARCHITECTURES)
def test_R3_a_clean_kernel_passes_for_every_architecture(architecture: int) -> None:
    assert not _objections(CLEAN, architecture)


@pytest.mark.parametrize("architecture", options.ARCHITECTURES)
def test_shared_memory_warps_and_integer_atomics_pass(architecture: int) -> None:
    assert not _objections(SHARED, architecture)


@pytest.mark.parametrize("flag", ["--fmad=false", "--ftz=false", "--prec-div=true"])
def test_R3_a_missing_flag_is_refused(flag: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tuple(option for option in options.OPTIONS if option != flag)
    monkeypatch.setattr(options, "OPTIONS", kept)
    objections = _objections(CLEAN)
    assert any(f"must have {flag}" in line and "missing" in line for line in objections)


def test_R3_a_flag_with_the_wrong_value_is_seen_in_the_options_and_in_the_ptx(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wrong = tuple(option.replace("--ftz=false", "--ftz=true") for option in options.OPTIONS)
    monkeypatch.setattr(options, "OPTIONS", wrong)
    objections = _objections(CLEAN)
    assert any("must have --ftz=false" in line and "--ftz=true" in line for line in objections)
    assert any("sqrt.rn.ftz.f32" in line for line in objections)


@pytest.mark.parametrize("flag", ["-use_fast_math", "--use-fast-math", "--ftz=true", "-fmad=true"])
def test_R3_a_flag_that_contradicts_is_refused(flag: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "OPTIONS", (*options.OPTIONS, flag))
    assert any("options.py" in finding.what for finding in check(options.for_ptx(90)))


def test_a_kernel_that_does_not_compile_is_an_objection_with_the_first_error() -> None:
    (objection,) = _objections('\n\nextern "C" __global__ void k() { return nothing; }')
    assert 'planted.cu:4: identifier "nothing" is undefined' in objection


def test_a_unit_without_a_kernel_is_an_objection() -> None:
    (objection,) = _objections("SB_DEVICE int f() { return 1; }")
    assert "no kernel in it" in objection


def test_registers_are_measured_for_machine_code() -> None:
    verdict = examine(Text(CLEAN), MEASURED)  # type: ignore[arg-type]
    measured = verdict.resources["clean"][f"sm_{MEASURED}"]
    assert 0 < measured.registers <= 64
    assert measured.spills == 0


def test_a_unit_of_the_backend_passes() -> None:
    add = unit("kernels/elementwise/add.cu", SB_A="f32", SB_B="f32", SB_R="f32")
    assert not examine(add, MEASURED).findings
