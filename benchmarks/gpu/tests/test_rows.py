"""Test that each row is a valid call of the specification and has a unique name."""

from __future__ import annotations

from collections import Counter

import pytest

from samebits.benchmarks.gpu import estimates, operands, sections
from samebits.benchmarks.gpu.gpu_measuring import _described
from samebits.benchmarks.gpu.operands import Operand
from samebits.benchmarks.gpu.rows import FULL, LEAST, Row, all_rows
from samebits.benchmarks.peers import BenchmarkError
from samebits.spec.formats import get_format


@pytest.mark.parametrize("elements", [FULL, FULL // 2, LEAST, 10_000])
def test_every_row_has_a_name_of_its_own_and_a_call(elements):
    rows = all_rows(elements)
    assert [name for name, count in Counter(r.name for r in rows).items() if count > 1] == []
    for row in rows:
        assert row.results
        assert row.bytes > 0


def test_every_section_has_its_place_on_the_page():
    assert set(sections.TITLES) == {row.section for row in all_rows()}


def test_the_large_arrays_fit_a_gpu_together():
    for row in all_rows():
        assert 3 * row.bytes < 40 << 30, row.name


def test_rows_are_chosen_by_op_and_an_unknown_one_is_refused():
    assert {row.op for row in all_rows(LEAST, ["sum", "add"])} == {"sum", "add"}
    with pytest.raises(BenchmarkError, match="no row of 'tan'; it has add, div"):
        all_rows(LEAST, ["tan"])


def test_fewer_elements_than_tell_rows_apart_are_refused():
    with pytest.raises(BenchmarkError, match="at least 4096"):
        all_rows(LEAST - 1)


def test_the_targets_of_matrices_convolutions_and_scatters_are_kept():
    least = {(r.op, r.format, r.least) for r in all_rows() if r.least is not None}
    assert {("matmul", "f32", 0.8), ("conv2d", "f32", 0.6), ("scatter_add", "f32", 1 / 3)} <= least
    assert ("softmax", "f32", 1 / 1.15) in least
    assert not [r for r in all_rows() if r.op == "matmul" and "1024" in r.shape and r.least]


def test_bytes_count_each_element_once_and_whole_sectors():
    def read(layout, label="f32"):
        return Operand((64, 128), label, layout=layout).bytes

    assert read(operands.CONTIGUOUS) == 64 * 128 * 4
    assert read(operands.TRANSPOSED) == 64 * 128 * 4
    assert read(operands.SECOND_COLUMNS) == 2 * 64 * 128 * 4
    assert read(operands.ROW) == 128 * 4
    assert read(operands.COLUMN) == 64 * 4
    row = Row("x", "add", (Operand((64, 128)), Operand((64, 128), layout=operands.ROW)))
    assert row.bytes == 2 * 64 * 128 * 4 + 128 * 4


def test_every_estimate_means_a_row_and_the_first_that_fits_counts():
    rows = [_described(row) for row in all_rows()]
    source, table = estimates.read()
    assert source == "estimate on paper, 2026-11-22"
    used = Counter(id(estimates.of(row)) for row in rows)
    assert [e for e in table if not used[id(e)]] == []
    found = {r["name"]: estimates.of(r) for r in rows}
    low = {name: e.low for name, e in found.items() if e is not None}
    assert low["elementwise: lgamma f32 2^28; contiguous; abs(normal * 4)"] == 0.13
    assert low["products: matmul bf16 4096x4096; contiguous; normal * 4"] == 0.06
    assert low["products: matmul f32 8192x8192; contiguous; normal * 4"] == 0.85
    assert "products: matmul f32 1024x1024; contiguous; normal * 4" not in low
    assert "products: linear f32 4096x4096; contiguous; normal * 4" not in low
    assert "softmax and scans: cumsum f32 2^20x256; axis=1; contiguous; normal * 4" not in low


def test_an_estimate_is_missed_by_the_part_of_its_nearer_end():
    (e, *_) = estimates.read()[1]
    assert (e.low, e.high) == (0.9, 0.95)
    assert e.missed_by(0.92) == 0
    assert e.missed_by(0.45) == -0.5
    assert e.missed_by(1.9) == 1


@pytest.mark.parametrize("layout", [
    operands.CONTIGUOUS, operands.SECOND_COLUMNS, operands.TRANSPOSED, operands.ROW,
    operands.COLUMN,
])  # fmt: skip
def test_a_tensor_lies_as_its_operand_says(layout):
    torch = pytest.importorskip("torch")
    x = operands.make(torch, Operand((6, 8), layout=layout), "cpu")
    strides = {
        operands.CONTIGUOUS: (8, 1), operands.SECOND_COLUMNS: (16, 2),
        operands.TRANSPOSED: (1, 6), operands.ROW: (0, 1), operands.COLUMN: (1, 0),
    }  # fmt: skip
    assert (tuple(x.shape), x.stride()) == ((6, 8), strides[layout])


def test_a_bias_of_channels_has_one_number_for_each():
    torch = pytest.importorskip("torch")
    x = operands.make(torch, Operand((2, 3, 4, 5), layout=operands.CHANNELS), "cpu")
    assert (tuple(x.shape), x.stride()) == ((2, 3, 4, 5), (0, 1, 0, 0))


def test_kinds_are_the_numbers_that_they_are_called_by():
    torch = pytest.importorskip("torch")

    def drawn(kind, label="f32", below=0):
        return operands.make(torch, Operand((64, 64), label, kind, below=below), "cpu")

    assert 3.5 < float(drawn(operands.NORMAL).std()) < 4.5
    assert float(drawn(operands.POSITIVE).min()) >= 0
    assert 0.4 < float((drawn(operands.HALF_ZEROS) == 0).float().mean()) < 0.6
    masked = drawn(operands.MASKED)
    assert 0.4 < float((masked == -torch.inf).float().mean()) < 0.6
    assert bool(masked[:, 0].isfinite().all())
    tiny = drawn(operands.SUBNORMALS)
    assert bool(((tiny != 0) & (tiny.abs() < 2.0**-126)).all())
    assert 0.4 < float((tiny < 0).float().mean()) < 0.6
    near = drawn(operands.NEAR_ONE)
    assert float(near.min()) >= 0.5
    assert float(near.max()) <= 1.5
    index = drawn(operands.INDEX, "i64", below=7)
    assert (index.dtype, int(index.min()), int(index.max())) == (torch.int64, 0, 6)


def test_every_format_of_a_row_has_a_dtype_of_pytorch():
    torch = pytest.importorskip("torch")
    for label in {x.format for row in all_rows() for x in row.operands}:
        assert operands.torch_dtype(torch, label).itemsize * 8 == get_format(label).bits
