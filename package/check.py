"""The checks of `nox -s package`: wheels and editable installations can be uninstalled completely.

The program needs the package `build`. At the first step that fails, it ends with status 1 and
prints one line.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
USED = (
    "import samebits, samebits.spec, samebits.numpy as snp; snp.random.uniform(2, seed=1); "
    "print(samebits.__version__, samebits.spec.__file__)"
)
"""A program that uses an installation: it prints the version and the path of a module."""


def run(*command: str, folder: Path, status: int = 0) -> None:
    """Run a command in a folder. End the program if its exit status is not `status`."""
    print("$", *command, flush=True)
    quiet = subprocess.DEVNULL if status else None
    found = subprocess.run(command, cwd=folder, stdout=quiet, stderr=quiet).returncode
    if found != status:
        sys.exit(f"{' '.join(command)}: ended with {found}, not with {status}")


def comes_and_goes(python: str, parent: Path) -> None:
    """Import samebits next to a folder of that name, uninstall it, and check that it is gone."""
    stranger = parent / "samebits" / "spec"  # a folder that looks like a checkout
    stranger.mkdir(parents=True, exist_ok=True)
    (stranger / "__init__.py").write_text("raise SystemExit('a stranger')\n")
    run(python, "-c", USED, folder=parent)
    run(python, "-m", "pip", "uninstall", "-q", "-y", "samebits", folder=parent)
    shutil.rmtree(parent / "samebits")
    run(python, "-c", "import samebits", folder=parent, status=1)
    left = [str(path) for path in (parent / "empty").rglob("*samebits*")]
    if left:
        sys.exit(f"uninstalling left {', '.join(left)}")


def main() -> None:
    """Build, install, judge a part, and uninstall. Repeat this with an editable installation."""
    with tempfile.TemporaryDirectory(prefix="samebits-package-") as name:
        folder = Path(name)  # outside the checkout, so that only the installation can be imported
        build = (sys.executable, "-m", "build", "--wheel", "--outdir", name)
        run(*build, folder=ROOT)
        (wheel,) = folder.glob("samebits-*.whl")
        empty = folder / "empty"
        run(sys.executable, "-m", "venv", str(empty), folder=folder)
        scripts = Path(sysconfig.get_path("scripts", "venv", {"base": str(empty)}))
        python, samebits = str(scripts / "python"), str(scripts / "samebits")
        install = (python, "-m", "pip", "install", "-q")
        run(*install, f"{wheel}[judge]", folder=ROOT)
        certify = (samebits, "certify", "--backend", "c", "--level", "smoke")
        run(*certify, "--shard", "1/8", folder=folder)
        comes_and_goes(python, folder)
        run(*install, "--editable", ".", folder=ROOT)
        comes_and_goes(python, folder)


if __name__ == "__main__":
    main()
