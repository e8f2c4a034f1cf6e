from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from samebits.commands.report import command
from samebits.common.reading import read_lines
from samebits.reports.badge import badge
from samebits.reports.errors import ReportError
from samebits.reports.markdown import markdown
from samebits.reports.publishing import (
    ENDING,
    FOLDER,
    PAGE,
    page,
    place,
    publish,
    published,
)
from samebits.reports.reading import contents
from samebits.reports.tests.synthetic import ENVIRONMENT, HOSTILE, case, failing
from samebits.reports.tests.test_verify import resealed
from samebits.reports.verify import verify
from samebits.reports.withdrawn import withdrawn

Writer = Callable[..., Path]

WITHDRAWN = {
    "claim": "reduce@0.1 on toy:cpu", "erratum": "7", "sources": ENVIRONMENT["source_digest"],
    "device": "toy:cpu", "profile": "reduce",
}  # fmt: skip


def test_a_published_report_is_the_same_report_compressed(write: Writer, tmp_path: Path) -> None:
    path = write([case("exp"), case("sum")])
    (target,) = publish([path], tmp_path / "published")
    assert target.name.endswith(ENDING)
    assert target.relative_to(tmp_path / "published") == place(verify(path))
    assert contents(target) == path.read_bytes()
    assert verify(target).verdict == verify(path).verdict
    assert target.stat().st_size < path.stat().st_size


def test_the_list_holds_every_report_with_verdict_and_link(write: Writer, tmp_path: Path) -> None:
    good = write([case("exp"), case("sum")], name="good.jsonl", device="one")
    bad = write([failing("exp"), case("sum")], name="bad.jsonl", device="two")
    targets = publish([good, bad], tmp_path / "p")
    text = (tmp_path / "p" / PAGE).read_text()
    assert "**PASS**" in text
    assert "**FAIL**" in text
    for target in targets:
        assert f"({target.relative_to(tmp_path / 'p').as_posix()})" in text


def test_publishing_again_changes_nothing(write: Writer, tmp_path: Path) -> None:
    path = write([case("exp")])
    (target,) = publish([path], tmp_path / "p")
    before = target.read_bytes(), (tmp_path / "p" / PAGE).read_bytes()
    publish([target], tmp_path / "p")
    assert (target.read_bytes(), (tmp_path / "p" / PAGE).read_bytes()) == before


def test_another_report_is_never_put_in_the_place_of_one(write: Writer, tmp_path: Path) -> None:
    publish([write([case("exp")])], tmp_path / "p")
    other = write([case("exp"), case("sum")])
    with pytest.raises(ReportError, match="not replaced"):
        publish([other], tmp_path / "p")


@pytest.mark.parametrize("part", [{"filters": {"op": ["exp"]}}, {"shard": "1/2"}])
def test_a_part_of_a_run_is_refused(write: Writer, tmp_path: Path, part: dict[str, object]) -> None:
    with pytest.raises(ReportError, match="part of a run"):
        publish([write([case("exp")], **part)], tmp_path / "p")
    assert not (tmp_path / "p").exists()


def test_nothing_is_written_when_one_of_several_is_not_valid(write: Writer, tmp_path: Path) -> None:
    good, bad = write([case("exp")], name="a.jsonl"), write([case("sum")], name="b.jsonl")
    bad.write_bytes(bad.read_bytes().replace(b'"pass"', b'"fail"', 1))
    with pytest.raises(ReportError):
        publish([good, bad], tmp_path / "p")
    assert not (tmp_path / "p").exists()


def test_names_of_strangers_stay_within_the_folder_and_the_table(
    write: Writer, tmp_path: Path
) -> None:
    environment = ENVIRONMENT | {"device": HOSTILE, "cpu": "c"}
    path = write([case("exp")], backend="../..", device="/etc", environment=environment)
    (target,) = publish([path], tmp_path / "p")
    assert tmp_path / "p" in target.resolve().parents
    text = (tmp_path / "p" / PAGE).read_text()
    assert "<script" not in text.replace("\\<script", "")
    assert sum(line.startswith("| ") for line in text.splitlines()) == 2


def test_a_backend_that_calls_itself_by_another_s_name_is_published_under_its_own(
    write: Writer, tmp_path: Path
) -> None:
    path = write([case("exp")], backend="c", device="avx512")
    report = verify(path)
    assert report.name == "toy:avx512"
    assert "on toy, which calls itself c:avx512" in report.verdict.text
    assert place(report).parts[1:3] == ("toy", "avx512")
    publish([path], tmp_path / "p")
    assert "| toy:avx512 |" in (tmp_path / "p" / PAGE).read_text()


