"""Reading with a digest, writing whole or not at all, and JSON in one canonical form."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from samebits.vectors.digests import sha256_hex
from samebits.vectors.errors import VectorError

REMEDY = "restore the file from the release, or regenerate it with `nox -s vectors`"


def read_bytes(path: Path) -> bytes:
    """The bytes of a file. Raises VectorError naming it."""
    try:
        return path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise VectorError(f"{path}: cannot be read ({reason}); {REMEDY}") from error


def read_verified(path: Path, sha256: str) -> bytes:
    """The bytes of a file whose SHA-256 is the wanted one. Raises VectorError naming the file."""
    data = read_bytes(path)
    found = sha256_hex(data)
    if found != sha256:
        raise VectorError(
            f"{path}: SHA-256 is {found[:16]}..., the manifest lists {sha256[:16]}...; "
            f"nothing in it is trusted; {REMEDY}"
        )
    return data


def parse_json(path: Path, data: bytes) -> Any:
    """Parse the bytes of a JSON file. Raises VectorError with file and line."""
    try:
        return json.loads(data.decode("utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise VectorError(f"{path}: is not JSON ({error}); {REMEDY}") from error


def compact(value: Any) -> str:
    """One value as JSON on one line."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True)


def dump_json(head: dict[str, Any], lists: dict[str, Sequence[Any]]) -> bytes:
    """A JSON object with `head` first, then lists with one item a line, so that diffs read well."""
    lines = [f"{json.dumps(key)}: {compact(value)}" for key, value in head.items()]
    for key, items in lists.items():
        body = ",\n".join("  " + compact(item) for item in items)
        lines.append(f"{json.dumps(key)}: [\n{body}\n]" if items else f"{json.dumps(key)}: []")
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()
