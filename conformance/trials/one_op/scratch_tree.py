"""A scratch copy of the checkout, to which the files and edits of an op are added.

The folder of an op has the files that a contributor writes, by their paths in the tree. A file
`PATH.edit` has the lines that the op adds to the existing file PATH: its rules in SPEC.md, or its
row in a table.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from samebits.common.files import write_atomically
from samebits.common.tests.added import VARIABLE

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
"""The checkout that contains this file."""

SPEC = "spec/SPEC.md"
_EDIT = ".edit"
OPS = tuple(sorted(path.parents[1].name for path in HERE.glob(f"*/{SPEC}{_EDIT}")))
"""The names of the ops that are added, from the names of their folders."""


def files_of(op: str) -> list[str]:
    """Return the files that a contributor writes, by their paths in the tree."""
    folder = HERE / op
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    kept = (path for path in found if path.suffix != _EDIT and "__pycache__" not in path.parts)
    return sorted(path.as_posix() for path in kept)


def edits_of(op: str) -> dict[str, str]:
    """Return the lines that an op adds to existing files, by the paths of these files."""
    folder = HERE / op
    return {
        path.relative_to(folder).as_posix().removesuffix(_EDIT): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob(f"*{_EDIT}"))
    }


def edited(text: str, edit: str) -> str:
    """Return the text of a file after the edits of an op.

    Raises ValueError if the text at which an edit is made does not occur exactly once.
    """
    for block in edit.strip("\n").split("\n\n"):
        first, *lines = block.split("\n")
        kind, _, place = first.partition(": ")
        if text.count(place) != 1:
            raise ValueError(f"the file has {place!r} {text.count(place)} times, not once")
        if kind == "before":
            text = text.replace(place, "\n".join(lines) + "\n" + place)
        else:
            text = text.replace(place, lines[0].removeprefix("by: "))
    return text


OWN_ROOMS = """# An editable installation of another checkout answers before PYTHONPATH: not here.
import sys

sys.meta_path[:] = [f for f in sys.meta_path if "samebits" not in type(f).__module__]
"""
"""The text of a sitecustomize.py, which runs after the path files of installed packages."""


_LEFT = shutil.ignore_patterns(
    "build", "dist", ".git", ".nox", ".samebits", ".*_cache", ".hypothesis", "__pycache__",
    "samebits-report*", "one_op", "test_one_op.py",
)  # fmt: skip
"""Files that are not copied: output of programs, and the examples in this folder."""


def checkout(root: Path) -> dict[str, str]:
    """Return the files to be copied: a mapping from paths to SHA-256 digests."""
    found = {}
    for folder, folders, files in os.walk(root):
        left = _LEFT(folder, [*folders, *files])
        folders[:] = [name for name in folders if name not in left]
        for path in (Path(folder, name) for name in files if name not in left):
            found[path.relative_to(root).as_posix()] = sha256(path.read_bytes()).hexdigest()
    return found


def write_changed(path: Path, text: bytes) -> None:
    """Write a file unless its content is the same, so that it is not compiled again needlessly."""
    if not path.exists() or path.read_bytes() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text)


_EDITS = "edits"
"""The key under which all edits are stored in the list of copied files."""


def _edits() -> dict[str, str]:
    """Return the lines that the ops add to existing files, by the paths of these files."""
    found: dict[str, str] = {}
    for op in OPS:
        for path, edit in edits_of(op).items():
            found[path] = found.get(path, "") + edit
    return found


class Tree:
    """A copy of the checkout in `folder`, with the rooms linked under their import names.

    An existing copy is updated: only files that have changed in the checkout are copied. Output of
    earlier steps remains, and little has to be compiled again.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.sources = self._bring()
        for op in filter(self.has, OPS):  # the lines of an added op may have changed
            self.add(op)
        self.link()

    def link(self) -> None:
        """Link the rooms under their names, and check that programs in the copy import them."""
        self.run([sys.executable, "backends/link_rooms.py"])
        names = self.folder / "build/names/sitecustomize.py"
        write_atomically(names, OWN_ROOMS.encode())
        self._check_rooms()

    def _bring(self) -> str:
        """Copy changed files, remove deleted ones, and return the digest of the copied files."""
        note, now = self.folder / "build" / "copied.json", checkout(ROOT)
        before = json.loads(note.read_text(encoding="utf-8")) if note.exists() else {}
        edits, kept = _edits(), before.pop(_EDITS, {})
        if kept != edits:
            for path in {*edits, *kept}:
                before.pop(path, None)
        for path, digest in now.items():
            if before.get(path) != digest:
                write_changed(self.folder / path, (ROOT / path).read_bytes())
                shutil.copymode(ROOT / path, self.folder / path)
        for path in before.keys() - now.keys():
            (self.folder / path).unlink(missing_ok=True)
        note.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(now, indent=0, sort_keys=True).encode()
        write_atomically(note, json.dumps({**now, _EDITS: edits}, indent=0).encode())
        return sha256(text).hexdigest()

    def _check_rooms(self) -> None:
        """Raise RuntimeError if a program in the copy would import rooms from outside the copy."""
        where = "import samebits.spec.catalog as room; print(room.__file__)"
        told = self.run([sys.executable, "-c", where])
        if not Path(told.stdout.strip()).resolve().is_relative_to(self.folder):
            raise RuntimeError(
                f"the copy reads {told.stdout.strip() or told.stderr}, not its rooms"
            )

    def has(self, op: str) -> bool:
        """Return whether an op has been added."""
        return (self.folder / f"spec/ops/{op}.py").exists()

    def add(self, op: str) -> None:
        """Add the files of an op, and its lines in other files, unless they are already there."""
        for path in files_of(op):
            write_changed(self.folder / path, (HERE / op / path).read_bytes())
        for path, edit in edits_of(op).items():
            text = (self.folder / path).read_text(encoding="utf-8")
            if edit.split("\n")[1] not in text:
                write_atomically(self.folder / path, edited(text, edit).encode())

    def digest(self, rooms: Sequence[str]) -> str:
        """Return the SHA-256 of files and of all files in folders.

        Tests in subfolders are left out.
        """
        lines = []
        for room in rooms:
            top = self.folder / room
            for path in [top] if top.is_file() else sorted(top.rglob("*")):
                name = path.relative_to(top)
                if path.is_file() and not {"tests", "__pycache__"} & set(name.parts):
                    digest = sha256(path.read_bytes()).hexdigest()
                    lines.append(f"{digest}  {room}/{name.as_posix()}\n")
        return sha256("".join(lines).encode()).hexdigest()

    def environment(self) -> dict[str, str]:
        """Return the environment variables for programs that run in the copy."""
        found = {
            **os.environ,
            "PYTHONPATH": str(self.folder / "build/names"),
            # a changed file may have an unchanged time stamp (in seconds)
            "PYTHONDONTWRITEBYTECODE": "1",
            "OPENBLAS_NUM_THREADS": "1",
            VARIABLE: " ".join(OPS),
        }
        if (self.folder / "build/native/lib").is_dir():
            found["SAMEBITS_C_LIBRARIES"] = str(self.folder / "build/native/lib")
        return found

    def run(self, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        """Run a command in the copy, and capture its output."""
        return subprocess.run(
            command, cwd=self.folder, env=self.environment(), text=True, capture_output=True
        )

    @contextmanager
    def without(self, path: str, text: str | None) -> Iterator[None]:
        """Replace the text of a file, or remove the file if `text` is None, during the block."""
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
