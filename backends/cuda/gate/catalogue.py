"""Every unit that any declared call needs, from the families."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from samebits.backends.cuda import units
from samebits.backends.cuda.units import Unit
from samebits.backends.protocol import BackendError


def catalogue() -> tuple[Unit, ...]:
    """All units, sorted, each once. Raises BackendError for a kernel file that no unit compiles."""
    found: set[Unit] = set()
    for op, (family, path) in units.operations().items():
        mine = set(_of(op, family))
        if not any(unit.path == path for unit in mine):
            raise BackendError(f"families/{family}.py has no unit for {path}: it would go unjudged")
        found |= mine
    return tuple(sorted(found, key=str))


def _of(op: str, family: str) -> Iterator[Unit]:
    name = f"samebits.backends.cuda.families.{family}"
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not name.startswith(error.name):
            raise
        raise BackendError(
            f"the kernels of {family} have no host code: {name} is missing"
        ) from error
    yield from module.units(op)
