"""Build one wheel for each machine. auditwheel decides which systems a wheel supports.

Debian's gcc compiles the code. For aarch64 it is a cross compiler. A wheel works with every Python
from 3.11 on, because its only extension module uses the stable ABI.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "build" / "wheels"
DIST = ROOT / "dist"
GLIBC = 28
"""The newest glibc that a wheel may require: 2.28. The value is its minor version."""
EXTENSION = "samebits/backends/c/lib/_call.abi3.so"
"""The extension module. CMake omits it if the headers of Python are missing."""


@dataclass(frozen=True)
class Machine:
    """A type of machine for which wheels are built, with its names in tags and in Debian."""

    name: str
    debian: str

    @property
    def is_here(self) -> bool:
        """Return whether this program runs on a machine of this type."""
        return platform.machine() == self.name

    @property
    def compiler(self) -> str:
        """Return the C compiler that runs here and compiles for the machine."""
        return "gcc" if self.is_here else f"{self.name}-linux-gnu-gcc"

    @property
    def packages(self) -> str:
        """Return the Debian packages of the compiler and its C library."""
        if self.is_here:
            return "gcc libc6-dev"
        return f"gcc-{self.name.replace('_', '-')}-linux-gnu libc6-dev-{self.debian}-cross"


MACHINES = {
    "x86_64": Machine("x86_64", "amd64"),
    "aarch64": Machine("aarch64", "arm64"),
}


def run(*command: str, folder: Path = ROOT, **variables: str) -> None:
    """Run a command with its output shown. End the program if the command fails."""
    print("$", *command, flush=True)
    found = subprocess.run(command, cwd=folder, env={**os.environ, **variables}).returncode
    if found:
        sys.exit(f"{' '.join(command)}: ended with status {found}")


def build(machine: Machine) -> Path:
    """Build the wheel of a machine and return its path. End the program if a step fails."""
    if shutil.which(machine.compiler) is None:
        sys.exit(f"{machine.compiler} is missing; run: apt-get install {machine.packages}")
    raw = BUILT / machine.name / "raw"
    shutil.rmtree(raw, ignore_errors=True)
    settings = [f"build-dir={BUILT / machine.name / 'build'}"]
    settings += [f"cmake.define.{definition}" for definition in _definitions(machine)]
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(raw)]
    command += [f"-C{setting}" for setting in settings]
    run(*command, _PYTHON_HOST_PLATFORM=f"linux-{machine.name}")
    (wheel,) = raw.glob("samebits-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        if EXTENSION not in archive.namelist():
            sys.exit(f"{wheel} has no {EXTENSION}: install the headers of Python (python3-dev)")
    return _repaired(machine, wheel)


def _definitions(machine: Machine) -> list[str]:
    """Return the CMake settings for a machine."""
    linked = "-Wl,--push-state,--no-as-needed -l:libpthread.so.0 -lc -Wl,--pop-state"
    chosen = [
        f"CMAKE_C_COMPILER={machine.compiler}",
        f"CMAKE_C_FLAGS=-include {Path(__file__).with_name('glibc.h')}",
        # Before glibc 2.34, threads were in a separate library. auditwheel requires that each
        # extension module names its C library. Our module calls none of its functions, so the
        # linker must be made to name it.
        f"CMAKE_SHARED_LINKER_FLAGS={linked}",
        f"CMAKE_MODULE_LINKER_FLAGS={linked}",
    ]
    if not machine.is_here:
        chosen += ["CMAKE_SYSTEM_NAME=Linux", f"CMAKE_SYSTEM_PROCESSOR={machine.name}"]
        chosen += [f"SAMEBITS_PYTHON_HEADERS={_headers(machine)}"]
    return chosen


def _headers(machine: Machine) -> Path:
    """Copy the headers of this Python for a different machine, and return their folder.

    Debian's pyconfig.h includes the file of the target machine, which is not installed. The file of
    this machine replaces it: both machines are 64-bit Linux, and the stable ABI depends only on
    that.
    """
    folder = BUILT / machine.name / "headers"
    shutil.rmtree(folder, ignore_errors=True)
    source = Path(sysconfig.get_path("include"))
    if not source.is_dir():
        sys.exit(f"{source} is missing; install the headers of Python (python3-dev)")
    shutil.copytree(source, folder)
    own = source.parent / (sysconfig.get_config_var("MULTIARCH") or "") / source.name / "pyconfig.h"
    if own.is_file():
        shutil.copy(own, folder / "pyconfig.h")
    return folder


def _repaired(machine: Machine, wheel: Path) -> Path:
    """Return the path of the wheel in dist/, with the oldest tag that auditwheel accepts for it.

    The program ends if auditwheel accepts no tag, or only a tag that requires a newer glibc than
    GLIBC.
    """
    auditwheel = (sys.executable, "-m", "auditwheel")
    run(*auditwheel, "show", str(wheel))
    for old in DIST.glob(f"samebits-*{machine.name}.whl"):
        old.unlink()
    # auditwheel accepts tag names only for the machine on which it runs, so use `auto`.
    run(*auditwheel, "repair", "--plat", "auto", "--wheel-dir", str(DIST), str(wheel))
    (repaired,) = DIST.glob(f"samebits-*{machine.name}.whl")
    print(f"{repaired.relative_to(ROOT)}: {repaired.stat().st_size / 1e6:.1f} MB", flush=True)
    needed = [int(minor) for minor in re.findall(r"manylinux_2_(\d+)_", repaired.name)]
    if not needed or max(needed) > GLIBC:
        repaired.unlink()
        sys.exit(f"the wheel needs a glibc newer than 2.{GLIBC}; add its symbols to glibc.h")
    return repaired
