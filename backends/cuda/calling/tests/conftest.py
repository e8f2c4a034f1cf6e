"""Fixtures for arrays of other libraries, and for planting mistakes in kernels."""

from samebits.backends.cuda.tests.doubles import cupy_array, streams  # noqa: F401
from samebits.backends.cuda.tests.planting import plant  # noqa: F401
