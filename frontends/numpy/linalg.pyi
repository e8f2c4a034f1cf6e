# Written by `python -m samebits.numpy.stubs` from the op declarations.

from samebits.numpy.contractions import cross as cross
from samebits.numpy.contractions import diagonal as diagonal
from samebits.numpy.contractions import tensordot as tensordot
from samebits.numpy.contractions import trace as trace
from samebits.numpy.contractions import vecdot as vecdot
from samebits.numpy.factors import qr as qr
from samebits.numpy.factors import vector_norm as vector_norm
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
