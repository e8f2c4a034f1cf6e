"""The graphs of grid_sample and its gradients (clauses G13.8 to G13.13).

A place is an entry of the grid. Its coordinates are an operand, so nodes compute the coordinates,
the weights and the indices of elements. In a resampling these are exact numbers instead. Both
coordinates of a place use the same nodes, x before y.
"""

from __future__ import annotations

from samebits.spec.language.graph import Branch, Equals, Graph, Item, Join, Number, Sizes, node
from samebits.spec.language.moves import Broadcast, Concatenate, Reshape, Slice, Stack, Transpose
from samebits.spec.language.scalars import count, literal


def _coordinates() -> tuple[Item, ...]:
    """Return nodes for `at` [N, R, 2, 1], the coordinates in units of elements.

    `span` is the extent of the image along each coordinate, and `low` is its lower edge.
    """
    return (
        Number("zero", literal(0.0)),
        Number("half", literal(0.5)),
        Number("one", literal(1.0)),
        Number("width", count("w")),
        Number("height", count("h")),
        Stack("sizes", ("width", "height"), 0),
        Reshape("elements", "sizes", "[2, 1]"),
        node("ends", "sub", "elements", "one"),
        node("grid_wide", "cast", "grid"),
        Reshape("places", "grid_wide", "[N, R, 2, 1]"),
        node("shifted", "add", "places", "one"),
        Branch(
            Equals("align_corners", True),
            (
                node("halved", "mul", "shifted", "half"),
                node("at_corners", "mul", "halved", "ends"),
                Number("corner", literal(0.0)),
            ),
            (
                Join("at", "at_corners", "at_middles"),
                Join("span", "ends", "elements"),
                Join("low", "corner", "edge"),
            ),
            (
                node("stretched", "mul", "shifted", "elements"),
                node("less", "sub", "stretched", "one"),
                node("at_middles", "mul", "less", "half"),
                Number("edge", literal(-0.5)),
            ),
        ),
    )


def _aimed() -> Branch:
    """Return a branch for `unpadded`: the taps of a place in mode bicubic, else the place.

    In mode bicubic, `inner` has the distances of the place from the two nearest taps, and `outer`
    has the distances from the two other taps.
    """
    steps = tuple(f"step{number}" for number in range(4))
    return Branch(
        Equals("mode", "bicubic"),
        (
            node("cell", "floor", "at"),
            *(Number(step, literal(number - 1.0)) for number, step in enumerate(steps)),
            Stack("steps", steps, 0),
            node("of_cell", "add", "cell", "steps"),
            node("from_second", "sub", "at", "cell"),
            node("to_third", "sub", "one", "from_second"),
            Concatenate("around", ("from_second", "to_third"), -1),
            node("from_first", "add", "from_second", "one"),
            Number("two", literal(2.0)),
            node("to_fourth", "sub", "two", "from_second"),
            Concatenate("beyond", ("from_first", "to_fourth"), -1),
        ),
        (
            Join("unpadded", "of_cell", "at"),
            Join("inner", "around", "zero"),
            Join("outer", "beyond", "zero"),
        ),
    )


def _reflection(*, gradient: bool) -> Branch:
    """Return a branch for `folded`, the coordinates reflected at both edges of the image.

    If `gradient` is true, `sign` is the slope of the reflection, 1 or -1.
    """
    signs: tuple[Item, ...] = (
        node("before", "lt", "unpadded", "low", to="bool"),
        Number("minus", literal(-1.0)),
        node("turned", "ne", "before", "behind", to="bool"),
        node("reflected", "where", "turned", "minus", "one"),
    )
    return Branch(
        Equals("padding_mode", "reflection"),
        (
            node("off", "sub", "unpadded", "low"),
            node("far", "abs", "off"),
            node("period", "add", "span", "span"),
            node("rest_of_period", "fmod", "far", "period"),
            node("behind", "ge", "rest_of_period", "span", to="bool"),
            node("back", "sub", "period", "rest_of_period"),
            node("inwards", "where", "behind", "back", "rest_of_period"),
            node("mirrored", "add", "inwards", "low"),
            *(signs if gradient else ()),
        ),
        (Join("folded", "mirrored", "unpadded"), *_if(gradient, Join("sign", "reflected", "one"))),
    )


