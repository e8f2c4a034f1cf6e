"""Attention and products with a mask (clause T8): attributes, signatures and shape rules.

attention_graphs.py has the nodes.
"""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.families.draws import SOURCE, SOURCE_EXAMPLE
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.declare import Signature
from samebits.spec.language.geometry import Attributes, Names, Refusal, Shape, fitted, shape_rule

BLOCK = 256
"""The number of terms in a block, as in a contraction (T4)."""

FORMATS = ("f32", "f16", "bf16", "f64")
"""The formats of attention."""

ATTRIBUTES = (
    Attribute(
        "scale", "factor of the scores; null is 1 / sqrt(D)", None, kind="real", nullable=True
    ),
    Attribute(
        "is_causal",
        "whether query i sees only the keys up to i + query_offset",
        False,
        choices=(False, True),
    ),
    Attribute(
        "query_offset",
        "number of keys before the first query, for example from a cache",
        0,
        kind="integer",
        least=-(1 << 31),
        most=1 << 31,
    ),
)

DROPPING = (
    *ATTRIBUTES,
    Attribute(
        "dropout_p",
        "probability that a key is dropped, from 0 to 1; not rounded",
        required=True,
        kind="real",
    ),
    *SOURCE,
)
"""The attributes of attention with dropout, which drops keys of a query at random."""

_DRAWN: Attributes = {"dropout_p": 0.25, **SOURCE_EXAMPLE}

_NO_PROBABILITY = (
    Refusal("T8.12", "a probability above 1", attributes={"dropout_p": 1.0000000000000002}),
    Refusal("T8.12", "a probability below 0", attributes={"dropout_p": -5e-324}),
)

QUERY, KEY, VALUE = "[N, H, L, D]", "[N, J, S, D]", "[N, J, S, E]"
RESULT, MASK = "[N, H, L, E]", "[N, H, L, S]"
_SIZES: tuple[Shape, ...] = ((2, 4, 3, 5), (2, 2, 6, 5), (2, 2, 6, 4))
_RESULT_SIZES: Shape = (2, 4, 3, 4)
_MASK_SIZES: Shape = (2, 4, 3, 6)


def _refused(*before: Shape) -> tuple[Refusal, ...]:
    """Return examples of wrong shapes.

    `before` has the shapes of the operands between the value and the mask.
    """
    q, k, v = _SIZES
    return (
        Refusal("T8.5", "keys of another length than queries", (q, (2, 2, 6, 4), v, *before)),
        Refusal("T8.5", "values for another number of keys", (q, k, (2, 2, 5, 4), *before)),
        Refusal("T8.5", "query heads that key heads do not divide", (q, *_heads(3), *before)),
        Refusal("T8.5", "no heads of keys", (q, *_heads(0), *before)),
        Refusal("T8.5", "no keys", (q, (2, 2, 0, 5), (2, 2, 0, 4), *before)),
    )


def _heads(number: int) -> tuple[Shape, Shape]:
    return (2, number, 6, 5), (2, number, 6, 4)


_FORWARD_REFUSED = (
    *_refused(_MASK_SIZES),
    Refusal("T8.5", "a mask of one head for several", (*_SIZES, (2, 1, 3, 6))),
)


