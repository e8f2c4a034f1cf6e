"""Decisions for clause G10: pools and resampling."""

from __future__ import annotations

import math

import numpy as np

from samebits.conformance.trials.clauses.clause_asked import Asked, Holds
from samebits.conformance.trials.clauses.decision import always, decides, named


@decides("G10.1", "windows with strides and padding", named)
def _windows(asked: Asked) -> Holds:
    stride, padding = np.array(asked.attribute("stride")), np.array(asked.attribute("padding"))
    return asked.results > 0 and bool((stride > 1).any() and padding.any())


@decides("G10.3", "windows of several taps", named)
def _extremes(asked: Asked) -> Holds:
    return asked.results > 0 and math.prod(_integers(asked, "kernel_size")) > 1


decides("G10.4", "every gradient of a max pool", named)(always)


@decides("G10.5", "windows of three taps or more", named)
def _sums(asked: Asked) -> Holds:
    return asked.results > 0 and math.prod(_integers(asked, "kernel_size")) > 2


@decides("G10.6", "windows in the padding, or with a divisor that is given", named)
def _divisors(asked: Asked) -> Holds:
    given = asked.op.name == "avg_pool2d" and asked.attribute("divisor_override") is not None
    return asked.results > 0 and (given or any(_integers(asked, "padding")))


decides("G10.7", "every gradient of an average pool", named)(always)
decides("G10.8", "every adaptive pool", named)(always)
decides("G10.9", "every gradient of an adaptive average pool", named)(always)
decides("G10.10", "every move of pixels", named)(always)


def _integers(asked: Asked, name: str) -> list[int]:
    return [int(value) for value in asked.attribute(name)]  # type: ignore[attr-defined]