def _if(wanted: bool, *joins: Join) -> tuple[Join, ...]:
    return joins if wanted else ()


def _padded(*, gradient: bool) -> Branch:
    """Return a branch for `padded`: the coordinates, moved into the image unless padding is zeros.

    For the gradient, `padding_slope` is 1, -1, or 0 if the coordinate is clamped to an edge.
    """
    slope: tuple[Item, ...] = (
        node("slope_above", "where", "above", "sign", "zero"),
        node("clipped", "where", "below", "slope_above", "zero"),
    )
    return Branch(
        Equals("padding_mode", "zeros"),
        (),
        (
            Join("padded", "unpadded", "bounded"),
            *_if(gradient, Join("padding_slope", "one", "clipped")),
        ),
        (
            _reflection(gradient=gradient),
            node("above", "gt", "folded", "zero", to="bool"),
            node("not_less", "where", "above", "folded", "zero"),
            node("below", "lt", "not_less", "ends", to="bool"),
            node("bounded", "where", "below", "not_less", "ends"),
            *(slope if gradient else ()),
        ),
    )


def _polynomial(name: str, at: str, first: float, *others: float) -> tuple[Item, ...]:
    """Return nodes for `name`: a polynomial by Horner's rule. Zero coefficients are not added."""
    items: list[Item] = [Number(f"{name}_0", literal(first))]
    value = f"{name}_0"
    for power, number in enumerate(others, 1):
        end = "" if power == len(others) else f"_{power}"
        product = f"{name}_times{end}" if number else f"{name}{end}"
        items.append(node(product, "mul", value, at))
        value = product
        if number:
            value = f"{name}_sum{end}" if end else name
            items.append(Number(f"{name}_number{end}", literal(number)))
            items.append(node(value, "add", product, f"{name}_number{end}"))
    return tuple(items)


def _in_order(name: str, inner: str, outer: str) -> tuple[Item, ...]:
    """Return nodes for `name` [.., 4]: the two `inner` taps between the two `outer` taps."""
    return (
        Slice(f"{name}_first", outer, -1, 0, 1),
        Slice(f"{name}_last", outer, -1, 1, 2),
        Concatenate(name, (f"{name}_first", inner, f"{name}_last"), -1),
    )


_CUBIC: tuple[Item, ...] = (
    *_polynomial("inner_parts", "inner", 1.25, -2.25, 0.0, 1.0),
    *_polynomial("outer_parts", "outer", -0.75, 3.75, -6.0, 3.0),
    *_in_order("cubic_parts", "inner_parts", "outer_parts"),
)
"""Nodes for the weights of the four taps of a place in mode bicubic."""


def _taps() -> tuple[Item, ...]:
    """Return nodes for `reads`, the indices that taps read, and `weights`; both [N, R, 2, K]."""
    linear = (
        node("first", "floor", "padded"),
        node("second", "add", "first", "one"),
        Concatenate("both_read", ("first", "second"), -1),
        node("part", "sub", "padded", "first"),
        node("rest", "sub", "one", "part"),
        Concatenate("parts", ("rest", "part"), -1),
    )
    return (
        Branch(
            Equals("mode", "nearest"),
            (
                node("nearest", "round_half_even", "padded"),
                Broadcast("whole", "one", "[N, R, 2, 1]"),
            ),
            (Join("reads", "nearest", "several_read"), Join("weights", "whole", "several")),
            (
                Branch(
                    Equals("mode", "bicubic"),
                    _CUBIC,
                    (
                        Join("several_read", "padded", "both_read"),
                        Join("several", "cubic_parts", "parts"),
                    ),
                    linear,
                ),
            ),
        ),
        *_axes("weights"),
    )


