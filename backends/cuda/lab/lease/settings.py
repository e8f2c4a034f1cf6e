"""What a lease is asked for, and the folder that belongs to it alone.

Results of other sources, of another device or of another choice of ops never meet: the folder's
name says all three. Compiled kernels, whose files are named by all that decides them, are shared.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from samebits.common.sources import digest_of

ROOT = Path(__file__).resolve().parents[4]
"""The checkout; a lease is worked off in one, never in an installation."""

ROOMS = (
    "common",
    "spec",
    "oracles",
    "vectors",
    "backends",
    "conformance",
    "reports",
    "benchmarks",
)

_SOURCES = (".py", ".c", ".h", ".cpp", ".cu", ".cuh", ".cmake", ".toml")
_NAMED = ("CMakeLists.txt", "flags.json", "manifest.json")


@dataclass(frozen=True, slots=True)
class Settings:
    """`out` is the folder of all leases; empty `ops` and `formats` mean all.

    `elements` scales the stages bench and large down, 0 leaves them as they are; `capability` is
    the compute capability, times ten, to compile for where no GPU says it, 0 for none; `seed` is
    what every judge of the lease draws its questions from.
    """

    out: Path
    device: str = "gpu0"
    workers: int = 1
    ops: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    elements: int = 0
    seconds_each: float = 0.5
    capability: int = 0
    seed: str = ""

    @property
    def is_emulated(self) -> bool:
        """Whether the device is the kernels on this processor."""
        return self.device.startswith("emulated")

    @property
    def key(self) -> str:
        """The name of the lease: device, sources, and the choice where it is not everything."""
        name = f"{self.device}-{sources()[:12]}"
        choice = (self.ops, self.formats, self.elements)
        if choice == ((), (), 0):
            return name
        return f"{name}-part-{hashlib.sha256(json.dumps(choice).encode()).hexdigest()[:6]}"

    @property
    def folder(self) -> Path:
        """Where the results of this lease lie."""
        return self.out / self.key

    @property
    def kernels(self) -> Path:
        """Where compiled kernels are kept."""
        return self.out / "kernels"

    @property
    def libraries(self) -> Path:
        """Where the C backend that these sources make is kept."""
        return self.folder / "lib"


@cache
def sources() -> str:
    """The digest of everything in the rooms that can decide a result, without tests."""
    files = [
        path
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if (path.suffix in _SOURCES or path.name in _NAMED)
        and not {"tests", "trials"} & {*path.relative_to(ROOT).parts}
        and path.is_file()
    ]
    return digest_of(files, ROOT)
