"""A scratch copy of the checkout, to which an op's files and its lines of SPEC.md are added."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
"""The checkout that these files lie in."""

SPEC = "spec/SPEC.md"
OPS = tuple(sorted(path.parent.name for path in HERE.glob("*/SPEC.edit")))
"""The ops that are added, by their folders."""


def files_of(op: str) -> list[str]:
    """The files that a contributor writes, by their paths in the tree."""
    folder = HERE / op
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    kept = (path for path in found if path.name != "SPEC.edit" and "__pycache__" not in path.parts)
    return sorted(path.as_posix() for path in kept)


def edited(text: str, edit: str) -> str:
    """SPEC.md with an op's lines in it. Raises ValueError for a place that is not there once."""
    for block in edit.strip("\n").split("\n\n"):
        first, *lines = block.split("\n")
        kind, _, place = first.partition(": ")
        if text.count(place) != 1:
            raise ValueError(f"SPEC.md has {place!r} {text.count(place)} times, not once")
        if kind == "before":
            text = text.replace(place, "\n".join(lines) + "\n" + place)
        else:
            text = text.replace(place, lines[0].removeprefix("by: "))
    return text


OWN_ROOMS = """# An editable installation of another checkout answers before PYTHONPATH: not here.
import sys

sys.meta_path[:] = [f for f in sys.meta_path if "samebits" not in type(f).__module__]
"""
"""A sitecustomize.py, which Python runs after the files in which installations register."""


class Tree:
    """A copy of the checkout in `folder`, with the rooms linked under their names."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        if not (self.folder / "CONTRIBUTING.md").exists():
            ignored = shutil.ignore_patterns(
                "build", ".git", ".nox", ".*_cache", ".hypothesis", "__pycache__", "samebits-report"
            )
            shutil.copytree(ROOT, self.folder, ignore=ignored, dirs_exist_ok=True)
        self.run([sys.executable, "backends/link_rooms.py"])
        (self.folder / "build/names/sitecustomize.py").write_text(OWN_ROOMS, encoding="utf-8")
        self._check_rooms()

    def _check_rooms(self) -> None:
        """Raise RuntimeError where a program in the copy would read the rooms of another tree."""
        where = "import samebits.spec.catalog as room; print(room.__file__)"
        told = self.run([sys.executable, "-c", where])
        if not Path(told.stdout.strip()).resolve().is_relative_to(self.folder):
            raise RuntimeError(f"the copy reads {told.stdout.strip() or told.stderr}, not its own")

    def add(self, op: str) -> None:
        """Copy the files of an op in, and its lines into SPEC.md."""
        for path in files_of(op):
            target = self.folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(HERE / op / path, target)
        spec = self.folder / SPEC
        edit = (HERE / op / "SPEC.edit").read_text(encoding="utf-8")
        if edit.split("\n")[1] not in spec.read_text(encoding="utf-8"):
            spec.write_text(edited(spec.read_text(encoding="utf-8"), edit), encoding="utf-8")

    def environment(self) -> dict[str, str]:
        """For whoever runs something in it; libraries that are built in it are found there."""
        found = {
            **os.environ,
            "PYTHONPATH": str(self.folder / "build/names"),
            "PYTHONDONTWRITEBYTECODE": "1",  # a changed file may have the second of the old one
            "OPENBLAS_NUM_THREADS": "1",
        }
        if (self.folder / "build/native/lib").is_dir():
            found["SAMEBITS_C_LIBRARIES"] = str(self.folder / "build/native/lib")
        return found

    def run(self, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        """Run a command in it; its words are kept."""
        return subprocess.run(
            command, cwd=self.folder, env=self.environment(), text=True, capture_output=True
        )

    @contextmanager
    def without(self, path: str, text: str | None) -> Iterator[None]:
        """The tree with another text in a file, or without the file."""
        file = self.folder / path
        kept = file.read_bytes()
        if text is None:
            file.unlink()
        else:
            file.write_text(text, encoding="utf-8")
        try:
            yield
        finally:
            file.write_bytes(kept)
