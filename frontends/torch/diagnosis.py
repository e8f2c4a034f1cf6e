"""Find the location in the user's program at which an op was called: the module and the line."""

from __future__ import annotations

import linecache
import re
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import torch

from samebits.torch.origins import named, origin_of

_HERE = f"{Path(__file__).parent}/"
_TORCH = f"{Path(torch.__file__).parent}/"
_TESTS = f"{_HERE}tests/"
"""Folder of the tests. When they run from a checkout, its files count as the user's program."""

_PACKAGES = tuple({f"{sysconfig.get_path(name)}/" for name in ("purelib", "platlib")})
"""Folders of installed packages."""

_LIBRARIES = (*_PACKAGES, *(f"{sysconfig.get_path(name)}/" for name in ("stdlib", "platstdlib")))
"""Folders of installed packages and of Python's own modules."""

_ENGINE = (f"{_TORCH}autograd/graph.py", f"{_TORCH}autograd/__init__.py")
"""Files of PyTorch that start a backward pass."""

_LONGEST = 80
"""The largest number of characters of an expression that a message quotes."""


class Line(NamedTuple):
    """A location in a program: a file, a line, and the expression that was being evaluated."""

    file: str
    number: int
    expression: str

    def __str__(self) -> str:
        quoted = f" `{self.expression}`" if self.expression else ""
        return f"{self.file}:{self.number}{quoted}"


def place() -> str:
    """Return `in encoder.layers.3 (LayerNorm), train.py:42` for the call that is running.

    The module is the innermost one whose `forward` is running, and its path begins at the outermost
    running module. The line is the innermost one outside of PyTorch and samebits.torch.
    """
    frames = [*_frames()]
    outside = next((f for f in frames if not _is_inner(f)), None)
    line = f"{outside.f_code.co_filename}:{outside.f_lineno}" if outside else ""
    modules = _modules(frames)
    if not modules:
        return f"at {line}" if line else "at an unknown line"
    return ", ".join(filter(None, (f"in {named(modules)}", line)))


def account() -> str:
    """Return the location of a refused call for its error message: module, line and expression.

    The line is the innermost one of the user's program. If an installed library other than PyTorch
    made the call, the line of the library comes first. In a backward pass the module is the one
    whose forward pass created the running node, with the line that called this module.
    """
    frames = [*_frames()]
    node = _running_node(frames)
    if node is not None:
        return _backward(node, frames)
    modules = _modules(frames)
    lines = _lines(frames)
    if not modules:
        return f"at {lines}" if lines else "at an unknown line"
    return ", ".join(filter(None, (f"in {named(modules)}", lines)))


def _frames() -> Iterator[FrameType]:
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        yield frame
        frame = frame.f_back


def _is_inner(frame: FrameType) -> bool:
    """Check whether a frame belongs to PyTorch or samebits.torch."""
    file = frame.f_code.co_filename
    return file.startswith((_HERE, _TORCH)) and not file.startswith(_TESTS)


def _is_library(code: CodeType) -> bool:
    """Check whether code belongs to PyTorch, samebits.torch, the standard library or a package."""
    file = code.co_filename
    if file.startswith(_TESTS):
        return False
    return file.startswith((_HERE, _TORCH, *_LIBRARIES, "<frozen"))


def _is_package(code: CodeType) -> bool:
    """Check whether code belongs to an installed package that is a folder, not a single file."""
    file = code.co_filename
    return any(file.startswith(f) and "/" in file[len(f) :] for f in _PACKAGES)


def _modules(frames: list[FrameType]) -> list[torch.nn.Module]:
    """Return the modules whose methods are running, from the innermost to the outermost."""
    modules: list[torch.nn.Module] = []
    for frame in frames:
        owner = frame.f_locals.get("self")
        if isinstance(owner, torch.nn.Module) and (not modules or modules[-1] is not owner):
            modules.append(owner)
    return modules


def _lines(frames: list[FrameType]) -> str:
    """Return the innermost line of the user's program as text, after the line of a library if any.

    The library is an installed package that the program called and that called PyTorch.
    """
    outside = [f for f in frames if not _is_inner(f)]
    if not outside:
        return ""
    user = next((f for f in outside if not _is_library(f.f_code)), outside[0])
    text = str(_line(user.f_code, user.f_lasti))
    package = next((f for f in outside if _is_package(f.f_code)), user)
    if outside.index(package) >= outside.index(user):
        return text
    return f"{_line(package.f_code, package.f_lasti)}, called from {text}"


def _line(code: CodeType, instruction: int) -> Line:
    """Return the location of an instruction, with the source of the expression it belongs to."""
    positions = [*code.co_positions()]
    first, last, start, end = positions[min(max(instruction // 2, 0), len(positions) - 1)]
    if first is None:
        return Line(code.co_filename, code.co_firstlineno, "")
    source = linecache.getlines(code.co_filename)[first - 1 : last]
    if not source or last is None or start is None or end is None:
        return Line(code.co_filename, first, "")
    parts = [line.encode() for line in source]
    parts[-1] = parts[-1][:end]
    parts[0] = parts[0][start:]
    text = " ".join(b" ".join(parts).decode(errors="replace").split())
    return Line(code.co_filename, first, text if len(text) <= _LONGEST else text[:_LONGEST] + "...")


def _running_node(frames: list[FrameType]) -> Any:
    """Return the autograd node that called the op, or None if Python code called it.

    A backward pass also runs Python code: functions and hooks of the user, and checkpointed modules
    that are recomputed.
    """
    node = torch._C._current_autograd_node()
    caller = next((f for f in frames if not f.f_code.co_filename.startswith(_HERE)), None)
    if caller is not None and caller.f_code.co_filename not in _ENGINE:
        return None
    return node


def _backward(node: Any, frames: list[FrameType]) -> str:
    """Describe the location of an op in a backward pass.

    Example: `in EmbeddingBackward0 of tok (Embedding), called at net.py:9; backward pass at
    train.py:20`. In anomaly mode the first line is the line that created the node. Otherwise it is
    the line that called the module.
    """
    where, made_at, origin = f"in {node.name()}", _traced(node), origin_of(node)
    hint = "torch.autograd.detect_anomaly() shows the line that made it"
    if origin is not None and origin.exact:
        where += f" of {origin.named()}"
        site = next((c for c in origin.calls if not _is_library(c.code)), None)
        called = f"called at {_line(site.code, site.instruction)}" if site is not None else ""
        is_layer = origin.calls[0].kind.__module__.startswith("torch.nn.")
        hint = called if called and is_layer else f"{called}; {hint}" if called else hint
    elif origin is not None:
        where += f", whose input came from {origin.named()}"
    started = _lines(frames)
    return f"{where}, {made_at or hint}" + (f"; backward pass at {started}" if started else "")


def _traced(node: Any) -> str:
    """Return the line that created a node, or "" if `torch.autograd.detect_anomaly` is off."""
    for entry in reversed(node.metadata.get("traceback_") or ()):
        found = re.match(r'\s*File "(.*)", line (\d+), in .*\n\s*(.*)', entry)
        if found and (
            not found[1].startswith((_HERE, _TORCH, *_LIBRARIES)) or found[1].startswith(_TESTS)
        ):
            return f"made at {found[1]}:{found[2]} `{found[3].strip()}`"
    return ""
