"""A context manager that adds test-only declarations to the catalog."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import MappingProxyType

from samebits.oracles import numpy_route
from samebits.spec import catalog
from samebits.spec.language.declare import Op


@contextmanager
def declared(*ops: Op) -> Iterator[None]:
    """Add `ops` to the catalog while the block runs.

    Each op is checked in the same way as when the catalog loads it. An op of the same name is
    replaced. Raises SpecError for an op that is not sound.
    """
    before = catalog._declared
    found = {**before(), **{op.name: (op, None) for op in ops}}
    whole = {name: op for name, (op, _) in found.items()}
    for op in ops:
        catalog.check_whole(op, whole.__getitem__)
    catalog._declared = lambda: MappingProxyType(dict(sorted(found.items())))
    _forget()
    try:
        yield
    finally:
        catalog._declared = before
        _forget()


def _forget() -> None:
    catalog.all_ops.cache_clear()
    numpy_route.all_routes.cache_clear()
