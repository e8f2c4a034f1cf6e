"""Install a wheel in a new environment without a compiler, measure, and judge the C backend there.

    python -m package.wheels.check_wheel dist/samebits-0.1.0-py3-none-manylinux_2_26_x86_64.whl

Needs Python 3.11 or newer with pip, and nothing else. Ends with status 1 at the first step that
fails, or if the downloads are larger than MOST.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

MOST = 60
"""The largest total size of the downloads for the command `samebits`, in MB of 10^6 bytes."""
SOON = 15
"""The target for the time from `pip install` to the first output of `samebits`, in seconds."""


def megabytes(folder: Path) -> float:
    """Return the size of all files below a folder, in MB of 10^6 bytes."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def run(*command: str, folder: Path, scripts: Path) -> float:
    """Run a command that finds only the programs in `scripts`. Return how many seconds it took.

    The program ends if the command fails.
    """
    print("$", *command, flush=True)
    hidden = {"PYTHONPATH", "PYTHONHOME", "SAMEBITS_C_LIBRARIES"}
    variables = {name: value for name, value in os.environ.items() if name not in hidden}
    began = time.perf_counter()
    ended = subprocess.run(command, cwd=folder, env={**variables, "PATH": str(scripts)})
    if ended.returncode:
        sys.exit(f"{' '.join(command)}: ended with status {ended.returncode}")
    return time.perf_counter() - began


def check(wheel: Path) -> None:
    """Install the wheel, print sizes and times, and judge. The program ends if a step fails."""
    with tempfile.TemporaryDirectory(prefix="samebits-wheel-") as name:
        folder = Path(name)
        fresh, downloads = folder / "fresh", folder / "downloads"
        subprocess.run([sys.executable, "-m", "venv", str(fresh)], check=True)
        scripts = Path(sysconfig.get_path("scripts", "venv", {"base": str(fresh)}))
        pip = (str(scripts / "python"), "-m", "pip", "--disable-pip-version-check")
        before = megabytes(fresh)
        install = (*pip, "install", "--quiet", "--only-binary=:all:")
        seconds = run(
            *(*pip, "download", "--quiet", "--only-binary=:all:"),
            *("--dest", str(downloads), str(wheel)),
            folder=folder,
            scripts=scripts,
        )
        offline = ("--no-index", "--find-links", str(downloads))
        seconds += run(*install, *offline, str(wheel), folder=folder, scripts=scripts)
        samebits = str(scripts / "samebits")
        seconds += run(samebits, "--version", folder=folder, scripts=scripts)
        site = Path(sysconfig.get_path("purelib", "venv", {"base": str(fresh)}))
        fetched = megabytes(downloads)
        lines = (
            f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB",
            f"downloads, with the packages that it needs: {fetched:.1f} MB (at most {MOST} MB)",
            f"to the first answer of samebits: {seconds:.1f} s (aim: {SOON} s)",
            f"on disk: samebits {megabytes(site / 'samebits'):.1f} MB,"
            f" with the packages that it needs {megabytes(fresh) - before:.1f} MB",
        )
        print(*lines, sep="\n", flush=True)
        if fetched > MOST:
            sys.exit(f"the downloads are larger than {MOST} MB: make the wheel smaller")
        run(*install, f"{wheel}[judge]", folder=folder, scripts=scripts)
        certify = (samebits, "certify", "--backend", "c", "--level", "smoke")
        seconds = run(*certify, folder=folder, scripts=scripts)
        print(f"the verdict took {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        check(Path(argument).resolve())
