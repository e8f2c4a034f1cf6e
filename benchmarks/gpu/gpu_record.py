"""The rows of a run in a file of JSON Lines, written one by one, so that a run can continue.

The first line is the environment (facts.py). Each measurement of ceilings or of a row is one line,
which is flushed and synced before the next measurement. An incomplete last line is dropped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from samebits.benchmarks.peers import BenchmarkError
from samebits.common.files import write_atomically

Line = Mapping[str, Any]


class Record:
    """The lines of one run, in memory and, if a path is given, in a file."""

    def __init__(self, path: Path | None, lines: list[Line]) -> None:
        self.path = path
        self.lines = lines

    @property
    def held(self) -> frozenset[str]:
        """Return the names of the measured rows.

        Rows that failed are left out: they are tried again.
        """
        return frozenset(x["name"] for x in self.lines if x["kind"] == "row" and "error" not in x)

    @property
    def settled(self) -> frozenset[str]:
        """Return the names of rows that are not tried again: measured, or the device was lost."""
        lost = {x["name"] for x in self.lines if x["kind"] == "row" and x.get("lost")}
        return self.held | lost

    def append(self, line: Line) -> None:
        """Add a line. It is on the disk when this returns. Raises OSError."""
        self.lines.append(line)
        if self.path is not None:
            with self.path.open("ab") as stream:
                stream.write(_text(line))
                stream.flush()
                os.fsync(stream.fileno())


def begin(path: Path | None, environment: Line, *, resume: bool) -> tuple[Record, str]:
    """Return a new record, or a record that continues a file, and a message about this.

    Rows from a different environment are moved to `FILE.other-N`. Raises BenchmarkError if the file
    exists and `resume` is not set, or if it is damaged.
    """
    if path is None:
        return Record(None, [environment]), ""
    said = ""
    if path.exists() and path.stat().st_size:
        if not resume:
            raise BenchmarkError(f"{path} exists; continue it with --resume, or name another file")
        lines = read(path)
        if lines and _same(lines[0], environment):
            write_atomically(path, b"".join(map(_text, lines)))  # removes an incomplete last line
            record = Record(path, lines)
            return record, f"{path} holds {len(record.held)} rows of this environment: continued"
        if lines:
            aside = _aside(path)
            path.rename(aside)
            said = f"{path} held rows of another environment: kept as {aside.name}, begun anew"
    write_atomically(path, _text(environment))
    return Record(path, [environment]), said


def read(path: Path) -> list[Line]:
    """Return the lines of a file, the environment first, without an incomplete last line.

    Raises BenchmarkError if the file cannot be read or is not a record of this suite.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BenchmarkError(f"{path} cannot be read: {error.strerror}") from error
    whole = data.split(b"\n")[:-1]
    lines: list[Line] = []
    for number, text in enumerate(whole, 1):
        try:
            line = json.loads(text)
            if not isinstance(line, dict) or "kind" not in line:
                raise ValueError
        except ValueError as error:
            raise BenchmarkError(f"{path}:{number} is damaged: not a record line") from error
        lines.append(line)
    if lines and (lines[0]["kind"], lines[0].get("suite")) != ("environment", "cuda"):
        raise BenchmarkError(
            f"{path} is not a record of the suite cuda: its first line is not an environment"
        )
    return lines


def merged(paths: list[Path]) -> list[Line]:
    """Return the lines of several files that have the same environment.

    Raises BenchmarkError if their environments differ.
    """
    found: list[Line] = []
    for path in paths:
        lines = read(path)
        if not lines:
            raise BenchmarkError(f"{path} is empty; pass a file with rows")
        if found and not _same(found[0], lines[0]):
            raise BenchmarkError(f"{paths[0]} and {path} come from different environments")
        found += lines[1:] if found else lines
    return found


def _same(one: Line, other: Line) -> bool:
    """Return whether two environments are equal except for the day."""
    return _text({**one, "day": ""}) == _text({**other, "day": ""})


def _text(line: Line) -> bytes:
    return json.dumps(line, sort_keys=True).encode() + b"\n"


def _aside(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.other-{number}")).exists():
        number += 1
    return aside
