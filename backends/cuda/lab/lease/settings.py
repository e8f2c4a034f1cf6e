"""The settings of a lease, and the folder of its results.

The folder's name depends on the sources, the device and the choice of ops, so results that differ
in one of them never mix. Compiled kernels are shared between leases, because their file names
contain everything that determines them.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from samebits.common.sources import digest_of

ROOT = Path(__file__).resolve().parents[4]
"""The checkout. A lease always runs in a checkout, never in an installation."""

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
    compute capability, times ten, for which to compile without a GPU, or 0. `seed` is the seed of
    the drawn questions for every judge of the lease.
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
        """Return whether the device runs the kernels on the CPU."""
        return self.device.startswith("emulated")

    @property
    def key(self) -> str:
        """Return the name of the lease: device, sources, and the choice of ops, if any."""
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
        """Return the folder of the compiled libraries of the C backend."""
        return self.folder / "lib"


@cache
def sources() -> str:
    """Return the digest of all files that can affect a result; tests are left out."""
    files = [
        path
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if (path.suffix in _SOURCES or path.name in _NAMED)
        and not {"tests", "trials"} & {*path.relative_to(ROOT).parts}
        and path.is_file()
    ]
    return digest_of(files, ROOT)
