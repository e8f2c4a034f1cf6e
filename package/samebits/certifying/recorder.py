"""A pytest plugin that writes a report while the judge runs (`-p samebits.certifying.recorder`).

Lines go to FILE.partial as results arrive, each with a digest of all lines so far (`chain.py`). An
interrupted run therefore loses no results, and changes to the file are detected. At the end, the
footer seals the lines without these digests, and FILE is written in one step. With --resume, an
interrupted report of the same run is continued. The judge then runs the remaining cases, and
repeats a sample of the finished cases.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

import pytest

from samebits.certifying.launch import MOST_REASON, REASON
from samebits.conformance import machine
from samebits.conformance.results.records import CaseResult, Footer, Header
from samebits.conformance.results.verdict import Verdict, count
from samebits.reports.chain import Chain
from samebits.reports.errors import ReportError
from samebits.reports.files import write_whole_bytes
from samebits.reports.lines import decode, encode, footer_line
from samebits.reports.reading import SUFFIX, partial_lines, read_partial
from samebits.reports.verify import verify

pytest_plugins = ["samebits.conformance.judging.plugin"]

_MAY_DIFFER = frozenset({"started", "command", "condition", "workers", "left_out"})
"""Members of the header that may differ when a report is resumed."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options --report, --receipt and --resume."""
    group = parser.getgroup("samebits")
    group.addoption("--report", metavar="FILE", help="write the report to FILE (JSON Lines)")
    group.addoption(
        "--receipt", type=int, metavar="FD", help="write the report's seal to this descriptor"
    )
    group.addoption(
        "--resume",
        action="store_true",
        help=f"continue an interrupted report (FILE{SUFFIX}) of the same run",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the recorder in the controller process, but not in a worker."""
    target = config.getoption("--report")
    if config.getoption("--resume") and not target:
        raise pytest.UsageError("--resume needs --report FILE: the report to continue")
    if target and not hasattr(config, "workerinput"):
        recorder = Recorder(
            Path(target),
            resume=bool(config.getoption("--resume")),
            receipt=config.getoption("--receipt"),
        )
        config.pluginmanager.register(recorder, "samebits-recorder")


class Recorder:
    """Writes one report. Hooks of the judge call it in the controller process.

    It writes the seal to the descriptor `receipt`, which only the process that started the judge
    reads.
    """

    def __init__(self, target: Path, *, resume: bool = False, receipt: int | None = None) -> None:
        self._receipt = receipt
        self._told = False
        self.target = target
        self.partial = target.with_name(target.name + SUFFIX)
        self.resume = resume
        self._stream: IO[bytes] | None = None
        self._chain = Chain()
        self._results: list[CaseResult] = []

    def pytest_samebits_begin(self, header: Header) -> Sequence[CaseResult]:
        """Open the report after planning. Return results that need not be computed again."""
        return self.begin(header)

    def pytest_samebits_result(self, result: CaseResult) -> None:
        """Write the line of a result."""
        self.add(result)

    def pytest_samebits_differs(self, result: CaseResult) -> None:
        """Write a second, different result of a finished case.

        Both results stay in the report, and the run cannot be resumed.
        """
        self._write(encode("case", result.to_json()))

    def pytest_samebits_failed(self, text: str) -> None:
        """Write the reason why the judge cannot continue, in place of the seal.

        Only the first counts.
        """
        if self._receipt is not None and not self._told:
            self._told = True
            os.write(self._receipt, REASON + text.encode("utf-8", "replace")[:MOST_REASON])

    def pytest_samebits_end(
        self, header: Header, verdict: Verdict, condition: Mapping[str, str]
    ) -> None:
        """Finish the report after the judge has computed the verdict."""
        self.finish(header, verdict, condition)

    def pytest_unconfigure(self) -> None:
        """Close the report at the end of the process."""
        self.close()

    def begin(self, header: Header) -> tuple[CaseResult, ...]:
        """Open the report and return the results that it already contains. Raises ReportError.

        The error says that the report cannot be written, or belongs to a different run.
        """
        try:
            self.partial.parent.mkdir(parents=True, exist_ok=True)
            if self.resume and not self.partial.exists() and self.target.exists():
                self._reopen(header)
            if self.resume and self.partial.exists():
                return self._continue(header)
            self._stream = _locked(self.partial)
            self._stream.truncate(0)
        except OSError as error:
            raise ReportError(f"cannot write {self.partial}: {error.strerror or error}") from error
        self._write(encode("header", header.to_json()))
        return ()

    def add(self, result: CaseResult) -> None:
        """Write the line of one case."""
        self._write(encode("case", result.to_json()))
        self._results.append(result)

    def finish(
        self, header: Header, verdict: Verdict, condition: Mapping[str, str] | None = None
    ) -> None:
        """Seal and write the report if the run is complete.

        The report of an incomplete run stays partial.
        """
        if self._stream is None:
            return
        if len(self._results) == header.planned:
            counts = count(self._results)
            footer = Footer(
                counts=counts,
                planned=header.planned,
                run=len(self._results),
                word=verdict.word,
                verdict=verdict.text,
                claim=verdict.claim,
                finished=machine.now(),
                sha256="",
                condition=condition or {},
            )
            line = footer_line(footer, self._chain.lines)
            write_whole_bytes(self.target, self._lines() + line)
            self.partial.unlink()
            if self._receipt is not None:
                os.write(self._receipt, decode(line, str(self.target))[1]["sha256"].encode())
        self.close()

    def close(self) -> None:
        """Close the file. If the report has no footer, it stays partial."""
        if self._stream is not None:
            with suppress(OSError):  # on a full disk, buffered data cannot be written
                self._stream.close()
            self._stream = None

    def _reopen(self, header: Header) -> None:
        """Make a finished report of the same run partial again, by removing its footer."""
        self._same_run(self.target, verify(self.target).header, header)
        rows = self.target.read_bytes().splitlines(keepends=True)[:-1]
        write_whole_bytes(self.partial, b"".join(map(Chain().link, rows)))
        self.target.unlink()

    def _continue(self, header: Header) -> tuple[CaseResult, ...]:
        stream = self._stream = _locked(self.partial)
        try:
            before = read_partial(self.partial)
            self._same_run(self.partial, before.header, header)
        except ReportError:
            self.close()
            raise
        self._chain = before.chain
        stream.truncate(before.length)
        stream.seek(before.length)
        self._results = list(before.results)
        return before.results

    def _lines(self) -> bytes:
        """Return the lines of the report before its footer.

        Raises ReportError if another program has changed the file.
        """
        found = Chain()
        data = b"".join(line for _, _, line in partial_lines(self.partial, found))
        if found != self._chain:
            raise ReportError(
                f"{self.partial}: another program wrote to it during the run; run again, with "
                "another --out"
            )
        return data

    @staticmethod
    def _same_run(path: Path, before: Header, now: Header) -> None:
        different = _differences(before, now)
        if different:
            raise ReportError(
                f"{path} cannot be resumed: {different}; repeat the command that began it, or "
                "run without --resume to begin anew"
            )

    def _write(self, line: bytes) -> None:
        if self._stream is None:
            raise ReportError(f"{self.partial}: a result came before the run began")
        try:
            self._stream.write(self._chain.link(line))
            self._stream.flush()
        except OSError as error:
            raise ReportError(
                f"cannot write {self.partial}: {error.strerror or error}; make room on that disk"
            ) from error


def _locked(path: Path) -> IO[bytes]:
    """Open a file for reading and writing, and lock it against other runs while it is open.

    Raises ReportError if another run has locked it, or OSError if it cannot be opened.
    """
    stream = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        stream.close()
        raise ReportError(f"{path}: another run is writing it; choose another place") from error
    return stream


def _differences(before: Header, now: Header) -> str:
    """Return a text about the first member in which two headers differ, or "" for the same run.

    Filters are compared first, because they decide which cases are planned.
    """
    if before.filters != now.filters:
        begun, given = _options(before.filters), _options(now.filters)
        return f"it was begun with {begun}, and this run has {given}"
    old, new = before.to_json(), now.to_json()
    for name, value in new.items():
        was = old.get(name)
        if name in _MAY_DIFFER or was == value:
            continue
        if isinstance(value, dict) and isinstance(was, dict):
            keys = sorted(k for k in value.keys() | was if value.get(k) != was.get(k))
            return f"its {name} differs in {', '.join(keys)}"
        return f"its {name} was {_words(was)}, and is {_words(value)} now"
    return ""


def _options(filters: Mapping[str, Sequence[str]]) -> str:
    """Return the filters as they are written on the command line."""
    words = [f"--{name} {value}" for name, values in filters.items() for value in values]
    return " ".join(words) or "no filter"


def _words(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
