"""The current condition of a GPU: clocks, power, temperature and memory errors, from nvidia-smi.

These values change no bits, except that a memory error may. Some affect speed. So a report states
them at its beginning and at its end. A GPU is identified by its address on the PCI bus, because
nvidia-smi numbers GPUs in a different order than CUDA.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence

FIELDS: Mapping[str, tuple[str, ...]] = {
    "SM clock": ("clocks.current.sm",),
    "SM clock at most": ("clocks.max.sm",),
    "memory clock": ("clocks.current.memory",),
    "memory clock at most": ("clocks.max.memory",),
    "clocks held back by": ("clocks_event_reasons.active", "clocks_throttle_reasons.active"),
    "performance state": ("pstate",),
    "power": ("power.draw",),
    "power limit": ("power.limit",),
    "temperature": ("temperature.gpu",),
    "ECC": ("ecc.mode.current",),
    "ECC errors corrected": ("ecc.errors.corrected.volatile.total",),
    "ECC errors uncorrected": ("ecc.errors.uncorrected.volatile.total",),
    "MIG": ("mig.mode.current",),
    "persistence mode": ("persistence_mode",),
    "compute mode": ("compute_mode",),
}
"""The reported fields: our name, and the names of nvidia-smi, the newest one first."""

NOT_TOLD = "not told"
"""The value of a field that nvidia-smi or the GPU does not report."""

_SECONDS = 20
"""The time in seconds after which nvidia-smi counts as hanging."""

_EMPTY = ("", "[N/A]", "N/A", "[Not Supported]", "[Unknown Error]")


def condition(address: str) -> dict[str, str]:
    """Return all of FIELDS for the GPU with this PCI address ("0000:19:00.0").

    Some values may be `NOT_TOLD`. If nvidia-smi is missing or does not answer, the result has one
    entry, which explains this.
    """
    if shutil.which("nvidia-smi") is None:
        return {"nvidia-smi": "not found: clocks, power and ECC are not known"}
    try:
        return _told_of(address)
    except subprocess.TimeoutExpired:  # a tool that hangs now would hang for every field
        return {"nvidia-smi": "does not answer: clocks, power and ECC are not known"}


def _told_of(address: str) -> dict[str, str]:
    newest = {name: spellings[0] for name, spellings in FIELDS.items()}
    answer = ask(address, tuple(newest.values()))
    if answer is not None:
        return {name: _told(text) for name, text in zip(newest, answer, strict=True)}
    found = {name: _first(address, spellings) for name, spellings in FIELDS.items()}
    if set(found.values()) == {NOT_TOLD}:
        return {"nvidia-smi": "tells nothing of this GPU: clocks, power and ECC are not known"}
    return found


def driver_version(address: str) -> str:
    """Return the version of the driver, or "unknown"."""
    try:
        answer = ask(address, ("driver_version",))
    except subprocess.TimeoutExpired:
        return "unknown"
    return "unknown" if answer is None or _told(answer[0]) == NOT_TOLD else answer[0]


def ask(address: str, fields: Sequence[str]) -> list[str] | None:
    """Return the values of these fields, with units; None if nvidia-smi refuses a field.

    Raises subprocess.TimeoutExpired if it does not answer.
    """
    tool = shutil.which("nvidia-smi")
    if tool is None:
        return None
    asked = (tool, f"--query-gpu={','.join(fields)}", "--format=csv,noheader", f"--id={address}")
    try:
        ended = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=_SECONDS)
    except OSError:
        return None
    values = [text.strip() for text in ended.stdout.strip().split(",")]
    return values if ended.returncode == 0 and len(values) == len(fields) else None


def _first(address: str, spellings: Sequence[str]) -> str:
    """Return the value of the first spelling that this nvidia-smi knows."""
    return next(_answers(address, spellings), NOT_TOLD)


def _answers(address: str, spellings: Sequence[str]) -> Iterator[str]:
    for name in spellings:
        answer = ask(address, (name,))
        if answer is not None:
            yield _told(answer[0])


def _told(text: str) -> str:
    return NOT_TOLD if text in _EMPTY else text
