# Written by `python -m samebits.numpy.stubs` from the op declarations.

from collections.abc import Sequence

from samebits.numpy import results
from samebits.numpy.values import Array, ArrayLike, DType
from samebits.numpy.written import vector_norm as vector_norm

def outer(
    a: ArrayLike,
    b: ArrayLike,
    *,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """a[M] times b[N] for every pair, a contraction T4 of one term."""

def qr(
    a: ArrayLike,
    *,
    complete: bool = False,
    out: Sequence[Array] | None = None,
) -> results.QrResults:
    """Orthogonal q and upper triangular r whose product is a."""
