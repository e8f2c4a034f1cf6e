"""The files that make an op's shapes, graph, cases and questions, found through the code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache

from samebits.common.modules import modules_of
from samebits.conformance import scenes as law_scenes
from samebits.conformance.op_listing.folders import in_folders
from samebits.conformance.op_listing.op_files import PEERS, Place, path_of, root
from samebits.conformance.questions import drawing as question_scenes
from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import ShapeRule
from samebits.vectors.planning import families

_KINDS = ("SCENES", "LARGE", "STRETCHES")
"""The tables by shape rule that a module of `conformance/scenes` may define."""


def declared_by(op: Op) -> Iterator[Place]:
    """Yield the modules of the op's shape rule and of the function that makes its graph."""
    yield _place("shape rule", op.shape_rule.apply.__module__, 1)
    if callable(op.graph):
        yield _place("graph made by", op.graph.__module__, 1)


def imported(op: Op) -> Iterator[Place]:
    """Yield the modules that the op's own files and the table of its peers import."""
    for step, what, room, file in (
        (1, "the declaration imports", "spec", f"spec/ops/{op.name}.py"),
        (2, "the exact function imports", "oracles", f"oracles/ops/{op.name}.py"),
        (10, "the peers import", "backends", PEERS.place(op.name, "").path),
    ):
        path = root() / file
        if path.is_file():
            modules = _imports(path.read_text(encoding="utf-8"), f"samebits.{room}")
            paths = (path_of(module) for module in modules)
            yield from in_folders(what, (p for p in paths if (root() / p).is_file()), step)


def _imports(text: str, package: str) -> Iterator[str]:
    """Yield the modules of a package that a text imports."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(package):
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def plans(op: Op) -> Iterator[Place]:
    """Yield the plans that choose the op's cases."""
    for family in families():
        if family.handles(op):
            yield _place("plan of cases", family.__name__, 6)


def scenes(op: Op) -> Iterator[Place]:
    """Yield the modules that draw shapes and operands for the op's shape rule."""
    for what, module, rules in _scene_modules():
        if op.shape_rule in rules:
            yield _place(what, module, 8)


@cache
def _scene_modules() -> tuple[tuple[str, str, frozenset[ShapeRule]], ...]:
    """Return the modules of scenes, each with its purpose, name and shape rules."""
    found = []
    for what, package, kinds in (
        ("shapes for laws", law_scenes, _KINDS),
        ("shapes for questions", question_scenes, ("DRAWS",)),
    ):
        for name, load in modules_of(package):
            module = load()
            rules = frozenset(rule for kind in kinds for rule in getattr(module, kind, {}))
            found.append((what, f"{package.__name__}.{name}", rules))
    return tuple(found)


def _place(what: str, module: str, step: int) -> Place:
    return Place(what, path_of(module), True, "", step)
