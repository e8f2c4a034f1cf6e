"""Recurrent cells and layers (clause G11): signatures, shape rules and gradients.

lstm_nodes.py and gru_nodes.py have the nodes. A layer has one direction. Stacked layers and a
second direction are separate calls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from samebits.spec.errors import SpecError
from samebits.spec.formats import compute_format
from samebits.spec.language.declare import Signature
from samebits.spec.language.geometry import (
    Attributes,
    Refusal,
    Shape,
    ShapeRule,
    fitted,
    shape_rule,
    sized,
)
from samebits.spec.language.gradients import OF, Gradient

FORMATS = ("f32", "f16", "bf16", "f64")
"""The formats of recurrent ops."""

LSTM_STATE = ("hidden", "cell")
GRU_STATE = ("hidden",)
WEIGHTS = ("weight_ih", "weight_hh")
BIASES = ("bias_ih", "bias_hh")

_N, _I, _H, _T = 2, 3, 2, 3
"""The sizes in the examples."""


def signatures(operands: int, results: int, saved: int) -> tuple[Signature, ...]:
    """Return signatures of `operands` operands of the same format, without or with two biases.

    The results have the format of the operands, and the saved results have the compute format.
    """
    return tuple(
        ((f,) * count, (f,) * results + (compute_format((f,)),) * saved)
        for f in FORMATS
        for count in (operands, operands + 2)
    )


def gradient_signatures(outgoing: int, saved: int, read: int, results: int) -> tuple[
    Signature, ...
]:  # fmt: skip
    """Return the signatures of a gradient op.

    Its operands are gradients of results, saved values, and operands of the forward op.
    """
    return tuple(
        ((f,) * outgoing + (compute_format((f,)),) * saved + (f,) * read, (f,) * results)
        for f in FORMATS
    )


def links(
    op: str, results: Sequence[str], saved: Sequence[str], state: Sequence[str], shared: bool
) -> tuple[Gradient, ...]:
    """Return the gradients of x, the state, weights and biases.

    If `shared` is true, both biases have the same gradient.
    """
    read = (*(OF + name for name in results), *saved, "x", *state, *WEIGHTS)
    one = dict.fromkeys(BIASES, "bias_gradient") if shared else {}
    return tuple(
        Gradient(operand=name, op=op, inputs=read, result=one.get(name, f"{name}_gradient"))
        for name in ("x", *state, *WEIGHTS, *BIASES)
    )


def _rule(
    name: str, doc: str, operands: Sequence[str], results: Sequence[str], *, layer: bool, gates: int
) -> ShapeRule:
    """Return a shape rule that follows from patterns.

    Weights have `gates` parts, and a layer has at least one step.
    """
    example = [_example(pattern) for pattern in operands]
    weight = operands.index(f"[{gates}*H, I]")
    wrong = list(example)
    wrong[weight] = (gates * _H + 1, _I)
    several = "a weight of another number of parts"
    refused = [Refusal("G11.1", several, tuple(wrong))]
    other = list(example)
    other[weight] = (gates * _H, _I + 1)
    refused.append(Refusal("G11.1", "a weight for another number of features", tuple(other)))
    if layer:
        empty = [(0, *x[1:]) if p.startswith("[T") else x for p, x in zip(operands, example,
                 strict=True)]  # fmt: skip
        refused.append(Refusal("G11.7", "no steps", tuple(empty)))

    def apply(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
        names = fitted(op, attributes, inputs, operands)
        for shape, pattern in zip(inputs, operands, strict=False):
            wanted = sized(pattern, rule, attributes, names)
            if wanted != tuple(shape):
                raise SpecError(f"{op}: operand {pattern} must have shape {wanted}, got {shape}")
        if names.get("T") == 0:
            raise SpecError(f"{op}: there are no steps; T must be at least 1")
        return tuple(sized(pattern, rule, attributes, names) for pattern in results)

    apply.__doc__ = doc
    apply.__name__ = name
    made: Callable[[Callable[..., tuple[Shape, ...]]], ShapeRule] = shape_rule(
        operands, *results, example=example, refusals=refused, name=name
    )
    rule = made(apply)
    return rule


def _example(pattern: str) -> Shape:
    sizes = {"N": _N, "I": _I, "H": _H, "T": _T, "3*H": 3 * _H, "4*H": 4 * _H}
    return tuple(sizes[token.strip()] for token in pattern.strip("[]").split(","))


def _rules(
    name: str, gates: int, states: int, saved: Sequence[str], *, layer: bool
) -> tuple[ShapeRule, ShapeRule]:
    """Return the rule of a cell or a layer, and the rule of its gradients.

    Four values per hidden element are saved as gates, even if `gates` is 3.
    """
    x, state = ("[T, N, I]" if layer else "[N, I]"), "[N, H]"
    weights, bias = (f"[{gates}*H, I]", f"[{gates}*H, H]"), f"[{gates}*H]"
    made = ("[T, N, H]",) * layer + (state,) * states
    read = (x, *(state,) * states, *weights)
    biases = (bias,) if gates == 4 else (bias, bias)
    forward = _rule(
        name,
        "x, the state, two weights, and two biases or none.",
        (*read, bias, bias),
        (*made, *saved),
        layer=layer,
        gates=gates,
    )
    backward = _rule(
        f"{name}_gradient",
        "Gradients of the results, what was saved, and the operands without biases.",
        (*made, *saved, *read),
        (*read, *biases),
        layer=layer,
        gates=gates,
    )
    return forward, backward


lstm_cell, lstm_cell_gradient = _rules("lstm_cell", 4, 2, ("[N, 4*H]",), layer=False)
gru_cell, gru_cell_gradient = _rules("gru_cell", 3, 1, ("[N, 4*H]",), layer=False)
lstm, lstm_gradient = _rules("lstm", 4, 2, ("[T, N, 4*H]", "[T, N, H]"), layer=True)
gru, gru_gradient = _rules("gru", 3, 1, ("[T, N, 4*H]", "[T, N, H]"), layer=True)

CELLS = (lstm_cell, lstm_cell_gradient, gru_cell, gru_cell_gradient)
LAYERS = (lstm, lstm_gradient, gru, gru_gradient)
