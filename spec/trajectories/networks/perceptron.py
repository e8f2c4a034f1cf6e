"""A multilayer perceptron on scikit-learn's digits: two hidden layers, Adam, a cosine schedule."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from samebits.spec.trajectories.trajectory import (
    Data,
    Drawn,
    Family,
    Filled,
    Given,
    State,
    Trajectory,
    states_of,
)
from samebits.spec.trajectories.trajectory_tape import Tape
from samebits.spec.trajectories.trajectory_training import AVERAGES, SCALING, graph, loss, optimized

PIXELS, CLASSES = 64, 10


def _parameters(hidden: int) -> tuple[State, ...]:
    """Return the weights and biases. Biases start at 0.

    Weights are drawn from an interval whose bound is a power of two near 1 / sqrt(fan in).
    """
    widths = (PIXELS, hidden, hidden, CLASSES)
    found = []
    for layer, (inner, outer) in enumerate(pairwise(widths), 1):
        weight, bias = f"weight{layer}", f"bias{layer}"
        found.append(State(weight, (outer, inner), Drawn(layer, 3), f"new_{weight}"))
        found.append(State(bias, (outer,), Filled(0.0), f"new_{bias}"))
    return tuple(found)


def _make(size: str, numbers: Mapping[str, int], precision: str) -> Trajectory:
    mixed, rows = precision != "f32", numbers["N"]
    parameters = _parameters(numbers["hidden"])
    tape = Tape(precision)
    low = {p.name: tape.parameter(p.name) for p in parameters}
    x = tape.constant("x", "f32")
    if mixed:
        x = tape.cast("x.low", x, precision)
    for layer in (1, 2):
        h = tape.linear(f"sum{layer}", x, low[f"weight{layer}"], low[f"bias{layer}"])
        x = tape.relu(f"hidden{layer}", h)
    logits = tape.linear("logits", x, low["weight3"], low["bias3"])
    passes = loss(tape, logits, mixed)
    states = states_of(parameters, AVERAGES) + (SCALING if mixed else ())
    data = Data(
        "digits", rows, (Given("x", "f32", (rows, PIXELS)), Given("target", "i64", (rows,)))
    )
    operands = [s.name for s in states] + [given.name for given in data.operands]
    last = optimized(tape, parameters, mixed, "adam", {}, 1.0)
    observed = ("loss", "logits")
    return Trajectory(
        family="perceptron",
        size=size,
        precision=precision,
        summary="64 pixels, two hidden layers with relu, 10 classes; Adam, half a cosine",
        data=data,
        states=states,
        parameters=tuple(p.name for p in parameters),
        step=graph(operands, (*passes, *last), (*(s.new for s in states), *observed)),
        observed=observed,
        forward=graph(operands, passes, ("logits",)),
        gradients=graph(operands, passes, [tape.gradient_of(p.name) for p in parameters]),
        sizes={**numbers, "M": rows},
        schedule="cosine",
        rates={"lr": 0.01, "t_max": 200.0, "eta_min": 0.0},
        steps=numbers["steps"],
        proven=numbers["proven"],
        seed=19,
        counted="done" if mixed else "",
        composed=tuple(p.name for p in parameters),
    )


FAMILY = Family(
    name="perceptron",
    sizes={
        "small": {"N": 8, "hidden": 16, "steps": 10, "proven": 10},
        "whole": {"N": 64, "hidden": 64, "steps": 200, "proven": 0},
    },
    make=_make,
)
