"""An op on arrays: of one shape where it is elementwise, of formats that it has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from samebits.numpy.callee import Callee
from samebits.numpy.running import run
from samebits.numpy.signatures import call_of
from samebits.numpy.values import NAMES, Array, DType, array_of
from samebits.spec.errors import SpecError


def computed(
    callee: Callee,
    operands: Sequence[Any],
    attributes: Mapping[str, Any],
    dtype: DType | None = None,
    out: Any = None,
) -> list[Array]:
    """The results of an op on arrays alone. Raises SpecError and BackendError."""
    function = callee.function
    arrays = [
        array_of(function, name, x) for name, x in zip(callee.operands, operands, strict=False)
    ]
    if callee.broadcasts:
        arrays = broadcast(function, arrays)
    try:
        call = call_of(callee, [NAMES[x.dtype] for x in arrays], attributes, dtype)
        shapes = (arrays[0].shape,) * len(call.outputs) if callee.elementwise else None
        return run(call, arrays, out, shapes)
    except SpecError as error:
        raise _renamed(callee, error) from None


def _renamed(callee: Callee, error: SpecError) -> SpecError:
    """An error that begins with the name of the op, with the one that the user knows."""
    text, before = str(error), f"{callee.op.name}: "
    if not text.startswith(before):
        return error
    return SpecError(f"{callee.function}: {text.removeprefix(before)}")


def broadcast(function: str, arrays: list[Array]) -> list[Array]:
    """Views of one shape, by the rules of the array API standard. Raises SpecError."""
    first = arrays[0].shape
    if all(x.shape == first for x in arrays):
        return arrays
    try:
        shape = np.broadcast_shapes(*(x.shape for x in arrays))
    except ValueError:
        shapes = " and ".join(str(x.shape) for x in arrays)
        raise SpecError(f"{function}: shapes {shapes} do not broadcast to one") from None
    return [np.broadcast_to(x, shape) for x in arrays]
