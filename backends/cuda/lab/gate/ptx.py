"""A reader of PTX text: the instructions of every entry, with their line numbers.

The reader knows the constructs that NVRTC writes and refuses all others, so it overlooks no
operation. Source: PTX ISA, sections 4.1 to 4.3 and 5.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_TOKENS = re.compile(
    r"""(?P<space>\s+)
      | (?P<line>\.(?:version|target|address_size|file|loc|maxntid|minnctapersm|maxnreg
                    |reqntid|explicitcluster|reqnctapercluster)\b[^\n{]*)
      | (?P<head>(?:\.(?:visible|extern|weak|common)\s+)*\.(?P<kind>entry|func)\b
            (?:\s*\([^)]*\))?\s*(?P<name>[\w$]+)\s*(?:\([^)]*\))?)
      | (?P<brace>[{}])
      | (?P<label>[\w$%]+[ \t]*:(?!:))
      | (?P<declaration>\.[a-z][^;]*;)
      | (?P<instruction>(?:@(?P<guard>!?%[\w$]+)\s+)?(?P<opcode>[a-z][\w.:]*)(?P<operands>[^;]*);)
      | (?P<end>;)
    """,
    re.VERBOSE,
)
_REGISTER = re.compile(r"%[A-Za-z_$][\w$]*(?:\.[xyzw])?")


class UnreadablePtxError(ValueError):
    """An error for a part of a PTX text that this reader does not know."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """An instruction: its line number (from 1), its function, its opcode and its operands."""

    line: int
    function: str
    opcode: str
    operands: str
    guard: str = ""

    @property
    def text(self) -> str:
        """Return the PTX text on one line."""
        guard = f"@{self.guard} " if self.guard else ""
        return f"{guard}{self.opcode} {' '.join(self.operands.split())}".rstrip() + ";"

    @property
    def registers(self) -> tuple[str, ...]:
        """Return the registers, including special ones, in the order of the operands."""
        return tuple(_REGISTER.findall(self.operands))


@dataclass(frozen=True, slots=True)
class Module:
    """The contents of a PTX text: kernels, other functions (line and name), and instructions."""

    entries: tuple[str, ...]
    functions: tuple[tuple[int, str], ...]
    instructions: tuple[Instruction, ...]


def read(text: str) -> Module:
    """Read a module; raise UnreadablePtxError, with the line, for an unknown construct."""
    entries: list[str] = []
    functions: list[tuple[int, str]] = []
    instructions: list[Instruction] = []
    inside = ""
    for line, token in _tokens(_COMMENT.sub(_blank, text)):
        if token["head"]:
            inside = token["name"]
            if token["kind"] == "entry":
                entries.append(inside)
            else:
                functions.append((line, inside))
        elif token["instruction"]:
            opcode, operands = token["opcode"], token["operands"].strip()
            instructions.append(Instruction(line, inside, opcode, operands, token["guard"] or ""))
    return Module(tuple(entries), tuple(functions), tuple(instructions))


def _tokens(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    position = 0
    while position < len(text):
        token = _TOKENS.match(text, position)
        line = bisect(starts, position)
        if token is None:
            rest = text[position:].splitlines()[0].strip()
            raise UnreadablePtxError(f"line {line} of the PTX cannot be read: {rest[:80]}")
        yield line, token
        position = token.end()


def _blank(comment: re.Match[str]) -> str:
    return "\n" * comment[0].count("\n") or " "
