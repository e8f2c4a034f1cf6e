"""The f32 operands hardest to round: those of the op's certificate, hardest first.

Where there is no certificate yet, those that a search has found (`search/found/<op>.json`).
"""

from __future__ import annotations

from pathlib import Path

from samebits.vectors.certificate import FOLDER as CERTIFICATES
from samebits.vectors.certificates import read_certificate
from samebits.vectors.files import parse_json, read_bytes
from samebits.vectors.validate import Fields

FOLDER = Path(__file__).parent / "found"
ROOM = Path(__file__).parent.parent


def hard_inputs(op: str) -> list[int]:
    """The f32 operands of `op` nearest to a rounding boundary; none if not searched.

    Raises VectorError for a malformed file.
    """
    proof = f"{CERTIFICATES}/{op}/f32.json"
    if (ROOM / proof).exists():
        return [pattern for _, pattern in read_certificate(ROOM, proof).hardest]
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
