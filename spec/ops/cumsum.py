"""Cumulative sum (clause T6): element i is the sum T1 of the elements 0 .. i."""

from samebits.spec.scans import scan_op

OP = scan_op("cumsum", "the sum T1 of every prefix along one axis")
