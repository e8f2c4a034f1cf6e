"""Judge the C backend of a wheel for another machine, whose Python runs under an emulator.

    PYTHONPATH=build/names python -m package.wheels.emulated aarch64 WHEEL

The wheel is unpacked next to a Python of that machine (backends/c/tests/isa), and `samebits host`
runs from it. The judge runs here and asks some ops only: an emulator is slow.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from samebits.backends.c.tests.isa.python_there import packages_of, python_there
from samebits.backends.c.tests.isa.target import ROOT, TARGETS
from samebits.common.errors import SamebitsError
from samebits.common.files import write_atomically

OPS = ("add", "cast", "exp", "matmul", "softmax", "sum")
_LOADED = """
from samebits.backends.c.extension import load_extension
from samebits.backends.c.library import source_digest
import samebits
print("extension module:", load_extension(source_digest()) is not None, samebits.__file__)
"""


def judge(name: str, wheel: Path) -> int:
    """Judge the wheel's C backend on an emulated machine, and return the status of `certify`.

    The status is also 1 if the extension module cannot be loaded. The program ends if a tool is
    missing. Raises VectorError if Python cannot be prepared for the machine.
    """
    target = TARGETS[name]
    if lacking := target.lacking():
        sys.exit(lacking)
    folder = ROOT / "build" / "isa" / name
    folder.mkdir(parents=True, exist_ok=True)
    python = python_there(target, folder)
    unpacked = ROOT / "build" / "wheels" / name / "unpacked"
    shutil.rmtree(unpacked, ignore_errors=True)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(unpacked)
    lines = [
        "#!/bin/sh",
        "unset SAMEBITS_C_LIBRARIES",
        "export PYTHONDONTWRITEBYTECODE=1 OPENBLAS_NUM_THREADS=1",
        f"export PYTHONPATH='{packages_of(python)}:{unpacked}'",
        "exec " + " ".join(f"'{word}'" for word in python) + ' "$@"',
    ]
    start = unpacked.parent / "python"
    write_atomically(start, "\n".join([*lines, ""]).encode())
    start.chmod(0o755)
    loaded = subprocess.run([str(start), "-P", "-c", _LOADED], capture_output=True, text=True)
    print(loaded.stdout + loaded.stderr, end="", flush=True)
    if not loaded.stdout.startswith("extension module: True"):
        return 1
    host = f"exec:{start} -P -m samebits.commands.cli host c"
    words = ["certify", "--backend", host, "--device", "baseline", "--level", "smoke"]
    words += [word for op in OPS for word in ("--op", op)]
    words += ["--deadline", "600", "--out", str(unpacked.parent / "report")]
    command = [sys.executable, "-m", "samebits.commands.cli", *words]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    try:
        sys.exit(judge(sys.argv[1], Path(sys.argv[2])))
    except SamebitsError as error:
        sys.exit(f"error: {error}")