def _axes(value: str) -> tuple[Item, ...]:
    """Return nodes for VALUE_x and VALUE_y: the parts of `value` [N, R, 2, K] for each axis."""
    return (
        Slice(f"{value}_x", value, 2, 0, 1),
        Slice(f"{value}_of_y", value, 2, 1, 2),
        Reshape(f"{value}_y", f"{value}_of_y", "[N, R, K, 1]"),
    )


def _elements() -> tuple[Item, ...]:
    """Return nodes for `there`, `element` and `counted` [N, R, K, K].

    `there` marks the taps within the image, and `element` is the index of the element that a tap
    reads. `counted` marks the taps that are terms of the sum. In mode bicubic, these are all taps,
    and a tap outside the image reads +0.
    """
    return (
        node("not_before", "ge", "reads", "zero", to="bool"),
        node("not_behind", "le", "reads", "ends", to="bool"),
        node("inside", "logical_and", "not_before", "not_behind", to="bool"),
        node("numbers", "cast", "reads", to="i64"),
        Number("none", literal(0.0), to="i64"),
        node("known", "where", "inside", "numbers", "none", to="i64"),
        *_axes("inside"),
        *_axes("known"),
        node("there", "logical_and", "inside_y", "inside_x", to="bool"),
        Number("row_length", count("w"), to="i64"),
        node("row", "mul", "known_y", "row_length", to="i64"),
        node("element", "add", "row", "known_x", to="i64"),
        Branch(
            Equals("mode", "bicubic"),
            (Number("yes", literal(1.0), to="bool"), Broadcast("all", "yes", "[N, R, K, K]")),
            (Join("counted", "all", "there"),),
        ),
    )


def _values() -> tuple[Item, ...]:
    """Return nodes for `of_taps` [N, C, R, T]: the values that the taps read in each channel."""
    return (
        node("x_wide", "cast", "x"),
        Reshape("x_flat", "x_wide", "[N, C, E]"),
        Reshape("element_line", "element", "[N, 1, R*T]"),
        Broadcast("element_index", "element_line", "[N, C, R*T]"),
        node("gathered", "gather", "x_flat", "element_index", axis=-1),
        Reshape("of_image", "gathered", "[N, C, R, T]"),
        Branch(
            Equals("mode", "bicubic"),
            (
                Reshape("there_line", "there", "[N, 1, R, T]"),
                node("of_padded_image", "where", "there_line", "of_image", "zero"),
            ),
            (Join("of_taps", "of_padded_image", "of_image"),),
        ),
    )


_WEIGHT: tuple[Item, ...] = (
    node("weight", "mul", "weights_y", "weights_x"),
    Reshape("weight_line", "weight", "[N, 1, R, T]"),
)

GRID_SAMPLE = Graph(
    operands=("x", "grid"),
    nodes=(
        *_coordinates(),
        _aimed(),
        _padded(gradient=False),
        *_taps(),
        *_elements(),
        *_values(),
        *_WEIGHT,
        node("products", "mul", "of_taps", "weight_line"),
        Reshape("counted_line", "counted", "[N, 1, R, T]"),
        Broadcast("present", "counted_line", "[N, C, R, T]"),
        node("total", "masked_sum", "products", "present", axes=(-1,), keepdims=False),
        Reshape("sampled", "total", "[N, C, P, Q]"),
        node("y", "cast", "sampled", to="output"),
    ),
    results=("y",),
)


def _of_image() -> tuple[Item, ...]:
    """Return nodes for the gradient of x; taps outside add to an extra element, cut off later."""
    return (
        Reshape("g_line", "g", "[N, C, R, 1]"),
        node("shares", "mul", "g_line", "weight_line"),
        Reshape("share_line", "shares", "[N, C, R*T]"),
        Number("behind_all", count("e"), to="i64"),
        node("goal", "where", "there", "element", "behind_all", to="i64"),
        Reshape("goal_line", "goal", "[N, 1, R*T]"),
        Broadcast("goals", "goal_line", "[N, C, R*T]"),
        node(
            "sums", "gather_gradient", "share_line", "goals", axis=-1, shape=Sizes("[N, C, E + 1]")
        ),
        Slice("within", "sums", 2, 0, "E"),
        Reshape("image", "within", "[N, C, H, W]"),
        node("x_gradient", "cast", "image", to="output"),
    )


