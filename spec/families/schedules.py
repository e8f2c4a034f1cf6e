"""Schedules of the learning rate as data: expressions of G3 (clause G8.21 to G8.24).

    evaluate(SCHEDULES["cosine"].rate, {"lr": 0.1, "t_max": 90, "eta_min": 0.0}, {"t": 30})

The count t is the number of steps done so far. Attributes have the names of the arguments of
PyTorch's schedulers, in lower case. The closed forms in the documentation of
torch.optim.lr_scheduler define the values; this file fixes the order of the operations. Front ends
and optimizers compute the value of a schedule only with `evaluate`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from samebits.spec.errors import SpecError
from samebits.spec.language.scalars import (
    Scalar,
    attribute,
    cosine,
    count,
    floor,
    if_less,
    literal,
    names,
    power,
)

_T = count("t")
_LR = attribute("lr")
_GAMMA = attribute("gamma")
_PI = literal(math.pi)

MOST_RESTARTS = 20
"""The default number of restarts of `growing_restarts`.

For t_mult = 2, it suffices for (2^21 - 1) * t_0 steps.
"""


@dataclass(frozen=True, slots=True)
class Schedule:
    """A learning rate as an expression of the count t, and its torch.optim.lr_scheduler class."""

    rate: Scalar
    torch: str

    @property
    def attributes(self) -> tuple[str, ...]:
        """The names of its attributes, in the order of first use."""
        return names(self.rate, "attribute")


def annealed(start: Scalar, end: Scalar, done: Scalar, whole: Scalar) -> Scalar:
    """Return the rate after `done` of `whole` steps of half a cosine wave from `start` to `end`."""
    return end + (start - end) * (1.0 + cosine(_PI * done / whole)) / 2.0


def multistep(milestones: int) -> Scalar:
    """Return lr times gamma to the power of the number of milestones that are at most t.

    The attributes of the milestones are m1, m2, and so on. Raises SpecError if `milestones` is 0.
    """
    if milestones < 1:
        raise SpecError(f"a multistep schedule needs at least one milestone, got {milestones}")
    passed = [if_less(_T, attribute(f"m{n}"), 0.0, 1.0) for n in range(1, milestones + 1)]
    return _LR * power(_GAMMA, _total(passed))


def growing_restarts(most: int = MOST_RESTARTS) -> Scalar:
    """Return a schedule of periods. Each period is half a cosine wave.

    The first period has t_0 steps, and each later period has t_mult times as many steps as the
    period before it. t_mult must be above 1. The schedule is valid for t before restart number
    `most` + 1. Raises SpecError if `most` is 0.
    """
    if most < 1:
        raise SpecError(f"a schedule with restarts needs at least one restart, got {most}")
    first, growth = attribute("t_0"), attribute("t_mult")

    def start(number: Scalar | float) -> Scalar:
        return first * (power(growth, number) - 1.0) / (growth - 1.0)

    done = _total([if_less(_T, start(float(n)), 0.0, 1.0) for n in range(1, most + 1)])
    return annealed(_LR, attribute("eta_min"), _T - start(done), first * power(growth, done))


def _total(terms: Sequence[Scalar]) -> Scalar:
    """Return the sum of the terms, as a balanced tree of small depth.

    The terms are integers, so the sum is exact.
    """
    while len(terms) > 1:
        pairs = [a + b for a, b in zip(terms[::2], terms[1::2], strict=False)]
        terms = [*pairs, *terms[2 * len(pairs) :]]
    return terms[0]


def _linear() -> Scalar:
    start, total = attribute("start_factor"), attribute("total_iters")
    part = (attribute("end_factor") - start) * if_less(_T, total, _T, total) / total
    return _LR * (start + part)


def _one_cycle() -> Scalar:
    most, total = attribute("max_lr"), attribute("total_steps")
    first = most / attribute("div_factor")
    last = first / attribute("final_div_factor")
    top = attribute("pct_start") * total - 1.0
    up, down = annealed(first, most, _T, top), annealed(most, last, _T - top, total - 1.0 - top)
    return if_less(top, _T, down, up)


def _restarts() -> Scalar:
    period = attribute("t_0")
    return annealed(_LR, attribute("eta_min"), _T - period * floor(_T / period), period)


SCHEDULES: Mapping[str, Schedule] = MappingProxyType(
    {
        "step": Schedule(
            _LR * power(_GAMMA, floor(_T / attribute("step_size"))),
            "StepLR",
        ),
        "multistep": Schedule(multistep(2), "MultiStepLR"),
        "exponential": Schedule(_LR * power(_GAMMA, _T), "ExponentialLR"),
        "cosine": Schedule(
            annealed(_LR, attribute("eta_min"), _T, attribute("t_max")), "CosineAnnealingLR"
        ),
        "linear": Schedule(_linear(), "LinearLR"),
        "one_cycle": Schedule(_one_cycle(), "OneCycleLR"),
        "restarts": Schedule(_restarts(), "CosineAnnealingWarmRestarts"),
        "growing_restarts": Schedule(growing_restarts(2), "CosineAnnealingWarmRestarts"),
    }
)
"""The schedules in the table of G8.22.

A schedule with a variable number of milestones or restarts is listed with 2 of them.
"""
