"""The graphs of pools (clause G10), built from the windows of pools.py."""

from __future__ import annotations

from samebits.spec.families.pools import AVERAGED, AVERAGING, PADDED, Windows
from samebits.spec.language.graph import Branch, Equals, Graph, Item, Join, Number, Sizes, node
from samebits.spec.language.moves import Broadcast, Reshape
from samebits.spec.language.scalars import attribute, literal
from samebits.spec.language.taps import Positions, Taps


def taps(name: str, value: str, fill: str, windows: Windows) -> Taps:
    """Return a move that reads the taps of the windows; taps out of bounds read the fill value."""
    return Taps(name, (value, fill), windows.places, windows.taps, windows.at)


def extremes(windows: Windows, places: str) -> Graph:
    """Return the graph of the first S3 maximum of each window, and its index.

    The index is the row-major index of a spatial position. Taps outside the input come last and are
    -inf, so such a tap is never the first tap that has the maximum.
    """
    return Graph(
        operands=("x",),
        nodes=(
            Number("least", literal(float("-inf"))),
            node("fill", "cast", "least", to="like x"),
            taps("t", "x", "fill", windows),
            node("result", "max", "t", axes=(-1,), keepdims=False, to="output"),
            node("first", "argmax", "t", axes=(-1,), keepdims=True, to="i64"),
            Positions("numbers", "[*S]"),
            Number("zero", literal(0.0), to="i64"),
            taps("read", "numbers", "zero", windows),
            Broadcast("reads", "read", f"[N, C, *{places}, ?]"),
            node("chosen", "gather", "reads", "first", axis=-1, to="i64"),
            Reshape("indices", "chosen", f"[N, C, *{places}]"),
        ),
        results=("result", "indices"),
    )


def to_the_chosen() -> Graph:
    """Return a graph that adds each gradient to the element that was the maximum (T1, T7)."""
    return Graph(
        operands=("gradient", "indices"),
        nodes=(
            Reshape("g", "gradient", "[N, C, ?]"),
            Reshape("i", "indices", "[N, C, ?]"),
            node("s", "gather_gradient", "g", "i", axis=-1, shape=Sizes("[N, C, n]"), to="output"),
            Reshape("result", "s", "[N, C, *input_size]"),
        ),
        results=("result",),
    )


def counted(name: str, of: str, windows: Windows) -> tuple[Item, ...]:
    """Return nodes for `name` = the number of elements that each window reads, as `i64`."""
    return (
        Number(f"{name}_one", literal(1.0), to="i64"),
        Broadcast(f"{name}_ones", f"{name}_one", of),
        Number(f"{name}_none", literal(0.0), to="i64"),
        taps(f"{name}_taps", f"{name}_ones", f"{name}_none", windows),
        node(name, "sum", f"{name}_taps", axes=(-1,), keepdims=False, to="i64"),
    )


def _divisor(overridden: bool) -> tuple[Item, ...]:
    """Return nodes for `divisor`: the count of each window, or `divisor_override`.

    If the attribute `count_include_pad` is true, the count includes the padding in a window.
    """
    count = (
        Branch(
            Equals("count_include_pad", True),
            counted("whole", "[*S + 2*padding]", PADDED),
            (Join("count", "whole", "within"),),
            counted("within", "[*S]", AVERAGED),
        ),
        node("counted", "cast", "count"),
    )
    if not overridden:
        return count
    return (
        Branch(
            Equals("divisor_override", None),
            count,
            (Join("divisor", "counted", "given"),),
            (Number("given", attribute("divisor_override")),),
        ),
    )


def _summed(value: str, windows: Windows) -> tuple[Item, ...]:
    """Return nodes for `total` = the sum T1 of the elements that each window reads.

    Taps outside are absent, which means -0 (T1.3). The value `x` has the format of the operand, and
    other values have the compute format.
    """
    fill, cast = "absent", tuple[Item, ...]()
    if value == "x":
        fill, cast = "fill", (node("fill", "cast", "absent", to="like x"),)
    return (
        Number("absent", literal(-0.0)),
        *cast,
        taps("t", value, fill, windows),
        node("total", "sum", "t", axes=(-1,), keepdims=False),
    )


def average(overridden: bool) -> Graph:
    """Return the graph of an average pool: the sum of each window divided by `divisor`."""
    return Graph(
        operands=("x",),
        nodes=(
            *_summed("x", AVERAGED),
            *_divisor(overridden),
            node("mean", "div", "total", "divisor" if overridden else "counted"),
            node("result", "cast", "mean", to="output"),
        ),
        results=("result",),
    )


def average_gradient(overridden: bool) -> Graph:
    """Return the graph of the gradient of an average pool.

    Each gradient is divided by the divisor of its window. Each element gets the sum over the
    windows that read it. An element outside all windows gets +0 (T7.3), because a sum over absent
    taps would be -0.
    """
    return Graph(
        operands=("gradient",),
        nodes=(
            node("c", "cast", "gradient"),
            *_divisor(overridden),
            node("share", "div", "c", "divisor" if overridden else "counted"),
            *_summed("share", AVERAGING),
            *counted("windows", "[*P]", AVERAGING),
            node("is_read", "cast", "windows", to="bool"),
            Number("zero", literal(0.0)),
            node("kept", "where", "is_read", "total", "zero"),
            node("result", "cast", "kept", to="output"),
        ),
        results=("result",),
    )


def adaptive_average(windows: Windows) -> Graph:
    """Return the graph of the mean of each window; windows may differ in size."""
    return Graph(
        operands=("x",),
        nodes=(
            *_summed("x", windows),
            *counted("count", "[*S]", windows),
            node("counted", "cast", "count"),
            node("mean", "div", "total", "counted"),
            node("result", "cast", "mean", to="output"),
        ),
        results=("result",),
    )


def adaptive_average_gradient(read: Windows, reading: Windows) -> Graph:
    """Return the graph of the gradient of an adaptive average pool.

    Each gradient is divided by the count of its window. Each element gets the sum over the windows
    that read it.
    """
    return Graph(
        operands=("gradient",),
        nodes=(
            node("c", "cast", "gradient"),
            *counted("count", "[*S]", read),
            node("counted", "cast", "count"),
            node("share", "div", "c", "counted"),
            *_summed("share", reading),
            node("result", "cast", "total", to="output"),
        ),
        results=("result",),
    )
