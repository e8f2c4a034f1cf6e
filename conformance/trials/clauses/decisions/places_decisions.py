"""Decisions for clause S2: moves whose attributes determine the positions of elements."""

from __future__ import annotations

import re

import numpy as np

from samebits.conformance.trials.clauses.clause_asked import Asked, Holds
from samebits.conformance.trials.clauses.decision import always, decides, named, rules
from samebits.spec.catalog import all_ops, move_landmarks

_MOVED = {name for name in all_ops() if move_landmarks(name) is not None}
_PLACES = re.compile(r"S2\.(\w+?)(?:\.1)?")
_ELSEWHERE = ("S2.pad.1", "S2.unfold.1")
"""Rules that define more than positions. They have decisions in special_decisions.py."""


def _moved(asked: Asked) -> Holds:
    """Return a mask of the positions, in row-major order, whose element has changed."""
    before, after = asked.bits[0], asked.result
    if len(before) != len(after):
        return asked.results > 0
    return np.asarray(before != after)


for _number in rules():
    _match = _PLACES.fullmatch(_number)
    if _match and _match[1] in _MOVED and _number not in _ELSEWHERE:
        decides(_number, "elements whose position changes", named)(_moved)

decides("S2.cat", "every element of operands that are joined", named)(always)
decides("S2.tril", "every element of a triangle", named)(always)
decides("S2.triu", "every element of a triangle", named)(always)
