"""The files that compute an op: C and CUDA kernels, families, and kernels of a graph's nodes.

No list is written by hand. An op has a C kernel if the kernel's file exists. The CUDA family comes
from `family_of`, which also chooses the family of a call.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

from samebits.backends.cuda.choice import GENERATORS, family, family_of
from samebits.backends.cuda.compiling.headers import included
from samebits.backends.cuda.compiling.units import Unit, operations
from samebits.backends.protocol import BackendError
from samebits.conformance.op_listing import op_files
from samebits.conformance.op_listing.folders import in_folders
from samebits.conformance.op_listing.op_files import Place
from samebits.spec.catalog import get_op
from samebits.spec.graph_walk import node_calls
from samebits.spec.language.declare import Op

LIMITS = "backends/cuda/lab/gate/limits.json"
C, CUDA, NUMERICS = "backends/c/src", "backends/cuda/src", "backends/numerics"


def c_places(op: Op) -> Iterator[Place]:
    """Yield the C kernel, the sources that it includes, and the kernels of a graph's nodes."""
    path = f"{C}/kernels/{op.name}.c"
    if (op_files.root() / path).is_file():
        if op.graph is not None:
            yield _place("C kernel of the whole graph", path)
        yield from in_folders("C sources it includes", _includes(path, C), 4)
    elif op.graph is not None:
        yield _place("C: runs node by node", "backends/executor.py")
    yield from in_folders("C kernels of the nodes", _of_nodes(op, _c_kernel), 4)


def cuda_places(op: Op) -> Iterator[Place]:
    """Yield the CUDA family that computes the op, its kernels, and the kernels of the nodes."""
    name = family_of(op.name)
    if name is None:
        if op.graph is not None:
            yield _place("CUDA: runs node by node", "backends/executor.py")
    else:
        yield _place("CUDA family", f"backends/cuda/families/{name}.py")
        if name in GENERATORS:
            yield _place("kernels are made by", op_files.path_of(GENERATORS[name].__module__))
            frames = (f"{CUDA}/{unit.path}" for unit in _units(op.name, name))
            yield from in_folders("CUDA frame", frames, 4)
        else:
            path = f"{CUDA}/{operations()[op.name][1]}"
            if op.graph is not None:
                yield _place("CUDA kernel of the whole graph", path)
            yield from in_folders("CUDA sources it includes", _includes(path, CUDA), 4)
    yield from in_folders("CUDA kernels of the nodes", _of_nodes(op, _cuda_kernel), 4)


def registers(op: Op) -> Iterator[Place]:
    """Yield the file that records the registers of the op's CUDA kernels."""
    name = family_of(op.name)
    units = list(_units(op.name, name)) if name else []
    if units:
        known = _recorded(op_files.root() / LIMITS)
        remedy = f"not recorded: nox -s gates -- --only {op.name} --record"
        present = all(str(unit) in known for unit in units)
        yield Place("registers of CUDA kernels", LIMITS, present, remedy, 7)


@cache
def _recorded(path: Path) -> frozenset[str]:
    """Return the units in the record of registers.

    Each key of the record is a unit and an entry point, with a space in between.
    """
    if not path.is_file():
        return frozenset()
    kernels = json.loads(path.read_text(encoding="utf-8"))["kernels"]
    return frozenset(key.rpartition(" ")[0] for key in kernels)


def _units(op: str, name: str) -> Iterable[Unit]:
    try:
        return tuple(family(name).units(op))
    except BackendError:  # an incomplete kernel file: op_files reports it
        return ()


def _of_nodes(op: Op, kernel: Callable[[str], str | None]) -> Iterator[str]:
    """Yield the paths of the kernels of a graph's nodes, for the op's example.

    A node that is a graph without a kernel of its own is replaced by its own nodes.
    """
    attributes, shapes = op.example(len(op.operands))
    inputs, outputs = next(s for s in op.signatures if len(s[0]) == len(shapes))
    call = op.call(inputs, outputs, **attributes)
    graph = op.graph_of(call, shapes)
    if graph is None:
        return
    for name in dict.fromkeys(inner.op for _, inner in node_calls(graph, call)):
        path = kernel(name)
        if path is not None:
            yield path
        elif get_op(name).graph is not None:
            yield from _of_nodes(get_op(name), kernel)


def _c_kernel(name: str) -> str | None:
    path = f"{C}/kernels/{name}.c"
    return path if (op_files.root() / path).is_file() else None


def _cuda_kernel(name: str) -> str | None:
    return f"{CUDA}/{operations()[name][1]}" if name in operations() else None


def _includes(path: str, sources: str) -> Iterator[str]:
    """Yield the headers that a kernel includes, and source files with the same names."""
    root = op_files.root()
    text = (root / path).read_text(encoding="utf-8") if (root / path).is_file() else ""
    for header in included(text):
        for folder in (sources, NUMERICS):
            found = Path(folder, header)
            beside = (found, found.with_suffix(".c"))
            yield from (p.as_posix() for p in beside if (root / p).is_file())


def _place(what: str, path: str) -> Place:
    return Place(what, path, True, "", 4)
