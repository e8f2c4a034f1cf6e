"""Rectified linear unit: maximum(x, +0) of clause S3."""

from samebits.spec.elementary import elementary

OP = elementary("relu", "the larger of x and +0")
