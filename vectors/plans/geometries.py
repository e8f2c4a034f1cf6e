"""The geometries of convolution cases: sizes, strides and groups, by the number of spatial axes."""

from __future__ import annotations

from dataclasses import dataclass

from samebits.spec.families.windows import forward_axes

Sizes = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Geometry:
    """A convolution of x[n, c, size] with weight[o, c / groups, kernel]; its gradients use it too.

    The operand of the corresponding transposed convolution has the sizes of this convolution's
    result.
    """

    name: str
    n: int
    c: int
    o: int
    size: Sizes
    kernel: Sizes
    stride: Sizes = ()
    padding: Sizes = ()
    dilation: Sizes = ()
    groups: int = 1
    bias: bool = False
    extra: Sizes = ()
    flags: tuple[str, ...] = ("window",)
    level: str = "standard"
    digest: bool = False

    @property
    def rank(self) -> int:
        """Return the number of spatial axes."""
        return len(self.size)

    def attributes(self) -> dict[str, Sizes | int]:
        """Return stride, padding, dilation and groups, with defaults filled in."""
        ones = (1,) * self.rank
        return {
            "stride": self.stride or ones,
            "padding": self.padding or (0,) * self.rank,
            "dilation": self.dilation or ones,
            "groups": self.groups,
        }

    def outcome(self) -> Sizes:
        """Return the spatial sizes of the convolution's result."""
        axes = forward_axes(self.name, self.attributes(), self.size, self.kernel)
        return tuple(a.output for a in axes)


_TAPS = ("window", "outside-taps")
_SAMPLES = ("window", "sample-tree")
_STEPS = ("window", "residues")
_GROUPS = ("window", "groups")

# One geometry can test all four kinds of op, because an axis that is long for one kind is short for
# another.
TWO_AXES = (
    Geometry("plain", 2, 3, 4, (5, 6), (3, 2), level="smoke"),
    Geometry("bias", 2, 3, 4, (5, 6), (3, 2), bias=True, flags=("window", "bias")),
    Geometry("padded", 1, 5, 3, (4, 5), (3, 3), padding=(1, 2), bias=True, flags=_TAPS),
    Geometry("padding-only", 1, 2, 2, (1, 1), (1, 1), padding=(2, 1), flags=_TAPS),
    Geometry("stride", 1, 4, 3, (7, 8), (3, 3), (2, 3), (1, 1), flags=_STEPS),
    Geometry("gaps", 1, 3, 3, (7, 7), (2, 1), (3, 2), (1, 0), extra=(1, 0), flags=_STEPS),
    Geometry("dilation", 1, 3, 3, (7, 9), (3, 2), (1, 2), (2, 1), (2, 3), flags=_STEPS),
    Geometry("groups", 2, 6, 9, (4, 4), (2, 2), (1, 1), (1, 0), groups=3, flags=_GROUPS),
    Geometry("depthwise", 1, 5, 5, (6, 6), (3, 3), (1, 1), (1, 1), groups=5, flags=_GROUPS),
    Geometry("pointwise", 2, 9, 5, (4, 5), (1, 1)),
    Geometry("pointwise-stride", 1, 9, 5, (5, 5), (1, 1), (2, 2), flags=_STEPS),
    Geometry("channels-256", 1, 30, 29, (3, 4), (3, 3), (1, 1), (1, 1), flags=_TAPS),
    Geometry("channels-600", 1, 67, 2, (3, 3), (3, 3), (1, 2), (1, 1), flags=_TAPS),
    Geometry("outputs-600", 1, 2, 67, (3, 3), (3, 3), (2, 1), (1, 1), flags=_STEPS),
    Geometry("positions-300", 3, 1, 2, (20, 16), (2, 2), flags=_SAMPLES, digest=True),
    Geometry("samples-5", 5, 2, 3, (3, 3), (2, 2), flags=_SAMPLES),
    Geometry("samples-6", 6, 2, 2, (4, 4), (3, 3), (1, 1), (1, 1), flags=_SAMPLES),
    Geometry("kernel-17", 1, 1, 2, (18, 18), (17, 17), (1, 1), (1, 1), flags=_TAPS),
    Geometry("no-samples", 0, 2, 3, (3, 3), (2, 2), flags=("shape",)),
    Geometry("no-channels", 2, 0, 3, (3, 3), (2, 2), bias=True, flags=("shape",)),
    Geometry("no-outputs", 2, 3, 0, (3, 3), (2, 2), flags=("shape",)),
    Geometry("wide", 1, 3, 17, (9, 40), (3, 3), padding=(1, 1), flags=_TAPS, digest=True),
    Geometry("rows", 2, 5, 33, (15, 7), (3, 3), (2, 2), (1, 1), flags=_STEPS, digest=True),
)
ONE_AXIS = (
    Geometry("plain", 2, 3, 4, (9,), (3,), level="smoke"),
    Geometry("padded", 1, 5, 3, (8,), (4,), padding=(3,), bias=True, flags=_TAPS),
    Geometry("stride", 1, 4, 3, (11,), (5,), (3,), (2,), extra=(1,), flags=_STEPS),
    Geometry("dilation", 1, 3, 3, (12,), (3,), (2,), (2,), (3,), flags=_STEPS),
    Geometry("groups", 3, 6, 4, (7,), (2,), groups=2, flags=_GROUPS),
    Geometry("channels-260", 1, 130, 129, (3,), (2,)),
    Geometry("positions-520", 3, 1, 1, (523,), (4,), flags=_SAMPLES, digest=True),
    Geometry("no-samples", 0, 2, 3, (3,), (2,), flags=("shape",)),
)
THREE_AXES = (
    Geometry("plain", 2, 2, 3, (3, 4, 3), (2, 3, 2), level="smoke"),
    Geometry("padded", 1, 3, 2, (2, 3, 3), (2, 2, 3), (), (1, 0, 1), bias=True, flags=_TAPS),
    Geometry("stride", 1, 2, 3, (4, 5, 6), (3, 2, 3), (2, 1, 3), (1, 0, 1), flags=_STEPS),
    Geometry("dilation", 1, 2, 2, (5, 4, 4), (2, 2, 2), (2, 1, 1), (1, 1, 0), (3, 1, 2),
             flags=_STEPS),
    Geometry("groups", 2, 4, 6, (2, 3, 3), (2, 2, 1), groups=2, flags=_GROUPS),
    Geometry("channels-261", 1, 29, 29, (2, 2, 2), (3, 3, 1), (), (1, 1, 0), flags=_TAPS),
    Geometry("samples-3", 3, 1, 1, (5, 9, 9), (2, 1, 2), flags=_SAMPLES),
)  # fmt: skip
GEOMETRIES = {1: ONE_AXIS, 2: TWO_AXES, 3: THREE_AXES}
