"""The catalogue of all units that calls of the specification need, collected from families."""

from __future__ import annotations

from collections.abc import Collection

from samebits.backends.cuda.choice import family, served
from samebits.backends.cuda.compiling.headers import SOURCES
from samebits.backends.cuda.compiling.units import Unit
from samebits.backends.cuda.launching import walks
from samebits.backends.protocol import BackendError


def catalogue() -> tuple[Unit, ...]:
    """Return all units, sorted and without repetition.

    Raises BackendError if a kernel file belongs to no unit.
    """
    found = units_of(served())
    judged = {unit.path for unit in found}
    missing = [str(path.relative_to(SOURCES)) for path in sorted(SOURCES.rglob("*.cu"))]
    missing = [path for path in missing if path not in judged]
    if missing:
        raise BackendError(
            f"nothing compiles {', '.join(missing)}: add a unit of this file to the result of "
            "units() in the module of its family"
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
        found.update(family(known[op]).units(op))
    return tuple(sorted(found, key=str))
