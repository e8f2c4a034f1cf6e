"""Test that report lines are read one by one, with limits, and that errors name the line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from samebits.reports import reading
from samebits.reports.chain import Chain
from samebits.reports.errors import ReportError
from samebits.reports.lines import decode, encode
from samebits.reports.reading import MOST_CHARACTERS, SUFFIX, contents, read_partial, read_report
from samebits.reports.tests.synthetic import case, header_for, interrupt, mixed
from samebits.reports.tests.test_verify import resealed

Writer = Callable[..., Path]
Record = dict[str, Any]


def refused(path: Path, words: str) -> None:
    with pytest.raises(ReportError) as caught:
        read_report(path)
    assert words in str(caught.value)
    assert str(caught.value).startswith(str(path))


def change_of(number: int, **members: Any) -> Callable[[list[Record]], None]:
    return lambda rows: rows[number].update(members)


def test_a_report_is_its_header_its_cases_and_its_footer(write: Writer) -> None:
    rows = read_report(write())
    assert rows.header == header_for(mixed())
    assert sorted(r.id for r in rows.results) == sorted(r.id for r in mixed())
    assert rows.last == len(mixed()) + 2


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (change_of(0, record="case"), "line 1: a report begins with its header, not with a case"),
        (change_of(1, record="header"), "line 2: a header is among the cases"),
        (
            change_of(1, record="other"),
            "line 2: the member record is 'other', not one of header, case, foot",
        ),
        (change_of(1, record="x" * 90), f"line 2: the member record is '{'x' * 80}', not one of"),
        (lambda rows: rows[1].pop("record") and None, "line 2: the member record is 'None'"),
        (change_of(0, schema=True), "line 1: schema True; this samebits reads schema 1 and"),
        (change_of(0, schema=1.0), "line 1: schema 1.0; this samebits"),
        (change_of(0, schema="9" * 90), f"line 1: schema {'9' * 80}; this samebits"),
        (change_of(0, schema=1), "line 2: schema 1 has no outcome"),
        (change_of(1, id="\u00a0x"), "line 2: the id '\\xa0x' holds unprintable characters"),
        (change_of(1, id="a\nb"), "line 2: the id 'a\\nb' holds unprintable characters"),
        (lambda rows: rows.insert(3, rows[2]), "line 4: "),
    ],
)
def test_a_line_that_cannot_stand_there_is_refused(
    write: Writer, change: Callable[[list[Record]], None], words: str
) -> None:
    only = [case("exp", outcome="not_applicable"), case("sum"), case("log")]
    refused(resealed(write(only), change), words)


def test_a_pass_has_neither_wrong_elements_nor_examples(write: Writer) -> None:
    example = {"address": "a", "index": 0, "inputs": [], "wanted": "", "got": "", "ulp": None}
    for members, number in (({"wrong": 2}, 2), ({"examples": [example]}, 0)):
        path = resealed(write([case("exp")]), change_of(1, **members))
        refused(path, f"line 2: exp/f32/group/a passes with {number} wrong elements")


def test_an_id_has_at_most_500_characters(write: Writer) -> None:
    read_report(resealed(write([case("exp")]), change_of(1, id="x" * MOST_CHARACTERS)))
    path = resealed(write([case("exp")]), change_of(1, id="x" * (MOST_CHARACTERS + 1)))
    refused(path, "line 2: an id has 501 characters")


def test_a_report_has_a_limited_number_of_cases(
    write: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write([case("exp", name=n) for n in "abc"])
    monkeypatch.setattr(reading, "MOST_CASES", 3)
    assert len(read_report(path).results) == 3
    monkeypatch.setattr(reading, "MOST_CASES", 2)
    refused(path, "line 4: more than 2 cases; it is not read")


def test_nothing_stands_behind_the_footer_and_no_line_is_cut_off(write: Writer) -> None:
    path = write([case("exp")])
    whole = path.read_bytes()
    path.write_bytes(whole + whole.splitlines(keepends=True)[1])
    refused(path, "line 4: there is text after the footer")
    path.write_bytes(whole[:-1])
    refused(path, "line 3: the line has no end, so the file is truncated")


def test_a_footer_alone_is_no_report(write: Writer) -> None:
    path = write([case("exp")])
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[-1])
    refused(path, "line 1: a report begins with its header, not with a footer")


@pytest.mark.parametrize(
    ("name", "advice"), [("r.jsonl", "run it again"), ("r.partial", "finish it with --resume")]
)
def test_without_a_footer_the_name_tells_what_to_do(
    write: Writer, tmp_path: Path, name: str, advice: str
) -> None:
    lines = write([case("exp")]).read_bytes().splitlines(keepends=True)
    (tmp_path / name).write_bytes(b"".join(lines[:-1]))
    refused(
        tmp_path / name,
        f"line 2: there is no footer, so the run was interrupted or the file was cut; {advice}",
    )


def test_an_interrupted_report_is_read_as_far_as_its_lines_are_whole(
    write: Writer, tmp_path: Path
) -> None:
    report = write([case("exp"), case("sum")])
    rows = report.read_bytes().splitlines(keepends=True)
    part = report.with_name(report.name + SUFFIX)
    interrupt(report, 2, rest=rows[2][:-1])
    found = read_partial(part)
    assert (found.header.planned, len(found.results)) == (2, 1)
    lines = part.read_bytes().splitlines(keepends=True)
    assert found.length == len(lines[0]) + len(lines[1])
    part.write_bytes(lines[0][:-1])
    with pytest.raises(ReportError, match="no whole line was written; run without --resume"):
        read_partial(part)
    chain = Chain()
    part.write_bytes(b"".join(chain.link(row) for row in (rows[0], rows[1], rows[1])))
    with pytest.raises(ReportError, match="line 3: .* is already on line 2"):
        read_partial(part)


def test_what_cannot_be_read_is_refused_with_its_path(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match=f"^{tmp_path / 'absent'}: cannot be read"):
        contents(tmp_path / "absent")
    (tmp_path / "f").write_bytes(b"ab")
    assert contents(tmp_path / "f") == b"ab"


def test_a_line_is_one_ascii_object_with_the_kind_first() -> None:
    line = encode("case", {"a": "\u00e9", "b": [1, None]})
    assert line == b'{"record":"case","a":"\\u00e9","b":[1,null]}\n'
    assert decode(line, "here") == ("case", {"a": "\u00e9", "b": [1, None]})
    with pytest.raises(ValueError, match="Out of range"):
        encode("case", {"a": float("nan")})
    for text, words in (
        (b"[1]", "^here: the line is not a JSON object$"),
        (b"{", "^here: not valid JSON"),
    ):
        with pytest.raises(ReportError, match=words):
            decode(text, "here")
    with pytest.raises(
        ReportError, match="^here: the member record is 'None', not one of header, case"
    ):
        decode(json.dumps({"a": 1}).encode(), "here")
