"""Host scalars of torch.optim, correctly rounded while a block is open (clause G3).

torch.optim, its schedules, torch.nn.init and the models of the package transformers compute host
scalars with Python's floats: `beta ** step`, `math.cos`. Inside a block the functions of these
modules use `power` and the module `math` of host_functions.py. The source of these functions is
compiled again with a call of `power` for each `a ** b`, and this code replaces the usual code until
the end of the block. Line numbers do not change, and references to the functions stay valid.
"""

from __future__ import annotations

import ast
import inspect
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

import torch.nn.init
import torch.optim.lr_scheduler
import torch.optim.swa_utils  # noqa: F401 (so that its module is found)

from samebits.torch.optim.host_functions import MATH, power

_POWER = "__samebits_power__"
_ROOTS = (
    *("torch.optim", "torch.nn.init", "transformers.optimization", "transformers.models"),
    "transformers.modeling_rope_utils",
)
_BELOW = tuple(f"{root}." for root in _ROOTS)
"""The prefixes of names of modules inside these packages."""


@contextmanager
def correctly_rounded() -> Iterator[None]:
    """Make the loaded modules of `_ROOTS` round host scalars correctly while this is open."""
    undone: list[Callable[[], None]] = []
    try:
        names = [n for n in list(sys.modules) if n in _ROOTS or n.startswith(_BELOW)]
        for name in sorted(names):
            _enter(sys.modules[name], undone)
        yield
    finally:
        for undo in reversed(undone):
            undo()


def _enter(module: ModuleType, undone: list[Callable[[], None]]) -> None:
    if vars(module).get("math") is math:
        setattr(module, "math", MATH)  # noqa: B010 (mypy knows no such attribute)
        undone.append(lambda: setattr(module, "math", math))
    for function, code in _replacements(module):
        before = function.__code__
        vars(module)[_POWER] = power
        function.__code__ = code
        undone.append(lambda f=function, b=before: setattr(f, "__code__", b))  # type: ignore[misc]


@cache
def _replacements(module: ModuleType) -> tuple[tuple[FunctionType, CodeType], ...]:
    """Return the functions of a module that compute powers, each with its new code."""
    try:
        tree = ast.parse(inspect.getsource(module))
    except (OSError, TypeError):
        return ()  # a namespace package has no source
    powers = _Powers()
    tree = ast.fix_missing_locations(powers.visit(tree))
    if not powers.lines:
        return ()
    whole = compile(tree, inspect.getfile(module), "exec", dont_inherit=True)
    codes = {(c.co_qualname, c.co_firstlineno): c for c in _codes(whole)}
    found = {}
    for function in _functions(module):
        old = function.__code__
        new = codes.get((old.co_qualname, old.co_firstlineno))
        if new is not None and _takes_powers(new) and old.co_freevars == new.co_freevars:
            found[function] = new
    return tuple(found.items())


class _Powers(ast.NodeTransformer):
    """A transformer that turns each `a ** b` into a call of `power`, and records the lines."""

    def __init__(self) -> None:
        self.lines: list[int] = []

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Pow):
            return node
        self.lines.append(node.lineno)
        name = ast.Name(_POWER, ast.Load())
        return ast.copy_location(ast.Call(name, [node.left, node.right], []), node)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _takes_powers(code: CodeType) -> bool:
    return any(_POWER in inner.co_names for inner in _codes(code))


def _functions(module: ModuleType) -> Iterator[FunctionType]:
    """Yield all functions that a module defines, including methods and decorated functions."""
    waiting: list[Any] = list(vars(module).values())
    seen: set[int] = set()
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, staticmethod | classmethod):
            waiting.append(value.__func__)
        elif isinstance(value, property):
            waiting += [value.fget, value.fset]
        elif isinstance(value, type) and value.__module__ == module.__name__:
            waiting += vars(value).values()
        elif isinstance(value, FunctionType):
            waiting += [c.cell_contents for c in value.__closure__ or () if _is_set(c)]
            waiting.append(getattr(value, "__wrapped__", None))
            if value.__code__.co_filename == module.__file__:
                yield value


def _is_set(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018 (it raises where the cell is empty)
    except ValueError:
        return False
    return True
