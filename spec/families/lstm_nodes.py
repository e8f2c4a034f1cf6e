"""The graphs of LSTM cells and layers, and of their gradients (clause G11)."""

from __future__ import annotations

from samebits.spec.families.recurrent_layers import BIASES, LSTM_STATE, WEIGHTS
from samebits.spec.families.recurrent_nodes import (
    LATER,
    after_first,
    at_step,
    bias_gradient,
    in_order,
    parts,
    rows,
    sigmoid_slope,
    stored,
    tanh_slope,
    weighed,
    weight_gradient,
    widened,
)
from samebits.spec.language.graph import Carried, Graph, Item, Loop, Number, node
from samebits.spec.language.moves import Concatenate, Reshape, Slice
from samebits.spec.language.scalars import literal

OPERANDS = ("x", *LSTM_STATE, *WEIGHTS, *BIASES)
GRADIENTS = (
    "x_gradient", "hidden_gradient", "cell_gradient", "weight_ih_gradient", "weight_hh_gradient",
    "bias_gradient",
)  # fmt: skip
GRADIENT_OPERANDS = ("new_hidden_gradient", "new_cell_gradient", "gates", *OPERANDS[:5])
LAYER_RESULTS = ("y", "new_hidden", "new_cell", "gates", "cells")
LAYER_GRADIENT_OPERANDS = ("y_gradient", *GRADIENT_OPERANDS[:3], "cells", *OPERANDS[:5])


def _step(projected: str) -> tuple[Item, ...]:
    """Return the nodes from `h` and `c` to `h_next`, `c_next` and `gates_now` (G11.2)."""
    return (
        weighed("u", "h", "hh"),
        node("s", "add", projected, "u"),
        *parts("s", "si", "sf", "sg", "so"),
        node("i", "sigmoid", "si"),
        node("f", "sigmoid", "sf"),
        node("g", "tanh", "sg"),
        node("o", "sigmoid", "so"),
        node("fc", "mul", "f", "c"),
        node("ig", "mul", "i", "g"),
        node("c_next", "add", "fc", "ig"),
        node("squashed", "tanh", "c_next"),
        node("h_next", "mul", "o", "squashed"),
        Concatenate("gates_now", ("i", "f", "g", "o"), -1),
    )


def cell_graph() -> Graph:
    """Return the graph of a cell: the new state and the gates."""
    return Graph(
        operands=OPERANDS,
        nodes=(
            node("xc", "cast", "x"),
            node("h", "cast", "hidden"),
            node("c", "cast", "cell"),
            *widened(*WEIGHTS),
            weighed("a", "xc", "ih"),
            *_step("a"),
            stored(0, "new_hidden", "h_next"),
            stored(1, "new_cell", "c_next"),
        ),
        results=("new_hidden", "new_cell", "gates_now"),
    )


def layer_graph() -> Graph:
    """Return the graph of a layer: all steps. The inputs are projected before the first step."""
    return Graph(
        operands=OPERANDS,
        nodes=(
            node("xc", "cast", "x"),
            node("h_first", "cast", "hidden"),
            node("c_first", "cast", "cell"),
            *widened(*WEIGHTS),
            weighed("a", "xc", "ih"),
            Loop(
                name="time",
                index="t",
                steps="T",
                carried=(
                    Carried("h_last", before="h", first="h_first", after="h_next"),
                    Carried("c_last", before="c", first="c_first", after="c_next"),
                ),
                kept=(("hs", "h_next"), ("gates", "gates_now"), ("cells", "c_next")),
                body=(*at_step("now", "a", "[N, 4*H]"), *_step("now")),
            ),
            stored(0, "y", "hs"),
            stored(1, "new_hidden", "h_last"),
            stored(2, "new_cell", "c_last"),
        ),
        results=LAYER_RESULTS,
    )


def _step_back(squashed: str) -> tuple[Item, ...]:
    """Return the nodes from `dh` and `dc` to `d_gates`, `d_cell` and `d_hidden` (G11.4).

    They read the gates and `c`, the cell state before the step.
    """
    return (
        node("d_o", "mul", "dh", squashed),
        node("d_squashed", "mul", "dh", "o"),
        *tanh_slope("d_through", "d_squashed", squashed),
        node("d_next", "add", "dc", "d_through"),
        node("d_i", "mul", "d_next", "g"),
        node("d_f", "mul", "d_next", "c"),
        node("d_g", "mul", "d_next", "i"),
        node("d_cell", "mul", "d_next", "f"),
        *sigmoid_slope("d_si", "d_i", "i"),
        *sigmoid_slope("d_sf", "d_f", "f"),
        *tanh_slope("d_sg", "d_g", "g"),
        *sigmoid_slope("d_so", "d_o", "o"),
        Concatenate("d_gates", ("d_si", "d_sf", "d_sg", "d_so"), -1),
        node("d_hidden", "matmul", "d_gates", "weight_hh_wide"),
    )


