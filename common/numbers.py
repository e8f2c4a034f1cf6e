"""The types of numeric command-line options, which accept only finite numbers."""

from __future__ import annotations

import math
from typing import Any

import click


class Finite(click.FloatRange):
    """A type for finite numbers within a range.

    click's FloatRange accepts NaN, because every comparison with NaN is false.
    """

    name = "finite number"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number.

        If it is not finite or out of range, the command ends with status 2.
        """
        found: float = super().convert(value, param, ctx)
        if not math.isfinite(found):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return found


POSITIVE = Finite(0, min_open=True)
"""The option type for times and other quantities that must be greater than 0."""
