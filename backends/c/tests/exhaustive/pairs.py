"""Build the checker of 16-bit arithmetic (pairs.c) and run it; see README.md."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from samebits.backends.c.library import DEVICES, find, unavailable
from samebits.spec.catalog import all_ops, landmarks_of
from samebits.spec.language.landmarks import ArithmeticLandmarks

HERE = Path(__file__).resolve().parent
KINDS = ("sums", "differences", "products", "quotients")
"""The operations that pairs.c implements."""

FORMATS = ("f16", "bf16")


def checkable(op: str) -> bool:
    """Return whether pairs.c can check an op."""
    landmarks = landmarks_of(op)
    return isinstance(landmarks, ArithmeticLandmarks) and landmarks.traps in KINDS


OPS = tuple(op for op in all_ops() if checkable(op))


def build(folder: Path) -> Path:
    """Compile the checker. If that fails, exit with a hint."""
    program = folder / "pairs"
    flags = ["-std=gnu11", "-O3", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror"]
    compiler = os.environ.get("CC") or shutil.which("gcc") or "cc"
    command = [compiler, *flags, f"-I{HERE.parents[1] / 'include'}", "-o", str(program)]
    libraries = ["-lm", "-ldl", "-pthread"]
    if subprocess.run([*command, str(HERE / "pairs.c"), *libraries], check=False).returncode:
        sys.exit("the checker does not compile; it needs a C compiler")
    return program


def main() -> int:
    """Check the chosen ops and formats. The exit status is 1 if any result is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ops", nargs="*", choices=[*OPS, []], metavar="OP", help="default all")
    parser.add_argument("--format", action="append", choices=FORMATS, help="default both")
    parser.add_argument("--device", action="append", choices=DEVICES, help="default all")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--first", type=int, default=0, help="first left operand")
    parser.add_argument("--last", type=int, default=65535, help="last left operand")
    arguments = parser.parse_args()
    devices = arguments.device or [d for d in reversed(DEVICES) if not unavailable(d)]
    libraries = [str(find(device)[0]) for device in devices]
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        for op in arguments.ops or OPS:
            for form in arguments.format or FORMATS:
                span = [str(arguments.threads), str(arguments.first), str(arguments.last)]
                command = [str(program), op, form, *span, *libraries]
                failed |= subprocess.run(command, check=False).returncode != 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
