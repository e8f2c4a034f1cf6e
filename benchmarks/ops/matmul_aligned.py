"""How matmul_aligned is measured: beside products in binary32."""

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu import with_cupy, with_torch

MEASURED = Measured(
    gpu=(),
    torch=with_torch.MATRIX_PRODUCT,
    cupy=with_cupy.PRODUCT,
    native=None,
)
