"""A JSON object in a file with a seal: whoever reads it back knows that nothing has changed in it.

The unfinished part of a proof travels between machines and lies on disks for days, and a single
digit changed in it would become part of a certificate. The member `sha256` is over the object
without it, written compactly with its keys in order.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from samebits.common.files import write_atomically
from samebits.common.reading import UnreadableError, parse_json, read_bounded
from samebits.conformance.errors import JudgeError

SEAL = "sha256"

MOST_BYTES = 1 << 24
"""Bytes of such a file: forty times those of a proof of 4096 blocks."""


def write_sealed(path: Path, members: Mapping[str, Any]) -> None:
    """Write the object whole. Raises OSError."""
    text = json.dumps({**members, SEAL: _digest(members)}, allow_nan=False)
    write_atomically(path, text.encode())


def read_sealed(path: Path) -> dict[str, Any]:
    """The object without its seal. Raises JudgeError naming the file: unreadable, or changed."""
    try:
        found = parse_json(read_bounded(path, MOST_BYTES))
    except UnreadableError as error:
        raise JudgeError(f"{path}: {error}") from error
    if not isinstance(found, dict) or SEAL not in found:
        raise JudgeError(f"{path}: has no seal; an earlier samebits wrote it, or another program")
    seal = found.pop(SEAL)
    if seal != _digest(found):
        raise JudgeError(f"{path}: was changed since it was written: its {SEAL} is another")
    return found


def _digest(members: Mapping[str, Any]) -> str:
    text = json.dumps(members, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
