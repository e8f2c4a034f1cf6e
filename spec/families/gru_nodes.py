"""The graphs of GRU cells and layers, and of their gradients (clause G11)."""

from __future__ import annotations

from samebits.spec.families.recurrent_layers import BIASES, GRU_STATE, WEIGHTS
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
from samebits.spec.language.gradients import fan_in
from samebits.spec.language.graph import Carried, Graph, Item, Loop, Number, node
from samebits.spec.language.moves import Concatenate, Reshape, Slice
from samebits.spec.language.scalars import literal

OPERANDS = ("x", *GRU_STATE, *WEIGHTS, *BIASES)
GRADIENTS = (
    "x_gradient", "hidden_gradient", "weight_ih_gradient", "weight_hh_gradient",
    "bias_ih_gradient", "bias_hh_gradient",
)  # fmt: skip
GRADIENT_OPERANDS = ("new_hidden_gradient", "gates", *OPERANDS[:4])
LAYER_RESULTS = ("y", "new_hidden", "gates", "states")
LAYER_GRADIENT_OPERANDS = ("y_gradient", *GRADIENT_OPERANDS[:2], "states", *OPERANDS[:4])


def _step(projected: str) -> tuple[Item, ...]:
    """Return the nodes from `h` to `h_next` and `gates_now` (G11.3)."""
    return (
        weighed("u", "h", "hh"),
        *parts(projected, "ar", "az", "an"),
        *parts("u", "ur", "uz", "un"),
        node("sr", "add", "ar", "ur"),
        node("r", "sigmoid", "sr"),
        node("sz", "add", "az", "uz"),
        node("z", "sigmoid", "sz"),
        node("reset", "mul", "r", "un"),
        node("sn", "add", "an", "reset"),
        node("n", "tanh", "sn"),
        node("away", "sub", "h", "n"),
        node("kept", "mul", "away", "z"),
        node("h_next", "add", "kept", "n"),
        Concatenate("gates_now", ("r", "z", "n", "un"), -1),
    )


def cell_graph() -> Graph:
    """Return the graph of a cell: the new state, and the saved gates.

    The gates are saved together with the hidden part of the third gate.
    """
    return Graph(
        operands=OPERANDS,
        nodes=(
            node("xc", "cast", "x"),
            node("h", "cast", "hidden"),
            *widened(*WEIGHTS),
            weighed("a", "xc", "ih"),
            *_step("a"),
            stored(0, "new_hidden", "h_next"),
        ),
        results=("new_hidden", "gates_now"),
    )


def layer_graph() -> Graph:
    """Return the graph of a layer: all steps. The inputs are projected before the first step."""
    return Graph(
        operands=OPERANDS,
        nodes=(
            node("xc", "cast", "x"),
            node("h_first", "cast", "hidden"),
            *widened(*WEIGHTS),
            weighed("a", "xc", "ih"),
            Loop(
                name="time",
                index="t",
                steps="T",
                carried=(Carried("h_last", before="h", first="h_first", after="h_next"),),
                kept=(("states", "h_next"), ("gates", "gates_now")),
                body=(*at_step("now", "a", "[N, 3*H]"), *_step("now")),
            ),
            stored(0, "y", "states"),
            stored(1, "new_hidden", "h_last"),
        ),
        results=LAYER_RESULTS,
    )


def _step_back(gates: str) -> tuple[Item, ...]:
    """Return the nodes from `dh` to `d_projected`, `d_recurrent` and `d_hidden` (G11.5).

    The nodes read `h`, the state before the step.
    """
    return (
        *parts(gates, "r", "z", "n", "un"),
        node("away", "sub", "h", "n"),
        node("d_z", "mul", "dh", "away"),
        node("d_away", "mul", "dh", "z"),
        node("d_n", "sub", "dh", "d_away"),
        *tanh_slope("d_sn", "d_n", "n"),
        node("d_r", "mul", "d_sn", "un"),
        node("d_un", "mul", "d_sn", "r"),
        *sigmoid_slope("d_sr", "d_r", "r"),
        *sigmoid_slope("d_sz", "d_z", "z"),
        Concatenate("d_projected", ("d_sr", "d_sz", "d_sn"), -1),
        Concatenate("d_recurrent", ("d_sr", "d_sz", "d_un"), -1),
        node("d_weighed", "matmul", "d_recurrent", "weight_hh_wide"),
        *fan_in("d_hidden", ("d_weighed", "d_away")),
    )


def cell_gradient_graph() -> Graph:
    """Return the graph of the gradients of x, the state, the weights and both biases."""
    return Graph(
        operands=GRADIENT_OPERANDS,
        nodes=(
            node("dh", "cast", "new_hidden_gradient"),
            node("xc", "cast", "x"),
            node("h", "cast", "hidden"),
            *widened(*WEIGHTS),
            Number("one", literal(1.0)),
            *_step_back("gates"),
            node("d_x", "matmul", "d_projected", "weight_ih_wide"),
            stored(0, GRADIENTS[0], "d_x"),
            stored(1, GRADIENTS[1], "d_hidden"),
            *weight_gradient(2, "ih", "d_projected", "xc"),
            *weight_gradient(3, "hh", "d_recurrent", "h"),
            *bias_gradient(4, GRADIENTS[4], "d_projected"),
            *bias_gradient(5, GRADIENTS[5], "d_recurrent"),
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
            node("xc", "cast", "x"),
            node("h_first", "cast", "hidden"),
            *widened(*WEIGHTS),
            Number("one", literal(1.0)),
            *after_first("h_all", "h_first", "states"),
            Slice("h_before", "h_all", 0, 0, "T"),
            Loop(
                name="time backwards",
                index="t",
                steps="T",
                carried=(Carried("dh_first", before="dh_next", first="dh_last", after="d_hidden"),),
                kept=(("back_x", "d_projected"), ("back_h", "d_recurrent")),
                body=(
                    *at_step("dy_now", "dy", "[N, H]", LATER),
                    *at_step("gates_now", "gates", "[N, 4*H]", LATER),
                    *at_step("h", "h_all", "[N, H]", LATER),
                    node("dh", "add", "dy_now", "dh_next"),
                    *_step_back("gates_now"),
                ),
            ),
            in_order("all_x", "back_x"),
            in_order("all_h", "back_h"),
            *rows(
                ("d_rows", "all_x", "3*H"),
                ("d_recurrent_rows", "all_h", "3*H"),
                ("x_rows", "xc", "I"),
                ("h_rows", "h_before", "H"),
            ),
            node("d_x", "matmul", "d_rows", "weight_ih_wide"),
            Reshape("d_xs", "d_x", "[T, N, I]"),
            stored(0, GRADIENTS[0], "d_xs"),
            stored(1, GRADIENTS[1], "dh_first"),
            *weight_gradient(2, "ih", "d_rows", "x_rows"),
            *weight_gradient(3, "hh", "d_recurrent_rows", "h_rows"),
            *bias_gradient(4, GRADIENTS[4], "d_rows"),
            *bias_gradient(5, GRADIENTS[5], "d_recurrent_rows"),
        ),
        results=GRADIENTS,
    )
