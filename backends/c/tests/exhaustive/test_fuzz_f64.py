"""Test the fuzzer of binary64 functions: its draws, its results and its stored state."""

from __future__ import annotations

import numpy as np
import pytest

from samebits.backends.c.tests import kernel_files
from samebits.backends.c.tests.exhaustive import draws_f64, fuzz_f64, fuzzing
from samebits.spec.catalog import get_op
from samebits.spec.math_table import FUNCTIONS

if np.finfo(np.longdouble).nmant != 63:
    pytest.skip(
        "the filter needs an 80-bit long double, which this processor lacks: functions of binary64"
        " are not drawn at random here",
        allow_module_level=True,
    )

TURNS = (*range(8), 28, 128, 232, 233)
"""Values of the counter `turn` that draw every kind of operands once or twice."""
ROWS = 128


@pytest.mark.parametrize("op", FUNCTIONS)
def test_R2_a_few_random_rows_of_every_kind_are_right(op):
    counts = {}
    for turn in TURNS:
        found, examples = fuzz_f64.part(op, np.random.default_rng(turn), turn, ROWS)
        assert examples == []
        for name, count in found.items():
            counts[name] = counts.get(name, 0) + count
    assert counts["alone"] == len(TURNS) * ROWS // fuzz_f64.ALONE
    assert counts["oracle"] < len(TURNS) * ROWS
    if op in kernel_files.ENCLOSED_F64:
        assert counts["second"] > 0
        assert 0 <= counts["last"] < counts["second"] < len(TURNS) * ROWS


@pytest.mark.parametrize("op", FUNCTIONS)
def test_draws_give_special_values_and_are_the_seed_s(op):
    for turn in (0, 1, 127, 128, 233):
        first, again = (draws_f64.operands(op, np.random.default_rng(5), 640, turn) for _ in "ab")
        assert len(first) == len(get_op(op).operands)
        for a, b in zip(first, again, strict=True):
            assert a.dtype == np.float64
            assert a.tobytes() == b.tobytes()
    drawn = [draws_f64.operands(op, np.random.default_rng(t), 4096, t) for t in TURNS]
    for column in zip(*drawn, strict=True):
        every = np.concatenate(column)
        assert np.isnan(every).any()
        assert np.isinf(every).any()
        assert ((every == 0) & np.signbit(every)).any()
        assert ((every != 0) & (np.abs(every) < 2.0**-1022)).any()


@pytest.mark.parametrize(
    ("op", "rows", "second", "last"),
    [
        ("exp", [1.0, 800.0, -740.0, -800.0, 1e-310], 4, 0),  # extreme operands, but no hard cases
        ("rsqrt", [3.0, 1e-310, 1 - 2.0**-52], 2, 1),  # slightly above 1 + 2^-53: nearly a tie
        ("sin", [1.0, 2.0**900, 1e-310], 2, 0),
    ],
)
def test_rows_are_counted_that_each_stage_leaves(op, rows, second, last):
    found = fuzz_f64.passed_on(op, fuzz_f64.call_of(op, {}), [np.array(rows)])
    assert found == {"second": second, "last": last}


@pytest.mark.parametrize("op", ["erfinv", "atan2"])
def test_what_stages_leave_is_counted_alike_in_one_piece_and_row_by_row(op):
    call, counts = fuzz_f64.call_of(op, {}), {"second": 0, "last": 0}
    rows = draws_f64.operands(op, np.random.default_rng(5), 1500, 6)
    for i in range(1500):
        for name, count in fuzz_f64.passed_on(op, call, [x[i : i + 1] for x in rows]).items():
            counts[name] += count
    assert fuzz_f64.passed_on(op, call, rows) == counts
    assert counts["second"] > 0


def test_a_kernel_without_stages_has_no_counts():
    op = "relu"
    assert op not in kernel_files.ENCLOSED_F64
    assert fuzz_f64.passed_on(op, fuzz_f64.call_of(op, {}), [np.ones(3)]) == {}


class Wrong:
    """A session that changes the last bit of result 100."""

    def __init__(self, device):
        self.honest = fuzz_f64.CSession(device, fuzz_f64.load_library(device))

    def run(self, call, inputs, outputs):
        self.honest.run(call, inputs, outputs)
        outputs[0].view(np.uint64)[100] ^= 1


