"""What the body of every function does: from its arguments to its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from samebits.numpy.arrays import computed
from samebits.numpy.callee import Callee
from samebits.numpy.scalars import with_scalars
from samebits.numpy.tuples import gathered
from samebits.numpy.values import DType, is_scalar
from samebits.spec.errors import SpecError


def compute(
    callee: Callee,
    operands: Sequence[Any],
    attributes: Mapping[str, Any],
    dtype: DType | None = None,
    out: Any = None,
) -> Any:
    """Compute an op: the result, or the named tuple of its results.

    `operands` are arrays, host scalars where the op is elementwise, and None for those left out.
    Raises SpecError for what has no definition, BackendError for what the device lacks.
    """
    given = _without_gap(callee, operands)
    if callee.broadcasts and any(map(is_scalar, given)):
        results = with_scalars(callee, given, attributes, out)
    else:
        results = computed(callee, given, attributes, dtype, out)
    return gathered(callee.op, results)


def _without_gap(callee: Callee, operands: Sequence[Any]) -> Sequence[Any]:
    """The operands that were given. Raises SpecError where an earlier one is missing."""
    if not any(x is None for x in operands):
        return operands
    missing = next(i for i, x in enumerate(operands) if x is None)
    if callee.op.optional_from is None or missing < callee.op.optional_from:
        raise SpecError(f"{callee.function}: {callee.operands[missing]} is None; give an array")
    later = [i for i in range(missing, len(operands)) if operands[i] is not None]
    if later:
        lacking, named = callee.operands[missing], callee.operands[later[0]]
        raise SpecError(f"{callee.function}: {named} is given without {lacking}; give both")
    return operands[:missing]
