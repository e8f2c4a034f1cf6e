"""The geometry of convolutions (clause T5): sizes, taps, and the shape rules with their errors.

A window has one `Axis` for each spatial axis. Tap t of output position p reads the input at
stride * p + dilation * t - padding. Convolutions, their gradients and transposed convolutions all
follow from this formula.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import prod

from samebits.spec.errors import SpecError
from samebits.spec.language.call import AttributeValue
from samebits.spec.language.declare import Attribute, Gradient
from samebits.spec.language.geometry import Refusal, shape_rule
from samebits.spec.language.graph import Ref, Sizes
from samebits.spec.language.shapes import Attributes, Shape, ShapeRule


@dataclass(frozen=True, slots=True)
class Axis:
    """One spatial axis: sizes of input, kernel and output, with stride, padding and dilation."""

    input: int
    taps: int
    output: int
    stride: int
    padding: int
    dilation: int

    def read(self, position: int, tap: int) -> int:
        """Return the input index that a tap reads. A tap outside the input reads +0."""
        return self.stride * position + self.dilation * tap - self.padding

    def fitting(self, index: int) -> tuple[tuple[int, int], ...]:
        """Return the taps that read an input index, ascending, each with its output index.

        If the output index is not from 0 to output - 1, its gradient counts as +0 (clause T5).
        """
        places = [(t, index + self.padding - self.dilation * t) for t in range(self.taps)]
        return tuple((t, p // self.stride) for t, p in places if p % self.stride == 0)


def _name(rank: int) -> str:
    return {1: "[N, C, W]", 2: "[N, C, H, W]", 3: "[N, C, D, H, W]"}[rank]


def _integers(attributes: Attributes, name: str) -> tuple[int, ...]:
    """Return an attribute, checked by the declaration, as one integer per spatial axis."""
    value = attributes[name]
    assert isinstance(value, tuple)
    return value


def _groups(attributes: Attributes) -> int:
    groups = attributes["groups"]
    assert isinstance(groups, int)
    return groups


def _ranked(op: str, what: str, shape: Shape, rank: int) -> Shape:
    if len(shape) != rank + 2:
        raise SpecError(f"{op}: {what} must have {rank + 2} axes, {_name(rank)}, got {shape}")
    return shape


def forward_axes(
    op: str, attributes: Attributes, inputs: Sequence[int], kernel: Sequence[int]
) -> tuple[Axis, ...]:
    """Return the axes of a convolution over these input and kernel sizes.

    output = floor((input + 2 padding - dilation (taps - 1) - 1) / stride) + 1. Raises SpecError for
    an empty kernel, and for a kernel larger than the padded input.
    """
    stride = _integers(attributes, "stride")
    padding = _integers(attributes, "padding")
    dilation = _integers(attributes, "dilation")
    axes = []
    for n, k, s, p, d in zip(inputs, kernel, stride, padding, dilation, strict=True):
        if k < 1:
            raise SpecError(f"{op}: kernel sizes must be 1 or more, got {tuple(kernel)}")
        reach = d * (k - 1) + 1
        if reach > n + 2 * p:
            raise SpecError(
                f"{op}: the kernel covers {reach} elements, but the padded input has only "
                f"{n + 2 * p} (sizes {tuple(inputs)}, kernel {tuple(kernel)}, padding {padding}, "
                f"dilation {dilation})"
            )
        axes.append(Axis(n, k, (n + 2 * p - reach) // s + 1, s, p, d))
    return tuple(axes)


def transposed_axes(
    op: str, attributes: Attributes, outputs: Sequence[int], kernel: Sequence[int]
) -> tuple[Axis, ...]:
    """Return the axes of the convolution whose input gradient is the transposed convolution.

    `outputs` are the spatial sizes of its operand x. The size of its result is (x - 1) stride - 2
    padding + dilation (taps - 1) + output_padding + 1. Raises SpecError if the attributes do not
    fit.
    """
    stride = _integers(attributes, "stride")
    padding = _integers(attributes, "padding")
    extra = _integers(attributes, "output_padding")
    dilation = _integers(attributes, "dilation")
    axes = []
    for n, k, s, p, d, e in zip(outputs, kernel, stride, padding, dilation, extra, strict=True):
        if k < 1 or n < 1:
            raise SpecError(
                f"{op}: sizes and kernel sizes must be 1 or more, got sizes {tuple(outputs)} and "
                f"kernel {tuple(kernel)}"
            )
        if e >= max(s, d):
            raise SpecError(
                f"{op}: output_padding {extra} must be below the stride {stride} or the dilation "
                f"{dilation} on every axis"
            )
        size = (n - 1) * s - 2 * p + d * (k - 1) + e + 1
        if size < 1:
            raise SpecError(
                f"{op}: the result would have size {size}, but must have at least 1 (sizes "
                f"{tuple(outputs)}, kernel {tuple(kernel)}, padding {padding}, output_padding "
                f"{extra})"
            )
        axes.append(Axis(size, k, n, s, p, d))
    return tuple(axes)


def _channels(op: str, what: str, channels: int, groups: int) -> int:
    if channels % groups:
        raise SpecError(f"{op}: {channels} {what} channels cannot be split into {groups} groups")
    return channels // groups


def _bias(op: str, inputs: Sequence[Shape], channels: int) -> None:
    if len(inputs) == 3 and inputs[2] != (channels,):
        raise SpecError(f"{op}: bias must have shape ({channels},), got {inputs[2]}")


def _match(op: str, what: str, got: Shape, wanted: Shape) -> None:
    if got != wanted:
        raise SpecError(f"{op}: {what} must have shape {wanted}, got {got}")


OUTPUT = "(S + 2*padding - dilation*(k - 1) - 1) // stride + 1"
"""The formula for the number of output positions on a spatial axis (T5.1)."""

SIZES, TAPS = (7, 6, 5), (3, 2, 2)
_STRIDES, _PADDING, _DILATION = (2, 1, 1), (1, 0, 1), (1, 2, 1)
"""Strides, paddings and dilations of the examples, by axis. SIZES and TAPS are their sizes."""


def _example(rank: int, **more: AttributeValue) -> dict[str, AttributeValue]:
    """Return the attributes of the example, which has two groups."""
    steps = {"stride": _STRIDES[:rank], "padding": _PADDING[:rank], "dilation": _DILATION[:rank]}
    return {**steps, "groups": 2, **more}


def _places(rank: int) -> tuple[int, ...]:
    """Return the output sizes of the example."""
    axes = zip(SIZES, TAPS, _STRIDES, _PADDING, _DILATION, strict=True)
    return tuple((n + 2 * p - d * (k - 1) - 1) // s + 1 for n, k, s, p, d in axes)[:rank]


def _refusals(
    rank: int, *, first: tuple[int, int], second: tuple[int, int], bias: int
) -> tuple[Refusal, ...]:
    sizes, taps = SIZES[:rank], TAPS[:rank]
    image, weight = (*first, *sizes), (*second, *taps)
    return (
        Refusal("T5.5", "an empty kernel axis", (image, (*second, 0, *taps[1:]), (bias,))),
        Refusal("T5.5", "a kernel beyond the input", (image, (*second, 10, *taps[1:]), (bias,))),
        Refusal("T5.5", "input channels in no groups", ((2, 7, *sizes), weight, (bias,))),
        Refusal("T5.5", "output channels in no groups", (image, (5, 3, *taps), (5,))),
        Refusal("T5.1", "a weight of other channels", (image, (4, 2, *taps), (bias,))),
    )


def _gradient_refusals(rank: int) -> tuple[Refusal, ...]:
    taps, places = TAPS[:rank], _places(rank)
    return (
        Refusal("T5.8", "another input_size", attributes={"input_size": (9,) * rank}),
        Refusal("T5.5", "an empty kernel axis", ((2, 4, *places), (4, 3, 0, *taps[1:]))),
        Refusal("T5.5", "output channels in no groups", ((2, 5, *places), (5, 3, *taps))),
    )


def _weight_refusals(rank: int) -> tuple[Refusal, ...]:
    sizes, places = SIZES[:rank], _places(rank)
    return (
        Refusal("T5.8", "another kernel_size", attributes={"kernel_size": (1,) * rank}),
        Refusal("T5.5", "a kernel beyond the input", attributes={"kernel_size": (12,) * rank}),
        Refusal("T5.5", "input channels in no groups", ((2, 7, *sizes), (2, 4, *places))),
        Refusal("T5.5", "output channels in no groups", ((2, 6, *sizes), (2, 5, *places))),
    )


def _transposed_refusals(rank: int) -> tuple[Refusal, ...]:
    taps, places = TAPS[:rank], _places(rank)
    image, weight, bias = (2, 4, *places), (4, 3, *taps), (6,)
    return (
        Refusal("T5.10", "an output_padding too large", attributes={"output_padding": (2,) * rank}),
        Refusal("T5.10", "an empty kernel axis", (image, (4, 3, 0, *taps[1:]), bias)),
        Refusal("T5.10", "an empty spatial axis", ((2, 4, 0, *places[1:]), weight, bias)),
        Refusal("T5.10", "no result", attributes={"padding": (9,) * rank}),
        Refusal("T5.5", "input channels in no groups", ((2, 5, *places), (5, 3, *taps), bias)),
    )


def _convolution(rank: int) -> ShapeRule:
    @shape_rule(
        ["[N, C, *S]", "[O, C/groups, *k]", "[O]"],
        "[N, O, *P]",
        example=[(2, 6, *SIZES[:rank]), (4, 3, *TAPS[:rank]), (4,)],
        attributes=_example(rank),
        sizes={"P": OUTPUT},
        refusals=_refusals(rank, first=(2, 6), second=(4, 3), bias=4),
    )
    def rule(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
        """Map x[N, C, *S], weight[O, C / groups, *k] and optional bias[O] to [N, O, *output]."""
        x, weight = (_ranked(op, w, s, rank) for w, s in zip(("x", "weight"), inputs, strict=False))
        groups = _groups(attributes)
        per_group = _channels(op, "input", x[1], groups)
        _channels(op, "output", weight[0], groups)
        _match(op, "weight", weight, (weight[0], per_group, *weight[2:]))
        _bias(op, inputs, weight[0])
        axes = forward_axes(op, attributes, x[2:], weight[2:])
        return ((x[0], weight[0], *(a.output for a in axes)),)

    return rule


def _input_gradient(rank: int) -> ShapeRule:
    @shape_rule(
        ["[N, O, *P]", "[O, c, *k]"],
        "[N, c*groups, *input_size]",
        example=[(2, 4, *_places(rank)), (4, 3, *TAPS[:rank])],
        attributes=_example(rank, input_size=SIZES[:rank]),
        refusals=_gradient_refusals(rank),
    )
    def rule(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
        """Map gradient[N, O, *output] and weight[O, C / groups, *k] to [N, C, *input_size]."""
        names = ("gradient", "weight")
        gradient, weight = (_ranked(op, w, s, rank) for w, s in zip(names, inputs, strict=True))
        groups = _groups(attributes)
        _channels(op, "output", weight[0], groups)
        sizes = _integers(attributes, "input_size")
        axes = forward_axes(op, attributes, sizes, weight[2:])
        _match(op, "gradient", gradient, (gradient[0], weight[0], *(a.output for a in axes)))
        return ((gradient[0], weight[1] * groups, *sizes),)

    return rule


def _weight_gradient(rank: int) -> ShapeRule:
    @shape_rule(
        ["[N, C, *S]", "[N, O, *P]"],
        "[O, C/groups, *kernel_size]",
        example=[(2, 6, *SIZES[:rank]), (2, 4, *_places(rank))],
        attributes=_example(rank, kernel_size=TAPS[:rank]),
        refusals=_weight_refusals(rank),
    )
    def rule(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
        """Map x[N, C, *S] and gradient[N, O, *output] to [O, C / groups, *kernel_size]."""
        names = ("x", "gradient")
        x, gradient = (_ranked(op, w, s, rank) for w, s in zip(names, inputs, strict=True))
        groups = _groups(attributes)
        per_group = _channels(op, "input", x[1], groups)
        _channels(op, "output", gradient[1], groups)
        kernel = _integers(attributes, "kernel_size")
        axes = forward_axes(op, attributes, x[2:], kernel)
        _match(op, "gradient", gradient, (x[0], gradient[1], *(a.output for a in axes)))
        return ((gradient[1], per_group, *kernel),)

    return rule


def _transposed(rank: int) -> ShapeRule:
    @shape_rule(
        ["[N, C, *S]", "[C, o, *k]", "[o*groups]"],
        "[N, o*groups, *R]",
        example=[(2, 4, *_places(rank)), (4, 3, *TAPS[:rank]), (6,)],
        attributes=_example(rank, output_padding=(1, 0, 0)[:rank]),
        sizes={"R": "(S - 1)*stride - 2*padding + dilation*(k - 1) + output_padding + 1"},
        refusals=_transposed_refusals(rank),
    )
    def rule(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
        """Map x[N, C, *S], weight[C, O / groups, *k] and optional bias[O] to [N, O, *result]."""
        x, weight = (_ranked(op, w, s, rank) for w, s in zip(("x", "weight"), inputs, strict=False))
        groups = _groups(attributes)
        _channels(op, "input", x[1], groups)
        _match(op, "weight", weight, (x[1], *weight[1:]))
        _bias(op, inputs, weight[1] * groups)
        axes = transposed_axes(op, attributes, x[2:], weight[2:])
        return ((x[0], weight[1] * groups, *(a.input for a in axes)),)

    return rule


def _each_rank(make: Callable[[int], ShapeRule], name: str) -> tuple[ShapeRule, ...]:
    return tuple(replace(make(rank), name=f"{name}{rank}d") for rank in (1, 2, 3))


FORWARD = _each_rank(_convolution, "conv")
INPUT_GRADIENT = _each_rank(_input_gradient, "input_gradient")
WEIGHT_GRADIENT = _each_rank(_weight_gradient, "weight_gradient")
TRANSPOSED = _each_rank(_transposed, "conv_transpose")
"""The shape rules of the four kinds, each for one, two and three spatial axes, in this order."""


def kind_of(rule: ShapeRule) -> str | None:
    """Return "forward", "input_gradient", "weight_gradient" or "transposed", else None."""
    kinds = {
        "forward": FORWARD,
        "input_gradient": INPUT_GRADIENT,
        "weight_gradient": WEIGHT_GRADIENT,
        "transposed": TRANSPOSED,
    }
    return next((kind for kind, rules in kinds.items() if rule in rules), None)


def axes_of(
    kind: str, op: str, attributes: Attributes, inputs: Sequence[Shape]
) -> tuple[Axis, ...]:
    """Return the axes of a valid call on operands of these shapes."""
    first, second = inputs[0], inputs[1]
    if kind == "transposed":
        return transposed_axes(op, attributes, first[2:], second[2:])
    if kind == "forward":
        return forward_axes(op, attributes, first[2:], second[2:])
    if kind == "input_gradient":
        sizes = _integers(attributes, "input_size")
        return forward_axes(op, attributes, sizes, second[2:])
    kernel = _integers(attributes, "kernel_size")
    return forward_axes(op, attributes, first[2:], kernel)


def tap_count(axes: Sequence[Axis]) -> int:
    """Return the number of taps of the kernel over all axes."""
    return prod(axis.taps for axis in axes)


def window_attributes(rank: int, *, transposed: bool = False) -> tuple[Attribute, ...]:
    """Return the attributes stride, padding, dilation and groups, with defaults 1, 0, 1 and 1.

    A transposed convolution also has output_padding, with the default 0.
    """

    def each(name: str, doc: str, least: int) -> Attribute:
        value: AttributeValue = (least,) * rank
        doc = f"{doc}, one integer for each spatial axis"
        return Attribute(name, doc, value, kind="integers", least=least, length=rank)

    extra = (each("output_padding", "elements added at the end of the result", 0),)
    return (
        each("stride", "steps between neighbouring windows", 1),
        each("padding", "zeros read before and after the input", 0),
        *(extra if transposed else ()),
        each("dilation", "steps between neighbouring taps", 1),
        Attribute(
            "groups",
            "number of groups of channels; a group has no effect on another",
            1,
            kind="integer",
            least=1,
        ),
    )


def window_gradients(rank: int, *, transposed: bool = False) -> tuple[Gradient, ...]:
    """Return the gradients of x, of weight and of the bias (T5.6, T5.7, T5.11, G5.3)."""
    names = [a.name for a in window_attributes(rank)]
    same = {name: Ref(name) for name in names}
    of_x, given = f"conv{rank}d", "gradient of result"
    pair = (given, "x") if transposed else ("x", given)
    sizes = {} if transposed else {"input_size": Sizes("[*S]")}
    below = ("output_padding", "stride") if transposed else None
    return (
        Gradient(
            operand="x",
            op=of_x if transposed else f"{of_x}_input_gradient",
            inputs=(given, "weight"),
            attributes={**same, **sizes},
            below=below,
        ),
        Gradient(
            operand="weight",
            op=f"conv{rank}d_weight_gradient",
            inputs=pair,
            attributes={**same, "kernel_size": Sizes("[*k]")},
            below=below,
        ),
        Gradient(operand="bias", op="conv_bias_gradient", inputs=(given,)),
    )
