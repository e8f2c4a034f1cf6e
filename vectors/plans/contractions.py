"""Cases of contractions (T4): dot, matmul, bmm with operands and results of one format.

They have ragged sizes around the block of 256, empty sizes, both transpositions, bias and special
values. Products cancel, so that the bits distinguish fma from multiply and add, the block of 256
from other blocks, and the compute format from a wider one.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from samebits.spec.formats import Format, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import Shape, bmm, dot, matmul
from samebits.vectors.planning import Planned, generated, values
from samebits.vectors.plans import patterns
from samebits.vectors.plans.reductions import cancelling_range
from samebits.vectors.schema import Generated, Parameter

LABELS = ("f64", "f32", "f16", "bf16")

DOT_LENGTHS = (
    *range(20), 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 255, 256, 257, 258, 300, 511, 512,
    513, 514, 600, 767, 768, 769, 1023, 1024, 1025, 2049, 4097, 16385, 65537,
)  # fmt: skip

# Sizes (M, N, K): M and N around vector widths, and K around one and two blocks.
SMALL = (
    (1, 1, 1), (1, 1, 2), (2, 3, 1), (3, 2, 16), (1, 17, 17), (17, 1, 16), (2, 2, 255),
    (3, 5, 256), (5, 3, 257), (16, 16, 16), (17, 16, 17), (1, 33, 511), (33, 1, 512),
    (7, 9, 513), (17, 19, 513), (16, 15, 600), (8, 8, 769), (4, 3, 1025),
)  # fmt: skip
BY_VALUE = 600
"""Maximum number of results of a product that are stored by value; more are stored by digest."""

LARGE = ((255, 16, 17), (256, 17, 3), (257, 3, 16), (13, 257, 15), (31, 33, 257), (14, 32, 600))
HUGE = ((64, 65, 600), (3, 513, 257), (513, 2, 256), (128, 127, 65), (2, 3, 5000))
EMPTY = ((0, 3, 4), (3, 0, 4), (0, 0, 0), (2, 3, 0), (1, 1, 0))
BATCHED = ((3, 4, 5), (7, 5, 257), (1, 16, 33), (6, 6, 6))
# A square operand is valid with and without transposition, so it shows whether the flag is obeyed.
TRANSPOSED = ((17, 19, 513), (5, 33, 64), (1, 9, 257), (9, 1, 33), (16, 16, 16))


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes and options of a matrix product."""

    m: int
    n: int
    k: int
    transpose_a: bool = False
    transpose_b: bool = False
    bias: bool = False
    batch: int | None = None

    def name(self) -> str:
        """Return the name as it appears in the case id: `m17-n19-k513-tb`."""
        batch = "" if self.batch is None else f"b{self.batch}-"
        options = [
            t
            for t, on in (("ta", self.transpose_a), ("tb", self.transpose_b), ("bias", self.bias))
            if on
        ]
        return "-".join([f"{batch}m{self.m}-n{self.n}-k{self.k}", *options])

    def shapes(self) -> tuple[Shape, ...]:
        """Return the shapes of the operands as stored."""
        a = (self.k, self.m) if self.transpose_a else (self.m, self.k)
        b = (self.n, self.k) if self.transpose_b else (self.k, self.n)
        lead = () if self.batch is None else (self.batch,)
        return ((*lead, *a), (*lead, *b), *(((self.n,),) if self.bias else ()))

    def k_axes(self) -> tuple[int, int]:
        """Return the axis of `a` and the axis of `b`, as stored, that is K."""
        lead = 0 if self.batch is None else 1
        return lead + (0 if self.transpose_a else 1), lead + (1 if self.transpose_b else 0)


HUGE_SIZES = tuple(Sizes(m, n, k, transpose_b=m % 2 == 0) for m, n, k in HUGE)


def handles(op: Op) -> bool:
    """Return whether the op has the shape rule of a dot or matrix product."""
    return op.shape_rule in (dot, matmul, bmm)