def test_a_damaged_or_endless_gzip_file_is_one_line(
    write: Writer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = gzip.compress(write([case("exp")]).read_bytes())
    path = tmp_path / "report.jsonl.gz"
    path.write_bytes(packed[: len(packed) // 2])
    with pytest.raises(ReportError, match="not a complete gzip file"):
        verify(path)
    path.write_bytes(packed)
    monkeypatch.setattr("samebits.reports.reading.read_lines", partial(read_lines, most=100))
    with pytest.raises(ReportError, match="it is not read"):
        verify(path)


def test_the_command_names_what_it_published(write: Writer, tmp_path: Path) -> None:
    path = write([case("exp")])
    result = CliRunner().invoke(command, ["publish", str(path), "--to", str(tmp_path / "p")])
    assert result.exit_code == 0
    assert f"published: {tmp_path / 'p'}" in result.output


def test_what_this_repository_publishes_is_valid_and_listed() -> None:
    assert published(), "reports/published holds no report"
    assert (FOLDER / PAGE).read_text() == page()


def test_V1_a_withdrawn_claim_is_published_still_and_marked(
    write: Writer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """V1.7: the list, `verify`, the pages and the badge all show the withdrawal."""
    folder = tmp_path / "p"
    (target,) = publish([write([case("exp"), case("sum")])], folder)
    assert "withdrawn** (" not in page(folder)
    listed = tmp_path / "withdrawn.json"
    listed.write_text(json.dumps({verify(target).footer.sha256: WITHDRAWN}))
    monkeypatch.setattr("samebits.reports.withdrawn.LIST", listed)
    assert "| **withdrawn** (erratum 7): **PASS** " in page(folder)
    report = verify(target)
    assert (report.mark, report.tone, report.sign) == ("PASS, withdrawn", "bad", "✗")
    assert "withdrawn (erratum 7)" in badge(report)
    assert "✗ **PASS, withdrawn**" in markdown([report])
    result = CliRunner().invoke(command, ["verify", str(target)])
    assert result.exit_code == 1
    assert "on this device are withdrawn by erratum 7 (docs/errata.md)" in result.output
    assert "withdrawn: see erratum 7" in result.output


def test_V1_a_list_of_withdrawn_claims_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    listed = tmp_path / "withdrawn.json"
    for text in ("[1]", '{"a": 1}', '{"a": {}}', "{"):
        listed.write_text(text)
        with pytest.raises(ReportError, match="is not a list of withdrawn claims"):
            withdrawn(listed)


def test_V1_every_withdrawn_claim_is_that_of_a_published_report_and_has_an_erratum() -> None:
    """V1.5, V1.7: an erratum says what was wrong and how it was found."""
    errata = (FOLDER.parent.parent / "docs" / "errata.md").read_text()
    known = {report.footer.sha256: report for report in published()}
    assert withdrawn()
    for sha, claim in withdrawn().items():
        assert claim.concerns(known[sha].header)
        part = errata.split(f"## Erratum {claim.erratum}: ")[1].split("\n## ")[0]
        assert f"`{sha}`" in part
        assert f"`{claim.sources}`" in part
    assert {sha for sha, report in known.items() if report.erratum} == set(withdrawn())


def test_V1_a_withdrawn_claim_stays_so_when_its_report_is_sealed_or_made_again(
    write: Writer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """V1.7: one second added to `finished` once removed the word "withdrawn"."""
    listed = tmp_path / "withdrawn.json"
    listed.write_text(json.dumps({"ab" * 32: WITHDRAWN}))
    monkeypatch.setattr("samebits.reports.withdrawn.LIST", listed)
    path = write([case("exp"), case("sum")])
    later = "2026-12-01T00:00:01+00:00"
    resealed(path, lambda rows: rows[-1].update(finished=later))
    assert verify(path).erratum == "7"
    assert CliRunner().invoke(command, ["verify", str(path)]).exit_code == 1
    made = {"module_digest": "cd" * 32, "source_digest": "ef" * 32}
    assert verify(write([case("sum")], environment=ENVIRONMENT | made)).erratum == "7"
    other = {"source_digest": "ef" * 32}
    assert not verify(write([case("sum")], environment=ENVIRONMENT | other)).erratum
    assert not verify(write([case("sum")], device="gpu")).erratum
    assert not verify(write([case("exp")], profiles=("math",))).erratum
