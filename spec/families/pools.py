"""Pools (clause G10): attributes, shape rules, and the elements that each window reads.

A place is a position of a window. A pool, its gradient and its divisor use the same windows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from samebits.spec.errors import SpecError
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.declare import Gradient, Signature, same_format
from samebits.spec.language.geometry import Refusal, shape_rule
from samebits.spec.language.graph import Ref, Sizes
from samebits.spec.language.shapes import Attributes, Shape, ShapeRule

FORMATS = ("f32", "f16", "bf16", "f64")
"""The formats of pools."""

RANKS = (1, 2)
"""The supported numbers of spatial axes."""


@dataclass(frozen=True, slots=True)
class Windows:
    """The windows of a pool as taps of places (see spec/language/taps.py)."""

    places: str
    taps: str
    at: str


READ = Windows("[*P]", "kernel_size", "stride*place + dilation*tap - padding")
"""The elements that each place of a max pool reads."""

AVERAGED = Windows("[*P]", "kernel_size", "stride*place + tap - padding")
"""The elements that each place of an average pool reads."""

PADDED = Windows("[*P]", "kernel_size", "stride*place + tap")
"""The windows of AVERAGED, with indices that start at the beginning of the padding."""

AVERAGING = Windows(
    "[*S]",
    "(place + padding)//stride - (place + padding - kernel_size)//stride",
    "(place + padding - kernel_size)//stride + 1 + tap",
)
"""The places of an average pool whose windows contain an element, ascending."""


def adaptive(places: str, sizes: str) -> Windows:
    """Return windows that distribute the elements evenly over the places.

    Place i reads the elements from floor(i S / P) to ceil((i + 1) S / P) - 1.
    """
    ends = f"((place + 1)*{sizes} + {places} - 1)//{places}"
    begin = f"(place*{sizes})//{places}"
    return Windows(f"[*{places}]", f"{ends} - {begin}", f"{begin} + tap")


ADAPTIVE = adaptive("output_size", "S")
"""The elements that each place of an adaptive pool reads."""

ADAPTING = adaptive("S", "output_size")
"""The places whose windows contain an element; windows that distribute elements evenly, too."""


def _each(name: str, doc: str, rank: int, least: int, default: int | None = None) -> Attribute:
    """Return an attribute with one integer per spatial axis.

    It is required if it has no default.
    """
    value = None if default is None else (default,) * rank
    doc = f"{doc}, one integer for each spatial axis"
    return Attribute(
        name, doc, value, required=default is None, kind="integers", least=least, length=rank
    )


def _window(rank: int) -> tuple[Attribute, ...]:
    return (
        _each("kernel_size", "taps of the window", rank, 1),
        _each("stride", "steps between neighbouring windows", rank, 1),
        _each("padding", "absent places before and after the input", rank, 0, 0),
    )


CEIL_MODE = Attribute(
    "ceil_mode", "whether a window may reach beyond the padding", False, choices=(False, True)
)


def max_attributes(rank: int) -> tuple[Attribute, ...]:
    """Return the attributes of a max pool."""
    dilation = _each("dilation", "steps between neighbouring taps", rank, 1, 1)
    return (*_window(rank), dilation, CEIL_MODE)


def average_attributes(rank: int, *, gradient: bool = False) -> tuple[Attribute, ...]:
    """Return the attributes of an average pool; `ceil_mode` is not needed for a gradient."""
    doc = "whether the divisor counts the padding that a window covers"
    count = Attribute("count_include_pad", doc, True, choices=(False, True))
    doc = "the divisor of every sum; null means the count of taps (G10.6)"
    override = Attribute("divisor_override", doc, kind="integer", least=1, nullable=True)
    mode = () if gradient else (CEIL_MODE,)
    return (*_window(rank), *mode, count, *((override,) if rank > 1 else ()))


def size_attribute(name: str, rank: int) -> Attribute:
    """Return the attribute `output_size` of an adaptive pool, or `input_size` of a gradient."""
    what = "result" if name == "output_size" else "operand of the forward op, and of the result"
    return _each(name, f"spatial sizes of the {what}", rank, 1)


def with_indices() -> tuple[Signature, ...]:
    """Return signatures with the operand x, the maxima in its format, and their indices."""
    return tuple(((f,), (f, "i64")) for f in FORMATS)


def of_indices() -> tuple[Signature, ...]:
    """Return signatures with a gradient and indices as operands, and a gradient as result."""
    return tuple(((f, "i64"), (f,)) for f in FORMATS)


SAME = same_format(1, *FORMATS)
"""Signatures with one operand, and one result in the same format."""


def max_gradient(rank: int) -> tuple[Gradient, ...]:
    """Return the declaration of the gradient of a max pool, which reads only the indices."""
    return (
        Gradient(
            operand="x",
            op=f"max_pool{rank}d_gradient",
            inputs=("gradient of result", "indices"),
            attributes={"input_size": Sizes("[*S]")},
        ),
    )


def average_gradient(name: str, attributes: Sequence[Attribute]) -> tuple[Gradient, ...]:
    """Return the gradient of an average pool, which the op `name` computes with `attributes`."""
    passed: dict[str, Any] = {a.name: Ref(a.name) for a in attributes}
    sizes = {**passed, "input_size": Sizes("[*S]")}
    return (Gradient(operand="x", op=name, inputs=("gradient of result",), attributes=sizes),)


SIZES, KERNEL, STRIDE, PADDING, DILATION = (7, 6), (3, 2), (2, 1), (1, 0), (1, 2)
"""The sizes of the examples, by spatial axis."""

_REACH = {"reach": "dilation*(kernel_size - 1) + 1"}
_PLACES = (
    "min((S + 2*padding - reach + ceil_mode*(stride - 1))//stride, (S + padding - 1)//stride) + 1"
)


def _integers(attributes: Attributes, name: str) -> tuple[int, ...]:
    value = attributes[name]
    assert isinstance(value, tuple)
    return value


def ranked(op: str, shape: Shape, rank: int) -> Shape:
    """Return the shape.

    Raises SpecError unless it has samples, channels and `rank` spatial axes.
    """
    if len(shape) != rank + 2:
        axes = {1: "[N, C, W]", 2: "[N, C, H, W]"}[rank]
        raise SpecError(f"{op}: operands must have {rank + 2} axes, {axes}, got shape {shape}")
    return tuple(shape)


def filled(op: str, sizes: Shape) -> Shape:
    """Return the spatial sizes. Raises SpecError if one of them is 0."""
    if 0 in sizes:
        raise SpecError(f"{op}: every spatial axis must have size 1 or more, got sizes {sizes}")
    return sizes


def _count(size: int, reach: int, stride: int, padding: int, ceil_mode: bool) -> int:
    """Return the number of windows on one axis. Windows begin at or before the last element."""
    extra = stride - 1 if ceil_mode else 0
    return min((size + 2 * padding - reach + extra) // stride, (size + padding - 1) // stride) + 1


def _places(op: str, attributes: Attributes, sizes: Shape, ceil_mode: bool) -> Shape:
    """Return the number of windows on each axis. Raises SpecError if the windows do not fit."""
    filled(op, sizes)
    kernel, stride = _integers(attributes, "kernel_size"), _integers(attributes, "stride")
    padding = _integers(attributes, "padding")
    dilation = _integers(attributes, "dilation") if "dilation" in attributes else (1,) * len(sizes)
    found = []
    for n, k, s, p, d in zip(sizes, kernel, stride, padding, dilation, strict=True):
        reach = d * (k - 1) + 1
        if p > reach // 2:
            raise SpecError(
                f"{op}: padding {p} is more than half of the {reach} elements that a window "
                "covers; pad less"
            )
        count = _count(n, reach, s, p, ceil_mode)
        if count < 1:
            raise SpecError(
                f"{op}: a window covers {reach} elements, but its axis has only {n} elements and "
                f"padding {p}"
            )
        for start in range(-p, s * count - p, s) if d > n else ():
            if not any(0 <= start + d * tap < n for tap in range(k)):
                raise SpecError(
                    f"{op}: a window of {k} taps, dilation {d}, at {start} does not read any of "
                    f"the {n} elements of its axis"
                )
        found.append(count)
    return tuple(found)


def _example(rank: int, dilated: bool) -> dict[str, Any]:
    steps = {"kernel_size": KERNEL[:rank], "stride": STRIDE[:rank], "padding": PADDING[:rank]}
    more = {"dilation": DILATION[:rank]} if dilated else {}
    return {**steps, **more, "ceil_mode": True}


def _refusals(rank: int, dilated: bool) -> tuple[Refusal, ...]:
    """Return refusals of windows that are too large, padded too much, or outside the input."""
    one, far = (1,) * rank, (9,) * rank
    gaps = {"kernel_size": (2,) * rank, "dilation": (3,) * rank, "padding": (2,) * rank}
    plain: dict[str, Any] = {"ceil_mode": False, "kernel_size": far, "padding": (0,) * rank}
    return (
        Refusal("G10.2", "an empty spatial axis", ((2, 3, *SIZES[: rank - 1], 0),)),
        Refusal("G10.2", "a padding of more than half of the window", attributes={"padding": far}),
        Refusal("G10.2", "a window beyond the padded input", attributes=plain),
        *(
            (Refusal("G10.2", "a window that reads nothing", ((2, 3, *one),), gaps),)
            if dilated
            else ()
        ),
    )


def _max(rank: int) -> ShapeRule:
    @shape_rule(
        ["[N, C, *S]"],
        "[N, C, *P]",
        "[N, C, *P]",
        example=[(2, 3, *SIZES[:rank])],
        attributes=_example(rank, True),
        sizes={**_REACH, "P": _PLACES},
        refusals=_refusals(rank, True),
        name=f"max_pool{rank}d",
    )
    def rule(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
        """Take x[N, C, *S]; the results are the maxima of the windows and their indices."""
        n, c, *sizes = ranked(op, inputs[0], rank)
        found = (n, c, *_places(op, attributes, tuple(sizes), attributes["ceil_mode"] is True))
        return found, found

    return rule


def _average(rank: int) -> ShapeRule:
    @shape_rule(
        ["[N, C, *S]"],
        "[N, C, *P]",
        example=[(2, 3, *SIZES[:rank])],
        attributes=_example(rank, False),
        sizes={"reach": "kernel_size", "P": _PLACES},
        refusals=_refusals(rank, False),
        name=f"avg_pool{rank}d",
    )
    def rule(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
        """Take x[N, C, *S]; the result has the averages of the windows."""
        n, c, *sizes = ranked(op, inputs[0], rank)
        return ((n, c, *_places(op, attributes, tuple(sizes), attributes["ceil_mode"] is True)),)

    return rule


def _average_gradient(rank: int) -> ShapeRule:
    example = {**_example(rank, False), "input_size": SIZES[:rank]}
    del example["ceil_mode"]
    places = _places("avg_pool", example, SIZES[:rank], True)

    @shape_rule(
        ["[N, C, *P]"],
        "[N, C, *input_size]",
        example=[(2, 3, *places)],
        attributes=example,
        sizes={"S": "input_size"},
        refusals=(
            Refusal("G10.7", "another input_size", attributes={"input_size": (19,) * rank}),
            *_refusals(rank, False)[1:2],
        ),
        name=f"avg_pool{rank}d_gradient",
    )
    def rule(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
        """Take gradient[N, C, *P]; the result has the spatial sizes `input_size`."""
        n, c, *found = ranked(op, inputs[0], rank)
        sizes = _integers(attributes, "input_size")
        most = _places(op, attributes, sizes, True)
        kernel, stride = _integers(attributes, "kernel_size"), _integers(attributes, "stride")
        axes = zip(sizes, kernel, stride, _integers(attributes, "padding"), strict=True)
        least = tuple(_count(n, k, s, p, False) for n, k, s, p in axes)
        if tuple(found) not in (least, most) or 0 in found:
            raise SpecError(
                f"{op}: for input_size {sizes} the gradient must have {least} places, or {most} "
                f"with ceil_mode; got shape {inputs[0]}"
            )
        return ((n, c, *sizes),)

    return rule


def _adaptive(rank: int, results: int) -> ShapeRule:
    kind = "avg" if results == 1 else "max"

    @shape_rule(
        ["[N, C, *S]"],
        *("[N, C, *output_size]",) * results,
        example=[(2, 3, *SIZES[:rank])],
        attributes={"output_size": (3, 4)[:rank]},
        refusals=_refusals(rank, False)[:1],
        name=f"adaptive_{kind}_pool{rank}d",
    )
    def rule(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
        """Take x[N, C, *S]; the results have the spatial sizes `output_size`."""
        n, c, *sizes = ranked(op, inputs[0], rank)
        filled(op, tuple(sizes))
        return ((n, c, *_integers(attributes, "output_size")),) * results

    return rule


def _adaptive_gradient(rank: int) -> ShapeRule:
    @shape_rule(
        ["[N, C, *output_size]"],
        "[N, C, *input_size]",
        example=[(2, 3, *(3, 4)[:rank])],
        attributes={"input_size": SIZES[:rank]},
        sizes={"S": "input_size"},
        refusals=(Refusal("G10.9", "a gradient of no places", ((2, 3, *(3, 4)[: rank - 1], 0),)),),
        name=f"adaptive_avg_pool{rank}d_gradient",
    )
    def rule(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
        """Take gradient[N, C, *output_size]; the result has the spatial sizes `input_size`."""
        n, c, *places = ranked(op, inputs[0], rank)
        filled(op, tuple(places))
        return ((n, c, *_integers(attributes, "input_size")),)

    return rule


def _max_gradient(rank: int) -> ShapeRule:
    n = "*".join(f"input_size[{axis}]" for axis in range(rank))
    count = 7 if rank == 1 else 42
    shape = (2, 3, *(4, 3)[:rank])

    @shape_rule(
        ["[N, C, *P]", "[N, C, *P]"],
        "[N, C, *input_size]",
        example=[shape, shape],
        attributes={"input_size": SIZES[:rank]},
        sizes={"n": n},
        refusals=(
            Refusal("S2.3", "an index below 0", index=-1),
            Refusal("S2.3", "an index beyond the input", index=count),
        ),
        name=f"max_pool{rank}d_gradient",
        indices=(1, "n"),
    )
    def rule(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
        """Take gradient and indices of the same shape; the result is the gradient of x."""
        first, second = (ranked(op, shape, rank) for shape in inputs)
        if first != second:
            raise SpecError(f"{op}: gradient {first} and indices {second} must have one shape")
        return ((*first[:2], *_integers(attributes, "input_size")),)

    return rule


MAX = tuple(map(_max, RANKS))
MAX_GRADIENT = tuple(map(_max_gradient, RANKS))
AVERAGE = tuple(map(_average, RANKS))
AVERAGE_GRADIENT = tuple(map(_average_gradient, RANKS))
ADAPTIVE_AVERAGE = tuple(_adaptive(rank, 1) for rank in RANKS)
ADAPTIVE_AVERAGE_GRADIENT = tuple(map(_adaptive_gradient, RANKS))
ADAPTIVE_MAX = tuple(_adaptive(rank, 2) for rank in RANKS)
"""The shape rules for one and for two spatial axes, in this order."""

SHAPE_RULES = (
    *MAX,
    *MAX_GRADIENT,
    *AVERAGE,
    *AVERAGE_GRADIENT,
    *ADAPTIVE_AVERAGE,
    *ADAPTIVE_AVERAGE_GRADIENT,
    *ADAPTIVE_MAX,
)
"""All shape rules of this module."""
