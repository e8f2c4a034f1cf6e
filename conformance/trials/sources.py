"""Which judge a long run has tried: one digest of its sources."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from samebits.common.sources import ASIDE

ROOT = Path(__file__).resolve().parents[2]
JUDGE = (
    "common",
    "spec",
    "vectors",
    "backends/hosting",
    "conformance",
    "reports",
    "package/samebits",
)


def judge_digest(root: Path = ROOT) -> str:
    """SHA-256 over path and digest of every module of the judge, tests and trials aside."""
    paths = (path for room in JUDGE for path in (root / room).rglob("*.py"))
    names = sorted(path.relative_to(root) for path in paths)
    lines = (
        f"{sha256((root / name).read_bytes()).hexdigest()}  {name.as_posix()}\n"
        for name in names
        if not ASIDE & {*name.parts}
    )
    return sha256("".join(lines).encode()).hexdigest()
