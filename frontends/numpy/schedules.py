"""samebits.numpy.schedules: learning rates as functions of the step count (G8.21 to G8.24).

    lr = snp.schedules.cosine(t, lr=0.1, t_max=90, eta_min=0.0)

Each function takes the number t of completed steps and named numbers, and returns a binary64
number. Every operation is rounded once, so the result is the same on every machine. Pass the result
to an optimizer as `lr`. The functions are made from the expressions in
`samebits.spec.families.schedules`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from inspect import Parameter, Signature
from typing import Any

from samebits.spec.errors import SpecError
from samebits.spec.families.schedules import (
    SCHEDULES,
    growing_restarts as _growing,
    multistep as _expression,
)
from samebits.spec.language.scalars import Scalar, evaluate, names

_WHOLE = {"growing_restarts": _growing}
"""Schedules with a variable number of terms.

The value makes the expression with the usual number.
"""


def multistep(t: int, *, lr: float, gamma: float, milestones: tuple[int, ...]) -> float:
    """Return lr, multiplied by gamma for each milestone <= t, as in MultiStepLR (G8.multistep).

    Raises SpecError if there is no milestone, and for an invalid number.
    """
    numbers = {f"m{place}": at for place, at in enumerate(milestones, 1)}
    rate = _expression(len(numbers))
    return _value("multistep", rate, t, {"lr": lr, "gamma": gamma, **numbers})


def __getattr__(name: str) -> Callable[..., float]:
    """Return the function of a schedule. Raises AttributeError with a list of all schedules."""
    if name not in SCHEDULES:
        raise AttributeError(
            f"{__name__} has no {name!r}; known: {', '.join(__dir__())}", name=name
        )
    return _made(name)


def __dir__() -> list[str]:
    return sorted(SCHEDULES)


@cache
def _rate(name: str) -> Scalar:
    return _WHOLE[name]() if name in _WHOLE else SCHEDULES[name].rate


@cache
def _made(name: str) -> Callable[..., float]:
    known = names(_rate(name), "attribute")

    def schedule(t: int, **numbers: float) -> float:
        if set(numbers) != set(known):
            got = ", ".join(sorted(numbers)) or "no others"
            raise SpecError(
                f"schedules.{name}: pass exactly t, {', '.join(known)}; t was passed with {got}"
            )
        return _value(name, _rate(name), t, numbers)

    schedule.__name__ = schedule.__qualname__ = name
    schedule.__doc__ = (
        f"The learning rate of step t by {SCHEDULES[name].torch} (clause G8.{name}).\n\n"
        f"By name: {', '.join(known)}. Raises SpecError for a number that is none, and for 0 / 0.\n"
    )
    given = [Parameter("t", Parameter.POSITIONAL_OR_KEYWORD, annotation="int")]
    given += [Parameter(n, Parameter.KEYWORD_ONLY, annotation="float") for n in known]
    schedule.__signature__ = Signature(given, return_annotation="float")  # type: ignore[attr-defined]
    return schedule


def _value(name: str, rate: Scalar, t: int, numbers: dict[str, Any]) -> float:
    try:
        return evaluate(rate, numbers, {"t": t})
    except SpecError as error:
        raise SpecError(f"schedules.{name}: {error}") from None
