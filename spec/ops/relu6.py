"""Rectified linear unit cut off at 6: clamp of clause S3."""

from samebits.spec.elementary import elementary

OP = elementary("relu6", "min(max(x, +0), 6)")
