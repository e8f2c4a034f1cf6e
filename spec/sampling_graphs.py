"""The graphs of grid_sample and its gradients (clauses G13.8 to G13.11).

Coordinates are data, so that they, the weights and the numbers of elements are nodes, where those
of a resampling are exact. Both coordinates of a place go through the same nodes, x before y.
"""

from __future__ import annotations

from samebits.spec.graph import Branch, Equals, Graph, Item, Join, Number, Sizes, node
from samebits.spec.moves import Broadcast, Reshape, Slice, Stack, Transpose
from samebits.spec.scalars import count, literal


def _coordinates() -> tuple[Item, ...]:
    """`at` [N, R, 2]: coordinates of elements. `span` is the width of an image, `low` its edge."""
    return (
        Number("zero", literal(0.0)),
        Number("half", literal(0.5)),
        Number("one", literal(1.0)),
        Number("width", count("w")),
        Number("height", count("h")),
        Stack("elements", ("width", "height"), 0),
        node("ends", "sub", "elements", "one"),
        node("grid_wide", "cast", "grid"),
        Reshape("places", "grid_wide", "[N, R, 2]"),
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


def _reflection(*, gradient: bool) -> Branch:
    """`folded` at both edges of the image; `sign` is that of its slope."""
    signs: tuple[Item, ...] = (
        node("before", "lt", "at", "low", to="bool"),
        Number("minus", literal(-1.0)),
        node("turned", "ne", "before", "behind", to="bool"),
        node("reflected", "where", "turned", "minus", "one"),
    )
    return Branch(
        Equals("padding_mode", "reflection"),
        (
            node("off", "sub", "at", "low"),
            node("far", "abs", "off"),
            node("period", "add", "span", "span"),
            node("rest_of_period", "fmod", "far", "period"),
            node("behind", "ge", "rest_of_period", "span", to="bool"),
            node("back", "sub", "period", "rest_of_period"),
            node("inwards", "where", "behind", "back", "rest_of_period"),
            node("mirrored", "add", "inwards", "low"),
            *(signs if gradient else ()),
        ),
        (Join("folded", "mirrored", "at"), *_if(gradient, Join("sign", "reflected", "one"))),
    )


def _if(wanted: bool, *joins: Join) -> tuple[Join, ...]:
    return joins if wanted else ()


def _padded(*, gradient: bool) -> Branch:
    """`padded`: the coordinates, in the image unless the padding is zeros.

    `way` is the slope of that: 1, -1, or 0 where the edge is taken.
    """
    slope: tuple[Item, ...] = (
        node("slope_above", "where", "above", "sign", "zero"),
        node("clipped", "where", "below", "slope_above", "zero"),
    )
    return Branch(
        Equals("padding_mode", "zeros"),
        (),
        (Join("padded", "at", "bounded"), *_if(gradient, Join("way", "one", "clipped"))),
        (
            _reflection(gradient=gradient),
            node("above", "gt", "folded", "zero", to="bool"),
            node("not_less", "where", "above", "folded", "zero"),
            node("below", "lt", "not_less", "ends", to="bool"),
            node("bounded", "where", "below", "not_less", "ends"),
            *(slope if gradient else ()),
        ),
    )


def _taps() -> tuple[Item, ...]:
    """`reads` and `weights` [N, R, 2, K]: on each axis the elements read, and their parts."""
    return (
        Branch(
            Equals("mode", "nearest"),
            (
                node("nearest", "round_half_even", "padded"),
                Reshape("nearest_read", "nearest", "[N, R, 2, 1]"),
                Broadcast("whole", "one", "[N, R, 2, 1]"),
            ),
            (Join("reads", "nearest_read", "both_read"), Join("weights", "whole", "parts")),
            (
                node("first", "floor", "padded"),
                node("second", "add", "first", "one"),
                Stack("both_read", ("first", "second"), -1),
                node("part", "sub", "padded", "first"),
                node("rest", "sub", "one", "part"),
                Stack("parts", ("rest", "part"), -1),
            ),
        ),
        *_axes("weights"),
    )


def _axes(value: str) -> tuple[Item, ...]:
    """`value`_x and `value`_y: what a value [N, R, 2, K] has of each axis, as the taps lie."""
    return (
        Slice(f"{value}_x", value, 2, 0, 1),
        Slice(f"{value}_of_y", value, 2, 1, 2),
        Reshape(f"{value}_y", f"{value}_of_y", "[N, R, K, 1]"),
    )


def _elements() -> tuple[Item, ...]:
    """`there` and `element` [N, R, K, K]: the taps within the image, and the elements they read."""
    return (
        Reshape("ends_of_taps", "ends", "[2, 1]"),
        node("not_before", "ge", "reads", "zero", to="bool"),
        node("not_behind", "le", "reads", "ends_of_taps", to="bool"),
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
    )


def _values() -> tuple[Item, ...]:
    """`read` [N, C, R*T]: what every tap reads of every channel."""
    return (
        node("x_wide", "cast", "x"),
        Reshape("x_flat", "x_wide", "[N, C, E]"),
        Reshape("element_line", "element", "[N, 1, R*T]"),
        Broadcast("element_index", "element_line", "[N, C, R*T]"),
        node("read", "gather", "x_flat", "element_index", axis=-1),
    )


_WEIGHT: tuple[Item, ...] = (
    node("weight", "mul", "weights_y", "weights_x"),
    Reshape("weight_line", "weight", "[N, 1, R, T]"),
)

GRID_SAMPLE = Graph(
    operands=("x", "grid"),
    nodes=(
        *_coordinates(),
        _padded(gradient=False),
        *_taps(),
        *_elements(),
        *_values(),
        *_WEIGHT,
        Reshape("of_taps", "read", "[N, C, R, T]"),
        node("products", "mul", "of_taps", "weight_line"),
        Reshape("there_line", "there", "[N, 1, R, T]"),
        Broadcast("present", "there_line", "[N, C, R, T]"),
        node("total", "masked_sum", "products", "present", axes=(-1,), keepdims=False),
        Reshape("sampled", "total", "[N, C, P, Q]"),
        node("y", "cast", "sampled", to="output"),
    ),
    results=("y",),
)


def _of_image() -> tuple[Item, ...]:
    """The gradient of x; what lies outside goes to one element more, which is cut off."""
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


def _slope(axis: str, signs: str, weights: str) -> tuple[Item, ...]:
    """`slope_x` or `slope_y` [N, R]: how the result follows a coordinate of the image."""
    return (
        node(f"factor_{axis}", "mul", signs, weights),
        node(f"terms_{axis}", "mul", "products", f"factor_{axis}"),
        node(f"slope_{axis}", "masked_sum", f"terms_{axis}", "there", axes=(2, 3), keepdims=False),
    )


def _of_grid() -> Branch:
    """The gradient of the grid: of the nearest element there is none."""
    return Branch(
        Equals("mode", "nearest"),
        (Broadcast("flat", "zero", "[N, R, 2]"),),
        (Join("slopes", "flat", "of_places"),),
        (
            *_values(),
            Reshape("of_taps", "read", "[N, C, R, T]"),
            Transpose("by_place", "of_taps", "[N, C, R, T]", "[N, R, T, C]"),
            Reshape("rows", "by_place", "[N*R, T, C]"),
            Reshape("g_places", "g", "[N, C, R]"),
            Transpose("g_by_place", "g_places", "[N, C, R]", "[N, R, C]"),
            Reshape("column", "g_by_place", "[N*R, C, 1]"),
            node("dots", "bmm", "rows", "column"),
            Reshape("products", "dots", "[N, R, K, K]"),
            Number("falling", literal(-1.0)),
            Stack("signs", ("falling", "one"), 0),
            Reshape("signs_of_rows", "signs", "[2, 1]"),
            *_slope("x", "signs", "weights_y"),
            *_slope("y", "signs_of_rows", "weights_x"),
            Stack("slope", ("slope_x", "slope_y"), -1),
            node("along", "mul", "slope", "way"),
            node("moves", "ne", "way", "zero", to="bool"),
            node("kept", "where", "moves", "along", "zero"),
            node("rate", "mul", "span", "half"),
            node("of_places", "mul", "kept", "rate"),
        ),
    )


GRID_SAMPLE_GRADIENT = Graph(
    operands=("gradient", "x", "grid"),
    nodes=(
        *_coordinates(),
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
