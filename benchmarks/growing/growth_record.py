"""The figures of growth in JSON, so that the page can be made again without measuring."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from samebits.benchmarks.growing.growth_measuring import Point, Row
from samebits.common.files import write_atomically

RECORD = Path(__file__).resolve().parents[1] / "results" / "growth.json"
"""The figures on the page docs/results/speed-growth.md."""


def write(path: Path, rows: Sequence[Row], facts: Mapping[str, str]) -> None:
    """Write figures and facts, one op per line."""
    lines = ",\n".join(f"  {json.dumps(_plain(row))}" for row in rows)
    text = f'{{\n "facts": {json.dumps(dict(facts))},\n "rows": [\n{lines}\n ]\n}}\n'
    write_atomically(path, text.encode())


def _plain(row: Row) -> dict[str, object]:
    """Return a row as a JSON object, with times to four digits."""
    plain = asdict(row)
    plain["points"] = [[p.elements, p.work, float(f"{p.seconds:.4g}")] for p in row.points]
    for name in ("numpy", "peak"):
        plain[name] = None if plain[name] is None else float(f"{plain[name]:.3g}")
    return plain


def read(path: Path = RECORD) -> tuple[list[Row], dict[str, str]]:
    """Return the stored rows and facts."""
    found = json.loads(path.read_text())
    rows = [
        Row(**{**row, "points": tuple(Point(*point) for point in row["points"])})
        for row in found["rows"]
    ]
    return rows, found["facts"]
