"""Fixtures for arrays of other libraries."""

from samebits.backends.cuda.tests.doubles import cupy_array, streams  # noqa: F401
