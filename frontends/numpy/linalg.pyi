# Written by `python -m samebits.numpy.stubs` from the op declarations.

from samebits.numpy.contractions import (
    cross as cross,
    diagonal as diagonal,
    tensordot as tensordot,
    trace as trace,
    vecdot as vecdot,
)
from samebits.numpy.factors import qr as qr, vector_norm as vector_norm
from samebits.numpy.values import Array, ArrayLike, DType
from samebits.numpy.views import matrix_transpose as matrix_transpose
from samebits.numpy.written import matmul as matmul

def outer(
    a: ArrayLike,
    b: ArrayLike,
    *,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """a[M] times b[N] for every pair, a contraction T4 of one term."""
