"""Store the results of a run after each op, so that `--resume` continues after the last op."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from samebits.common.files import write_atomically
from samebits.conformance.trials.orders.compared import Found

PATH = Path("build/orders.json")


def read(state: Mapping[str, object]) -> dict[str, Found]:
    """Return the stored results if they have the same state (sources, devices, options), or {}."""
    try:
        kept = json.loads(PATH.read_text())
    except (FileNotFoundError, json.JSONDecodeError):
        return {}
    if kept.get("state") != state:
        return {}
    return {name: Found(**row) for name, row in kept["rows"].items()}


def write(state: Mapping[str, object], rows: Mapping[str, Found]) -> None:
    """Store the results so far."""
    text = json.dumps({"state": state, "rows": {name: asdict(row) for name, row in rows.items()}})
    write_atomically(PATH, text.encode())
