"""Tests of the check of machine code of matrix products, on texts of nvdisasm and on units."""

from __future__ import annotations

import pytest

from samebits.backends.cuda.compiling import nvrtc, options, presence
from samebits.backends.cuda.families import aligned
from samebits.backends.cuda.lab.gate import machine_code
from samebits.backends.cuda.lab.gate.verdict import MEASURED
from samebits.backends.cuda.sass import listing

ALLOWED = [f"IMMA.16832.{a}.{b}" for a in ("S8", "U8") for b in ("S8", "U8")]


def text(*opcodes: str) -> str:
    lines = [
        f"        /*{16 * i:04x}*/                   {opcode} R4, R8, R12.reuse, R4 ;"
        for i, opcode in enumerate(opcodes)
    ]
    head = '\t.section\t.text.sb_k,"ax",@progbits\n.text.sb_k:\n'
    return head + "\n".join(lines) + "\n"


@pytest.mark.parametrize("opcode", ALLOWED)
def test_T11_products_of_bytes_in_int32_are_allowed(opcode: str) -> None:
    assert not machine_code.judge(text("LDG.E", opcode, "@!P1 BRA"), "sm_90")


@pytest.mark.parametrize(
    "opcode",
    [
        *(f"{opcode}.SAT" for opcode in ALLOWED),
        "IMMA.16816.S8.S8",
        "IMMA.8816.S8.S8",
        "IMMA.16864.S4.S4",
        "IMMA.SP.16864.S8.S8",
        "HMMA.16816.F32",
        "HMMA.16816.F16",
        "HMMA.16816.F32.BF16",
        "HMMA.1688.F32.TF32",
        "QMMA.16832.F32.E4M3.E4M3",
        "OMMA.16864.F32.E2M1.E2M1",
        "DMMA.884",
        "BMMA.168256.XOR.POPC",
        "HGMMA.64x128x16.F32",
        "IGMMA.64x128x32.S8.S8",
        "QGMMA.64x128x32.F32.E4M3.E4M3",
        "UTCHMMA",
        "UTCIMMA",
        "UTCQMMA.2CTA",
        "LDSM.16.M88.4",
    ],
)
def test_R3_every_other_instruction_of_tensor_cores_is_refused(opcode: str) -> None:
    (finding,) = machine_code.judge(text("IMMA.16832.S8.S8", opcode, opcode), "sm_90")
    assert finding.kernel == "sb_k"
    assert finding.what == f"machine code: {opcode} R4, R8, R12.reuse, R4;"
    wanted = "leave .satfinite out" if ".SAT" in opcode else "do not define their order"
    assert wanted in finding.instead


def test_a_guarded_instruction_is_read_and_a_plain_fma_is_no_product_of_matrices() -> None:
    assert machine_code.judge(text("@P0 HMMA.16816.F32"), "sm_90")
    assert not machine_code.judge(text("HFMA2.MMA", ALLOWED[0]), "sm_90")


@pytest.mark.parametrize("unread", ["", "nothing that anybody knows\n", text("FFMA")])
def test_a_text_without_any_product_of_matrices_is_refused(unread: str) -> None:
    (finding,) = machine_code.judge(unread, "sm_90")
    assert "no product of matrices" in finding.what


def test_what_concerns_it_is_known_by_the_ptx() -> None:
    assert machine_code.concerns("\tmma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%r1}, ...;")
    assert machine_code.concerns("@%p1 mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1};")
    assert not machine_code.concerns("fma.rn.f32 %f1, %f2, %f3, %f4; // mma.sync")


@pytest.mark.skipif(
    bool(presence.missing_nvrtc() or machine_code.missing()),
    reason=presence.missing_nvrtc() or machine_code.missing() or "both are there",
)
def test_a_unit_becomes_what_it_says() -> None:
    kernel = aligned.SMALL.kernel((2, 2))
    made = nvrtc.translate(kernel.unit.text, str(kernel.unit), options.for_machine_code(MEASURED))
    assert machine_code.concerns(made.ptx)
    shown = listing.text_of(made.machine_code)
    assert all(opcode in shown for opcode in ALLOWED)
    assert not machine_code.judge(shown, "sm_90")
