"""The graphs of resampling, one axis after the other, and of gradients (clause G13).

A place is a position in the result. The elements that a place reads and their weights follow from
sizes, as exact rational numbers. Therefore they are moves and numbers of the graph, and not
operands.
"""

from __future__ import annotations

from dataclasses import dataclass

from samebits.spec.families.resampling import ALIGN, BACKWARD, EXACT, FORMATS, FORWARD, link, sizes
from samebits.spec.language.declare import Op, same_format
from samebits.spec.language.graph import Graph, Item, Number, Sizes, node
from samebits.spec.language.moves import Broadcast, Reshape, Transpose
from samebits.spec.language.ratios import Ratios
from samebits.spec.language.scalars import literal
from samebits.spec.language.taps import Positions, Taps

_NEAREST = "((2*place + exact)*S)//(2*P)"
"""The formula for the index of the element that a place reads; it holds for all axes."""


def _index(numbers: str, places: str, at: str) -> tuple[Item, ...]:
    """Return nodes for `index`: for each place of a channel, the index of the element it reads."""
    return (
        Positions("numbers", numbers),
        Number("none", literal(0.0), to="i64"),
        Taps("read", ("numbers", "none"), places, "1", at),
        Reshape("line", "read", "[places]"),
        Broadcast("index", "line", "[N, C, places]"),
    )


def nearest() -> Graph:
    """Return the graph that copies to each place the element that it reads."""
    at = _NEAREST.replace("P", "output_size")
    return Graph(
        operands=("x",),
        nodes=(
            *_index("[*S]", "[*output_size]", at),
            Reshape("flat", "x", "[N, C, elements]"),
            node("taken", "gather", "flat", "index", axis=-1, to="output"),
            Reshape("y", "taken", "[N, C, *output_size]"),
        ),
        results=("y",),
    )


def nearest_gradient() -> Graph:
    """Return the graph of the gradient of `nearest`.

    The gradient of an element is the sum T1 of the gradients of the places that read the element.
    """
    at = _NEAREST.replace("S", "input_size")
    shape = Sizes("[N, C, elements]")
    return Graph(
        operands=("gradient",),
        nodes=(
            *_index("[*input_size]", "[*P]", at),
            Reshape("g", "gradient", "[N, C, places]"),
            node("s", "gather_gradient", "g", "index", axis=-1, shape=shape, to="output"),
            Reshape("dx", "s", "[N, C, *input_size]"),
        ),
        results=("dx",),
    )


@dataclass(frozen=True, slots=True)
class Kernel:
    """The taps of a place along an axis: their number, the first tap, and the weights.

    The coordinate of a place is `over` / `under`. `weight` is a formula for the weight of a tap, in
    which U is `under` and T is U times the fraction of the coordinate. The formula is divided by
    `scale` and by U to the power `power`. A place samples the point that is `half` / 2 of the
    place's size after its beginning. `least` is a lower bound of the coordinate's numerator, or "".
    """

    taps: int
    first: int
    least: str
    weight: str
    power: int
    scale: int = 1
    half: int = 1

    def over(self, axis: int) -> str:
        """Return the numerator of the coordinate."""
        middle = f"(2*place + {self.half})*S{axis} - {self.half}*P{axis}"
        if self.least:
            middle = f"max({middle}, {self.least})"
        return f"(align_corners*place*(S{axis} - 1) + (1 - align_corners)*({middle}))"

    def under(self, axis: int) -> str:
        """Return the denominator of the coordinate, which is above zero."""
        return f"max(align_corners*(P{axis} - 1) + (1 - align_corners)*2*P{axis}, 1)"

    def at(self, axis: int) -> str:
        """Return the index that a tap reads. A tap beyond an end reads the element at this end."""
        index = f"{self.over(axis)}//{self.under(axis)} + tap - {self.first}"
        return f"min(max({index}, 0), S{axis} - 1)"

    def ratios(self, axis: int, places: str) -> Ratios:
        """Return the node `w0` or `w1` for the weights of an axis with `places` places."""
        u = self.under(axis)
        t = f"({self.over(axis)} % {u})"
        weight = self.weight.replace("T", t).replace("U", u)
        under = "*".join([str(self.scale), *[u] * self.power])
        return Ratios(f"w{axis}", f"[{places}]", self.taps, weight, under)


LINEAR = Kernel(2, 0, "0", "(1 - tap)*(U - T) + tap*T", 1)


def cubic(quarters: int) -> Kernel:
    """Return the kernel of Keys (1981) with a = `quarters` / 4.

    Its weights are scaled by 4, so that all coefficients are integers.
    """
    a = quarters
    near = f"({a + 8}*{{x}}**3 - {a + 12}*{{x}}**2*U + 4*U**3)"
    far = f"({a}*{{x}}**3 - {5 * a}*{{x}}**2*U + {8 * a}*{{x}}*U**2 - {4 * a}*U**3)"
    pieces = ((0, far, "(T + U)"), (1, near, "T"), (2, near, "(U - T)"), (3, far, "(2*U - T)"))
    weight = " + ".join(f"(tap == {tap})*{piece.format(x=x)}" for tap, piece, x in pieces)
    return Kernel(4, 1, "", weight, 3, scale=4)


