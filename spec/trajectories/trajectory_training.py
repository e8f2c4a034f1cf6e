"""The end of every trajectory's step: loss scaling, clipping, and Adam or AdamW (clause G8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from samebits.spec.language.graph import Branch, Graph, Item, Node, Number, Ref, node
from samebits.spec.language.moves import Stack
from samebits.spec.language.scalars import count, literal
from samebits.spec.trajectories.trajectory import Filled, State, states_of
from samebits.spec.trajectories.trajectory_tape import Tape

AVERAGES = ("exp_avg", "exp_avg_sq")
"""The states of Adam and AdamW, in the order of their operands and results."""

SCALING = (
    State("scale", (), Filled(2.0**127), "new_scale"),
    State("growth", (), Filled(0.0), "new_growth", "i32"),
    State("done", (), Filled(0.0), "new_done"),
)
"""The states of a scaled loss: the scale, and two counts of steps without an overflow.

`growth` counts these steps since the last change of the scale, and `done` counts all of them. The
initial scale is so large that the first steps overflow, because devices must also agree on steps
with an overflow.
"""

GROWTH_INTERVAL = 20


PART = Number("part", literal(1.0) / count("m"))
"""One divided by the number of rows, which makes the loss a mean over rows."""


def loss(tape: Tape, logits: str, mixed: bool) -> tuple[Item, ...]:
    """Return the nodes of the forward and backward pass, for the loss of `logits` and `target`.

    The loss is a sum over rows, which the factor `part` turns into a mean. If `mixed` is true, the
    loss is `scale` times the sum, so that it overflows as in real training.
    """
    wide = tape.cast("logits.wide", logits, "f32") if mixed else logits
    tape.constant("target", "i64")
    gradient = tape.constant("scale" if mixed else "part", "f32")
    tape.linked("losses", "cross_entropy", wide, "target", to=("f32",), reduction="sum")
    tape.gradients("losses", gradient)
    mean = node("loss", "mul", "losses", "part")
    return (PART, *tape.forward, *tape.backward, mean)


def optimized(
    tape: Tape,
    parameters: Sequence[State],
    mixed: bool,
    optimizer: str,
    attributes: Mapping[str, Any],
    max_norm: float,
) -> tuple[Item, ...]:
    """Return the nodes from the gradients to the new states: unscale, clip, and one optimizer step.

    All gradients are clipped by their total norm.
    """
    gradients = {p.name: tape.gradient_of(p.name) for p in parameters}
    items: list[Item] = []
    if mixed:
        items += _unscaled(gradients)
        gradients = {name: f"{name}.mean" for name in gradients}
    for name, gradient in gradients.items():
        norm = node(f"{name}.norm", "norm", gradient, axes=None, keepdims=False, ord=2)
        items.append(norm)
    items.append(Stack("norms", tuple(f"{name}.norm" for name in gradients), 0))
    items.append(node("norm", "norm", "norms", axes=None, keepdims=False, ord=2))
    for p in parameters:
        clipped, gradient = f"{p.name}.clipped", gradients[p.name]
        items.append(node(clipped, "clip_grad_norm", gradient, "norm", max_norm=max_norm))
        states = [p, *(s for s in states_of([p], AVERAGES) if s.name != p.name)]
        new = tuple(f"{s.new}.tried" if mixed else s.new for s in states)
        operands = (p.name, clipped, *(s.name for s in states[1:]))
        passed = {"lr": Ref("lr"), "step": Ref("step"), **attributes}
        items.append(node(new, optimizer, *operands, **passed))
        if mixed:
            items += [node(s.new, "where", "overflow", s.name, f"{s.new}.tried") for s in states]
    return tuple(items)


def _unscaled(gradients: Mapping[str, str]) -> list[Item]:
    """Return the nodes of the unscaled gradients, `overflow`, and the new scale (from G8.18 on)."""
    items: list[Item] = [
        node((f"{name}.unscaled", f"{name}.overflow"), "unscale", gradient, "scale",
             to=("f32", "bool"))
        for name, gradient in gradients.items()
    ]  # fmt: skip
    items += [node(f"{x}.mean", "mul", f"{x}.unscaled", "part", to="f32") for x in gradients]
    flags = tuple(f"{name}.overflow" for name in gradients)
    scaling = node(
        ("new_scale", "new_growth"), "update_scale", "scale", "growth", "overflow",
        to=("f32", "i32"), growth_interval=GROWTH_INTERVAL,
    )  # fmt: skip
    return [
        *items,
        Stack("overflows", flags, 0),
        node("overflow", "any", "overflows", axes=None, keepdims=False, to="bool"),
        scaling,
        Number("one", literal(1.0)),
        node("more", "add", "done", "one"),
        node("new_done", "where", "overflow", "done", "more"),
    ]


def graph(operands: Sequence[str], items: Sequence[Item], results: Sequence[str]) -> Graph:
    """Return a graph of the items on which its results depend, with the operands that they read."""
    needed, kept = set(results), []
    for item in reversed(items):
        assert not isinstance(item, Branch)  # a tape adds no branches
        names = item.names if isinstance(item, Node) else (item.name,)
        if needed.intersection(names):
            kept.append(item)
            needed.update(getattr(item, "inputs", ()))
    read = tuple(name for name in operands if name in needed)
    return Graph(read, tuple(reversed(kept)), tuple(results))
