"""The geometry of convolutions: the element that each tap reads at each position (T5).

Every kind of convolution reads an operand through windows (src/conv/window.cuh). On each axis, tap
t at position p reads index step * p + first + delta * t. A forward convolution has step = stride. A
gradient of the input is one convolution of step 1 for each residue of its index modulo the stride.
This convolution has only the taps that fit the residue, in reverse order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import gcd, prod

from samebits.backends.cuda.arrays.views import View
from samebits.spec.families.windows import Axis

ABSENT = Axis(1, 1, 1, 1, 0, 1)
"""An axis of size 1. Convolutions with fewer than three axes get it for each other axis."""


@dataclass(frozen=True, slots=True)
class WindowAxis:
    """One spatial axis. `x`, `y` and `w` are the strides of x, y and the weight along it."""

    count: int
    taps: int
    size: int
    step: int
    first: int
    delta: int
    x: int
    y: int
    w: int


@dataclass(frozen=True, slots=True)
class Tensor:
    """An operand in device memory, with strides in elements.

    `outer` is the stride between samples of x and y, or between rows of the weight. `channel` is
    the stride between channels, or between rows of y.
    """

    view: View
    offset: int
    outer: int
    channel: int
    group: int

    @property
    def address(self) -> int:
        """Return the address of the first element."""
        return self.view.address + self.offset * self.view.item


@dataclass(frozen=True, slots=True)
class Convolution:
    """A convolution: y[n, g, row, p] = sum of w[g, row, channel, tap] * x[n, g, channel, ..].

    The sum is over (channel, tap). For a gradient of the weight, w is the result and y is read.
    """

    axes: tuple[WindowAxis, WindowAxis, WindowAxis]
    x: Tensor
    y: Tensor
    w: Tensor
    bias: View | None
    samples: int
    groups: int
    rows: int
    channels: int

    @property
    def taps(self) -> int:
        """Return the number of taps of the kernel."""
        return prod(a.taps for a in self.axes)

    @property
    def positions(self) -> int:
        """Return the number of positions of a sample."""
        return prod(a.count for a in self.axes)


def forward(
    axes: Sequence[Axis], image: View, weight: View, outcome: View, bias: View | None, groups: int
) -> Convolution:
    """Return the convolution of a forward call, or of the gradient of its weight."""
    rows, channels = weight.shape[0] // groups, weight.shape[1]
    three = [
        WindowAxis(a.output, a.taps, a.input, a.stride, -a.padding, a.dilation, x, y, w)
        for a, x, y, w in _three(axes, image, outcome, weight)
    ]
    return Convolution(
        (three[0], three[1], three[2]),
        _tensor(image, channels),
        _tensor(outcome, rows),
        _weight(weight, rows),
        bias,
        image.shape[0],
        groups,
        rows,
        channels,
    )


def residues(
    axes: Sequence[Axis], image: View, weight: View, outcome: View, bias: View | None, groups: int
) -> Iterator[Convolution]:
    """Yield the convolutions over `outcome` that together compute `image`, the input's gradient."""
    rows, channels = weight.shape[0] // groups, weight.shape[1]
    w = _weight(weight, rows)
    turned = replace(w, outer=w.channel, channel=w.outer)
    three = _three(axes, image, outcome, weight)
    for residue in product(*(range(min(a.stride, a.input)) for a, *_ in three)):
        parts = [_residue_axis(*t, r) for t, r in zip(three, residue, strict=True)]
        shift = sum(r * t[1] for t, r in zip(three, residue, strict=True))
        first = sum(tap * t[3] for t, (_, tap) in zip(three, parts, strict=True))
        yield Convolution(
            (parts[0][0], parts[1][0], parts[2][0]),
            _tensor(outcome, rows),
            replace(_tensor(image, channels), offset=shift),
            replace(turned, offset=first),
            bias,
            image.shape[0],
            groups,
            channels,
            rows,
        )


_Strided = tuple[Axis, int, int, int]


def _three(axes: Sequence[Axis], image: View, outcome: View, weight: View) -> list[_Strided]:
    """Return three axes with their strides in image, outcome and weight, in elements.

    Missing axes are added at the front.
    """
    missing = 3 - len(axes)
    strides = [[s // v.item for s in v.strides[2:]] for v in (image, outcome, weight)]
    return [(ABSENT, 0, 0, 0)] * missing + [
        (axis, x, y, w) for axis, x, y, w in zip(axes, *strides, strict=True)
    ]


def _residue_axis(a: Axis, image: int, outcome: int, w: int, r: int) -> tuple[WindowAxis, int]:
    """Return the axis for the residue r, and the first tap that fits r.

    For element r + stride * q, the j-th tap that fits reads index q + first + delta * j.
    """
    every = a.stride // gcd(a.stride, a.dilation)
    place = r + a.padding
    fitting = [t for t in range(min(every, a.taps)) if (place - a.dilation * t) % a.stride == 0]
    start = fitting[0] if fitting else 0
    return WindowAxis(
        count=-(-(a.input - r) // a.stride),
        taps=(a.taps - 1 - start) // every + 1 if fitting else 0,
        size=a.output,
        step=1,
        first=(place - a.dilation * start) // a.stride if fitting else 0,
        delta=-(a.dilation * every // a.stride),
        x=outcome,
        y=image * a.stride,
        w=w * every,
    ), start


def _tensor(view: View, in_group: int) -> Tensor:
    outer, channel = (s // view.item for s in view.strides[:2])
    return Tensor(view, 0, outer, channel, in_group * channel)


def _weight(view: View, rows: int) -> Tensor:
    outer, channel = (s // view.item for s in view.strides[:2])
    return Tensor(view, 0, outer, channel, rows * outer)
