"""The environment of a run: the conditions of its figures, stored as the first line of the file."""

from __future__ import annotations

import platform
import shutil
import subprocess
from datetime import UTC, datetime
from typing import Any

from samebits.benchmarks.gpu import settings
from samebits.benchmarks.gpu.places import Place
from samebits.common import processor

STAND_IN = "a stand-in without a GPU: these times mean nothing as speed"

FIXED = (
    "clocks.max.sm", "clocks.max.memory", "power.limit", "ecc.mode.current", "memory.total",
    "mig.mode.current",
)  # fmt: skip
CHANGING = ("clocks.current.sm", "clocks.current.memory", "temperature.gpu", "power.draw")
"""The fields to query from nvidia-smi: constant facts of a GPU, and momentary values."""


def environment(place: Place, elements: int) -> dict[str, Any]:
    """Return the environment, the first line of the file of rows.

    Two runs have the same conditions if their environments are equal except for `day`.
    """
    facts = {f"samebits {k}": v for k, v in place.session.environment().items()}
    facts |= {
        "python": platform.python_version(),
        "processor": processor.model(),
        "elements": str(elements),
    }
    facts |= settings.set_torch(place.torch)
    if place.cupy is not None:
        facts |= settings.set_cupy(place.cupy.xp)
    else:
        facts["CuPy"] = place.no_cupy
    facts |= settings.variables()
    if place.is_gpu:
        facts |= told(place, FIXED)
    return {
        "kind": "environment",
        "suite": "cuda",
        "device": place.session.device,
        "stand_in": "" if place.is_gpu else STAND_IN,
        "elements": elements,
        "day": datetime.now(UTC).date().isoformat(),
        "facts": facts,
    }


def told(place: Place, names: tuple[str, ...]) -> dict[str, str]:
    """Return the values of nvidia-smi for the given fields, without fields that it does not know.

    nvidia-smi refuses a query with an unknown field. Then each field is queried separately. A query
    takes up to a second of a GPU's time.
    """
    tool = shutil.which("nvidia-smi")
    if tool is None or not place.is_gpu:
        return {}
    index = place.device.partition(":")[2]
    try:
        together = _asked(tool, index, names)
        if len(together) == len(names):
            return dict(zip(names, together, strict=True))
        alone = {name: _asked(tool, index, (name,)) for name in names}
    except subprocess.TimeoutExpired:  # a tool that hangs once would hang for every field
        return {}
    return {name: values[0] for name, values in alone.items() if values}


def _asked(tool: str, index: str, names: tuple[str, ...]) -> list[str]:
    """Return the values of some fields, empty if nvidia-smi refuses. Raises TimeoutExpired."""
    asked = (tool, f"--query-gpu={','.join(names)}", "--format=csv,noheader", f"--id={index}")
    try:
        ended = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=20)
    except OSError:
        return []
    values = [value.strip() for value in ended.stdout.strip().split(",")]
    return values if ended.returncode == 0 and all(values) else []
