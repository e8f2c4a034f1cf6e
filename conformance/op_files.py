"""Where an op lives: the one file of each room, and what tools make from them.

`samebits ops NAME --files` prints the list and ends with status 1 where something is missing, so
that it is the first thing to run after adding an op (CONTRIBUTING.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from samebits.spec.catalog import landmarks_of
from samebits.spec.declare import Op
from samebits.spec.landmarks import FunctionLandmarks
from samebits.vectors.certificates import find_certificate, find_named
from samebits.vectors.domain import exhaustible_calls


@dataclass(frozen=True, slots=True)
class Place:
    """One place of an op: what it is, the path from the root, whether it is there; what to do."""

    what: str
    path: str
    present: bool
    remedy: str


def root_of(room: str) -> Path:
    """The folder of a room, such as `backends`, in this checkout or installation."""
    return Path(str(import_module(f"samebits.{room}").__file__)).resolve().parent


def places(op: Op) -> Iterator[Place]:
    """The places that the op needs, in the order in which they are written."""
    graph = op.graph is not None
    yield _place("declaration", f"spec/ops/{op.name}.py", "declare OP")
    yield _clause(op)
    if not graph:
        yield _place("exact function", f"oracles/ops/{op.name}.py", "define ORACLE")
    if isinstance(landmarks_of(op.name), FunctionLandmarks):
        yield _enclosure(op.name)
    if not graph:
        yield _place("C kernel", f"backends/c/src/kernels/{op.name}.c", "write the kernel")
        yield _cuda(op.name)
    if isinstance(landmarks_of(op.name), FunctionLandmarks):
        yield from _certificates(op)
    tables = f"vectors/data/{op.name}/tables.z"
    yield _place("cases", tables, f"nox -s vectors -- --op {op.name}")


def _at(path: str) -> Path:
    room, rest = path.split("/", 1)
    return root_of(room) / rest


def _place(what: str, path: str, remedy: str) -> Place:
    return Place(what, path, _at(path).is_file(), remedy)


def _clause(op: Op) -> Place:
    """The clauses of SPEC.md; a function of the profile math has a row of S4."""
    text = _at("spec/SPEC.md").read_text(encoding="utf-8")
    row = f"| `{op.name}` |" in text or op.profile != "math"
    found = row and all(re.search(rf"\b{clause}\b", text) for clause in op.clauses)
    remedy = f"write its row in the tables of S4, and the clauses {' '.join(op.clauses)}"
    return Place("clauses", "spec/SPEC.md", found, remedy)


def _enclosure(name: str) -> Place:
    """The enclosure that decides every operand, in a file of its own or in a family's."""
    sources = sorted(_at("oracles/sweep/src").glob("*.c"))
    mark = re.compile(rf"^SWEEP\({name}\)", re.MULTILINE)
    found = [s.name for s in sources if mark.search(s.read_text(encoding="utf-8"))]
    file = found[0] if found else f"{name}.c"
    return Place("enclosure", f"oracles/sweep/src/{file}", bool(found), f"write SWEEP({name})")


def _cuda(name: str) -> Place:
    folder = _at("backends/cuda/src/kernels")
    found = [p.relative_to(folder).as_posix() for p in folder.glob(f"*/{name}.cu")]
    file = found[0] if found else f"FAMILY/{name}.cu"
    path = f"backends/cuda/src/kernels/{file}"
    return Place("CUDA kernel", path, bool(found), "write the kernel (docs/cuda.md)")


def _certificates(op: Op) -> Iterator[Place]:
    """The certificates of a function of one operand, and the hard operands that follow them."""
    room = root_of("vectors")
    missing = [n for n, c in exhaustible_calls(op.name) if find_certificate(room, c) is None]
    path, remedy = f"vectors/data/{op.name}/certificates.z", f"nox -s exhaustive -- {op.name}"
    yield Place("certificates", path, not missing, f"{remedy} (none of {', '.join(missing)})")
    proof = find_named(room, op.name, "f32")
    if proof is None or proof.hardest:  # of rational values no distance is taken
        search = f"python -m samebits.vectors.search.everyday {op.name}"
        yield _place("hard operands", f"vectors/search/found/{op.name}.json", search)
