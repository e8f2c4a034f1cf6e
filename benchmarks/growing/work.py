"""The declared work of a call, which defines how its time may grow with its sizes.

Work is linear (the number of elements read and written) unless an entry says otherwise. For matrix
products and factorisations it is the number of multiplications. For ops that sort or search, it is
the number of elements times the logarithm of the row length.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import Names, Shape

LINEAR = "elements"

Formula = Callable[[Names], Any]


def _prod(value: int | tuple[int, ...]) -> int:
    return math.prod(value) if isinstance(value, tuple) else value


def _recurrent(gates: int, *, steps: bool) -> Formula:
    return lambda s: float(gates * (s["T"] if steps else 1) * s["N"] * s["H"] * (s["I"] + s["H"]))


def _attention(s: Names) -> float:
    return float(s["N"] * s["H"] * s["L"] * s["S"] * (s["D"] + s["E"]))


def _factored(s: Names) -> float:
    return float(_prod(s.get("B", ())) * s["M"] * s["N"] * min(s["M"], s["N"]))


FORMULAS: Mapping[str, tuple[str, Formula]] = {
    "attention": ("N H L S (D + E)", _attention),
    "attention_gradient": ("N H L S (D + E)", _attention),
    "dropping_attention": ("N H L S (D + E)", _attention),
    "dropping_attention_gradient": ("N H L S (D + E)", _attention),
    "bmm": ("B M N K", lambda s: s["B"] * s["M"] * s["N"] * s["K"]),
    "masked_product": ("B M N K", lambda s: s["B"] * s["M"] * s["N"] * s["K"]),
    "matmul": ("M N K", lambda s: s["M"] * s["N"] * s["K"]),
    "linear": ("S N K", lambda s: _prod(s["S"]) * s["N"] * s["K"]),
    "linear_gradient": ("S N K", lambda s: _prod(s["S"]) * s["N"] * s["K"]),
    "einsum": ("a b c + a c d", lambda s: s["a"][0] * s["b"][1] * (s["a"][1] + s["c"][1])),
    "factored": ("B M N min(M, N)", _factored),
    "embedding_bag": ("V D + B L D", lambda s: s["D"] * (s["V"] + s["B"] * s["L"])),
    "embedding_bag_gradient": ("V D + B L D", lambda s: s["D"] * (s["V"] + s["B"] * s["L"])),
    "gru": ("T N H (I + H)", _recurrent(3, steps=True)),
    "gru_gradient": ("T N H (I + H)", _recurrent(3, steps=True)),
    "gru_cell": ("N H (I + H)", _recurrent(3, steps=False)),
    "gru_cell_gradient": ("N H (I + H)", _recurrent(3, steps=False)),
    "lstm": ("T N H (I + H)", _recurrent(4, steps=True)),
    "lstm_gradient": ("T N H (I + H)", _recurrent(4, steps=True)),
    "lstm_cell": ("N H (I + H)", _recurrent(4, steps=False)),
    "lstm_cell_gradient": ("N H (I + H)", _recurrent(4, steps=False)),
    "sort": ("n log n", lambda s: _ordered(s, "n")),
    "sort_gradient": ("n log n", lambda s: _ordered(s, "n")),
    "topk": ("n log n", lambda s: _ordered(s, "n")),
    "permuted": ("n log n", lambda s: s["n"] * math.log2(s["n"] + 1)),
    "searchsorted": (
        "(S + V) log S",
        lambda s: _prod(s["B"]) * (s["S"] + s["V"]) * math.log2(s["S"] + 1),
    ),
    "sampled": (
        "(C + num_samples) log C",
        lambda s: _prod(s["B"]) * (s["C"] + s["num_samples"]) * math.log2(s["C"] + 1),
    ),
}
"""For each shape rule: the formula as text, and as a function of sizes and attributes."""


def _ordered(s: Names, name: str) -> float:
    return float(_prod(s["A"]) * _prod(s["B"]) * s[name] * math.log2(s[name] + 1))


def _convolution(rule: str, shapes: Sequence[Shape], results: Sequence[Shape]) -> float | None:
    """Return the number of multiplications in a convolution or its gradients, else None."""
    axes = rule[-2:-1]
    if rule.startswith(("conv1", "conv2", "conv3", "conv_transpose", "input_gradient")):
        return float(math.prod(shapes[0]) * math.prod(shapes[1]) / shapes[0][1])
    if rule.startswith("weight_gradient") and axes.isdigit():
        return float(math.prod(shapes[0]) * math.prod(results[0]) / results[0][1])
    return None


def work_of(op: Op, call: Call, shapes: Sequence[Shape], results: Sequence[Shape]) -> float:
    """Return the declared work of a call, in elements or multiplications."""
    rule = op.shape_rule
    found = _convolution(rule.name, shapes, results)
    if found is not None:
        return found
    if op.name == "orthogonal":
        rows, rest = results[0][0], math.prod(results[0][1:])
        return float(rows * rest * min(rows, rest))
    if rule.name in FORMULAS:
        numbers = {n: v for n, v in call.attributes.items() if type(v) is int}
        return float(FORMULAS[rule.name][1]({**numbers, **rule.sizes_of(call.attributes, shapes)}))
    return float(sum(math.prod(shape) for shape in (*shapes, *results)))


def shown(op: Op) -> str:
    """Return the declared work as text."""
    rule = op.shape_rule.name
    if op.name == "orthogonal":
        return "M N min(M, N)"
    if rule.startswith(("conv1", "conv2", "conv3", "conv_transpose", "input_gradient", "weight_g")):
        return "places x window"
    return FORMULAS[rule][0] if rule in FORMULAS else LINEAR
