"""A small transformer on characters: causal attention, tied embeddings, AdamW, a warm-up."""

from __future__ import annotations

from collections.abc import Mapping

from samebits.spec.language.graph import Graph, Item, Node, Size, node
from samebits.spec.language.moves import Concatenate, Reshape, Transpose
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

TOKENS = 29
"""The number of different characters in the names: letters, digits, space, hyphen, end of line."""

_BLOCKS = 2
_ROWS, _HEADS, _SWAPPED = "[N*T, D]", "[N, T, H, D//H]", "[N, H, T, D//H]"
_AXES = ("[N, T, H, E]", "[N, H, T, E]")
_WEIGHTS = ("query", "key", "value", "output", "up", "down")


def _parameters(width: int, length: int) -> tuple[State, ...]:
    """Return two embedding tables, then two norms and six matrices per block, and a last norm."""
    stream = iter(range(100))

    def matrix(name: str, *shape: int, exponent: int = 3) -> State:
        return State(name, shape, Drawn(next(stream), exponent), f"new_{name}")

    def norm(name: str) -> list[State]:
        weight, bias = f"{name}.weight", f"{name}.bias"
        return [
            State(weight, (width,), Filled(1.0), f"new_{weight}"),
            State(bias, (width,), Filled(0.0), f"new_{bias}"),
        ]

    found = [
        matrix("table", TOKENS, width, exponent=4),
        matrix("places", length, width, exponent=4),
    ]
    for block in range(1, _BLOCKS + 1):
        found += norm(f"before{block}")
        for name in _WEIGHTS:
            outer = 4 * width if name == "up" else width
            found.append(matrix(f"{name}{block}", outer, 4 * width if name == "down" else width))
        found += norm(f"between{block}")
    return (*found, *norm("last"))


def _normed(tape: Tape, name: str, x: str, low: Mapping[str, str]) -> str:
    saved = (name, f"{name}.mean", f"{name}.rstd")
    weights = (low[f"{name}.weight"], low[f"{name}.bias"])
    return tape.linked(saved, "layer_norm", x, *weights, to=(tape.form, "f32", "f32"), axis=1)


def _block(tape: Tape, number: int, x: str, low: Mapping[str, str]) -> str:
    """Add a transformer block: attention, then two matrices with gelu between them.

    Each of the two parts has a residual connection.
    """
    normed = _normed(tape, f"before{number}", x, low)
    heads = []
    for name in _WEIGHTS[:3]:
        flat = tape.linear(f"{name}s{number}", normed, low[f"{name}{number}"])
        split = tape.reshaped(f"{name}s{number}.split", flat, _HEADS, _ROWS)
        heads.append(tape.swapped(f"{name}s{number}.heads", split, *_AXES))
    mixed = tape.linked(
        f"attention{number}", "scaled_dot_product_attention", *heads, is_causal=True
    )
    back = tape.swapped(f"attention{number}.rows", mixed, *_AXES[::-1])
    flat = tape.reshaped(f"attention{number}.flat", back, _ROWS, _HEADS)
    x = tape.add(f"seen{number}", x, tape.linear(f"mixed{number}", flat, low[f"output{number}"]))
    normed = _normed(tape, f"between{number}", x, low)
    up = tape.function(
        f"wide{number}", "gelu", tape.linear(f"ups{number}", normed, low[f"up{number}"])
    )
    return tape.add(f"block{number}", x, tape.linear(f"downs{number}", up, low[f"down{number}"]))


def _network(tape: Tape, low: Mapping[str, str], rows: Mapping[str, int]) -> str:
    """Add the network and return the name of its logits, which use the token embedding table."""
    tokens, places = tape.constant("tokens", "i64"), tape.constant("positions", "i64")
    named = tape.linked("named", "embedding", low["table"], tokens, sizes={"rows": TOKENS})
    placed = tape.linked("placed", "embedding", low["places"], places, sizes={"rows": Size("T")})
    x = tape.add("embedded", named, placed)
    for number in range(1, _BLOCKS + 1):
        x = _block(tape, number, x, low)
    return tape.linear("logits", _normed(tape, "last", x, low), low["table"])


def _decode(forward: Graph) -> Graph:
    """Return `forward` for one token per row, with keys and values appended to a cache.

    The caches are operands, `keys1.cache` and so on. The results are the logits and the extended
    caches.
    """
    items: list[Item] = []
    for item in forward.nodes:
        if isinstance(item, Reshape):
            items.append(Reshape(item.name, item.input, item.shape.replace("T", "1")))
        elif isinstance(item, Transpose):
            items.append(item)
            kind = item.name.partition(".")[0]
            if item.name.endswith(".heads") and not kind.startswith("query"):
                items.append(Concatenate(f"{kind}.all", (f"{kind}.cache", item.name), 2))
        elif isinstance(item, Node) and item.op == "scaled_dot_product_attention":
            query, *rest = item.inputs
            cached = [f"{name.partition('.')[0]}.all" for name in rest]
            attributes = {**item.attributes, "query_offset": Size("P")}
            items.append(node(item.names, item.op, query, *cached, to=item.to, **attributes))
        else:
            items.append(item)
    grown = tuple(f"{name}s{b}.all" for b in range(1, _BLOCKS + 1) for name in ("key", "value"))
    caches = tuple(name.replace(".all", ".cache") for name in grown)
    return Graph((*forward.operands, *caches), tuple(items), ("logits", *grown))


def _make(size: str, numbers: Mapping[str, int], precision: str) -> Trajectory:
    mixed, rows, length = precision != "f32", numbers["N"], numbers["T"]
    parameters = _parameters(numbers["D"], length)
    tape = Tape(precision)
    low = {p.name: tape.parameter(p.name) for p in parameters}
    passes = loss(tape, _network(tape, low, numbers), mixed)
    states = states_of(parameters, AVERAGES) + (SCALING if mixed else ())
    flat = (rows * length,)
    operands = tuple(Given(name, "i64", flat) for name in ("tokens", "positions", "target"))
    names = [s.name for s in states] + [given.name for given in operands]
    last = optimized(tape, parameters, mixed, "adamw", {"weight_decay": 0.01}, 1.0)
    observed = ("loss", "logits")
    forward = graph(names, passes, ("logits",))
    return Trajectory(
        family="transformer",
        size=size,
        precision=precision,
        summary="two causal blocks with gelu, tied embeddings; AdamW, a warm-up and half a cosine",
        data=Data("names", rows, operands, length),
        states=states,
        parameters=tuple(p.name for p in parameters),
        step=graph(names, (*passes, *last), (*(s.new for s in states), *observed)),
        observed=observed,
        forward=forward,
        gradients=graph(names, passes, [tape.gradient_of(p.name) for p in parameters]),
        sizes={**numbers, "M": rows * length, "P": 0},
        schedule="one_cycle",
        rates={
            "max_lr": 0.01,
            "total_steps": 200.0,
            "div_factor": 25.0,
            "final_div_factor": 1e4,
            "pct_start": 0.1,
        },
        steps=numbers["steps"],
        proven=numbers["proven"],
        seed=20,
        counted="done" if mixed else "",
        composed=tuple(p.name for p in parameters if p.name not in ("table", "places")),
        decode=_decode(forward),
    )


FAMILY = Family(
    name="transformer",
    sizes={
        "small": {"N": 2, "T": 4, "D": 8, "H": 2, "steps": 6, "proven": 2},
        "whole": {"N": 8, "T": 32, "D": 32, "H": 4, "steps": 200, "proven": 0},
    },
    make=_make,
)
