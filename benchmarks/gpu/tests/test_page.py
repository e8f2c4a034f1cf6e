"""Test that the page depends only on the rows and the ceilings."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from samebits.benchmarks.gpu import gpu_record as record
from samebits.benchmarks.gpu.facts import STAND_IN
from samebits.benchmarks.gpu.gpu_page import main, page

ENVIRONMENT = {
    "kind": "environment", "suite": "cuda", "device": "gpu0", "stand_in": "", "day": "2026-11-22",
    "facts": {"samebits device": "NVIDIA H200", "PyTorch allow_tf32": "matmul False"},
}  # fmt: skip


def _ceilings(when, factor=1.0):
    rates = {"copy": 4e12, "triad": 4.2e12, "cudaMemcpyAsync": 3e12, "ffma": 60e12}
    return {
        "kind": "ceilings", "when": when, "clocks": {"clocks.current.sm": "1980 MHz"},
        "rates": {name: factor * rate for name, rate in rates.items()},
    }  # fmt: skip


def _side(seconds, ratio, **more):
    return {
        "seconds": seconds, "ratio": ratio, "low": ratio - 0.01, "high": ratio + 0.01,
        "host_seconds": 8e-6, "waits": False, "library": "", **more,
    }  # fmt: skip


def _row(**changes):
    row = {
        "kind": "row", "name": "elementwise: add", "section": "elementwise", "op": "add",
        "format": "f32", "attributes": {}, "shapes": [[1 << 28], [1 << 28]], "shape": "2^28",
        "layout": "contiguous", "operands": "normal * 4", "bytes": 3 << 30, "flops": 0.0,
        "least": 1 / 1.15, "remark": "", "small": False, "rounds": 9, "sets": 1,
        "sides": {"samebits": _side(1e-3, 1.0), "PyTorch": _side(0.95e-3, 0.95)},
        "missing": {"CuPy": "CuPy cannot be used"}, "difference": {},
    }  # fmt: skip
    return {**row, **changes}


def _line(text, begin):
    return next(line for line in text.splitlines() if line.startswith(begin))


def test_the_share_is_of_the_larger_of_copy_and_triad():
    text = page([ENVIRONMENT, _ceilings("beginning"), _row(), _ceilings("end", 0.98)])
    cells = _line(text, "| add f32 2^28").split(" | ")
    assert cells[2:6] == ["1 ms", "3221 GB/s", f"{(3 << 30) / 4.2e12 / 1e-3:.2f}", "memory"]
    assert cells[6] == "950 us, 0.95 (0.94 .. 0.96)"
    assert cells[7] == "-"
    assert cells[8] == "8.0, 8.0, -"
    assert cells[9:11] == ["0.9 .. 0.95", "-15 %"]
    assert cells[11] == "0.87 met |"
    assert "- CuPy: CuPy cannot be used\n" in text


def test_where_arithmetic_takes_longer_than_memory_it_is_the_bound():
    flops = 2.0 * 4096**3
    product = _row(
        name="products: matmul", section="products", op="matmul", shapes=[[4096, 4096]] * 2,
        shape="4096x4096", bytes=3 << 26, flops=flops, least=0.8,
        sides={"samebits": _side(4e-3, 1), "PyTorch": _side(3e-3, 0.75, library="cuBLAS")},
    )  # fmt: skip
    text = page([ENVIRONMENT, _ceilings("beginning"), product])
    cells = _line(text, "| matmul f32").split(" | ")
    assert cells[3:6] == [
        f"{flops / 4e-3 / 1e12:.4g} TFLOP/s",
        f"{flops / 60e12 / 4e-3:.2f}",
        "FFMA",
    ]
    assert cells[9:] == ["0.85 .. 1 of PyTorch", "-12 %", "0.80 missed |"]
    assert "- PyTorch is cuBLAS for matmul" in text
    assert "0 of 1 targets are met. Missed or not measured:\n\n- products: matmul: 0.80" in text
    assert "how far clocks drifted is not known" in text


def test_a_product_of_16_bits_says_tensor_cores_and_the_peers_share_of_ffma():
    flops = 2.0 * 4096**3
    product = _row(
        name="products: bf16", section="products", op="matmul", format="bf16",
        shapes=[[4096, 4096]] * 2, flops=flops, least=None,
        sides={"samebits": _side(4e-3, 1), "PyTorch": _side(2e-4, 0.05)},
    )  # fmt: skip
    text = page([ENVIRONMENT, _ceilings("beginning"), product])
    assert f"tensor cores, {flops / 60e12 / 2e-4:.2f} of the ceiling" in text


def test_the_page_says_how_far_the_ceilings_of_both_ends_are_apart():
    text = page([ENVIRONMENT, _ceilings("beginning"), _row(), _ceilings("end", 0.98)])
    assert "| triad | 4200 GB/s | 4116 GB/s | -2.0 % |" in text
    assert "| ffma | 60 TFLOP/s | 58.8 TFLOP/s | -2.0 % |" in text
    assert "beginning: clocks.current.sm 1980 MHz; end: clocks.current.sm 1980 MHz." in text


def test_without_ceilings_there_is_no_share_and_the_reason_is_told():
    reason = {"kind": "ceilings", "when": "beginning", "clocks": {}, "reason": "not measured: why"}
    text = page([ENVIRONMENT, reason, _row()])
    assert "## Ceilings\n\nnot measured: why.\n" in text
    assert _line(text, "| add f32").split(" | ")[4:6] == ["", ""]


def test_a_stand_in_says_on_its_page_that_its_times_mean_nothing():
    text = page([{**ENVIRONMENT, "stand_in": STAND_IN}, _row()])
    assert f"**This page is of {STAND_IN}.**" in text
    assert "No row can be compared" in text
    assert "mean nothing as speed" not in page([ENVIRONMENT, _row()])


def test_rows_outside_of_their_estimates_are_listed_the_farthest_first():
    near = _row(name="near", sides={"samebits": _side(0.9e-3, 1), "PyTorch": _side(1e-3, 1.1)})
    far = _row(name="far", sides={"samebits": _side(4e-3, 1)})
    within = _row(name="within", sides={"samebits": _side(0.83e-3, 1)})
    text = page([ENVIRONMENT, _ceilings("beginning"), near, far, within])
    assert "1 of 3 rows are within their estimates" in text
    assert text.index("- far: -79 % off 0.9 .. 0.95") < text.index("- near: -5 % off")
    assert "Source: estimate on paper, 2026-11-22." in text


def test_a_time_that_depends_on_the_numbers_is_a_finding():
    def of(kind, seconds):
        return _row(
            name=f"kinds: {kind}", section="kinds of operands", operands=kind, least=None,
            sides={"samebits": _side(seconds, 1)},
        )  # fmt: skip

    rows = [of("normal * 4", 1e-3), of("half zeros", 1.02e-3), of("subnormals", 1.5e-3)]
    text = page([ENVIRONMENT, *rows])
    assert "| add 2^28 | 1.02 | 1.50 |" in text
    assert "by more than 5 %: add on subnormals." in text


def test_a_call_that_waits_for_the_device_is_marked():
    row = _row(sides={"samebits": _side(1e-3, 1, waits=True, host_seconds=1e-3)})
    text = page([ENVIRONMENT, row])
    assert "| 1000.0*, -, - |" in text
    assert "- host time with a *: the call waits for the device" in text
    assert "0.87 not measured" in text


def test_a_failed_row_is_told_unless_it_was_measured_later():
    failed = {"kind": "row", "name": "elementwise: add", "error": "no memory"}
    assert "- elementwise: add: no memory" in page([ENVIRONMENT, _row(), failed])
    assert "no memory" not in page([ENVIRONMENT, failed, _row()])


def test_the_command_makes_the_page_of_several_files(tmp_path):
    for name, row in (("a", _row()), ("b", _row(name="other", op="mul"))):
        kept, _ = record.begin(tmp_path / name, ENVIRONMENT, resume=False)
        kept.append(row)
    target = tmp_path / "page.md"
    words = [str(tmp_path / "a"), str(tmp_path / "b"), "--markdown", str(target)]
    ended = CliRunner().invoke(main, words)
    assert ended.exit_code == 0, ended.output
    assert "| add f32 2^28 |" in target.read_text()
    assert "| mul f32 2^28 |" in target.read_text()
    assert CliRunner().invoke(main, words[:2]).output == target.read_text()


def test_the_command_refuses_in_one_line(tmp_path):
    ended = CliRunner().invoke(main, [str(tmp_path / "none")])
    assert ended.exit_code == 2
    assert ended.output.startswith("error: ")
    assert ended.output.count("\n") == 1


@pytest.mark.parametrize("op", ["sort", "conv2d"])
def test_rates_of_sorts_and_convolutions_are_held_against_theirs(op):
    row = _row(
        op=op, section={"sort": "order", "conv2d": "convolutions"}[op], shapes=[[1 << 26]],
        flops=0.0 if op == "sort" else 44e9, least=None,
        sides={"samebits": _side((1 << 26) / 10e9 if op == "sort" else 1e-3, 1)},
    )  # fmt: skip
    cells = _line(page([ENVIRONMENT, row]), f"| {op}").split(" | ")
    assert cells[9:11] == [{"sort": "8 .. 15 G/s", "conv2d": "40 .. 45 TFLOP/s"}[op], "within"]
    assert cells[3] == {"sort": "10 Gelement/s", "conv2d": "44 TFLOP/s"}[op]
