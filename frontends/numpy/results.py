"""The named tuple classes of functions with several results.

They are attributes of this module, so that a result can be pickled and its class used in an
annotation. `results.pyi`, which `python -m samebits.numpy.stubs` writes, lists them.
"""

from __future__ import annotations

from typing import Any

from samebits.numpy.tuples import class_name, counts, result_class
from samebits.spec.catalog import all_ops


def __getattr__(name: str) -> Any:
    """Return the named tuple class with this name. Raises AttributeError for an unknown name."""
    if not name.startswith("_"):
        for op in all_ops().values():
            for count in counts(op):
                if len(op.results) > 1 and class_name(op, count) == name:
                    return result_class(op.name, count)
    raise AttributeError(f"{__name__} has no {name!r}", name=name)
