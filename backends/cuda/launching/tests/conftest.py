"""A fixture for planting mistakes in kernels."""

from samebits.backends.cuda.tests.planting import plant  # noqa: F401
