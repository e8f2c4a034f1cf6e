"""Stored predictions: one JSON file for each architecture, with an entry for each row."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from math import prod
from pathlib import Path
from typing import Any

from rich.console import Console

from samebits.backends.cuda import sass
from samebits.backends.cuda.compiling import nvrtc
from samebits.backends.cuda.lab.predicted import model, predicted_counting as counting, rounds
from samebits.backends.cuda.lab.predicted.predicted_counting import Counts
from samebits.backends.protocol import BackendError
from samebits.benchmarks.gpu.rows import Row, all_rows
from samebits.benchmarks.gpu.sections import aligned
from samebits.common.files import write_atomically
from samebits.common.sources import digest_of

FOLDER = Path(__file__).with_name("results")
ELEMENTS = 1 << 24
"""The number of elements of large arrays: more than caches hold, but quick to fill here."""
SQUARE = 4096
"""The number of rows, terms and columns of an aligned product."""

SECTIONS = (
    "elementwise", "layouts", "16 and 8 bits", "reductions", "softmax and scans",
)  # fmt: skip
"""The sections of the suite whose launches depend on shapes only, so that samples suffice.

The squares of `aligned products` are also predicted, by a round of their tiles.
"""


def rows() -> list[Row]:
    """Return the rows that are predicted."""
    found = [row for row in all_rows(ELEMENTS) if row.section in SECTIONS]
    return [*found, *aligned.squares(SQUARE)]


@cache
def program_digest() -> str:
    """Return the digest of the counting code and of the model, which determine predictions."""
    own = Path(__file__).resolve().parent
    named = [own / name for name in ("chips.toml", "predicted_counting.py", "model.py", "pipes.py")]
    return digest_of([*named, *Path(sass.__file__).resolve().parent.glob("*.py")], own.parents[1])


@cache
def _rounds_digest() -> str:
    path = Path(rounds.__file__).resolve()
    return digest_of([path], path.parent)


def sources(row: Row, capability: int) -> str:
    """Return a digest of all that determines a prediction: program, launches, and kernels."""
    found = hashlib.sha256(program_digest().encode())
    if row.section == aligned.SECTION:
        found.update(_rounds_digest().encode())
    for line in counting.planned(row, capability):
        found.update(line.encode() + b"\0")
    return found.hexdigest()[:16]


def path(capability: int) -> Path:
    """Return the file of an architecture."""
    return FOLDER / f"sm_{capability}.json"


def kept(capability: int) -> dict[str, Any]:
    """Return all data stored for an architecture: `compiler`, and `rows` by name."""
    file = path(capability)
    if not file.exists():
        return {"rows": {}}
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def keep(row: Row, capability: int, console: Console) -> bool:
    """Predict a row, unless its prediction is stored. Return whether this succeeded."""
    found = kept(capability)
    try:
        current = sources(row, capability)
        if found["rows"].get(row.name, {}).get("sources") == current:
            return True
        counted = rounds.count if row.section == aligned.SECTION else counting.count
        launches = counted(row, capability)
    except BackendError as error:
        console.print(f"{row.name}: {error}", markup=False)
        return False
    found["compiler"] = "NVRTC {}.{}".format(*nvrtc.version())
    names = {each.name for each in rows()}
    found["rows"] = {name: each for name, each in found["rows"].items() if name in names}
    found["rows"][row.name] = {"sources": current, **facts(row, capability, launches)}
    write_atomically(path(capability), _text(found).encode())
    return True


def _text(found: Mapping[str, Any]) -> str:
    """Return the JSON text with one line per row, so that a diff shows changes."""
    rows = [f"  {json.dumps(name)}: {json.dumps(row)}" for name, row in found["rows"].items()]
    compiler = json.dumps(found.get("compiler", ""))
    return f'{{"compiler": {compiler}, "rows": {{\n' + ",\n".join(sorted(rows)) + "\n}}\n"


def facts(row: Row, capability: int, launches: list[Counts]) -> dict[str, Any]:
    """Return the data to store for a row: the counts of each launch, and the model's results.

    Issues and bytes are given per element of the largest operand or result. Seconds are for the
    whole chip.
    """
    chip = model.chips()[f"sm_{capability}"]
    elements = max(
        *(prod(x.shape) for x in row.operands), *(prod(shape) for shape, _ in row.results)
    )
    found, total = [], 0.0
    for each in launches:
        work, predicted = each.work, model.predict(chip, each.work)
        total += predicted.seconds
        found.append({
            "kernel": each.kernel,
            "blocks": work.blocks,
            "threads": work.threads,
            "registers": work.registers,
            "shared": work.shared,
            "warps": predicted.warps,
            "issues": _rounded({k: v / elements for k, v in work.issues.items()}),
            "bytes": float(f"{32 * work.different / elements:.4g}"),
            "flying": work.flying,
            "bound": predicted.bound,
            "seconds": float(f"{predicted.seconds:.4g}"),
            "parts": _rounded(predicted.parts),
        })  # fmt: skip
    roof = model.roof(chip, row.bytes, row.flops)
    return {
        "section": row.section,
        "roof": float(f"{roof:.4g}"),
        "share": float(f"{roof / total:.3g}"),
        "launches": found,
    }


def _rounded(values: Mapping[str, float]) -> dict[str, float]:
    return {name: float(f"{value:.4g}") for name, value in values.items()}
