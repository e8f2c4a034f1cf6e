"""Test resuming a certification that was interrupted, or that is already complete."""

from __future__ import annotations

from pathlib import Path

import pytest

from samebits.reports.tests.by_hand import BACKEND, NEG, Certify, report_of
from samebits.reports.tests.synthetic import interrupt
from samebits.reports.verify import verify

DRAWN = ("--op", "neg", "--set", "drawn", "--level", "standard")


def test_an_interrupted_run_is_resumed_where_it_stopped(certify: Certify) -> None:
    certify("--device", "right", *NEG)
    target = report_of("right")
    rows = target.read_bytes().splitlines(keepends=True)
    kept = interrupt(target, 4, rest=rows[4][:10])
    result = certify("--device", "right", "--resume", *NEG)
    assert result.exit_code == 0
    again = target.read_bytes().splitlines(keepends=True)
    assert again[:4] == kept
    assert len(again) == len(rows)
    assert verify(target).verdict.ok


def test_a_line_that_was_changed_before_the_resumption_is_named(certify: Certify) -> None:
    certify("--device", "right", *NEG)
    target = report_of("right")
    interrupt(target, 5)
    partial = target.with_name(target.name + ".partial")
    rows = partial.read_bytes().splitlines(keepends=True)
    assert b'"wrong":0' in rows[3]
    rows[3] = rows[3].replace(b'"wrong":0', b'"wrong":1')
    partial.write_bytes(b"".join(rows))
    result = certify("--device", "right", "--resume", *NEG)
    assert result.exit_code == 2
    assert f"{partial} line 4: does not follow from the lines before it" in result.stdout
    assert "--resume to begin anew" in result.stdout
    assert not target.exists()
    assert partial.read_bytes() == b"".join(rows)


def test_another_run_is_not_resumed(certify: Certify) -> None:
    certify("--device", "right", *NEG)
    before = report_of("right").read_bytes()
    result = certify("--device", "right", "--resume", "--op", "neg", "--format", "f16")
    assert result.exit_code == 2
    assert "it was begun with --op neg --set golden, and this run has --op neg" in result.stdout
    assert report_of("right").read_bytes() == before


def test_a_finished_report_is_resumed_by_writing_it_again(certify: Certify) -> None:
    certify("--device", "right", *NEG)
    before = report_of("right").stat().st_ino
    assert certify("--device", "right", "--resume", *NEG).exit_code == 0
    assert report_of("right").stat().st_ino != before


LOADS = """
    def run(self, call, inputs, outputs):
        self.right(call, inputs, outputs)
        if os.path.exists("wrong"):
            bits_of(outputs[0]).reshape(-1)[...] = 0
    def right("""


@pytest.mark.parametrize("lines", [4, None], ids=["interrupted", "finished"])
def test_code_that_became_wrong_where_no_digest_sees_it_ends_a_resumption(
    certify: Certify, tmp_path: Path, lines: int | None
) -> None:
    (tmp_path / "loads.py").write_text(BACKEND.replace("\n    def run(", LOADS, 1))
    loads = ("--device", "right", *NEG)
    assert certify(*loads, backend="py:loads:backend").exit_code == 0
    target = report_of("right")
    if lines:
        interrupt(target, lines)
    assert certify(*loads, "--resume", backend="py:loads:backend").exit_code == 0
    if lines:
        interrupt(target, lines)
    Path("wrong").touch()
    # the second attempt repeats a different sample, and does not continue either
    for _ in range(2):
        result = certify(*loads, "--resume", backend="py:loads:backend")
        assert result.exit_code == 2
        assert "PASS" not in result.stdout
        assert "run without --resume to begin anew" in result.stdout
        assert "continue with --resume" not in result.stdout
        assert not target.exists()
    assert certify(*loads, backend="py:loads:backend").exit_code == 1


def test_a_resumed_run_keeps_the_seed_and_another_seed_is_refused(certify: Certify) -> None:
    certify("--device", "right", *DRAWN)
    target = report_of("right")
    seed = verify(target).header.seed
    kept = interrupt(target, 4)
    refused = certify("--device", "right", "--resume", "--seed", "abc", *DRAWN)
    assert refused.exit_code == 2
    assert f"its seed was {seed}" in refused.stdout
    given = ("--seed", seed)
    for more in ((), given):  # resuming with a new seed does not count as choosing the seed
        interrupt(target, 4) if more else None
        assert certify("--device", "right", "--resume", *more, *DRAWN).exit_code == 0
        assert target.read_bytes().splitlines(keepends=True)[:4] == kept
        assert verify(target).header.seed_origin == "fresh"
    assert verify(target).header.seed == seed
