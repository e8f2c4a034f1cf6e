"""Reductions that consist of other ops, with every result rounded (clause T3; informative)."""

from __future__ import annotations

from typing import Any

from samebits.spec.language.landmarks import Steps


def mean_of(run: Steps, x: Any) -> Any:
    """Return the sum divided by n."""
    total = run.reduce("sum", x)
    return run("div", total, run.number(run.count, total))


def variance_of(run: Steps, x: Any) -> Any:
    """Return the sum of squared deviations divided by max(0, n - correction)."""
    d = run("sub", x, mean_of(run, x))
    total = run.reduce("sum", run("mul", d, d))
    divisor = max(0, run.count - int(str(run.call.attributes["correction"])))
    return run("div", total, run.number(divisor, total))


def deviation_of(run: Steps, x: Any) -> Any:
    """Return the square root of the variance."""
    return run("sqrt", variance_of(run, x))


def count_of(run: Steps, x: Any) -> Any:
    """Return the number of elements that are true after a cast to bool."""
    return run.reduce("sum", run("cast", x, to="bool"), to="i64")
