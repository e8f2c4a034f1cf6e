from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from samebits.reports.errors import ReportError
from samebits.reports.tests.synthetic import case, failing, header_for, mixed
from samebits.reports.verify import verify

Writer = Callable[..., Path]
Record = dict[str, Any]

LAST = len(mixed()) + 2
"""The line number of the footer."""
FAILING = 1 + [r.outcome for r in mixed()].index("fail")
"""The index of the first failing row."""


def resealed(path: Path, change: Callable[[list[Record]], None]) -> Path:
    """Change the decoded lines and seal them again, as a forger would who knows the format."""
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    change(rows)
    return sealed(path, [json.dumps(row).encode() + b"\n" for row in rows])


def sealed(path: Path, rows: list[bytes]) -> Path:
    """Write the lines with a footer that has the right SHA-256, and return the path."""
    footer = json.loads(rows[-1]) | {"sha256": ""}
    empty = json.dumps(footer, separators=(",", ":")).encode() + b"\n"
    footer["sha256"] = hashlib.sha256(b"".join(rows[:-1]) + empty).hexdigest()
    last = json.dumps(footer, separators=(",", ":")).encode() + b"\n"
    path.write_bytes(b"".join(rows[:-1]) + last)
    return path


def refused(path: Path, *words: str) -> None:
    with pytest.raises(ReportError) as caught:
        verify(path)
    text = str(caught.value)
    assert "\n" not in text
    assert str(path) in text
    for word in words:
        assert word in text


def test_a_report_reads_back_equal_to_what_was_written(write: Writer) -> None:
    report = verify(write())
    assert report.results == tuple(mixed())
    assert report.header == header_for(mixed())
    assert report.footer.run == len(mixed())
    assert not report.verdict.ok


def test_a_report_of_passes_is_ok(write: Writer) -> None:
    report = verify(write([case("exp"), case("sum")]))
    assert report.verdict.ok
    assert report.mark == "PASS"


@pytest.mark.parametrize("number", range(1, LAST + 1))
def test_every_removed_line_is_refused(write: Writer, number: int) -> None:
    path = write()
    rows = path.read_bytes().splitlines(keepends=True)
    del rows[number - 1]
    path.write_bytes(b"".join(rows))
    refused(path, "line")


def test_a_doubled_line_is_refused(write: Writer) -> None:
    path = write()
    rows = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*rows[:3], rows[2], *rows[3:]]))
    refused(path, "line 4", "is already on line 3")


def test_a_flipped_bit_of_any_byte_is_refused(write: Writer) -> None:
    path = write([case("exp")])
    data = path.read_bytes()
    for i in range(len(data)):
        path.write_bytes(data[:i] + bytes([data[i] ^ 1 << i % 8]) + data[i + 1 :])
        with pytest.raises(ReportError):
            verify(path)


def test_every_truncation_is_refused(write: Writer) -> None:
    path = write([case("exp")])
    data = path.read_bytes()
    for size in range(len(data)):
        path.write_bytes(data[:size])
        with pytest.raises(ReportError):
            verify(path)


def test_a_report_without_footer_is_refused(write: Writer) -> None:
    path = write()
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    refused(path, f"line {LAST - 1}", "there is no footer")


def test_an_absent_and_an_empty_file_are_refused(tmp_path: Path) -> None:
    refused(tmp_path / "absent.jsonl", "cannot be read")
    (tmp_path / "empty.jsonl").write_bytes(b"")
    refused(tmp_path / "empty.jsonl", "empty")


def test_another_digest_in_the_footer_is_refused(write: Writer) -> None:
    path = write([case("exp")])
    data = path.read_bytes()
    at = data.index(b'"sha256":"') + 10
    other = b"0" if data[at : at + 1] != b"0" else b"1"
    path.write_bytes(data[:at] + other + data[at + 1 :])
    refused(path, "line 3: the footer's sha256 does not match: a line was changed")


def test_a_file_of_nothing_is_called_empty(tmp_path: Path) -> None:
    (tmp_path / "nothing.jsonl").write_bytes(b"")
    with pytest.raises(ReportError, match=r"nothing\.jsonl: the file is empty$"):
        verify(tmp_path / "nothing.jsonl")


def test_a_count_that_the_footer_leaves_out_is_refused_though_it_is_of_nothing(
    write: Writer,
) -> None:
    path = resealed(write([case("exp")]), lambda rows: rows[-1]["counts"].pop("crash"))
    refused(path, "the footer counts None crash, the lines 0")


@pytest.mark.parametrize("name", ["word", "verdict", "claim"])
def test_what_does_not_follow_from_the_lines_is_named(write: Writer, name: str) -> None:
    other = "FAIL" if name == "word" else "all is well"
    refused(
        resealed(write([case("exp")]), lambda rows: rows[-1].update({name: other})),
        f"line 3: the {name} is '{other}', but from the lines follows",
    )


def test_what_was_checked_is_said(write: Writer) -> None:
    checks = verify(write([case("exp")])).checks
    assert checks[0] == "the SHA-256 of the footer seals 2 lines"
    assert checks[1] == "1 cases have a line, as many as planned, and the planned digest"
    assert checks[2] == "counts, word, verdict and claim follow from the lines"
    assert checks[3] == "environment, times, seconds and elements are those that a run can have"


def test_a_changed_outcome_is_refused_although_resealed(write: Writer) -> None:
    def change(rows: list[Record]) -> None:
        told: Record = {"examples": [], "max_ulp": None, "diagnosis": None}
        rows[FAILING] |= {"outcome": "pass", "wrong": 0, **told}

    refused(resealed(write(), change), f"line {LAST}", "the footer counts")


