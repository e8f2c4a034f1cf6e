"""Black boxes for tests of the revealer: sums whose order of additions the test knows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.conformance.reveal.arithmetic import Array
from samebits.conformance.reveal.replay import Model, evaluate_sum

Sum = Callable[[Array], Array]


@dataclass
class Box:
    """A black box that adds rows with `sum`, or products with `product` if it is given."""

    sum: Sum
    leaves: int
    format: str = "f32"
    result_format: str = "f32"
    products: bool = False
    divided: bool = False
    product: Callable[[Array, Array], Array] | None = None

    def sums(self, terms: Array) -> Array:
        return self.dots(terms, np.ones_like(terms)) if self.product else self.sum(terms)

    def dots(self, a: Array, b: Array) -> Array:
        assert self.product is not None
        return self.product(a, b)


def by(model: Model, **more: Any) -> Box:
    """Return a black box that adds in the order of a model."""
    return Box(lambda rows: evaluate_sum(model, rows), model.tree.leaves, **more)


def sequential(rows: Array) -> Array:
    """Return the sum of each row, added from left to right in the rows' own format."""
    return np.asarray(np.add.accumulate(rows, axis=1)[:, -1])
