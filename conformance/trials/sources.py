"""The digest of the sources of the judge, which shows which version a long run has tried."""

from __future__ import annotations

from pathlib import Path

from samebits.common.sources import digest_of, python_files

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
    """Return the digest of all modules of the judge, without tests and trials."""
    return digest_of((path for room in JUDGE for path in python_files(root / room)), root)
