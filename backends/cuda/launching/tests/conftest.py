"""A fixture for mistakes in kernels."""

from samebits.backends.cuda.tests.planting import plant  # noqa: F401
