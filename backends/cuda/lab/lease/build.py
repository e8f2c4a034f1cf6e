"""Use, load or compile the C libraries; arguments: the FOLDER in which they are cached.

python -m samebits.backends.cuda.lab.lease.build FOLDER

FOLDER travels with the lease, so that the next machine need not compile the libraries. Libraries
that SAMEBITS_C_LIBRARIES names are used without changes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from samebits.backends.cuda.lab.lease.settings import ROOT
from samebits.common.compiled import VARIABLE

_ASKED = (
    "from samebits.backends.c import backend as b; b.open('baseline').__exit__(None, None, None)"
)


def loads(folder: Path) -> bool:
    """Return whether the C backend opens with the libraries of a folder.

    The libraries must be present, up to date, and compiled for this machine.
    """
    environment = {**os.environ, VARIABLE: str(folder)}
    asked = [sys.executable, "-c", _ASKED]
    ended = subprocess.run(asked, env=environment, cwd=ROOT, capture_output=True, check=False)
    return ended.returncode == 0


def compiled(build: Path) -> bool:
    """Compile the libraries with CMake. Return whether all steps succeeded."""
    steps = (
        ["cmake", "-S", str(ROOT / "backends"), "-B", str(build), "-G", "Ninja"],
        ["cmake", "--build", str(build)],
    )
    return all(subprocess.run(step, cwd=ROOT, check=False).returncode == 0 for step in steps)


def main() -> None:
    """Make the C backend usable.

    Exit with status 0 on success, otherwise 2 and one line of text.
    """
    folder = Path(sys.argv[1])
    given = os.environ.get(VARIABLE, "")
    if given and given != str(folder):
        if not loads(Path(given)):
            sys.exit(_ended(f"error: the C backend does not open with {VARIABLE}={given}"))
        print(f"the C backend of {VARIABLE} is used")
    elif folder.is_dir() and loads(folder):
        print("the C backend is kept from before")
    else:
        build = ROOT / "build" / "c"
        if not compiled(build):
            sys.exit(_ended("error: the C backend was not built: see above; it needs cmake, ninja"))
        _keep(build, folder)
        if not loads(folder):
            sys.exit(_ended(f"error: the C backend was built but does not open: see {folder}"))
        print("the C backend is built")


def _keep(build: Path, folder: Path) -> None:
    """Copy the libraries to the folder. Each is written under a temporary name and renamed."""
    folder.mkdir(parents=True, exist_ok=True)
    for library in sorted(build.rglob("*.so")):
        temporary = folder / f"{library.name}.tmp"
        shutil.copy2(library, temporary)
        temporary.replace(folder / library.name)


def _ended(line: str) -> int:
    print(line, file=sys.stderr)
    return 2


if __name__ == "__main__":
    main()
