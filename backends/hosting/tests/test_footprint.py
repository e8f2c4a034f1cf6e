"""Tests of the memory of a process group, read from /proc.

A value that is missing in /proc counts as 0.
"""

import os
import subprocess
import sys

import pytest

from samebits.backends.hosting import footprint
from samebits.backends.hosting.memory import PAGE


@pytest.fixture
def processes(tmp_path, monkeypatch):
    """Return a folder like /proc: two processes of group 7, one of group 8, and ended processes."""
    monkeypatch.setattr(footprint, "_PROCESSES", tmp_path)
    for number, group, statm, kib in (
        (10, 7, "900 500 100 1 0 1 0", 64),
        (11, 7, "900 300 200 1 0 1 0", 12),
        (12, 8, "900 800 0 1 0 1 0", 99),
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "stat").write_text(f"{number} (a ) 7 7 7) S 1 {group} {number} 0 -1\n")
        (folder / "statm").write_text(statm + "\n")
        (folder / "smaps_rollup").write_text(
            f"Rss: 1 kB\nPss_Anon:  {kib} kB\nPss_Shmem: 4 kB\nPss: 5 kB\n"
        )
    for number in range(13, 21):  # ended processes
        (tmp_path / f"{number}").mkdir()
        (tmp_path / f"{number}" / "statm").write_text("900 700 0 1 0 1 0\n")
    (tmp_path / "self").mkdir()
    (tmp_path / "self" / "stat").write_text("1 (b) S 1 7 1\n")
    return tmp_path


def test_a_group_holds_at_most_what_its_processes_hold_files_included(processes):
    assert footprint.group_bytes(7, 1 << 40) == 800 * PAGE
    assert footprint.group_bytes(8, 1 << 40) == 800 * PAGE
    assert footprint.group_bytes(9, 0) == 0


def test_parts_that_several_hold_are_counted_once_where_the_limit_seems_passed(processes):
    assert footprint.group_bytes(7, 800 * PAGE) == 800 * PAGE
    assert footprint.group_bytes(7, 800 * PAGE - 1) == (76 + 8) * 1024


def test_memory_that_a_process_shares_without_a_file_is_counted():
    """/proc counts this memory as shared, not as the process's own, so it was once overlooked."""
    code = (
        "import mmap, sys\n"
        "m = mmap.mmap(-1, 64 << 20)\n"
        "for at in range(0, 64 << 20, 4096): m[at] = 1\n"
        "print(flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0
    ) as process:
        assert process.stdout.readline()
        assert footprint.group_bytes(process.pid, 0) > 64 << 20
        process.stdin.close()


def test_a_kernel_that_does_not_tell_the_parts_is_asked_for_the_whole(processes):
    (processes / "10" / "smaps_rollup").unlink()
    (processes / "11" / "smaps_rollup").write_text("Rss: 1 kB\n")
    assert footprint.group_bytes(7, 0) == 500 * PAGE
    (processes / "10" / "statm").unlink()
    (processes / "11" / "statm").write_text("odd\n")
    assert footprint.group_bytes(7, 0) == 0


def test_a_process_that_ended_meanwhile_holds_nothing(processes):
    (processes / "10" / "stat").write_text("10 (a) S 1\n")
    assert footprint.group_bytes(7, 1 << 40) == 300 * PAGE


def test_the_usual_limit_is_three_quarters_of_the_machine(monkeypatch):
    asked = {"SC_PHYS_PAGES": 1000}
    monkeypatch.setattr(footprint.os, "sysconf", asked.__getitem__)
    assert footprint.usual_memory_limit() == 750 * PAGE
    for error in (ValueError("unknown"), OSError(22, "odd")):

        def refused(name, error=error):
            raise error

        monkeypatch.setattr(footprint.os, "sysconf", refused)
        assert footprint.usual_memory_limit() == 0


def test_this_process_holds_something():
    assert footprint.group_bytes(os.getpgrp(), 1 << 60) > 1 << 20


def test_what_cannot_be_read_counts_as_nothing(processes):
    for name, told in (("10", "odd\n"), ("11", None)):
        (processes / name / "smaps_rollup").unlink()
        (processes / name / "statm").unlink()
        if told:
            (processes / name / "statm").write_text(told)
    assert footprint.group_bytes(7, 1 << 40) == 0
    assert footprint.group_bytes(7, -1) == 0


def test_of_odd_lines_about_parts_the_whole_is_asked(processes):
    (processes / "10" / "smaps_rollup").write_text("odd\nPss_Anon: 64 kB\nPss_Shmem: 4 kB\n")
    (processes / "11" / "smaps_rollup").write_text("Pss_Anon: many kB\nPss_Shmem: 4 kB\n")
    assert footprint.group_bytes(7, 0) == 68 * 1024 + 100 * PAGE
