"""The steps of CONTRIBUTING.md for adding an op, and how a scratch tree runs them.

CONTRIBUTING.md shows nox sessions, which install the checkout. Here, the commands of these sessions
are run with the current Python on the rooms of the tree.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from samebits.conformance.trials.one_op.ended import Ended
from samebits.conformance.trials.one_op.scratch_tree import HERE, Tree

_CLI = ("-m", "samebits.commands.cli")
_ORACLES = ("common", "spec", "oracles", "vectors", "conformance/exhaustive")
_C = ("backends/c", "backends/numerics", "backends/CMakeLists.txt")

Command = Sequence[str]


@dataclass(frozen=True, slots=True)
class Session:
    """The command of a nox session, and the rooms that it reads.

    The command is stored in two parts, before and after the arguments of the session. A step that
    succeeded is not repeated until a file in these rooms changes.
    """

    command: Command
    afterwards: tuple[Command, ...]
    rooms: tuple[str, ...]


SESSIONS: Mapping[str, Session] = {
    "exhaustive": Session(
        (*_CLI, "prove", "--resume"),
        (
            ("-m", "samebits.vectors.search.everyday", "--missing"),
            ("-m", "samebits.vectors.search.twice", "--missing"),
            ("-m", "samebits.vectors.proofs"),
        ),
        (*_ORACLES[:3], *_C),
    ),
    "vectors": Session(("-m", "samebits.vectors.write"), (), _ORACLES),
    "gates": Session(
        ("-m", "samebits.backends.cuda.lab.gate"), (), ("common", "spec", "backends/cuda", _C[1])
    ),
    "conformance": Session(
        (*_CLI, "certify", "--level", "standard"),
        (),
        (*_ORACLES[:4], "conformance", "backends", "reports"),
    ),
}
"""The nox sessions that CONTRIBUTING.md shows, by name."""

FUNCTIONS = "exhaustive"
"""The nox session that only applies to functions of one operand."""

COMPILER = "gates"
"""The nox session that needs NVRTC."""

JUDGING = "conformance"
"""The nox session that writes reports."""


def commands(contributing: str) -> list[str]:
    """Return the commands of the section on adding an op, in order."""
    section = contributing.split("## Add an op")[1].split("\n## ")[0]
    return [line.strip() for line in re.findall(r"^ {7}(\S.*)$", section, re.MULTILINE)]


def as_run(command: str, op: str, python: str) -> list[Command]:
    """Return the commands that the tree runs for a command of CONTRIBUTING.md and an op.

    Raises ValueError for an unknown command.
    """
    words = command.replace("NAME", op).split()
    if words[0] == "cmake":
        return [words]
    if words[0] == "python":
        return [[python, *words[1:]]]
    if words[:2] == ["nox", "-s"] and words[2] in SESSIONS:
        session, arguments = SESSIONS[words[2]], words[4:]
        if words[2] == JUDGING:
            arguments += ["--out", judged(op, arguments)]
        return [[python, *session.command, *arguments], *([python, *c] for c in session.afterwards)]
    raise ValueError(f"CONTRIBUTING.md shows {command!r}, which this program cannot run; extend it")


def judged(op: str, arguments: Sequence[str]) -> str:
    """Return the folder, in the tree, for the reports of a certification with these arguments."""
    return f"build/judged/{op}-{arguments[arguments.index('--backend') + 1]}"


def rooms_of(command: str) -> Sequence[str]:
    """Return the rooms that a command of CONTRIBUTING.md reads.

    The result is empty for a command that is always run, because it takes only seconds if nothing
    has changed.
    """
    words = command.split()
    return SESSIONS[words[2]].rooms if words[0] == "nox" else ()


def left_out(command: str, op: str) -> str:
    """Return why a command is not run for an op, or "" if the command is run."""
    if f" {FUNCTIONS} " in command and _profile(op) != "math":
        return "for functions"
    if f" {COMPILER} " in command and importlib.util.find_spec("cupy") is None:
        return "NVRTC is not installed"
    return ""


def _profile(op: str) -> str:
    """Return the profile that the op's own file declares."""
    text = (HERE / op / "spec" / "ops" / f"{op}.py").read_text(encoding="utf-8")
    found = re.search(r'profile="(\w+)"', text)
    return found[1] if found else "math"  # elementary() declares the profile math


def follow(
    tree: Tree, op: str, python: str, ended: Ended, tell: Callable[[str], None]
) -> list[str]:
    """Run all steps for an op, and return descriptions of the step that failed."""
    text = (tree.folder / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for command in commands(text):
        step, rooms, why = command.replace("NAME", op), rooms_of(command), left_out(command, op)
        if why:
            tell(f"not run ({why}): {step}")
            continue
        if rooms and ended.found(step, rooms) is not None:
            tell(f"has ended: {step}")
            continue
        tell(step)
        for inner in as_run(command, op, python):
            told = tree.run(inner)
            if told.returncode:
                return [f"{step}: {(told.stdout + told.stderr)[-2000:]}"]
        if rooms:
            ended.keep(step, rooms)
    return []
