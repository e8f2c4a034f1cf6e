"""Translation of formulas over sizes and attributes (spec/language/scope.py) to C++ code."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from samebits.backends.cuda.generators.formulas import Unfit

_SIGNS: Mapping[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
_CALLS = {"min": "sb_lesser", "max": "sb_greater"}


@dataclass(slots=True)
class Names:
    """The names that a kernel's formulas read, with their slots in the kernel's arguments."""

    slots: dict[str, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.slots)

    def __iter__(self) -> Iterator[str]:
        return iter(self.slots)

    def slot(self, name: str) -> int:
        """Return the slot of a name. A new name gets the next free slot."""
        return self.slots.setdefault(name, len(self.slots))


def coded(formula: str, axis: int, names: Names, variables: Mapping[str, str]) -> str:
    """Return C++ code that computes a formula for one axis, in 64-bit integers.

    `variables` maps names to code; other names become arguments. In the code, too, `//` rounds
    down. Raises Unfit for an unsupported formula.
    """
    return _coded(ast.parse(formula, mode="eval").body, axis, names, variables)


def _coded(tree: ast.expr, axis: int, names: Names, variables: Mapping[str, str]) -> str:
    if isinstance(tree, ast.Constant) and isinstance(tree.value, int):
        return str(tree.value)
    if isinstance(tree, ast.Name):
        return variables.get(tree.id) or f"a.named[{names.slot(tree.id)}][{axis}]"
    if isinstance(tree, ast.BinOp):
        left, right = (_coded(x, axis, names, variables) for x in (tree.left, tree.right))
        if isinstance(tree.op, ast.FloorDiv):
            return f"sb_floor_quotient({left}, {right})"
        if type(tree.op) in _SIGNS:
            return f"({left} {_SIGNS[type(tree.op)]} {right})"
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and tree.func.id in _CALLS:
        first, *others = (_coded(x, axis, names, variables) for x in tree.args)
        for other in others:
            first = f"{_CALLS[tree.func.id]}({first}, {other})"
        return first
    raise Unfit(f"has the unsupported formula {ast.unparse(tree)}")
