"""The texts in which searches keep what they have found for an op: a method, and inputs."""

from __future__ import annotations

from pathlib import Path

from samebits.vectors.files import parse_json, read_bytes
from samebits.vectors.validate import Fields


def inputs_of(value: object, where: str, pattern: str, what: str) -> list[str]:
    """The inputs in the parsed text of a file, in hexadecimal. Raises VectorError."""
    fields = Fields(value, where)
    fields.text("method")
    found = fields.matching("inputs", pattern, what)
    fields.done()
    return list(found)


def read_value(folder: Path, op: str) -> tuple[object, str] | None:
    """What the file of an op has, parsed, and where it stands; None where nothing was searched.

    Raises VectorError for a text that is no JSON.
    """
    path = folder / f"{op}.json"
    return (parse_json(path, read_bytes(path)), str(path)) if path.exists() else None
