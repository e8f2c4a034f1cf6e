"""Test the program that tests the C backend on the operands that CORE-MATH publishes."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from samebits.backends.c.tests.exhaustive import published_f64
from samebits.conformance.trials import long_runs
from samebits.vectors.tests.test_published import checkout

if np.finfo(np.longdouble).nmant != 63:
    pytest.skip(
        "the filter needs an 80-bit long double, which this processor lacks: published operands of"
        " binary64 are not asked here",
        allow_module_level=True,
    )

EXP = "# worst cases\n0x1.9e9cbbfd6080bp-31\n-0x1.12d31a20fb38bp+5\n-0x1.9e9cbbfd6080bp-31\nnan\n"
POW = "0x1.ffffffffffffcp-1,0x1.fffffffffffffp-2 # 102\n"


@pytest.fixture
def asked(tmp_path, monkeypatch):
    """Return a function that runs the program on a small checkout.

    Records go to a temporary folder.
    """
    folder = checkout(tmp_path / "core-math", exp=EXP, pow=POW)
    monkeypatch.setattr(long_runs, "FOLDER", tmp_path / "records")
    monkeypatch.setattr(long_runs, "PAGE", tmp_path / "page.md")

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["published_f64", str(folder), *words])
        return published_f64.main()

    return run


def test_R2_every_row_is_asked_with_both_signs_and_a_whole_run_is_kept(asked, capsys):
    assert asked() == 0
    out = capsys.readouterr().out
    assert "exp: 4 rows, 0 wrong on c:baseline" in out
    assert "pow: 2 rows, 0 wrong on c:baseline" in out
    (kept,) = long_runs.records(published_f64.KIND)
    found = kept["functions"]["exp"]
    assert (found["rows"], found["apart"], found["examples"]) == (4, 0, [])
    assert found["second"] >= found["last"] > 0  # the last stage decides the hardest cases
    assert "| pow | 2 | 0 on baseline" in long_runs.PAGE.read_text()


def test_one_function_leaves_no_record(asked, capsys):
    assert asked("pow") == 0
    assert capsys.readouterr().out.startswith("pow: 2 rows")
    assert long_runs.records(published_f64.KIND) == []


def test_a_wrong_device_is_shown_and_ends_with_1(asked, capsys, monkeypatch):
    class Liar:
        def run(self, call, rows, results):
            results[0][:] = np.exp2(rows[0])

    monkeypatch.setattr(published_f64.fuzz_f64, "session", lambda device: Liar())
    assert asked("exp") == 1
    out = capsys.readouterr().out
    assert "exp: 4 rows, 4 wrong on c:baseline" in out
    assert "-0x1.12d31a20fb38bp+5: c:baseline has other bits" in out


def test_an_opinion_of_MPFR_that_differs_is_shown(asked, capsys, monkeypatch):
    monkeypatch.setattr(published_f64, "alone", lambda call, rows: np.zeros(2, np.uint64))
    assert asked("pow") == 1
    assert "MPFR has other bits" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "wanted"), [(["expp"], "expp is none of"), (["gelu"], "has no text for gelu")]
)
def test_a_wrong_name_is_one_line(asked, capsys, words, wanted):
    with pytest.raises(SystemExit):
        asked(*words)
    assert wanted in capsys.readouterr().err
