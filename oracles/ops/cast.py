"""cast: the exact value, rounded to the format of the result (clause R5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from samebits.oracles import on_arrays
from samebits.oracles.definitions import OnArrays
from samebits.oracles.elementwise import Arithmetic, Array, Patterns, map_unique
from samebits.oracles.numpy_route import elementwise_route as route
from samebits.oracles.rounding import Real, decode
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call


def _same(x: Real) -> Real:
    return x


@dataclass(frozen=True, slots=True)
class Cast(Arithmetic):
    """The oracle of cast.

    Casts between integers are modulo 2^bits, casts from floats to integers saturate, and a cast to
    bool is x != 0.
    """

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """Return the bits of every element in the format of the result."""
        (source,), (target,) = call.inputs, call.outputs
        form = get_format(target)
        if source == target or form.is_float or get_format(source).is_float:
            return Arithmetic.evaluate(self, call, inputs)
        modulus = 1 << form.bits

        def wrapped(rows: Sequence[Patterns]) -> list[int]:
            numbers = [decode(row[0], source).signed() for row in rows]
            return [int(n != 0) if target == "bool" else n % modulus for n in numbers]

        return [map_unique(call, inputs, wrapped)]


ORACLE = Cast(_same)

ROUTE = route.cast

DEFINITION = OnArrays(on_arrays.cast)
