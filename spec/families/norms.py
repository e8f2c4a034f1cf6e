"""Attributes, signatures, shapes and nodes that several norms share (clause G6)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.formats import compute_format
from samebits.spec.language import geometry
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.declare import Signature
from samebits.spec.language.geometry import Attributes, Names, Refusal, Shape
from samebits.spec.language.graph import Branch, Given, Item, Join, Number, node
from samebits.spec.language.moves import Reshape
from samebits.spec.language.scalars import attribute
from samebits.spec.language.shapes import AXIS_REFUSED, normalize_axes

FORMATS = ("f32", "f16", "bf16", "f64")
"""The formats of norms."""

AXIS = Attribute("axis", "the first of the axes to normalise over, up to the last", -1, kind="axis")
"""The attribute for the first of the axes that PyTorch's `normalized_shape` covers."""


def eps(default: float) -> Attribute:
    """Return the attribute `eps`, which is added to a variance."""
    return Attribute("eps", "added to the variance", default, real=True)


def saved(form: str, count: int) -> tuple[str, ...]:
    """Return the formats of `count` saved statistics: the compute format of the operand (R4.1)."""
    return (compute_format((form,)),) * count


def forward(operands: Sequence[int], statistics: int) -> tuple[Signature, ...]:
    """Return signatures of norms for each number of operands.

    Operands and result have the same format, and `statistics` more results have the compute format.
    """
    return tuple(((f,) * n, (f, *saved(f, statistics))) for f in FORMATS for n in operands)


def backward(statistics: int, weights: int) -> tuple[Signature, ...]:
    """Return signatures of gradients of norms, without and with a weight.

    The operands are a gradient, x and the statistics, and the result is the gradient of x. With a
    weight, there are `weights` more results.
    """
    plain = [((f, f, *saved(f, statistics)), (f,)) for f in FORMATS]
    return tuple(plain + [((*i, f), (f,) * (1 + weights)) for i, (f,) in plain])


REFUSED = (
    *AXIS_REFUSED,
    Refusal("A1.3", "an operand of rank 0", ((), (), (), (), ()), {"axis": 0}),
)
"""Refusals of axes that are errors in norms over the last axes."""


def fitted(
    op: str, attributes: Attributes, inputs: Sequence[Shape], patterns: Sequence[str]
) -> Names:
    """Return the sizes that the patterns name in the shapes of operands.

    Raises SpecError, which names the op, if a shape or the attribute `axis` does not fit.
    """
    if "axis" in attributes:
        normalize_axes(op, attributes["axis"], max(map(len, inputs)))
    return geometry.fitted(op, attributes, inputs, patterns)


def reciprocal_root(variance: str) -> tuple[Item, ...]:
    """Return nodes for `r` = 1 / sqrt(variance + eps).

    The sum is rounded, and then the reciprocal of its square root is rounded once.
    """
    return (
        Number("e", attribute("eps")),
        node("ve", "add", variance, "e"),
        node("r", "rsqrt", "ve"),
    )


def weighted(value: str, shape: str = "", name: str = "scaled") -> Branch:
    """Return a branch for `name`: `value` times the weight, or `value` if the call has no weight.

    If `shape` is not empty, the weight is reshaped to this pattern. It is then broadcast.
    """
    cast, at = _cast("weight", shape)
    items = (*cast, node("hw", "mul", value, at))
    return Branch(Given("weight"), items, (Join(name, "hw", value),))


def shifted(shape: str = "") -> Branch:
    """Return a branch for `shifted`: `scaled` plus the bias, or `scaled` if the call has no bias.

    If `shape` is not empty, the bias is reshaped to this pattern. It is then broadcast.
    """
    cast, at = _cast("bias", shape)
    items = (*cast, node("hb", "add", "scaled", at))
    return Branch(Given("bias"), items, (Join("shifted", "hb", "scaled"),))


def _cast(operand: str, shape: str) -> tuple[tuple[Item, ...], str]:
    """Return nodes that cast and reshape an operand, and the name of their value."""
    cast = node(f"{operand}_c", "cast", operand)
    if not shape:
        return (cast,), cast.name
    return (cast, Reshape(f"{operand}_s", cast.name, shape)), f"{operand}_s"


def stored(value: str) -> Item:
    """Return a node for `y` = `value` in the format of the first result."""
    return node("y", "cast", value, to="output")
