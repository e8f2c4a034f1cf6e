"""The state of each stage. It is a file in the lease's folder, and moves with the archives."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from samebits.backends.cuda.lab.lease.stages import BY_NAME, STAGES
from samebits.common.files import write_atomically
from samebits.conformance.errors import JudgeError
from samebits.conformance.questions.seeded import parse_seed
from samebits.reports.errors import ReportError

NAME = "state.json"

Outcome = Literal["right", "wrong", "failed", "cut", "not here"]
"""The possible results of a stage.

right: it ran to its end without findings; wrong: it found a problem; failed: it could not run; cut:
the time ended; not here: this device has no work for it.
"""

ENDED: tuple[Outcome, ...] = ("right", "wrong", "not here")

OF_A_MACHINE = ("build", "probe", "compile")
"""The stages that every machine must run itself."""


@dataclass(slots=True)
class Entry:
    """A stage: its last outcome, the machine, its total seconds, and a line of explanation."""

    outcome: Outcome
    machine: str
    seconds: float
    line: str = ""


@dataclass(slots=True)
class State:
    """The state of a lease.

    `sequence` counts the written archives. `asked` are the requested stages. `seed` is the seed of
    the drawn questions for every judge of the lease, on every machine.
    """

    sequence: int = 0
    asked: list[str] = field(default_factory=list)
    entries: dict[str, Entry] = field(default_factory=dict)
    seed: str = ""

    def wanted(self, names: Iterable[str], machine: str) -> list[str]:
        """Return the requested stages that have not ended, the most useful first."""
        self.asked = [s.name for s in STAGES if s.name in {*self.asked, *names}]
        return [name for name in self.asked if not self.has_ended(name, machine)]

    def has_ended(self, name: str, machine: str) -> bool:
        """Return whether a stage need not run on this machine."""
        entry = self.entries.get(name)
        if entry is None or entry.outcome not in ENDED:
            return False
        return name not in OF_A_MACHINE or entry.machine == machine

    def note(self, name: str, outcome: Outcome, machine: str, seconds: float, line: str) -> None:
        """Record that a stage has ended or was stopped."""
        before = self.entries.get(name)
        spent = before.seconds if before and before.outcome == "cut" else 0.0
        self.entries[name] = Entry(outcome, machine, round(spent + seconds, 1), line)

    def write(self, folder: Path) -> None:
        """Write the state to the lease's folder."""
        write_atomically(folder / NAME, json.dumps(asdict(self), indent=1).encode())


_DAMAGED = (
    ValueError,
    TypeError,
    KeyError,
    AttributeError,
    OverflowError,
    RecursionError,
    JudgeError,
)


def read(folder: Path) -> State:
    """Return the state in a folder, or a new state; raise ReportError if the file is damaged."""
    path = folder / NAME
    try:
        return parse(path.read_bytes())
    except FileNotFoundError:
        return State()
    except (*_DAMAGED, OSError) as error:
        raise ReportError(f"{path} cannot be read ({error}); remove it to begin anew") from error


def parse(data: bytes) -> State:
    """Return the state from the contents of its file. Raises one of _DAMAGED."""
    found: dict[str, Any] = json.loads(data)
    entries = {name: Entry(**entry) for name, entry in found["entries"].items()}
    for name, entry in entries.items():
        if name not in BY_NAME or entry.outcome not in get_args(Outcome):
            raise ValueError(f"stage {name!r} with outcome {entry.outcome!r}")
    asked = [str(name) for name in found["asked"]]
    seed = parse_seed(found["seed"]) if found["seed"] else ""
    return State(int(found["sequence"]), asked, entries, seed)
