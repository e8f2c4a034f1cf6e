"""The steps that CONTRIBUTING.md shows for adding an op, and how a scratch tree runs them.

The text shows sessions of nox, which install the checkout; here the command inside runs with the
Python at hand, on the rooms of the tree.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Mapping, Sequence

from samebits.conformance.tests.one_op.tree import HERE, Tree

_CLI = ("-m", "samebits.conformance.cli")

SESSIONS: Mapping[str, tuple[str, ...]] = {
    "exhaustive": (*_CLI, "prove"),
    "vectors": ("-m", "samebits.vectors.write"),
    "gates": ("-m", "samebits.backends.cuda.gate"),
    "conformance": (*_CLI, "certify", "--level", "standard"),
}
"""What a session of nox runs inside."""

FUNCTIONS = "exhaustive"
"""The session that is for functions of one operand alone."""

COMPILER = "gates"
"""The session that needs NVRTC."""


def commands(contributing: str) -> list[str]:
    """The commands of the section on adding an op, in the order of the text."""
    section = contributing.split("## Add an op")[1].split("\n## ")[0]
    return [line.strip() for line in re.findall(r"^ {7}(\S.*)$", section, re.MULTILINE)]


def as_run(command: str, op: str, python: str) -> Sequence[str]:
    """A command of the text for an op, as the tree runs it. Raises ValueError for another one."""
    words = command.replace("NAME", op).split()
    if words[0] == "cmake":
        return words
    if words[0] == "python":
        return [python, *words[1:]]
    if words[:2] == ["nox", "-s"] and words[2] in SESSIONS:
        return [python, *SESSIONS[words[2]], *words[4:]]
    raise ValueError(f"CONTRIBUTING.md shows {command!r}, which this program cannot run")


def left_out(command: str, op: str) -> str:
    """Why a command is not run for an op; empty if it is."""
    if f" {FUNCTIONS} " in command and _profile(op) != "math":
        return "for functions"
    if f" {COMPILER} " in command and importlib.util.find_spec("cupy") is None:
        return "NVRTC is not installed"
    return ""


def _profile(op: str) -> str:
    """The profile that the op's own file declares."""
    text = (HERE / op / "spec" / "ops" / f"{op}.py").read_text(encoding="utf-8")
    found = re.search(r'profile="(\w+)"', text)
    return found[1] if found else "math"  # elementary() declares it


def follow(tree: Tree, op: str, python: str, tell: Callable[[str], None]) -> list[str]:
    """Run the steps for an op; what failed, in words."""
    text = (tree.folder / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for command in commands(text):
        why = left_out(command, op)
        if why:
            tell(f"not run ({why}): {command}")
            continue
        tell(command.replace("NAME", op))
        ended = tree.run(as_run(command, op, python))
        if ended.returncode:
            return [f"{command}: {(ended.stdout + ended.stderr)[-2000:]}"]
    return []