def labels(op: Op) -> list[str]:
    """Return the labels with a single format; `mixed_products` plans the others."""
    return [label for label in op.labels() if label in LABELS]


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and format."""
    if label not in LABELS:
        return []
    form = get_format(label)
    if op.shape_rule is dot:
        return [*_dots(op, form), *_special_dots(op, form)]
    return [*_products(op, form), *_special_products(op, form)]


def _dots(op: Op, form: Format) -> Iterator[Planned]:
    call = op.call([form.name] * 2)
    for n in DOT_LENGTHS:
        for kind in ("spread", "cancel") if n >= 6 else ("spread",):
            name = f"length/{n}/{kind}"
            operands = _operands(f"{op.name}/{form.name}/{name}", form, ((n,), (n,)), (0, 0), kind)
            level = "full" if n > 5000 else "smoke" if n in (1, 17) else "standard"
            flags = ("contraction-tree", "length") if kind == "cancel" else ("length",)
            yield Planned(name, call, operands, level, flags)


def _operands(
    case_id: str, form: Format, shapes: Sequence[Shape], axes: tuple[int, int], kind: str
) -> tuple[Generated, ...]:
    """Return operands of a contraction.

    With `cancel`, both are mirrored along K, with opposite signs, so that products cancel.
    """
    low, high = cancelling_range(form)
    middle = (low + high) // 2
    operands = []
    for index, shape in enumerate(shapes):
        if index == 2 or kind == "spread":
            lead, reach = (0, 2) if index == 1 else (middle, 4)
            exponents: dict[str, Parameter] = {"low": lead - reach, "high": lead + reach}
            transform = "spread"
        elif index == 0:
            exponents = {"axis": axes[0], "sign": 1, "low": low, "high": high}
            transform = "cancel"
        else:
            exponents = {"axis": axes[1], "sign": 0, "low": -7, "high": 0}
            transform = "cancel"
        operands.append(generated(case_id, index, form.name, shape, transform, **exponents))
    return tuple(operands)


def _call(op: Op, form: Format, sizes: Sizes) -> Call:
    return op.call(
        [form.name] * (3 if sizes.bias else 2),
        transpose_a=sizes.transpose_a,
        transpose_b=sizes.transpose_b,
    )


def _products(op: Op, form: Format) -> Iterator[Planned]:
    for group, kind, level, sizes in _sizes(op, form):
        name = f"{group}/{sizes.name()}"
        operands = _operands(
            f"{op.name}/{form.name}/{name}", form, sizes.shapes(), sizes.k_axes(), kind
        )
        flags = ["shape"]
        flags += ["contraction-tree"] if kind == "cancel" else []
        flags += ["bias"] if sizes.bias else []
        yield Planned(
            name, _call(op, form, sizes), operands, level, tuple(flags),
            digest=sizes.m * sizes.n > BY_VALUE,
        )  # fmt: skip


def _sizes(op: Op, form: Format) -> Iterator[tuple[str, str, str, Sizes]]:
    """Yield the group, the kind of operands, the level and the sizes of each case."""
    if op.shape_rule is bmm:
        for batch, (m, n, k) in itertools.product((1, 2, 5), BATCHED):
            for ta, tb in _TRANSPOSITIONS:
                yield "ragged", "cancel", "standard", Sizes(m, n, k, ta, tb, k == 33, batch)
        for batch, m, n, k in ((0, 2, 3, 4), (2, 0, 3, 4), (2, 3, 0, 4), (2, 3, 2, 0)):
            yield "empty", "spread", "standard", Sizes(m, n, k, batch=batch)
        yield "ragged", "spread", "smoke", Sizes(4, 4, 17, batch=3)
        return
    for m, n, k in SMALL:
        level = "smoke" if (m, n, k) in SMALL[:6] else "standard"
        for bias in (False, True):
            yield "ragged", "cancel", level, Sizes(m, n, k, bias=bias)
    for m, n, k in TRANSPOSED:
        for ta, tb in _TRANSPOSITIONS[1:]:
            yield "ragged", "cancel", "standard", Sizes(m, n, k, ta, tb, bias=ta)
    for m, n, k in EMPTY:
        for bias in (False, True):
            yield "empty", "spread", "standard", Sizes(m, n, k, bias=bias)
    for m, n, k in LARGE:
        yield "large", "cancel", "standard" if form.name != "f16" else "full", Sizes(m, n, k)
    for sizes in HUGE_SIZES:
        yield "large", "spread", "full", sizes


_TRANSPOSITIONS = ((False, False), (True, False), (False, True), (True, True))


def _special_terms(form: Format) -> Iterator[tuple[str, list[tuple[list[int], list[int]]]]]:
    """Yield names and pairs of vectors of equal length with special values in a contraction."""
    minus, one, top = form.sign_mask, patterns.one(form), form.max_finite
    infinity, nan = form.infinity, form.canonical_nan
    two = patterns.power(form, 1)
    for n in (1, 2, 5, 257):
        a = [one] * n
        signs = [([minus] * n, a), (a, [minus] * n), ([minus] * n, [0] * n), ([0] * n, a)]
        signs += [([minus] * (n - 1) + [0], a), ([0] + [minus] * (n - 1), a)]
        yield f"zeros-{n}", signs
    for n in (1, 4, 258):
        rows = []
        for place in [0] if n == 1 else [1, n - 1] if n > 200 else [0, 1, n // 2, n - 1]:
            for x, y in (
                (infinity, one), (infinity | minus, one), (infinity, 0), (nan + 1, one),
                (infinity + 1, two), (nan | minus, 0), (top, top), (top, top | minus),
            ):  # fmt: skip
                a, b = [one] * n, [two] * n
                a[place], b[place] = x, y
                rows.append((a, b))
                if n > 2:
                    other = list(a)
                    other[(place + 2) % n] = infinity | minus
                    rows.append((other, b))
        yield f"placed-{n}", rows
    # Overflow within a block although the exact sum is small, and overflow in only one of two
    # blocks.
    inside = ([top, top, top | minus, top | minus], [one] * 4)
    blocks = ([top] * 300 + [top | minus] * 300, [one] * 600)
    yield "overflow", [inside]
    yield "overflow-blocks", [blocks]
    draw = patterns.randomness("subnormal products", form.name)
    half = form.emin // 2

    def vector(exponent: int) -> list[int]:
        width = form.precision - 1
        return [
            patterns.with_exponent(form, exponent, draw.getrandbits(width), draw.getrandbits(1))
            for _ in range(40)
        ]

    rows = [(vector(half - 3), vector(form.emin - half - 4)) for _ in range(8)]
    yield "subnormal", rows


def _special_flags(name: str) -> tuple[str, ...]:
    kind = name.split("-")[0]
    return {
        "zeros": ("signed-zero",),
        "placed": ("special-values", "nan-canonical"),
        "overflow": ("overflow-border", "contraction-tree"),
        "subnormal": ("subnormal", "gradual-underflow"),
    }[kind]


def _special_dots(op: Op, form: Format) -> Iterator[Planned]:
    call = op.call([form.name] * 2)
    for name, rows in _special_terms(form):
        for index, (a, b) in enumerate(rows if len(rows[0][0]) < 100 else rows[:3]):
            operands = (values(a, form.name), values(b, form.name))
            flags = _special_flags(name)
            yield Planned(f"special/{name}/row{index}", call, operands, "standard", flags)


def _special_products(op: Op, form: Format) -> Iterator[Planned]:
    """Yield cases that combine each row of a group, as a row of a, with each column of b."""
    for name, rows in _special_terms(form):
        if op.shape_rule is bmm and len(rows[0][0]) > 100:
            continue
        k = len(rows[0][0])
        flat_a = [x for a, _ in rows for x in a]
        flat_b = [x for _, b in rows for x in b]
        lead = (1,) if op.shape_rule is bmm else ()
        a, b = (values(flat, form.name, (*lead, len(rows), k)) for flat in (flat_a, flat_b))
        for bias in (False, True):
            call = op.call([form.name] * (3 if bias else 2), transpose_a=False, transpose_b=True)
            addend = (values(_bias(form, len(rows)), form.name),) if bias else ()
            text = f"special/{name}" + ("-bias" if bias else "")
            flags = _special_flags(name) + (("bias",) if bias else ())
            level = "smoke" if name == "placed-4" else "standard"
            yield Planned(text, call, (a, b, *addend), level, flags)


def _bias(form: Format, n: int) -> list[int]:
    cycle = [
        form.sign_mask,
        0,
        patterns.one(form),
        form.infinity,
        form.canonical_nan | form.sign_mask,
    ]
    return list(itertools.islice(itertools.cycle(cycle), n))