def cell_gradient_graph() -> Graph:
    """Return the graph of the gradients of x, the state, the weights, and the biases.

    Both biases have the same gradient.
    """
    return Graph(
        operands=GRADIENT_OPERANDS,
        nodes=(
            node("dh", "cast", "new_hidden_gradient"),
            node("dc", "cast", "new_cell_gradient"),
            node("xc", "cast", "x"),
            node("h", "cast", "hidden"),
            node("c", "cast", "cell"),
            *widened(*WEIGHTS),
            Number("one", literal(1.0)),
            *parts("gates", "i", "f", "g", "o"),
            node("fc", "mul", "f", "c"),
            node("ig", "mul", "i", "g"),
            node("c_next", "add", "fc", "ig"),
            node("squashed", "tanh", "c_next"),
            *_step_back("squashed"),
            node("d_x", "matmul", "d_gates", "weight_ih_wide"),
            stored(0, GRADIENTS[0], "d_x"),
            stored(1, GRADIENTS[1], "d_hidden"),
            stored(2, GRADIENTS[2], "d_cell"),
            *weight_gradient(3, "ih", "d_gates", "xc"),
            *weight_gradient(4, "hh", "d_gates", "h"),
            *bias_gradient(5, GRADIENTS[5], "d_gates"),
        ),
        results=GRADIENTS,
    )


def layer_gradient_graph() -> Graph:
    """Return the graph of the gradients of a layer.

    It runs the steps backwards, and then computes the gradients of weights and biases over all
    steps.
    """
    return Graph(
        operands=LAYER_GRADIENT_OPERANDS,
        nodes=(
            node("dy", "cast", "y_gradient"),
            node("dh_last", "cast", "new_hidden_gradient"),
            node("dc_last", "cast", "new_cell_gradient"),
            node("xc", "cast", "x"),
            node("h_first", "cast", "hidden"),
            node("c_first", "cast", "cell"),
            *widened(*WEIGHTS),
            Number("one", literal(1.0)),
            node("all_squashed", "tanh", "cells"),
            Slice("all_o", "gates", -1, "3*H", "4*H"),
            node("hs", "mul", "all_o", "all_squashed"),
            *after_first("h_all", "h_first", "hs"),
            Slice("h_before", "h_all", 0, 0, "T"),
            *after_first("c_all", "c_first", "cells"),
            Loop(
                name="time backwards",
                index="t",
                steps="T",
                carried=(
                    Carried("dh_first", before="dh_next", first="dh_last", after="d_hidden"),
                    Carried("dc_first", before="dc", first="dc_last", after="d_cell"),
                ),
                kept=(("all_backwards", "d_gates"),),
                body=(
                    *at_step("dy_now", "dy", "[N, H]", LATER),
                    *at_step("gates_now", "gates", "[N, 4*H]", LATER),
                    *parts("gates_now", "i", "f", "g", "o"),
                    *at_step("squashed", "all_squashed", "[N, H]", LATER),
                    *at_step("c", "c_all", "[N, H]", LATER),
                    node("dh", "add", "dy_now", "dh_next"),
                    *_step_back("squashed"),
                ),
            ),
            in_order("all_gates", "all_backwards"),
            *rows(
                ("d_rows", "all_gates", "4*H"), ("x_rows", "xc", "I"), ("h_rows", "h_before", "H")
            ),
            node("d_x", "matmul", "d_rows", "weight_ih_wide"),
            Reshape("d_xs", "d_x", "[T, N, I]"),
            stored(0, GRADIENTS[0], "d_xs"),
            stored(1, GRADIENTS[1], "dh_first"),
            stored(2, GRADIENTS[2], "dc_first"),
            *weight_gradient(3, "ih", "d_rows", "x_rows"),
            *weight_gradient(4, "hh", "d_rows", "h_rows"),
            *bias_gradient(5, GRADIENTS[5], "d_rows"),
        ),
        results=GRADIENTS,
    )
