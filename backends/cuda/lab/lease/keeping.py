"""The results of a lease that are packed repeatedly while stages run."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from samebits.backends.cuda.lab.lease import lease_state
from samebits.backends.cuda.lab.lease.archives import Kind, Label, Packed, archives, pack
from samebits.backends.cuda.lab.lease.lease_state import Outcome
from samebits.backends.cuda.lab.lease.settings import Settings
from samebits.conformance.questions.seeded import new_seed

EVERY = 30.0
"""Seconds between two checks for new results."""

_DRAWN = ("index.html", "summary.md", "junit.xml")
"""Pages that are made again from the reports, so they are not packed."""

_PASSING = (".tmp", ".pulse")
_FIRST = (".jsonl", ".partial", ".json", ".md")

KERNEL_LIST = "kernels.json"
"""The file in which the stage `compile` lists its files (samebits.backends.cuda.lab.warm)."""


def evidence(settings: Settings) -> list[str]:
    """Return the names of all evidence below `out`, the most important first."""
    found = [
        path
        for path in sorted(settings.folder.rglob("*"))
        if path.is_file()
        and path.suffix not in _PASSING
        and path.name not in _DRAWN
        and path.parent != settings.libraries
    ]
    found.sort(key=lambda path: (path.name != lease_state.NAME, path.suffix not in _FIRST))
    return [path.relative_to(settings.out).as_posix() for path in found]


def kernels(settings: Settings) -> list[str]:
    """Return the names below `out` of the C libraries and of the kernels that `compile` listed."""
    listed = [settings.kernels / name for row in _rows(settings) for name in row["files"]]
    found = [path for path in (settings.kernels / KERNEL_LIST, *listed) if path.is_file()]
    found += sorted(settings.libraries.glob("*.so"))
    return [path.relative_to(settings.out).as_posix() for path in found]


def about_kernels(settings: Settings) -> str:
    """Return a description of the kernels: compiler, target, and how many of them exist."""
    parts = []
    for row in _rows(settings):
        files = [settings.kernels / name for name in row["files"]]
        there = sum(path.is_file() for path in files)
        parts.append(f"{there} of {len(files)} units for {row['target']} by {row['compiler']}")
    return ", ".join(parts) or "no kernels"


def _rows(settings: Settings) -> list[dict[str, list[str]]]:
    path = settings.kernels / KERNEL_LIST
    try:
        found: list[dict[str, list[str]]] = json.loads(path.read_bytes())["kernels"]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return found


class Keeper:
    """A packer of new results, which runs in its own thread and on request.

    `say` prints a line if a result could not be packed.
    """

    def __init__(self, settings: Settings, folder: Path, say: Callable[[str], None]) -> None:
        self._settings = settings
        self._folder = folder
        self._say = say
        self._seen: dict[str, object] = {}
        self._one = threading.Lock()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self.state = lease_state.read(settings.folder)
        self.state.seed = self.state.seed or settings.seed or new_seed()

    def __enter__(self) -> Keeper:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        self.keep()

    def note(self, name: str, outcome: Outcome, seconds: float, line: str, machine: str) -> None:
        """Record that a stage has ended or was stopped."""
        with self._one:
            self.state.note(name, outcome, machine, seconds, line)

    def keep(self) -> None:
        """Pack the changes since the last call. Kernels come last, because they take longer."""
        with self._one:
            self._try("evidence", evidence)
            self._try("kernels", kernels)

    def archives(self) -> list[Path]:
        """Return the archives that exist."""
        return archives(self._folder)

    def _try(self, kind: Kind, names: Callable[[Settings], Sequence[str]]) -> None:
        """Pack the files of a kind; report errors of listing, reading or writing.

        The next call retries.
        """
        try:
            self._keep(kind, names(self._settings))
        except OSError as error:
            self._say(f"{kind} could not be packed: {error.strerror or error}: {self._folder}")

    def _keep(self, kind: Kind, names: Sequence[str]) -> None:
        looks = {name: _look(self._settings.out / name) for name in names}
        if not names or self._seen.get(kind) == looks:
            return
        about = about_kernels(self._settings) if kind == "kernels" else self._stages()
        self.state.sequence += 1
        if kind == "evidence":
            self.state.write(self._settings.folder)
        label = Label(kind, self._settings.key, self.state.sequence, 1, 1, about)
        packed = pack(label, self._settings.out, names, self._folder)
        self._seen[kind] = {name: _look(self._settings.out / name) for name in names}
        self._tell(kind, packed)

    def _tell(self, kind: Kind, packed: Packed) -> None:
        if packed.left_out:
            first = packed.left_out[0]
            self._say(f"{kind}: {len(packed.left_out)} files found no room, {first} and on")

    def _stages(self) -> str:
        told = [f"{name} {entry.outcome}" for name, entry in self.state.entries.items()]
        return ", ".join(told) or "nothing has ended yet"

    def _watch(self) -> None:
        while not self._ended.wait(EVERY):
            self.keep()


def _look(path: Path) -> object:
    """Return values that change when a file changes."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size
