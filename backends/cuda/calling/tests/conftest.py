"""Fixtures for arrays of other libraries, and for mistakes in kernels."""

from samebits.backends.cuda.tests.doubles import cupy_array, streams  # noqa: F401
from samebits.backends.cuda.tests.planting import plant  # noqa: F401
