"""The geometry of convolutions (clause T5): sizes, taps, and the shape rules with their errors.

A window has one `Axis` for each spatial axis. Tap t of output position p reads the input at
stride * p + dilation * t - padding. Everything that a convolution, its gradients and a transposed
convolution need follows from that line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod

from samebits.spec.call import AttributeValue
from samebits.spec.declare import Attribute
from samebits.spec.errors import SpecError
from samebits.spec.shapes import Attributes, Shape, ShapeRule


@dataclass(frozen=True, slots=True)
class Axis:
    """One spatial axis: sizes of input, kernel and output, and how they move on each other."""

    input: int
    taps: int
    output: int
    stride: int
    padding: int
    dilation: int

    def read(self, position: int, tap: int) -> int:
        """The input index that a tap reads at an output position; outside the input it reads +0."""
        return self.stride * position + self.dilation * tap - self.padding

    def fitting(self, index: int) -> tuple[tuple[int, int], ...]:
        """The taps whose residue fits at an input index, ascending, each with its output index.

        An output index outside 0 .. output - 1 stands for a gradient of +0 (clause T5).
        """
        places = [(t, index + self.padding - self.dilation * t) for t in range(self.taps)]
        return tuple((t, p // self.stride) for t, p in places if p % self.stride == 0)


def _name(rank: int) -> str:
    return {1: "[N, C, W]", 2: "[N, C, H, W]", 3: "[N, C, D, H, W]"}[rank]


def _integers(op: str, attributes: Attributes, name: str, rank: int, least: int) -> tuple[int, ...]:
    """A tuple of one integer for each spatial axis, none below `least`. Raises SpecError."""
    value = attributes[name]
    if not isinstance(value, tuple) or len(value) != rank:
        raise SpecError(f"{op}: {name} must be a tuple of {rank} integers, got {value!r}")
    for item in value:
        if not isinstance(item, int) or isinstance(item, bool) or item < least:
            raise SpecError(f"{op}: {name} must hold integers >= {least}, got {value}")
    return value


def _groups(op: str, attributes: Attributes) -> int:
    groups = attributes["groups"]
    if not isinstance(groups, int) or isinstance(groups, bool) or groups < 1:
        raise SpecError(f"{op}: groups must be an integer >= 1, got {groups!r}")
    return groups


def _ranked(op: str, what: str, shape: Shape, rank: int) -> Shape:
    if len(shape) != rank + 2:
        raise SpecError(f"{op}: {what} must have {rank + 2} axes as {_name(rank)}, got {shape}")
    return shape


def forward_axes(
    op: str, attributes: Attributes, inputs: Sequence[int], kernel: Sequence[int]
) -> tuple[Axis, ...]:
    """The axes of a convolution over these input and kernel sizes.

    output = floor((input + 2 padding - dilation (taps - 1) - 1) / stride) + 1. Raises SpecError for
    a bad attribute, an empty kernel, and a kernel larger than the padded input.
    """
    rank = len(inputs)
    stride = _integers(op, attributes, "stride", rank, 1)
    padding = _integers(op, attributes, "padding", rank, 0)
    dilation = _integers(op, attributes, "dilation", rank, 1)
    axes = []
    for n, k, s, p, d in zip(inputs, kernel, stride, padding, dilation, strict=True):
        if k < 1:
            raise SpecError(f"{op}: a kernel axis is empty, kernel sizes {tuple(kernel)}")
        reach = d * (k - 1) + 1
        if reach > n + 2 * p:
            raise SpecError(
                f"{op}: the kernel reaches over {reach} elements, more than the padded input of "
                f"{n + 2 * p} (sizes {tuple(inputs)}, kernel {tuple(kernel)}, padding {padding}, "
                f"dilation {dilation})"
            )
        axes.append(Axis(n, k, (n + 2 * p - reach) // s + 1, s, p, d))
    return tuple(axes)


def transposed_axes(
    op: str, attributes: Attributes, outputs: Sequence[int], kernel: Sequence[int]
) -> tuple[Axis, ...]:
    """The axes of the convolution of which a transposed convolution is the input gradient.

    `outputs` are the spatial sizes of its operand x, the size of its result being
    (x - 1) stride - 2 padding + dilation (taps - 1) + output_padding + 1. Raises SpecError.
    """
    rank = len(outputs)
    stride = _integers(op, attributes, "stride", rank, 1)
    padding = _integers(op, attributes, "padding", rank, 0)
    extra = _integers(op, attributes, "output_padding", rank, 0)
    dilation = _integers(op, attributes, "dilation", rank, 1)
    axes = []
    for n, k, s, p, d, e in zip(outputs, kernel, stride, padding, dilation, extra, strict=True):
        if k < 1 or n < 1:
            raise SpecError(
                f"{op}: a spatial axis is empty, sizes {tuple(outputs)}, kernel {tuple(kernel)}"
            )
        if e >= max(s, d):
            raise SpecError(
                f"{op}: output_padding {extra} must be below the stride {stride} or the dilation "
                f"{dilation} on every axis"
            )
        size = (n - 1) * s - 2 * p + d * (k - 1) + e + 1
        if size < 1:
            raise SpecError(
                f"{op}: the result would have the size {size}; sizes {tuple(outputs)}, kernel "
                f"{tuple(kernel)}, padding {padding}, output_padding {extra}"
            )
        axes.append(Axis(size, k, n, s, p, d))
    return tuple(axes)


def _channels(op: str, what: str, channels: int, groups: int) -> int:
    if channels % groups:
        raise SpecError(f"{op}: {channels} {what} channels do not split into {groups} groups")
    return channels // groups


def _bias(op: str, inputs: Sequence[Shape], channels: int) -> None:
    if len(inputs) == 3 and inputs[2] != (channels,):
        raise SpecError(f"{op}: bias must have shape ({channels},), got {inputs[2]}")


def _match(op: str, what: str, got: Shape, wanted: Shape) -> None:
    if got != wanted:
        raise SpecError(f"{op}: {what} must have shape {wanted}, got {got}")


def _convolution(rank: int) -> ShapeRule:
    def rule(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
        """x[N, C, *S], weight[O, C / groups, *k], optional bias[O] to [N, O, *output]."""
        x, weight = (_ranked(op, w, s, rank) for w, s in zip(("x", "weight"), inputs, strict=False))
        groups = _groups(op, attributes)
        per_group = _channels(op, "input", x[1], groups)
        _channels(op, "output", weight[0], groups)
        _match(op, "weight", weight, (weight[0], per_group, *weight[2:]))
        _bias(op, inputs, weight[0])
        axes = forward_axes(op, attributes, x[2:], weight[2:])
        return ((x[0], weight[0], *(a.output for a in axes)),)

    return rule


def _input_gradient(rank: int) -> ShapeRule:
    def rule(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
        """gradient[N, O, *output], weight[O, C / groups, *k] to [N, C, *input_size]."""
        names = ("gradient", "weight")
        gradient, weight = (_ranked(op, w, s, rank) for w, s in zip(names, inputs, strict=True))
        groups = _groups(op, attributes)
        _channels(op, "output", weight[0], groups)
        sizes = _integers(op, attributes, "input_size", rank, 0)
        axes = forward_axes(op, attributes, sizes, weight[2:])
        _match(op, "gradient", gradient, (gradient[0], weight[0], *(a.output for a in axes)))
        return ((gradient[0], weight[1] * groups, *sizes),)

    return rule


def _weight_gradient(rank: int) -> ShapeRule:
    def rule(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
        """x[N, C, *S], gradient[N, O, *output] to [O, C / groups, *kernel_size]."""
        names = ("x", "gradient")
        x, gradient = (_ranked(op, w, s, rank) for w, s in zip(names, inputs, strict=True))
        groups = _groups(op, attributes)
        per_group = _channels(op, "input", x[1], groups)
        _channels(op, "output", gradient[1], groups)
        kernel = _integers(op, attributes, "kernel_size", rank, 1)
        axes = forward_axes(op, attributes, x[2:], kernel)
        _match(op, "gradient", gradient, (x[0], gradient[1], *(a.output for a in axes)))
        return ((gradient[1], per_group, *kernel),)

    return rule


def _transposed(rank: int) -> ShapeRule:
    def rule(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
        """x[N, C, *S], weight[C, O / groups, *k], optional bias[O] to [N, O, *result]."""
        x, weight = (_ranked(op, w, s, rank) for w, s in zip(("x", "weight"), inputs, strict=False))
        groups = _groups(op, attributes)
        _channels(op, "input", x[1], groups)
        _match(op, "weight", weight, (x[1], *weight[1:]))
        _bias(op, inputs, weight[1] * groups)
        axes = transposed_axes(op, attributes, x[2:], weight[2:])
        return ((x[0], weight[1] * groups, *(a.input for a in axes)),)

    return rule


def _each_rank(make: Callable[[int], ShapeRule], name: str) -> tuple[ShapeRule, ...]:
    rules = tuple(make(rank) for rank in (1, 2, 3))
    for rank, rule in enumerate(rules, 1):
        rule.__name__ = f"{name}{rank}d"
    return rules


FORWARD = _each_rank(_convolution, "conv")
INPUT_GRADIENT = _each_rank(_input_gradient, "input_gradient")
WEIGHT_GRADIENT = _each_rank(_weight_gradient, "weight_gradient")
TRANSPOSED = _each_rank(_transposed, "conv_transpose")
"""The shape rules of the four kinds, for one, two and three spatial axes in this order."""


def kind_of(rule: ShapeRule) -> str | None:
    """Its kind: forward, input_gradient, weight_gradient or transposed; None for another rule."""
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
    """The axes of a checked call on operands of these shapes."""
    first, second = inputs[0], inputs[1]
    if kind == "transposed":
        return transposed_axes(op, attributes, first[2:], second[2:])
    if kind == "forward":
        return forward_axes(op, attributes, first[2:], second[2:])
    if kind == "input_gradient":
        sizes = _integers(op, attributes, "input_size", len(first) - 2, 0)
        return forward_axes(op, attributes, sizes, second[2:])
    kernel = _integers(op, attributes, "kernel_size", len(first) - 2, 1)
    return forward_axes(op, attributes, first[2:], kernel)


def tap_count(axes: Sequence[Axis]) -> int:
    """Taps of the kernel over all axes."""
    return prod(axis.taps for axis in axes)


def window_attributes(rank: int, *, transposed: bool = False) -> tuple[Attribute, ...]:
    """stride, padding, (output_padding,) dilation, groups, with the defaults 1, 0, (0,) 1, 1."""

    def each(name: str, doc: str, default: int) -> Attribute:
        value: AttributeValue = (default,) * rank
        return Attribute(name, f"{doc}, one integer for each spatial axis", value)

    extra = (each("output_padding", "elements added at the end of the result", 0),)
    return (
        each("stride", "steps between neighbouring windows", 1),
        each("padding", "zeros read before and after the input", 0),
        *(extra if transposed else ()),
        each("dilation", "steps between neighbouring taps", 1),
        Attribute("groups", "channels are cut into so many groups that do not meet", 1),
    )