CUBIC = cubic(-3)
"""The cubic kernel of PyTorch."""


def weighted(rank: int, kernel: Kernel) -> Graph:
    """Return the graph of weighted sums T1 along the last axis, then along the axis before it."""
    items: list[Item] = [node("c", "cast", "x"), Number("absent", literal(0.0))]
    value = "c"
    for axis in range(rank - 1, -1, -1):
        items += [
            kernel.ratios(axis, f"output_size[{axis}]"),
            Taps(f"t{axis}", (value, "absent"), f"[P{axis}]", str(kernel.taps), kernel.at(axis)),
            node(f"p{axis}", "mul", f"t{axis}", f"w{axis}"),
            node(f"s{axis}", "sum", f"p{axis}", axes=(-1,), keepdims=False),
        ]
        value = f"s{axis}"
        if rank == 2:
            items.append(Transpose(f"turned{axis}", value, "[N, C, a, b]", "[N, C, b, a]"))
            value = f"turned{axis}"
    items.append(node("y", "cast", value, to="output"))
    return Graph(operands=("x",), nodes=tuple(items), results=("y",))


def weighted_gradient(rank: int, kernel: Kernel) -> Graph:
    """Return the graph of the gradient of `weighted`.

    Along each axis, an element gets the sum T1 of weight times gradient over all taps that read it.
    """
    items: list[Item] = [node("c", "cast", "gradient"), Number("absent", literal(0.0), to="i64")]
    value = "c"
    for axis in range(rank):
        if rank == 2:
            items.append(Transpose(f"turned{axis}", value, "[N, C, a, b]", "[N, C, b, a]"))
            value = f"turned{axis}"
        rest = "[N, C, {}]" if rank == 1 else ("[N, C, P1, {}]", "[N, C, S0, {}]")[axis]
        flat = rest.format(f"P{axis}*{kernel.taps}")
        items += [
            kernel.ratios(axis, f"P{axis}"),
            Reshape(f"g{axis}", value, rest.format(f"P{axis}, 1")),
            node(f"p{axis}", "mul", f"g{axis}", f"w{axis}"),
            Reshape(f"line{axis}", f"p{axis}", flat),
            Positions(f"numbers{axis}", f"[S{axis}]"),
            Taps(
                f"read{axis}",
                (f"numbers{axis}", "absent"),
                f"[P{axis}]",
                str(kernel.taps),
                kernel.at(axis),
            ),
            Reshape(f"reads{axis}", f"read{axis}", f"[P{axis}*{kernel.taps}]"),
            Broadcast(f"index{axis}", f"reads{axis}", flat),
            node(
                f"s{axis}",
                "gather_gradient",
                f"line{axis}",
                f"index{axis}",
                axis=-1,
                shape=Sizes(rest.format(f"input_size[{axis}]")),
            ),
        ]
        value = f"s{axis}"
    items.append(node("dx", "cast", value, to="output"))
    return Graph(operands=("gradient",), nodes=tuple(items), results=("dx",))


def resampling_op(name: str, summary: str, rank: int, kernel: Kernel | None) -> Op:
    """Return a resampling op with a kernel, or an op that copies the nearest element for None.

    Its gradient op is called `NAME_gradient`.
    """
    mode = EXACT if kernel is None else ALIGN
    return Op(
        name=name,
        op_class="graph",
        summary=summary,
        operands=("x",),
        signatures=same_format(1, *FORMATS),
        shape_rule=FORWARD[rank],
        clauses=("S1", "S2", "G1", "G13") if kernel is None else _CLAUSES,
        profile="nn",
        attributes=(sizes("output_size", rank), mode),
        graph=nearest() if kernel is None else weighted(rank, kernel),
        gradients=link(f"{name}_gradient", mode.name),
    )


_CLAUSES = ("R4", "S1", "T1", "G1", "G13")


def gradient_op(name: str, summary: str, rank: int, kernel: Kernel | None) -> Op:
    """Return the gradient op of `resampling_op` with the same kernel."""
    return Op(
        name=name,
        op_class="graph",
        summary=summary,
        operands=("gradient",),
        signatures=same_format(1, *FORMATS),
        shape_rule=BACKWARD[rank],
        clauses=_CLAUSES,
        profile="nn",
        attributes=(sizes("input_size", rank), EXACT if kernel is None else ALIGN),
        graph=nearest_gradient() if kernel is None else weighted_gradient(rank, kernel),
    )
