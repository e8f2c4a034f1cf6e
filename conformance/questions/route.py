"""The independent route that answers drawn questions; it needs only NumPy.

It belongs to the oracles. It is imported when the first question is planned or answered, so that
other parts of the judge do not depend on the oracles.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.spec.formats import bits_of
from samebits.spec.language.call import Call

Bits = np.ndarray[Any, Any]


def answerable(op_name: str, label: str) -> bool:
    """Return whether the route supports the op in the formats of a label (such as `f32`)."""
    from samebits.oracles import numpy_route

    return numpy_route.has_route(op_name, label)


def evaluate(call: Call, operands: Sequence[Array]) -> list[Bits]:
    """Return the bits of every result. Raises SamebitsError if the route cannot compute them."""
    from samebits.oracles import numpy_route

    return [bits_of(x) for x in numpy_route.evaluate(call, operands)]