@shape_rule(
    [QUERY, KEY, VALUE, MASK],
    RESULT,
    example=[*_SIZES, _MASK_SIZES],
    refusals=_FORWARD_REFUSED,
)
def attention(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take query[N, H, L, D], key[N, J, S, D], value[N, J, S, E], optional mask[N, H, L, S]."""
    names = _fitted(op, inputs, attention.operands)
    return ((names["N"], names["H"], names["L"], names["E"]),)


@shape_rule(
    [QUERY, KEY, VALUE, MASK],
    RESULT,
    example=[*_SIZES, _MASK_SIZES],
    attributes=_DRAWN,
    refusals=(*_FORWARD_REFUSED, *_NO_PROBABILITY),
)
def dropping_attention(
    op: str, attributes: Attributes, inputs: Sequence[Shape]
) -> tuple[Shape, ...]:
    """Take the operands of attention; also check the dropout probability."""
    _check_probability(op, attributes)
    return attention(op, attributes, inputs)


_BACKWARD_REFUSED = (
    *_refused(_RESULT_SIZES, _RESULT_SIZES, _MASK_SIZES),
    Refusal(
        "T8.5",
        "a gradient of another shape than the result",
        (*_SIZES, _RESULT_SIZES, (2, 4, 3, 5), _MASK_SIZES),
    ),
)


@shape_rule(
    [QUERY, KEY, VALUE, RESULT, RESULT, MASK],
    QUERY,
    KEY,
    VALUE,
    MASK,
    example=[*_SIZES, _RESULT_SIZES, _RESULT_SIZES, _MASK_SIZES],
    refusals=_BACKWARD_REFUSED,
)
def attention_gradient(
    op: str, attributes: Attributes, inputs: Sequence[Shape]
) -> tuple[Shape, ...]:
    """Take query, key, value, the result, its gradient, and optionally the mask.

    The fourth result, the gradient of the mask, exists only if there is a mask of numbers. No
    signature with a mask in bool has a fourth result.
    """
    _fitted(op, inputs, attention_gradient.operands)
    return (*inputs[:3], *inputs[5:])


@shape_rule(
    [QUERY, KEY, VALUE, RESULT, RESULT, MASK],
    QUERY,
    KEY,
    VALUE,
    MASK,
    example=[*_SIZES, _RESULT_SIZES, _RESULT_SIZES, _MASK_SIZES],
    attributes=_DRAWN,
    refusals=(*_BACKWARD_REFUSED, *_NO_PROBABILITY),
)
def dropping_attention_gradient(
    op: str, attributes: Attributes, inputs: Sequence[Shape]
) -> tuple[Shape, ...]:
    """Take the operands of the gradient of attention; also check the dropout probability."""
    _check_probability(op, attributes)
    return attention_gradient(op, attributes, inputs)


@shape_rule(
    ["[B, M, K]", "[B, K, N]", "[B, M, K]"],
    "[B, M, N]",
    example=[(2, 3, 5), (2, 5, 4), (2, 3, 5)],
    refusals=(Refusal("T8.4", "a mask of another shape", ((2, 3, 5), (2, 5, 4), (2, 3, 4))),),
)
def masked_product(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take a[B, M, K], b[B, K, N] and a mask with the shape of a."""
    names = _fitted(op, inputs, masked_product.operands)
    return ((names["B"], names["M"], names["N"]),)


def _check_probability(op: str, attributes: Attributes) -> None:
    p = attributes["dropout_p"]
    if not (isinstance(p, float) and 0 <= p <= 1):
        raise SpecError(f"{op}: dropout_p={p!r} must be a probability from 0 to 1")


def _fitted(op: str, inputs: Sequence[Shape], patterns: Sequence[str]) -> Names:
    """Return the sizes by name. Raises SpecError, which names the op, if a shape does not fit."""
    names = fitted(op, {}, inputs, patterns)
    if "H" in names and (names["J"] == 0 or names["H"] % names["J"]):
        raise SpecError(
            f"{op}: {names['H']} heads of queries cannot share {names['J']} heads of keys; the "
            "number of query heads must be a multiple of the number of key heads"
        )
    if names.get("S") == 0:
        raise SpecError(f"{op}: there are no keys; S must be at least 1")
    return names


def signatures(operands: int) -> tuple[Signature, ...]:
    """Return signatures with `operands` operands of the same format.

    For each format, there are signatures without a mask, with a mask in bool, and with a mask in
    the format of the operands.
    """
    found: list[Signature] = []
    results = 1 if operands == 3 else 3
    for f in FORMATS:
        plain = ((f,) * operands, (f,) * results)
        mask = ((*plain[0], f), plain[1] if results == 1 else (*plain[1], f))
        found += [plain, ((*plain[0], "bool"), plain[1]), mask]
    return tuple(found)