_CUBIC_TILTS: tuple[Item, ...] = (
    *_polynomial("inner_tilt", "inner", 3.75, -4.5, 0.0),
    *_polynomial("outer_tilt", "outer", -2.25, 7.5, -6.0),
    Stack("turns", ("one", "falling"), 0),
    node("inner_tilts", "mul", "inner_tilt", "turns"),
    node("outer_tilts", "mul", "outer_tilt", "turns"),
    *_in_order("cubic_tilts", "inner_tilts", "outer_tilts"),
)
"""Nodes for the derivatives of the weights of the four taps in mode bicubic."""

_LINEAR_TILTS: tuple[Item, ...] = (
    Stack("signs", ("falling", "one"), 0),
    Broadcast("linear_tilts", "signs", "[N, R, 2, 2]"),
)
"""Nodes for the derivatives of the weights of the two taps in mode bilinear."""


def _slope(axis: str, tilts: str, weights: str) -> tuple[Item, ...]:
    """Return nodes for `slope_x` or `slope_y` [N, R]: the derivative by a coordinate."""
    terms = f"terms_{axis}"
    return (
        node(f"factor_{axis}", "mul", tilts, weights),
        node(terms, "mul", "products", f"factor_{axis}"),
        node(f"slope_{axis}", "masked_sum", terms, "counted", axes=(2, 3), keepdims=False),
    )


def _of_grid() -> Branch:
    """Return a branch for `slopes`, the gradient of the grid; in mode nearest it is zero."""
    return Branch(
        Equals("mode", "nearest"),
        (Broadcast("flat", "zero", "[N, R, 2, 1]"),),
        (Join("slopes", "flat", "of_places"),),
        (
            *_values(),
            Transpose("by_place", "of_taps", "[N, C, R, T]", "[N, R, T, C]"),
            Reshape("rows", "by_place", "[N*R, T, C]"),
            Reshape("g_places", "g", "[N, C, R]"),
            Transpose("g_by_place", "g_places", "[N, C, R]", "[N, R, C]"),
            Reshape("column", "g_by_place", "[N*R, C, 1]"),
            node("dots", "bmm", "rows", "column"),
            Reshape("products", "dots", "[N, R, K, K]"),
            Number("falling", literal(-1.0)),
            Branch(
                Equals("mode", "bicubic"),
                _CUBIC_TILTS,
                (Join("tilts", "cubic_tilts", "linear_tilts"),),
                _LINEAR_TILTS,
            ),
            *_axes("tilts"),
            *_slope("x", "tilts_x", "weights_y"),
            *_slope("y", "tilts_y", "weights_x"),
            Stack("both_slopes", ("slope_x", "slope_y"), -1),
            Reshape("slope", "both_slopes", "[N, R, 2, 1]"),
            Branch(
                Equals("mode", "bicubic"),
                (),
                (Join("kept", "slope", "linear_kept"),),
                (
                    node("along", "mul", "slope", "padding_slope"),
                    node("moves", "ne", "padding_slope", "zero", to="bool"),
                    node("linear_kept", "where", "moves", "along", "zero"),
                ),
            ),
            node("rate", "mul", "span", "half"),
            node("of_places", "mul", "kept", "rate"),
        ),
    )


GRID_SAMPLE_GRADIENT = Graph(
    operands=("gradient", "x", "grid"),
    nodes=(
        *_coordinates(),
        _aimed(),
        _padded(gradient=True),
        *_taps(),
        *_elements(),
        *_WEIGHT,
        node("g", "cast", "gradient"),
        *_of_image(),
        _of_grid(),
        Reshape("grid_places", "slopes", "[N, P, Q, 2]"),
        node("grid_gradient", "cast", "grid_places", to="output 1"),
    ),
    results=("x_gradient", "grid_gradient"),
)
