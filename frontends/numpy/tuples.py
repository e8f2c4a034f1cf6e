"""The form of results: one array, or a named tuple if an op declares several results.

The tuple has only the results of the call: for example, `adamw` returns its fourth result only if
`max_exp_avg_sq` was passed.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from functools import cache
from typing import Any

from samebits.numpy.names import RESULTS
from samebits.numpy.values import Array
from samebits.spec.catalog import all_ops
from samebits.spec.language.declare import Op


def class_name(op: Op, count: int) -> str:
    """Return the class name of the named tuple with `count` results, such as `LayerNormResults`."""
    words = "".join(word.capitalize() for word in op.name.split("_"))
    return f"{words}Results" + ("" if count == len(op.results) else str(count))


def counts(op: Op) -> tuple[int, ...]:
    """Return the possible counts of results of an op, in ascending order."""
    return tuple(sorted({len(outputs) for _, outputs in op.signatures}))


def result_names(op: Op) -> tuple[str, ...]:
    """Return the field names of the named tuple."""
    return RESULTS.get(op.name, op.results)


@cache
def result_class(name: str, count: int) -> Any:
    """Return the named tuple class for `count` results of the op `name`."""
    op = all_ops()[name]
    fields = result_names(op)[:count]
    made = namedtuple(class_name(op, count), fields)  # type: ignore[misc]
    made.__doc__ = f"Results of {name}: {', '.join(fields)}."
    made.__module__ = "samebits.numpy.results"  # pickle looks the class up there
    return made


def gathered(op: Op, results: Sequence[Array]) -> Any:
    """Return the only result, or the named tuple of all results."""
    if len(op.results) == 1:
        return results[0]
    return result_class(op.name, len(results))._make(results)
