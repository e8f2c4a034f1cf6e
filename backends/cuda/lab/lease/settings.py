"""The settings of a lease, and its own folder.

Results of other sources, of another device or of another choice of ops never mix, because the
folder's name contains all three. Compiled kernels are shared, because their file names contain
everything that decides them.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from samebits.common.sources import digest_of

ROOT = Path(__file__).resolve().parents[4]
"""The checkout; a lease always runs in a checkout, never in an installation."""

ROOMS = (
    "common",
    "spec",
    "oracles",
    "vectors",
    "backends",
    "conformance",
    "reports",
    "benchmarks",
    "package/samebits",
)

_SOURCES = (".py", ".c", ".h", ".cpp", ".cu", ".cuh", ".cmake", ".toml")
_NAMED = ("CMakeLists.txt", "flags.json", "manifest.json")


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings: `out` is the folder of all leases; empty `ops` and `formats` mean all.

    `elements` scales the stages bench and large down; 0 leaves them unchanged. `capability` is the
    compute capability, times ten, to compile for without a GPU; 0 for none. `seed` is the seed of
    the questions of every judge of the lease.
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
        """Return whether the device runs the kernels on this processor."""
        return self.device.startswith("emulated")

    @property
    def key(self) -> str:
        """Return the name of the lease: device, sources, and the choice if it is not everything."""
        name = f"{self.device}-{sources()[:12]}"
        choice = (self.ops, self.formats, self.elements)
        if choice == ((), (), 0):
            return name
        return f"{name}-part-{hashlib.sha256(json.dumps(choice).encode()).hexdigest()[:6]}"

    @property
    def folder(self) -> Path:
        """Return the folder of this lease's results."""
        return self.out / self.key

    @property
    def kernels(self) -> Path:
        """Return the folder of compiled kernels."""
        return self.out / "kernels"

    @property
    def libraries(self) -> Path:
        """Return the folder of the C backend that these sources make."""
        return self.folder / "lib"


@cache
def sources() -> str:
    """Return the digest of all files in the rooms that can decide a result, without tests."""
    files = [
        path
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if (path.suffix in _SOURCES or path.name in _NAMED)
        and not {"tests", "trials"} & {*path.relative_to(ROOT).parts}
        and path.is_file()
    ]
    return digest_of(files, ROOT)
