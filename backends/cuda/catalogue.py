"""The catalogue of units: every unit that some declared call needs, from the families."""

from __future__ import annotations

from collections.abc import Collection

from samebits.backends.cuda.choice import family, served
from samebits.backends.cuda.compiling.headers import SOURCES
from samebits.backends.cuda.compiling.units import Unit
from samebits.backends.cuda.launching import walks
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
        found.update(family(known[op]).units(op))
    return tuple(sorted(found, key=str))
