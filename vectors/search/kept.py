"""Files in which searches store the inputs that they found for an op, and the method."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from samebits.common.files import write_atomically
from samebits.vectors.files import dump_json, parse_json, read_bytes
from samebits.vectors.validate import Fields

Row = tuple[int, ...]
"""The bits of one or two binary64 operands of a call."""

PATTERN = "[0-9a-f]{16}(-[0-9a-f]{16})?"
"""Regular expression for a row of one or two operands, in hexadecimal."""


def inputs_of(value: object, where: str, pattern: str, what: str) -> list[str]:
    """Return the inputs in the parsed text of a file, in hexadecimal. Raises VectorError."""
    fields = Fields(value, where)
    fields.text("method")
    found = fields.matching("inputs", pattern, what)
    fields.done()
    return list(found)


def read_value(folder: Path, op: str) -> tuple[object, str] | None:
    """Return the parsed file of an op and its path, or None if there is no file.

    Raises VectorError if the text is not JSON.
    """
    path = folder / f"{op}.json"
    return (parse_json(path, read_bytes(path)), str(path)) if path.exists() else None


def rows_of(folder: Path, op: str) -> list[Row]:
    """Return the rows of binary64 operands in the file of an op, in their order.

    The list is empty if there is no file. Raises VectorError for a malformed file.
    """
    found = read_value(folder, op)
    return [] if found is None else parse_rows(*found)


def parse_rows(value: object, where: str) -> list[Row]:
    """Return the rows of binary64 operands in the parsed text of a file. Raises VectorError."""
    found = inputs_of(value, where, PATTERN, "operands of binary64")
    return [tuple(int(part, 16) for part in text.split("-")) for text in found]


def keep_rows(folder: Path, op: str, method: str, rows: Iterable[Row]) -> None:
    """Write the file of an op with rows of binary64 operands, atomically."""
    folder.mkdir(exist_ok=True)
    texts = ["-".join(f"{part:016x}" for part in row) for row in rows]
    write_atomically(folder / f"{op}.json", dump_json({"method": method}, {"inputs": texts}))
