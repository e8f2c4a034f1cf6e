"""A convolutional network on digits: batch norm, max pools, dropout, AdamW, a one-cycle rate."""

from __future__ import annotations

from collections.abc import Mapping

from samebits.spec.language.graph import Item, Node, Ref, node
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

SIDE, CLASSES = 8, 10
_RATE = 0.25
_RUNNING = ("running_mean", "running_var", "num_batches_tracked")


def _channels(numbers: Mapping[str, int]) -> list[tuple[int, int]]:
    return [(1, numbers["C"]), (numbers["C"], 2 * numbers["C"])]


def _parameters(numbers: Mapping[str, int]) -> tuple[State, ...]:
    found = []
    for layer, (inner, outer) in enumerate(_channels(numbers), 1):
        found.append(
            State(
                f"kernel{layer}",
                (outer, inner, 3, 3),
                Drawn(layer, 1 + layer),
                f"new_kernel{layer}",
            )
        )
        for name, start in (("weight", 1.0), ("bias", 0.0)):
            found.append(State(f"{name}{layer}", (outer,), Filled(start), f"new_{name}{layer}"))
    inner = 2 * numbers["C"] * (SIDE // 4) ** 2
    found.append(State("weight3", (CLASSES, inner), Drawn(3, 4), "new_weight3"))
    found.append(State("bias3", (CLASSES,), Filled(0.0), "new_bias3"))
    return tuple(found)


def _buffers(numbers: Mapping[str, int]) -> tuple[State, ...]:
    """Return the running statistics of both batch norms, and their counts of batches."""
    found = []
    for layer, (_, outer) in enumerate(_channels(numbers), 1):
        for name, start in zip(_RUNNING, (0.0, 1.0, 0.0), strict=True):
            counts = name == _RUNNING[2]
            shape, form = ((), "i64") if counts else ((outer,), "f32")
            full = f"{name}{layer}"
            found.append(State(full, shape, Filled(start), f"new_{full}", form))
    return tuple(found)


def _layer(tape: Tape, number: int, x: str, low: Mapping[str, str]) -> str:
    """Add a convolution without a bias, batch norm, relu, and a pool that halves the sides."""
    side = SIDE >> (number - 1)
    same = {"kernel_size": (3, 3), "input_size": (side, side)}
    x = tape.linked(
        f"conv{number}", "conv2d", x, low[f"kernel{number}"], padding=(1, 1), sizes=same
    )
    running = [_statistic(tape, f"{name}{number}") for name in _RUNNING]
    names = (f"normed{number}", f"mean{number}", f"rstd{number}", *(f"next_{r}" for r in running))
    kept = (tape.form, tape.form, "i64")
    x = tape.linked(
        names, "batch_norm", x, low[f"weight{number}"], low[f"bias{number}"], *running,
        to=(tape.form, "f32", "f32", *kept),
    )  # fmt: skip
    x = tape.relu(f"hidden{number}", x)
    return tape.linked(
        (f"pooled{number}", f"chosen{number}"), "max_pool2d", x, kernel_size=(2, 2), stride=(2, 2),
        to=(tape.form, "i64"), sizes={"input_size": (side, side)},
    )  # fmt: skip


def _statistic(tape: Tape, name: str) -> str:
    """Return the name of a running statistic, converted to the format of the activations."""
    if name.startswith(_RUNNING[2]):
        return tape.constant(name, "i64")
    tape.constant(name, "f32")
    return name if tape.form == "f32" else tape.cast(f"{name}.low", name, tape.form)


def _inference(nodes: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return nodes for inference: batch norms use running statistics, and dropout has rate 0."""
    found: list[Item] = []
    for item in nodes:
        if isinstance(item, Node) and item.op == "batch_norm":
            x, weight, bias, mean, var, _ = item.inputs
            found.append(
                node(
                    item.names[0], "batch_norm_inference", x, mean, var, weight, bias, to=item.to[0]
                )
            )
        elif isinstance(item, Node) and item.op == "dropout":
            found.append(
                node(
                    item.names,
                    "dropout",
                    *item.inputs,
                    to=item.to,
                    seed=(0, 0),
                    stream=(0, 0),
                    p=0.0,
                )
            )
        else:
            found.append(item)
    return tuple(found)


def _make(size: str, numbers: Mapping[str, int], precision: str) -> Trajectory:
    mixed, rows = precision != "f32", numbers["N"]
    parameters, buffers = _parameters(numbers), _buffers(numbers)
    tape = Tape(precision)
    low = {p.name: tape.parameter(p.name) for p in parameters}
    x = tape.constant("x", "f32")
    x = tape.cast("x.low", x, precision) if mixed else x
    for number in (1, 2):
        x = _layer(tape, number, x, low)
    x = tape.reshaped("flat", x, "[N, ?]", f"[N, 2*C, {SIDE // 4}, {SIDE // 4}]")
    x = tape.linked("kept", "dropout", x, seed=Ref("seed"), stream=Ref("stream"), p=_RATE)
    logits = tape.linear("logits", x, low["weight3"], low["bias3"])
    passes = loss(tape, logits, mixed)
    stored = tuple(
        node(
            b.new,
            "cast",
            f"next_{b.name}{'' if b.format == 'i64' or not mixed else '.low'}",
            to=b.format,
        )
        for b in buffers
    )
    scaling = SCALING if mixed else ()
    states = (*states_of(parameters, AVERAGES), *buffers, *scaling)
    data = Data(
        "digits",
        rows,
        (Given("x", "f32", (rows, 1, SIDE, SIDE)), Given("target", "i64", (rows,))),
    )
    operands = [s.name for s in states] + [given.name for given in data.operands]
    last = optimized(tape, parameters, mixed, "adamw", {"weight_decay": 0.01}, 1.0)
    observed = ("loss", "logits")
    everything = (*passes, *stored, *last)
    return Trajectory(
        family="convolutional",
        size=size,
        precision=precision,
        summary="two convolutions with batch norm, relu and pools, dropout, 10 classes; AdamW",
        data=data,
        states=states,
        parameters=tuple(p.name for p in parameters),
        step=graph(operands, everything, (*(s.new for s in states), *observed)),
        observed=observed,
        forward=graph(operands, _inference(passes), ("logits",)),
        gradients=graph(operands, passes, [tape.gradient_of(p.name) for p in parameters]),
        sizes={**numbers, "M": rows},
        schedule="one_cycle",
        rates={
            "max_lr": 0.01,
            "total_steps": 200.0,
            "div_factor": 25.0,
            "final_div_factor": 1e4,
            "pct_start": 0.25,
        },
        steps=numbers["steps"],
        proven=numbers["proven"],
        seed=21,
        counted="done" if mixed else "",
    )


FAMILY = Family(
    name="convolutional",
    sizes={
        "small": {"N": 4, "C": 2, "steps": 6, "proven": 2},
        "whole": {"N": 64, "C": 16, "steps": 200, "proven": 0},
    },
    make=_make,
)
