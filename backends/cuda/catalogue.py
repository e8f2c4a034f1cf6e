"""The catalogue of units: every unit that some declared call needs, from the families."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from importlib import import_module

from samebits.backends.cuda.compiling.headers import SOURCES
from samebits.backends.cuda.compiling.units import Unit
from samebits.backends.cuda.launching import walks
from samebits.backends.cuda.served import served
from samebits.backends.protocol import BackendError


def catalogue() -> tuple[Unit, ...]:
    """Return all units, sorted, each once. Raises BackendError if a kernel file has no unit."""
    found = units_of(served())
    judged = {unit.path for unit in found}
    missing = [str(path.relative_to(SOURCES)) for path in sorted(SOURCES.rglob("*.cu"))]
    missing = [path for path in missing if path not in judged]
    if missing:
        raise BackendError(
            f"nothing compiles {', '.join(missing)}: units() of its family must name a unit of it"
        )
    return found


def units_of(ops: Collection[str]) -> tuple[Unit, ...]:
    """Return the units that calls of these ops need, sorted.

    Raises BackendError for an unknown op.
    """
    known = served()
    unknown = sorted(set(ops) - known.keys())
    if unknown:
        raise BackendError(f"the CUDA backend has no kernel for {', '.join(unknown)}")
    found = set(walks.units())
    for op in ops:
        found.update(_units(op, known[op]))
    return tuple(sorted(found, key=str))


def _units(op: str, family: str) -> Iterable[Unit]:
    name = f"samebits.backends.cuda.families.{family}"
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise BackendError(
            f"the kernels of {family} have no host code: {name} is missing"
        ) from error
    found: Iterable[Unit] = module.units(op)
    return found
