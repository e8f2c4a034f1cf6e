"""Cumulative product (clause T6): element i is the product of elements 0 .. i by the tree T1."""

from samebits.spec.families.scans import scan_op

OP = scan_op("cumprod", "the product of every prefix along one axis, on the tree of T1")