def test_a_wrong_row_is_counted_on_its_device_and_shown(monkeypatch):
    monkeypatch.setattr(fuzz_f64, "CHUNK_BITS", 8)
    device = fuzz_f64.devices()[-1]
    honest = fuzz_f64.session
    monkeypatch.setattr(fuzz_f64, "session", lambda d: Wrong(d) if d == device else honest(d))
    seed, counts, examples = fuzz_f64.chunk("hypot", 3)
    assert seed == 3
    assert [counts[f"wrong on {d}"] for d in fuzz_f64.devices()].count(1) == 1
    assert counts[f"wrong on {device}"] == 1
    (example,) = examples
    assert f"c:{device} has" in example


def test_rows_on_which_filter_and_MPFR_part_are_counted(monkeypatch):
    monkeypatch.setattr(fuzz_f64, "CHUNK_BITS", 8)
    honest = fuzz_f64.alone
    monkeypatch.setattr(fuzz_f64, "alone", lambda *a: [honest(*a)[0] ^ 1, *honest(*a)[1:]])
    _, counts, (example,) = fuzz_f64.chunk("exp", 3)
    assert (counts["alone"], counts["apart"]) == (4, 1)
    assert "MPFR has" in example


def test_what_is_done_is_kept_until_a_file_changes(tmp_path, monkeypatch):
    monkeypatch.setattr(fuzzing, "FOLDER", tmp_path)
    monkeypatch.setattr(fuzz_f64.long_runs, "record", lambda kind, op: None)
    done = fuzzing.Done(fuzz_f64.campaign("exp"), again=False)
    counts = {"wrong on avx2": 1, "apart": 1, "second": 3, "last": 2, "oracle": 5, "alone": 9}
    done.add(fuzzing.Chunk(0, counts, ["a: wanted b, c:avx2 has c"]))
    done.save()
    again = fuzzing.Done(fuzz_f64.campaign("exp"), again=False)
    assert again.left(2) == [1]
    head, example = fuzz_f64.lines("exp", again)
    assert "2 wrong of 1,048,576 rows; 3 reached the second stage and 2 the last" in head
    assert example == "  a: wanted b, c:avx2 has c"
    record = fuzz_f64.record("exp", again)
    assert (record["rows"], record["second"], record["apart"]) == (1 << 20, 3, 1)
    monkeypatch.setattr(fuzzing, "FOLDER", tmp_path / "elsewhere")
    monkeypatch.setattr(fuzz_f64.long_runs, "record", lambda kind, op: {**record, "name": op})
    elsewhere = fuzzing.Done(fuzz_f64.campaign("exp"), again=False)
    assert elsewhere.left(2) == [1]
    assert fuzz_f64.record("exp", elsewhere) == record
    monkeypatch.setattr(fuzz_f64, "digest", lambda op: "other")
    assert fuzzing.Done(fuzz_f64.campaign("exp"), again=False).left(2) == [0, 1]


def test_an_unknown_op_is_refused_in_one_line(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["fuzz_f64", "expo"])
    with pytest.raises(SystemExit) as left:
        fuzz_f64.main()
    assert left.value.code == 2
    assert "expo is none of acos, " in capsys.readouterr().err


def test_spans_of_seeds_leave_none_out():
    assert fuzzing.spans([5, 0, 1, 9, 6, 2]) == [[0, 3], [5, 2], [9, 1]]


def test_a_record_rests_on_the_text_that_is_compiled(tmp_path, monkeypatch):
    monkeypatch.setattr(kernel_files.library, "SOURCES", tmp_path)
    source, header = tmp_path / "op.c", tmp_path / "op.h"

    def text(body, factor):
        header.write_text(f"#define FACTOR {factor}\n")
        source.write_text(f'#include <math.h>\n#include "op.h"\n{body}\n')
        return kernel_files.text_read(source)

    first = text("double f(double x) { return FACTOR * x; }", 3)
    assert first == "double f(double x) { return 3 * x; }"
    same = (
        "/* why */\n#ifdef __CUDACC__\n#error\n#endif\ndouble f(double x) { return   FACTOR * x; }"
    )
    assert text(same, 3) == first
    assert text(same, 4) != first


def test_a_digest_has_every_part_that_is_compiled_for_a_device():
    text = kernel_files.text_read(kernel_files.KERNELS / "log.c", kernel_files.FMA)
    assert "first_log_256[256][2]" in text
    assert "first_log_256" not in kernel_files.text_read(kernel_files.KERNELS / "sin.c")
    assert "mm256_unpacklo_pd" in text
    assert "mm256_unpacklo_pd" not in kernel_files.text_read(kernel_files.KERNELS / "log.c")