def test_a_pass_with_wrong_elements_is_refused(write: Writer) -> None:
    refused(resealed(write(), lambda rows: rows[FAILING].update(outcome="pass")), "3 wrong")


@pytest.mark.parametrize("member", ["diagnosis", "max_ulp"])
def test_a_pass_that_says_what_is_wrong_is_refused(write: Writer, member: str) -> None:
    bad = failing("exp")
    told = case("exp", **{member: getattr(bad, member)})
    with pytest.raises(ReportError, match="passes, but describes a mistake"):
        verify(write([told]))


def test_a_left_out_case_is_refused_although_resealed_and_recounted(write: Writer) -> None:
    def change(rows: list[Record]) -> None:
        del rows[FAILING]
        rows[-1]["counts"]["fail"] -= 1
        rows[-1]["run"] -= 1

    refused(resealed(write(), change), "planned")


def test_a_smaller_plan_is_refused_by_its_digest(write: Writer) -> None:
    def change(rows: list[Record]) -> None:
        del rows[FAILING]
        rows[-1]["counts"]["fail"] -= 1
        rows[-1]["run"] -= 1
        rows[-1]["planned"] -= 1
        rows[0]["planned"] -= 1

    refused(resealed(write(), change), "line 1", "planned digest")


def test_a_doubled_case_is_refused_with_both_lines(write: Writer) -> None:
    refused(resealed(write(), lambda rows: rows.insert(5, rows[2])), "line 6", "line 3")


def test_an_unknown_outcome_is_refused(write: Writer) -> None:
    refused(resealed(write(), lambda rows: rows[4].update(outcome="skipped")), "line 5", "skipped")


def test_an_unknown_member_and_a_missing_one_are_refused(write: Writer) -> None:
    refused(resealed(write(), lambda rows: rows[4].update(extra=1)), "line 5", "extra")
    refused(resealed(write(), lambda rows: rows[4].pop("id") and None), "line 5", "id")


def test_a_member_of_another_type_is_refused(write: Writer) -> None:
    refused(resealed(write(), lambda rows: rows[4].update(wrong="0")), "line 5", "wrong")


def test_a_second_header_is_refused(write: Writer) -> None:
    refused(resealed(write(), lambda rows: rows.insert(4, rows[0])), "line 5", "header")


def test_a_prettier_verdict_is_refused(write: Writer) -> None:
    forged = resealed(write(), lambda rows: rows[-1].update(verdict="conforms"))
    refused(forged, f"line {LAST}", "from the lines follows")


def test_a_claim_that_was_not_earned_is_refused(write: Writer) -> None:
    path = write([case("exp"), case("sum")])
    refused(resealed(path, lambda rows: rows[-1].update(claim="conforms to math@1")), "line 4")


def test_another_schema_version_is_refused(write: Writer) -> None:
    refused(resealed(write(), lambda rows: rows[0].update(schema=99)), "line 1", "schema 99")


@pytest.mark.parametrize(
    "line", [b"[1]", b"{", b'{"record":"case","a":NaN}', b'{"record":"case","a":1,"a":2}', b"\xff"]
)
def test_a_line_that_is_no_strict_json_object_is_refused(write: Writer, line: bytes) -> None:
    path = write()
    rows = path.read_bytes().splitlines(keepends=True)
    rows[4] = line + b"\n"
    refused(sealed(path, rows), "line 5")


def test_nothing_planned_is_no_pass(write: Writer, tmp_path: Path) -> None:
    write([])
    # An empty run is reported truthfully: its verdict is not PASS.
    assert not verify(tmp_path / "toy.jsonl").verdict.ok


def test_another_number_of_cases_in_the_footer_is_refused(write: Writer) -> None:
    path = resealed(write(), lambda rows: rows[-1].update(run=99))
    refused(path, f"line {LAST}: the footer says 99 run, the lines {len(mixed())}")


@pytest.mark.parametrize("line", [0, -1])
def test_header_and_footer_have_planned_as_many_as_ran(write: Writer, line: int) -> None:
    def change(rows: list[Record]) -> None:
        rows[line]["planned"] += 1

    refused(resealed(write(), change), f"line {LAST}", "a run that is not complete is not valid")


def test_the_first_outcome_that_is_counted_wrongly_is_named(write: Writer) -> None:
    def change(rows: list[Record]) -> None:
        rows[-1]["counts"] = dict.fromkeys(reversed(rows[-1]["counts"]), 90)

    refused(resealed(write(), change), "the footer counts 90 crash, the lines")


@pytest.mark.parametrize(("length", "shown"), [(300, "x" * 300 + "'"), (301, "x" * 300 + "...'")])
def test_a_long_verdict_is_cut_in_the_message(write: Writer, length: int, shown: str) -> None:
    path = resealed(write(), lambda rows: rows[-1].update(verdict="x" * length))
    refused(path, f"the verdict is '{shown}, but from the lines")


def test_V1_a_withdrawn_claim_is_named_among_the_checks(
    write: Writer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write([case("exp")])
    report = verify(path)
    assert not report.erratum
    assert not any("erratum" in check for check in report.checks)
    listed = tmp_path / "withdrawn.json"
    entry = {"erratum": "7", "sources": "cd" * 32, "device": "toy:cpu", "profile": "math"}
    listed.write_text(json.dumps({report.footer.sha256: entry}))
    monkeypatch.setattr("samebits.reports.withdrawn.LIST", listed)
    report = verify(path)
    assert report.erratum == "7"
    assert "withdrawn by erratum 7" in report.checks[-1]
