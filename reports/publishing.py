"""Published reports: compressed, named by what was judged, listed on one page, never replaced.

    reports/published/VERSION/BACKEND/DEVICE/HARDWARE-PROFILES-LEVEL-TIME.jsonl.gz

VERSION is the version of the suite. TIME is the begin of the run in UTC. README.md in the folder is
the list of reports. It is made only from the verified reports.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Sequence
from pathlib import Path

from samebits.conformance.results.verdict import spelled_of
from samebits.reports.errors import ReportError
from samebits.reports.facts import VerifiedReport
from samebits.reports.files import write_whole, write_whole_bytes
from samebits.reports.markdown import code, escape
from samebits.reports.reading import contents
from samebits.reports.verify import verify
from samebits.spec.profiles import PROFILES

FOLDER = Path(__file__).resolve().parent / "published"
PAGE = "README.md"
ENDING = ".jsonl.gz"

_HEAD = """# Published reports

Made by `samebits report publish` from the reports in the folders below. A report contains the
complete evidence of one run of the judge on one device: every planned case with its outcome, sealed
by a SHA-256. You can check a report without the machine that made it:

    samebits report verify FILE

- A report names the vectors, sources, compiler and flags of its run. It is never changed. A later
  run makes another report.
- The list has only complete runs (without filter or shard), also those that fail.
- The verdict in the table follows the rules of today. A report of schema 1 states the verdict of
  its time in its last line, and `samebits report verify` shows both.
- If other vectors are installed than a report names, `verify` prints `not compared` and ends with
  status 3.
- A claim that is *withdrawn* was found to be wrong after the run. errata.md in the folder docs
  explains it.
"""


def hardware(report: VerifiedReport) -> str:
    """Return the hardware of the device: the GPU that the backend names, or else the processor."""
    facts = report.header.environment
    return facts.get("device") or facts.get("cpu") or facts.get("machine") or "unnamed"


def place(report: VerifiedReport) -> Path:
    """Return the path of a published report, relative to the folder of published reports."""
    header = report.header
    whole = set(header.profiles) == set(PROFILES)
    profiles = "all" if whole else "-".join(header.profiles)
    started = re.sub(r"[^0-9T]", "", header.started.partition("+")[0])
    name = f"{_slug(hardware(report))}-{profiles}-{header.level}-{started}{ENDING}"
    return Path(
        _slug(header.suite_version), _slug(spelled_of(header)), _slug(header.device), name.lower()
    )


def publish(paths: Sequence[Path], folder: Path = FOLDER) -> list[Path]:
    """Verify reports, store each one compressed, and rewrite the list of published reports.

    Returns the new paths. If a report is invalid or incomplete, or if its path has a different
    report, raises ReportError before anything is written.
    """
    kept = {}
    for path in paths:
        report = verify(path)
        if report.header.filters or report.header.shard:
            raise ReportError(
                f"{path}: is part of a run (filters or shards); certify whole profiles to publish"
            )
        target, data = folder / place(report), contents(path)
        if target.exists() and contents(target) != data:
            raise ReportError(
                f"{target} contains another report; a published report is not replaced"
            )
        kept[target] = gzip.compress(data, 9, mtime=0)
    for target, data in kept.items():
        if not target.exists():
            write_whole_bytes(target, data)
    write_whole(folder / PAGE, page(folder))
    return list(kept)


def page(folder: Path = FOLDER) -> str:
    """Return the list of all published reports as Markdown.

    Every report is verified. Raises ReportError if one is invalid.
    """
    rows = sorted((_key(report), _row(report, folder)) for report in published(folder))
    if not rows:
        return f"{_HEAD}\nNo report has been published yet.\n"
    columns = "| device | hardware | profiles | level | cases | verdict | vectors | run | report |"
    lines = [columns, "|---|---|---|---|---:|---|---|---|---|", *(row for _, row in rows)]
    return "\n".join([_HEAD, *lines]) + "\n"


def published(folder: Path = FOLDER) -> list[VerifiedReport]:
    """Return all reports in the folder, verified. Raises ReportError if one is invalid."""
    return [verify(path) for path in sorted(folder.rglob(f"*{ENDING}"))]


def _key(report: VerifiedReport) -> tuple[str, ...]:
    header = report.header
    return header.suite_version, spelled_of(header), header.device, header.started


def _row(report: VerifiedReport, folder: Path) -> str:
    header = report.header
    said = f"**withdrawn** (erratum {escape(report.erratum)}): " if report.erratum else ""
    where = report.path.relative_to(folder).as_posix()
    cells = (
        escape(report.name),
        escape(hardware(report)),
        escape(", ".join(header.profiles)),
        escape(header.level),
        f"{report.footer.run:,}",
        f"{said}**{report.verdict.word}** {escape(report.verdict.text)}",
        code(header.manifest_root[:12]),
        escape(header.started.partition("T")[0]),
        f"[{code(report.footer.sha256[:12])}]({where})",
    )
    return f"| {' | '.join(cells)} |"


def _slug(text: str) -> str:
    """Return the text with all characters replaced that are not safe in a file name."""
    return re.sub(r"[^A-Za-z0-9.]+", "-", text).strip("-.") or "unnamed"
