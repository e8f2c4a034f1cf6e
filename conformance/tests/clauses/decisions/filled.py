"""Clause G15: tensors that attributes alone fill."""

from __future__ import annotations

from samebits.conformance.tests.clauses.decision import always, decides, named

for _number in ("G15.1", "G15.2", "G15.3", "G15.4"):
    decides(_number, "every result of the op that it names", named)(always)
