"""A Python for another machine, run by an emulator, with the wheels that `samebits host` needs.

Python comes from Debian's packages. They are not installed, but unpacked in one folder of
`build/isa`.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

from samebits.backends.c.tests.isa.target import Target, command
from samebits.common.files import write_atomically

_HOST_NEEDS = ("click", "ml_dtypes", "numpy", "rich")
"""Packages that `samebits host` imports in addition to samebits."""

_TAGS = ("manylinux_2_28", "manylinux_2_27", "manylinux_2_17", "manylinux2014")


def python_there(target: Target, folder: Path) -> list[str]:
    """Return the command that runs the target's Python, with the wheels that a host needs.

    If it does not exist yet, it is built. Raise VectorError with the output of the failed command;
    apt-get and pip need access to their package indexes.
    """
    made = folder / "python"
    if not made.exists():
        fresh = folder / f"python.{os.getpid()}.tmp"
        shutil.rmtree(fresh, ignore_errors=True)
        try:
            version = _unpack_debian(target, fresh)
            _unpack_wheels(target, version, fresh / "site")
            fresh.rename(made)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    (program,) = (made / "root" / "usr" / "bin").glob("python3.*")
    return [target.emulator[0], "-L", str(made / "root"), str(program)]


def packages_of(python: list[str]) -> Path:
    """Return the folder of the wheels for the Python command, to be used as PYTHONPATH."""
    return Path(python[-1]).parents[3] / "site"


def _unpack_debian(target: Target, folder: Path) -> str:
    """Unpack Python and its libraries in `folder/root`. Return Python's version, such as `3.11`."""
    state, cache = folder / "apt" / "state", folder / "apt" / "cache"
    for place in (state / "lists" / "partial", cache / "archives" / "partial"):
        place.mkdir(parents=True)
    (state / "status").touch()
    lines = (
        f'APT::Architecture "{target.debian}";',
        f'APT::Architectures {{ "{target.debian}"; }};',
        f'Dir::State "{state}";',
        f'Dir::State::status "{state / "status"}";',
        f'Dir::Cache "{cache}";',
        'APT::Sandbox::User "root";',
        'Acquire::Languages "none";',
    )
    write_atomically(folder / "apt" / "apt.conf", "\n".join(lines).encode())
    apart = {**os.environ, "APT_CONFIG": str(folder / "apt" / "apt.conf")}
    command(["apt-get", "update", "-qq"], apart)
    depends = command(["apt-cache", "depends", "python3-minimal"], apart)
    found = re.search(r"Depends: python(3\.\d+)-minimal", depends)
    version = found[1] if found else f"3.{sys.version_info.minor}"
    wanted = (f"python{version}-minimal", f"libpython{version}-stdlib", "libstdc++6")
    options = ("--download-only", "--yes", "-qq", "--no-install-recommends")
    command(["apt-get", *options, "-o", "Debug::NoLocking=1", "install", *wanted], apart)
    for package in sorted((cache / "archives").glob("*.deb")):
        command(["dpkg", "--extract", str(package), str(folder / "root")])
    shutil.rmtree(folder / "apt")
    return version


def _unpack_wheels(target: Target, version: str, folder: Path) -> None:
    platforms = [f"--platform={tag}_{target.name}" for tag in _TAGS]
    options = ("--quiet", "--only-binary=:all:", f"--python-version={version}", *platforms)
    pip = (sys.executable, "-m", "pip", "install", "--target", str(folder))
    command([*pip, *options, *_HOST_NEEDS])
