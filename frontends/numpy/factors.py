"""Vector norms and matrix factorisations of `linalg`, as in the array API standard."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from samebits.numpy.callee import callee
from samebits.numpy.calling import compute, compute_named, only
from samebits.numpy.placing import placed
from samebits.numpy.scalars import cast
from samebits.numpy.values import (
    EVERY,
    NAMES,
    Array,
    ArrayLike,
    DType,
    array_of,
    format_name,
    is_scalar,
)
from samebits.spec.errors import SpecError, SpecTypeError
from samebits.spec.formats import compute_format

if TYPE_CHECKING:
    from samebits.numpy.results import QrResults


def qr(
    x: ArrayLike,
    /,
    *,
    mode: Literal["reduced", "complete"] = "reduced",
    out: Sequence[Array] | None = None,
) -> QrResults:
    """Return orthogonal Q and upper triangular R whose product is x (clauses G14, T4).

    If x has the shape [M, N], the result is a named tuple of Q[M, K] and R[K, N]. K is the smaller
    of M and N, or M with `mode="complete"`. The op is `qr`. Raises SpecError for an unknown mode,
    and if x is not a matrix.
    """
    if mode not in ("reduced", "complete"):
        raise SpecError(f"qr: mode={mode!r} must be 'reduced' or 'complete'")
    found: QrResults = compute_named("qr", (x,), out, complete=mode == "complete")
    return found


def vector_norm(
    x: ArrayLike,
    /,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    ord: float | Literal["inf"] = 2,  # noqa: A002 (the standard's name)
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Return the norm of an order over axes, added in the order of the tree T1 (clause T3.norm).

    `axis` None means all axes. For the orders 1, 2 and infinity, the op is `norm`. Order 0 counts
    the elements that are not 0, and -infinity gives the least magnitude. For any other order p the
    result is pow(sum(pow(abs(x), p)), 1/p). Each step is rounded to the compute format, and 1/p to
    binary64. `dtype` selects a different format of the result. Raises SpecError if the order is not
    a number, and for an axis that x does not have.
    """
    if isinstance(ord, (np.integer, np.floating)):
        ord = ord.item()  # noqa: A001
    if isinstance(ord, str) and ord == "inf":  # the spelling of the op
        ord = math.inf  # noqa: A001
    if not is_scalar(ord) or isinstance(ord, bool):
        raise SpecTypeError(f"vector_norm: ord={ord!r} must be a real number, or float('inf')")
    if ord in (1, 2, math.inf):
        order = "inf" if ord == math.inf else int(ord)
        numbers = {"axes": axis, "keepdims": keepdims, "ord": order}
        return only(compute_named("norm", (x,), out, dtype, **numbers))
    if math.isnan(ord):
        raise SpecError("vector_norm: ord=nan is not the order of a norm; give a number")
    array = array_of("vector_norm", "x", x)
    form = NAMES[array.dtype]
    if not EVERY[form].is_float:
        raise SpecTypeError(
            f"vector_norm: x has the dtype {array.dtype}, but must have a float dtype; "
            "convert it with "
            "snp.astype(x, dtype)"
        )
    wide = cast(array, compute_format([form]))
    found = _other(wide, ord, {"axes": axis, "keepdims": keepdims})
    wanted = form if dtype is None else format_name("vector_norm", dtype)
    return placed("vector_norm", cast(found, wanted), out)


def _other(x: Array, order: float, over: dict[str, Any]) -> Array:
    """Compute the norm of an order that the op `norm` does not have, in the compute format."""
    sizes = only(compute(callee("abs"), (x,), {}))
    if order == -math.inf:
        return only(compute_named("min", (sizes,), None, **over))
    if not order:
        return cast(only(compute_named("count_nonzero", (x,), None, **over)), NAMES[x.dtype])
    terms = only(compute(callee("pow"), (sizes, float(order)), {}))
    total = compute_named("sum", (terms,), None, **over)
    return only(compute(callee("pow"), (total, 1 / order), {}))
