"""Targets that damage reports: complete reports with a right or wrong seal, and partial reports."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import random
from pathlib import Path
from typing import Any

from rich.console import Console

from samebits.certifying.recorder import Recorder
from samebits.certifying.terminal import overview
from samebits.conformance.results.records import CaseResult
from samebits.conformance.results.verdict import judge
from samebits.conformance.trials.file_mutations.ways import Trial, on_bytes
from samebits.reports.badge import badge
from samebits.reports.html import html
from samebits.reports.junit import junit
from samebits.reports.markdown import markdown
from samebits.reports.reading import contents, read_partial
from samebits.reports.tests.synthetic import header_for, mixed
from samebits.reports.verify import verify
from samebits.vectors.tests.mutating import altered, one_line


def report(folder: Path) -> Path:
    """Return a report with every kind of outcome."""
    path, results = folder / "r.jsonl", mixed()
    header = header_for(results)
    recorder = Recorder(path)
    recorder.begin(header)
    for result in results:
        recorder.add(result)
    recorder.finish(header, judge(header, results))
    return path


def report_bytes(folder: Path) -> Trial:
    """Damage the bytes of a report. If the reader accepts it, the content must be unchanged."""
    path = report(folder)
    good, wanted = path.read_bytes(), verify(path)

    def ask() -> None:
        found = verify(path)
        assert (found.header, found.results, found.footer) == (
            wanted.header,
            wanted.results,
            wanted.footer,
        )

    return on_bytes(path, good, ask)


def report_gzip(folder: Path) -> Trial:
    """Damage a compressed report. If the reader accepts it, it must unpack to the same bytes."""
    plain = report(folder)
    good = plain.read_bytes()
    path = folder / "r.jsonl.gz"

    def ask() -> None:
        verify(path)
        assert contents(path) == good

    return on_bytes(path, gzip.compress(good, mtime=0), ask)


def report_forged(folder: Path) -> Trial:
    """Put unexpected values into the lines of a report, and seal it correctly.

    If the reader accepts the lines, it must be possible to show them as a report.
    """
    path = report(folder)
    rows = [json.loads(line) for line in path.read_text().splitlines()]

    def ask() -> None:
        found = verify(path)
        markdown([found]), junit([found]), badge(found)
        Console(file=io.StringIO(), width=80).print(overview(found))
        assert found.verdict == judge(found.header, found.results)

    def trial(draw: random.Random) -> bool:
        changed = list(rows)
        for _ in range(draw.choice((1, 1, 1, 2, 5))):
            at = draw.randrange(len(changed))
            changed[at] = altered(changed[at], draw)
            if draw.random() < 0.05:
                changed.insert(draw.randrange(len(changed)), changed[at])
        _seal(path, changed)
        return one_line(ask)

    return trial


def report_pages(folder: Path) -> Trial:
    """Make the HTML page of a forged report, if the reader accepts the report."""
    path = report(folder)
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    texts = [i for i, row in enumerate(rows) if row["record"] == "case"]

    def trial(draw: random.Random) -> bool:
        changed = list(rows)
        at = draw.choice(texts)
        name = draw.choice(("label", "op", "reason", "repeat", "flags", "diagnosis", "examples"))
        changed[at] = {**changed[at], name: altered(changed[at][name], draw)}
        _seal(path, changed)
        return one_line(lambda: html([verify(path)]))

    return trial


def partial_bytes(folder: Path) -> Trial:
    """Damage the bytes of an interrupted report.

    The accepted part must be an unchanged beginning.
    """
    path, rows = _partial(folder)
    wanted = read_partial(path)

    def ask() -> None:
        found = read_partial(path)
        assert found.header == wanted.header
        assert found.results == wanted.results[: len(found.results)]

    return on_bytes(path, b"".join(rows), ask)


def partial_resumed(folder: Path) -> Trial:
    """Change, move, omit, repeat or cut lines of an interrupted report.

    If the damaged report can be resumed, it must end like the report of an undisturbed run.
    """
    path, rows = _partial(folder)
    target, results = folder / "r.jsonl", mixed()
    header = header_for(results)

    def ask() -> None:
        recorder = Recorder(target, resume=True)
        done = {result.id for result in recorder.begin(header)}
        for result in results:
            if result.id not in done:
                recorder.add(result)
        recorder.finish(header, judge(header, results))
        found = verify(target)
        assert (found.header, found.results) == (header, tuple(sorted(results, key=_id)))

    def trial(draw: random.Random) -> bool:
        path.write_bytes(b"".join(_disturbed(rows, draw)))
        target.unlink(missing_ok=True)
        return one_line(ask)

    return trial


def _seal(path: Path, rows: list[Any]) -> None:
    """Write the rows, and correct the digest in the last row if it has one."""
    lines = [json.dumps(row, separators=(",", ":")).encode() + b"\n" for row in rows]
    if isinstance(rows[-1], dict) and "sha256" in rows[-1]:
        empty = json.dumps(rows[-1] | {"sha256": ""}, separators=(",", ":")).encode() + b"\n"
        seal = hashlib.sha256(b"".join(lines[:-1]) + empty).hexdigest()
        lines[-1] = json.dumps(rows[-1] | {"sha256": seal}, separators=(",", ":")).encode() + b"\n"
    path.write_bytes(b"".join(lines))


def _partial(folder: Path) -> tuple[Path, list[bytes]]:
    """Return the path of an interrupted report, which lacks two results, and its lines."""
    recorder, results = Recorder(folder / "r.jsonl"), mixed()
    recorder.begin(header_for(results))
    for result in results[:-2]:
        recorder.add(result)
    recorder.close()
    return recorder.partial, recorder.partial.read_bytes().splitlines(keepends=True)


def _disturbed(rows: list[bytes], draw: random.Random) -> list[bytes]:
    """Return the lines with one of them changed, removed or moved. Digests may stay unchanged."""
    at, to = draw.randrange(len(rows)), draw.randrange(len(rows))
    kind = draw.randrange(6)
    if kind == 0:
        return rows[:at] + rows[at + 1 :]
    if kind == 1:
        return [*rows[:to], rows[at], *rows[to:]]
    if kind == 2:
        return [*rows[:at], rows[at][: draw.randrange(len(rows[at]))]]
    if kind == 3:
        digits = [i for i, byte in enumerate(rows[at]) if byte in b"0123456789"]
        where = draw.choice(digits)
        row = rows[at][:where] + b"%d" % draw.randrange(10) + rows[at][where + 1 :]
    else:
        row = json.dumps(altered(json.loads(rows[at]), draw), separators=(",", ":")).encode()
    return [*rows[:at], row.rstrip(b"\n") + b"\n", *rows[at + 1 :]]


def _id(result: CaseResult) -> str:
    return result.id
