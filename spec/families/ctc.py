"""Connectionist temporal classification (clause G7): attributes, signatures and shape rules.

ctc_graphs.py has the nodes.
"""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.families.indexing import natural
from samebits.spec.formats import compute_format
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.declare import Signature
from samebits.spec.language.geometry import Attributes, Names, Refusal, Shape, fitted, shape_rule

FORMATS = ("f32", "f16", "bf16", "f64")
"""The formats of the probabilities; the saved logarithms have the compute format."""

ATTRIBUTES = (
    Attribute("blank", "the class that is no label", 0, kind="integer", least=0),
    Attribute(
        "zero_infinity",
        "whether an infinite loss and its gradient become +0",
        False,
        choices=(False, True),
    ),
)

READ = ("log_probs", "targets", "present")
"""The operands of the loss, which are also operands of the gradient op."""

_STATES, _SAMPLES = "[T, N, 2*S + 1]", "[N]"
_OPERANDS = ("[T, N, C]", "[N, S]", "[T, N]")
_EXAMPLE: tuple[Shape, ...] = ((4, 2, 3), (2, 2), (4, 2))
_BEFORE: tuple[Shape, ...] = ((2,), (4, 2, 5))
"""The shapes of the gradient of the loss and of the saved logarithms in the example."""


def signatures() -> tuple[Signature, ...]:
    """Return the signatures of the loss.

    The loss has the format of the probabilities, and the saved logarithms have the compute format.
    """
    return tuple(((f, "i64", "bool"), (f, compute_format((f,)))) for f in FORMATS)


def gradient_signatures() -> tuple[Signature, ...]:
    """Return the signatures of the gradient."""
    return tuple(((f, compute_format((f,)), f, "i64", "bool"), (f,)) for f in FORMATS)


def _refused(*before: Shape) -> tuple[Refusal, ...]:
    """Return examples of errors.

    `before` has the shapes of the operands that precede the operands of the loss.
    """
    x, targets, present = _EXAMPLE
    none = tuple((0, *shape[1:]) if len(shape) == 3 else shape for shape in before)
    return (
        Refusal("G7.17", "no steps", (*none, (0, 2, 3), targets, (0, 2))),
        Refusal("G7.17", "targets of other samples", (*before, x, (3, 2), present)),
        Refusal("G7.17", "presence of other steps", (*before, x, targets, (3, 2))),
        Refusal("G7.17", "a blank that is no class", attributes={"blank": 3}),
        Refusal("S2.3", "a label below 0", index=-1),
        Refusal("S2.3", "a label that is no class", index=3),
    )


def _checked(
    op: str, attributes: Attributes, inputs: Sequence[Shape], patterns: Sequence[str]
) -> Names:
    names = fitted(op, attributes, inputs, patterns)
    if not names["T"]:
        raise SpecError(f"{op}: there are no steps; T must be at least 1")
    if natural(attributes["blank"]) >= names["C"]:
        raise SpecError(
            f"{op}: blank={attributes['blank']} is not a class; log_probs has the classes 0 to"
            f" {names['C'] - 1}"
        )
    return names


def _states(names: Names) -> Shape:
    return (names["T"], names["N"], 2 * names["S"] + 1)


@shape_rule(
    _OPERANDS,
    _SAMPLES,
    _STATES,
    example=_EXAMPLE,
    attributes={"blank": 0},
    refusals=_refused(),
    indices=(1, "C"),
)
def ctc_loss(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take log_probs[T, N, C], targets[N, S] and present[T, N].

    The results are the losses, and the logarithms of the probabilities of states.
    """
    names = _checked(op, attributes, inputs, ctc_loss.operands)
    return ((names["N"],), _states(names))


@shape_rule(
    [_SAMPLES, _STATES, *_OPERANDS],
    _OPERANDS[0],
    example=(*_BEFORE, *_EXAMPLE),
    attributes={"blank": 0},
    refusals=(
        *_refused(*_BEFORE),
        Refusal("G7.17", "a gradient of other samples", ((3,), _BEFORE[1], *_EXAMPLE)),
        Refusal("G7.17", "logarithms of other states", (_BEFORE[0], (4, 2, 4), *_EXAMPLE)),
    ),
    indices=(3, "C"),
)
def ctc_loss_gradient(
    op: str, attributes: Attributes, inputs: Sequence[Shape]
) -> tuple[Shape, ...]:
    """Take the gradient of the losses, the saved logarithms, and the operands of the loss.

    The result is the gradient of log_probs.
    """
    names = _checked(op, attributes, inputs, ctc_loss_gradient.operands)
    if tuple(inputs[1]) != _states(names):
        raise SpecError(f"{op}: log_alpha must have the shape {_states(names)}, got {inputs[1]}")
    return (tuple(inputs[2]),)


SHAPE_RULES = (ctc_loss, ctc_loss_gradient)
"""The shape rules of this module."""
