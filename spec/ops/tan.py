"""Tangent of radians, with the true pi for arguments of every size."""

from samebits.spec.elementary import elementary

OP = elementary("tan", "tan x, x in radians")
