"""Test the progress display: lines without a terminal, and a bar on a terminal."""

import io

import pytest
from rich.console import Console

from samebits.common.progress import Watch


def _shown(total, done=0, *, terminal=False):
    stream = io.StringIO()
    console = Console(file=stream, force_terminal=terminal, width=100)
    with Watch("gate", total, console, done) as watch:
        for i in range(done, total):
            watch.count(f"unit {i}")
    return stream.getvalue()


def test_a_line_for_each_tenth_where_there_is_no_terminal():
    lines = _shown(25).splitlines()
    assert [line.rpartition(",")[0] for line in lines] == [
        f"gate: {n} of 25" for n in (3, 5, 8, 10, 13, 15, 18, 20, 23, 25)
    ]
    assert lines[-1].endswith(" 0 s")


def test_what_was_done_before_counts_and_is_not_told_again():
    assert _shown(20, 18).splitlines() == ["gate: 20 of 20, 0 s"]


@pytest.mark.parametrize("total", [0, 3, 9])
def test_a_few_things_need_no_lines(total):
    assert _shown(total) == ""


def test_a_bar_on_a_terminal_names_what_was_done_last():
    shown = _shown(25, terminal=True)
    assert "unit 24" in shown
    assert "min" not in shown
