"""unfold: for each tap, the bits at each position of the window; +0 outside (clause S2)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.oracles.copies import Array, Copies, Place
from samebits.oracles.numpy_route import copying_route as route
from samebits.spec.families.unfolding import pair, places
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import Shape


def _origin(call: Call, shape: Shape, place: Place, others: Sequence[Array]) -> Place | None:
    sizes = {
        name: pair(call.attributes, name)
        for name in ("kernel_size", "stride", "padding", "dilation")
    }
    sample, tap, number = place
    rest, column = divmod(tap, sizes["kernel_size"][1])
    channel, row = divmod(rest, sizes["kernel_size"][0])
    window = divmod(number, places(call.op, call.attributes, shape)[1])
    y, x = (
        at * step + offset * apart - before
        for at, step, offset, apart, before in zip(
            window, sizes["stride"], (row, column), sizes["dilation"], sizes["padding"], strict=True
        )
    )
    inside = 0 <= y < shape[2] and 0 <= x < shape[3]
    return (sample, channel, y, x) if inside else None


ORACLE = Copies(_origin)

ROUTE = route.unfold
