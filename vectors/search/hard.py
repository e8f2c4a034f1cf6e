"""The found operands: `search/found/<op>.json`, one file a function, hardest first."""

from __future__ import annotations

from pathlib import Path

from samebits.vectors.files import parse_json, read_bytes
from samebits.vectors.validate import Fields

FOLDER = Path(__file__).parent / "found"


def hard_inputs(op: str) -> list[int]:
    """The f32 operands of `op` nearest to a rounding boundary; none if not searched.

    Raises VectorError for a malformed file.
    """
    path = FOLDER / f"{op}.json"
    if not path.exists():
        return []
    fields = Fields(parse_json(path, read_bytes(path)), str(path))
    fields.text("method")
    found = fields.items("inputs", _pattern)
    fields.done()
    return list(found)


def _pattern(value: object, where: str) -> int:
    fields = Fields(value, where)
    pattern = int(fields.hexadecimal("x", 8), 16)
    fields.take("bits")
    fields.done()
    return pattern
