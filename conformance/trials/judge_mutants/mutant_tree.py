"""The copy of the sources that is mutated; the checkout itself is never changed."""

from __future__ import annotations

import compileall
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from samebits.conformance.trials.judge_mutants.operators import Mutant

TRACED = Path("conformance/trials/judge_mutants/traced")
_LEFT_OUT = shutil.ignore_patterns(
    "build", ".git", ".nox", ".*_cache", ".hypothesis", "__pycache__"
)


class Tree:
    """A copy of a checkout in `folder`, with the rooms linked under their import names.

    `like` is an existing copy whose compiled files are reused.
    """

    def __init__(self, root: Path, folder: Path, like: Tree | None = None) -> None:
        if like is None:
            shutil.copytree(root, folder, ignore=_LEFT_OUT)
        else:
            shutil.copytree(like.folder, folder, ignore=shutil.ignore_patterns("build"))
        self.folder: Path = folder.resolve()
        link = [sys.executable, "backends/link_rooms.py"]
        subprocess.run(link, cwd=self.folder, check=True)
        if like is None:
            for room in self.rooms():
                compileall.compile_dir(room, quiet=2, maxlevels=20)

    def rooms(self) -> list[Path]:
        """Return the folders of the rooms under their import names."""
        return sorted((self.folder / "build/names/samebits").iterdir())

    def environment(self) -> dict[str, str]:
        """Return the environment variables for running tests in this copy."""
        paths = (self.folder / TRACED, self.folder / "build/names")
        return {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, paths)),
            # A compiled file of the mutant might be used for the original, if size and time are
            # equal.
            "PYTHONDONTWRITEBYTECODE": "1",
            "OPENBLAS_NUM_THREADS": "1",
        }


@contextmanager
def planted(folder: Path, mutant: Mutant) -> Iterator[str]:
    """Write the mutant into its file, and restore the file at the end of the block.

    New processes import the changed file. Yields the mutated text.
    """
    path = folder / mutant.path
    text, times = path.read_text(), path.stat()
    path.write_text(mutant.apply(text))
    try:
        yield mutant.apply(text)
    finally:
        path.write_text(text)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
