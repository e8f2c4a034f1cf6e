"""The rows of earlier runs: a file with one line of JSON per row, written when a row is ready."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from samebits.backends.cuda.lab.large.row import NOT_RUN, Row

Origin = Mapping[str, Any]
"""The conditions of a row: the environment, the number of elements, the seed."""


def kept(path: Path, origin: Origin) -> dict[str, Row]:
    """Return the rows of this origin that were run, by name; of repeated rows, the last one counts.

    An incomplete line of an interrupted run is ignored. Raises OSError if the file cannot be read.
    """
    found = {}
    lines = path.read_text(errors="replace").splitlines() if path.exists() else []
    for line in lines:
        try:
            read = json.loads(line)
            row = Row(**read["row"])
        except (ValueError, KeyError, TypeError):
            continue
        if read.get("origin") == origin and row.state != NOT_RUN:
            found[row.name] = row
    return found


def append(path: Path, origin: Origin, row: Row) -> None:
    """Append a row and flush it to the disk; an incomplete last line is ended first.

    Raises OSError if the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab+") as stream:
        end = stream.seek(0, os.SEEK_END)
        if end:
            stream.seek(end - 1)
            if stream.read(1) != b"\n":
                stream.write(b"\n")
        line = json.dumps({"origin": origin, "row": row.as_json()}, sort_keys=True)
        stream.write(line.encode() + b"\n")
        stream.flush()
        os.fsync(stream.fileno())
