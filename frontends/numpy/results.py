"""The named tuples that functions with several results return, by their names.

They are available here so that a tuple can be pickled and named in an annotation. `results.pyi`,
which `python -m samebits.numpy.stubs` writes, lists them.
"""

from __future__ import annotations

from typing import Any

from samebits.numpy.tuples import class_name, counts, result_class
from samebits.spec.catalog import all_ops


def __getattr__(name: str) -> Any:
    """Return a class of results by its name. Raises AttributeError."""
    if not name.startswith("_"):
        for op in all_ops().values():
            for count in counts(op):
                if len(op.results) > 1 and class_name(op, count) == name:
                    return result_class(op.name, count)
    raise AttributeError(f"{__name__} has no {name!r}", name=name)
