"""A JSON object in a file with a seal, so that a reader detects any change.

Files of unfinished proofs are copied between machines and stored for days, and a single changed
digit would become part of a certificate. The seal is the member `sha256`: the digest of the object
without this member, written compactly with sorted keys.
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
"""The largest size of a sealed file in bytes: forty times the size for 4096 blocks."""


def write_sealed(path: Path, members: Mapping[str, Any]) -> None:
    """Write the whole object with its seal. Raises OSError if that fails."""
    text = json.dumps({**members, SEAL: _digest(members)}, allow_nan=False)
    write_atomically(path, text.encode())


def read_sealed(path: Path) -> dict[str, Any]:
    """Return the object without its seal.

    Raises JudgeError that names the file if it is unreadable or was changed.
    """
    try:
        found = parse_json(read_bounded(path, MOST_BYTES))
    except UnreadableError as error:
        raise JudgeError(f"{path}: {error}") from error
    if not isinstance(found, dict) or SEAL not in found:
        raise JudgeError(
            f"{path}: has no seal: an earlier version of samebits or another program wrote it"
        )
    seal = found.pop(SEAL)
    if seal != _digest(found):
        raise JudgeError(f"{path}: was changed after it was written: its {SEAL} does not match")
    return found


def _digest(members: Mapping[str, Any]) -> str:
    text = json.dumps(members, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
