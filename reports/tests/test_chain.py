"""Test that a partial report is resumed if it was cut off, but not if its lines were changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from samebits.reports.chain import Chain
from samebits.reports.errors import ReportError
from samebits.reports.reading import read_partial, read_report
from samebits.reports.tests.synthetic import interrupt, mixed

LINES = 6


@pytest.fixture
def partial(write: Callable[..., Path]) -> Path:
    """Return a partial report with the header and five cases."""
    target = write()
    interrupt(target, LINES)
    return target.with_name(target.name + ".partial")


def rows_of(partial: Path) -> list[bytes]:
    return partial.read_bytes().splitlines(keepends=True)


def test_a_line_holds_the_digest_of_all_lines_so_far_as_they_stand_in_the_report(
    write: Callable[..., Path],
) -> None:
    target = write()
    lines = target.read_bytes().splitlines(keepends=True)[:LINES]
    interrupt(target, LINES)
    for number, row in enumerate(rows_of(target.with_name(target.name + ".partial")), start=1):
        digest = sha256(b"".join(lines[:number])).hexdigest()
        assert json.loads(row) == {**json.loads(lines[number - 1]), "chain": digest}


@pytest.mark.parametrize("number", range(LINES))
def test_a_digit_changed_in_any_line_is_refused_with_its_number(partial: Path, number: int) -> None:
    rows = rows_of(partial)
    for at, byte in enumerate(rows[number]):
        if byte not in b"0123456789":
            continue
        changed = rows[number][:at] + b"%d" % ((byte - 47) % 10) + rows[number][at + 1 :]
        partial.write_bytes(b"".join([*rows[:number], changed, *rows[number + 1 :]]))
        with pytest.raises(ReportError, match=f"line {number + 1}: does not follow") as caught:
            read_partial(partial)
        assert "without --resume" in str(caught.value)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("number", range(LINES - 1))
def test_a_line_left_out_or_moved_breaks_the_chain(partial: Path, number: int) -> None:
    rows = rows_of(partial)
    partial.write_bytes(b"".join(rows[:number] + rows[number + 1 :]))
    with pytest.raises(ReportError, match=f"line {number + 1}: does not follow"):
        read_partial(partial)
    rows[number], rows[number + 1] = rows[number + 1], rows[number]
    partial.write_bytes(b"".join(rows))
    with pytest.raises(ReportError, match=f"line {number + 1}: does not follow"):
        read_partial(partial)


def test_a_line_of_another_report_breaks_the_chain_though_it_has_a_digest(
    partial: Path, write: Callable[..., Path]
) -> None:
    other = write(name="other.jsonl", level="full")
    interrupt(other, LINES)
    rows = rows_of(partial)
    rows[3] = rows_of(other.with_name(other.name + ".partial"))[3]
    partial.write_bytes(b"".join(rows))
    with pytest.raises(ReportError, match="line 4: does not follow"):
        read_partial(partial)


def test_a_last_line_that_a_kill_cut_off_is_left_out_at_every_byte(partial: Path) -> None:
    rows = rows_of(partial)
    for length in range(len(rows[-1])):
        partial.write_bytes(b"".join(rows[:-1]) + rows[-1][:length])
        found = read_partial(partial)
        assert list(found.results) == mixed()[: LINES - 2]
        assert found.length == len(b"".join(rows[:-1]))


def test_a_line_without_digest_is_told_from_one_that_was_changed(partial: Path) -> None:
    rows = rows_of(partial)
    line = json.loads(rows[2])
    del line["chain"]
    rows[2] = json.dumps(line, separators=(",", ":")).encode() + b"\n"
    partial.write_bytes(b"".join(rows))
    with pytest.raises(ReportError, match="line 3: does not end with a digest"):
        read_partial(partial)


def test_a_partial_report_under_the_name_of_a_finished_one_is_none(partial: Path) -> None:
    named = partial.with_name("whole.jsonl")
    named.write_bytes(partial.read_bytes())
    with pytest.raises(ReportError, match=r"line 1: .* unfinished report .*--resume"):
        read_report(named)


def test_two_chains_are_equal_where_they_took_the_same_lines() -> None:
    first, second = Chain(), Chain()
    assert first == second
    first.link(b'{"a":1}\n')
    assert first != second
    second.link(b'{"a":1}\n')
    assert first == second
