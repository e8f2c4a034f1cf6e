"""Computation of ops on arrays: broadcasting, and the choice of a call by the operands' formats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from samebits.numpy import integers
from samebits.numpy.callee import Callee, callee as asked
from samebits.numpy.running import fill, places_of, run
from samebits.numpy.signatures import call_of
from samebits.numpy.values import (
    EVERY,
    MORE_INTEGERS,
    NAMES,
    Array,
    DType,
    array_of,
    format_name,
    is_exact,
)
from samebits.spec.errors import SpecError


def computed(
    callee: Callee,
    operands: Sequence[Any],
    attributes: Mapping[str, Any],
    dtype: DType | None = None,
    out: Any = None,
) -> list[Array]:
    """Compute an op on arrays only, without host scalars, and return its results.

    Raises SpecError if the call is not defined, and BackendError if the device lacks a kernel.
    """
    function = callee.function
    arrays = [
        array_of(function, name, x) for name, x in zip(callee.operands, operands, strict=False)
    ]
    if callee.broadcasts:
        arrays = broadcast(function, arrays)
    formats = tuple([NAMES[x.dtype] for x in arrays])
    try:
        if dtype is not None or formats not in callee.inputs:
            results = _otherwise(callee, arrays, formats, attributes, dtype)
            if results is not None:
                return results if out is None else _filled(function, results, out)
        call = call_of(callee, formats, attributes, dtype)
        shapes = (arrays[0].shape,) * len(call.outputs) if callee.elementwise else None
        return run(call, arrays, out, shapes)
    except SpecError as error:
        raise _renamed(callee, error) from None


_PREDICATES = frozenset({"isfinite", "isinf", "isnan"})
"""Predicates whose answer is unchanged if the operand is converted exactly to a wider format."""


def _otherwise(
    callee: Callee,
    arrays: list[Array],
    formats: tuple[str, ...],
    attributes: Mapping[str, Any],
    dtype: DType | None,
) -> list[Array] | None:
    """Compute a call whose formats match no signature, or return None if this is not possible.

    NumPy's kernels compute integers. Predicates such as `isfinite` convert fp8 operands to float32.
    If `dtype` is given and the op has no signature from these operands to `dtype`, the operands are
    first converted to `dtype`. This conversion must be exact.
    """
    op = callee.op
    if dtype is not None:
        wanted = format_name(callee.function, dtype)
        if not arrays or (formats, wanted) in callee.pairs:
            return None
        return _converted(callee, arrays, formats, attributes, wanted)
    if integers.has_kernel(callee, formats):
        return [integers.result(callee, arrays, attributes)]
    if op.name in _PREDICATES and EVERY[formats[0]].is_float:
        return computed(callee, computed(asked("cast"), arrays, {}, "f32"), attributes)
    if op.name in integers.MOVES and formats[0] in MORE_INTEGERS:
        moved = 1 if op.name in integers.INDEXED else len(arrays)
        if len({*formats[:moved]}) == 1:
            same = [integers.signed(x) for x in arrays[:moved]]
            results = computed(callee, [*same, *arrays[moved:]], attributes)
            return [x.view(arrays[0].dtype) for x in results]
    return None


def _converted(
    callee: Callee,
    arrays: list[Array],
    formats: tuple[str, ...],
    attributes: Mapping[str, Any],
    wanted: str,
) -> list[Array] | None:
    """Convert the operands to the format `wanted` and compute the op, or return None."""
    form, name = EVERY[wanted], callee.op.name
    if form.is_float:
        if len({*formats}) > 1 or not is_exact(formats[0], wanted):
            return None
        if ((wanted,) * len(formats), wanted) not in callee.pairs or name == "cast":
            return None
        # The op `cast` has no uint16, but int32 has all of its values. No float format has all
        # values of uint64.
        known = [x.astype(np.int32) if x.dtype == np.uint16 else x for x in arrays]
        wide = [computed(asked("cast"), [x], {}, wanted)[0] for x in known]
        return computed(callee, wide, attributes)
    if form.kind == "bool" or any(EVERY[f].is_float for f in formats):
        return None
    modulo = [x.astype(form.dtype) for x in arrays]  # modulo 2^bits (R5.5)
    if name not in integers.SUMS or not integers.has_kernel(callee, (wanted,) * len(modulo)):
        return None
    return [integers.result(callee, modulo, attributes).astype(form.dtype)]


def _filled(function: str, results: Sequence[Array], out: Any) -> list[Array]:
    formats = [NAMES[x.dtype] for x in results]
    return fill(results, places_of(function, [x.shape for x in results], formats, out))


def _renamed(callee: Callee, error: SpecError) -> SpecError:
    """Return an error whose message begins with the public name instead of the op's name."""
    text, before = str(error), f"{callee.op.name}: "
    if not text.startswith(before):
        return error
    return type(error)(f"{callee.function}: {text.removeprefix(before)}")


def broadcast(function: str, arrays: list[Array]) -> list[Array]:
    """Return the arrays as views of one shape, by the broadcasting rules of the array API standard.

    Raises SpecError if the shapes cannot be broadcast.
    """
    first = arrays[0].shape
    if all(x.shape == first for x in arrays):
        return arrays
    try:
        shape = np.broadcast_shapes(*(x.shape for x in arrays))
    except (ValueError, RuntimeError):  # RuntimeError: more axes than NumPy broadcasts
        shapes = " and ".join(str(x.shape) for x in arrays)
        raise SpecError(
            f"{function}: shapes {shapes} cannot be broadcast to one shape; the sizes of an "
            "axis must "
            "be equal or 1"
        ) from None
    return [np.broadcast_to(x, shape) for x in arrays]
