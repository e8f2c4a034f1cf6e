"""Functions of one operand in one format: sqrt, the elementary functions, neg and abs.

Formats of 16 and 8 bits are asked at every operand, f32 and f64 where kernels fail: specials,
borders, thresholds, the hardest-to-round operands found by `search/`, ties, every exponent.
"""

from __future__ import annotations

from collections.abc import Iterator

from samebits.spec.declare import Op
from samebits.spec.formats import Format, get_format
from samebits.spec.shapes import elementwise
from samebits.vectors.planning import Planned, generated, values
from samebits.vectors.plans import patterns, roots
from samebits.vectors.plans.thresholds import thresholds
from samebits.vectors.schema import Range
from samebits.vectors.search.hard import hard_inputs

HALVING = ("silu", "gelu")
"""Functions that are x/2 + c x^2 near 0: an odd subnormal is a tie broken by the second term."""


INTEGRAL = ("ceil", "floor", "round_half_even", "sign", "trunc")
"""Functions so plain that the digest of all short results says enough."""

ODD = ("erf", "tanh")
"""Odd functions: the search looks at positive operands, the cases hold both signs."""


def handles(op: Op) -> bool:
    """Elementwise ops with one operand whose result has its format."""
    return (
        op.shape_rule is elementwise
        and len(op.operands) == 1
        and all(inputs == outputs for inputs, outputs in op.signatures)
    )


def plan(op: Op, label: str) -> list[Planned]:
    """The cases of one op and format."""
    form = get_format(label)
    cases = [_by_value(op, form, "specials", patterns.specials(form), "smoke", _special_flags(op))]
    if form.bits <= 16:
        whole = Range(0, 1 << form.bits)
        flags = ("every-operand",)
        moves = op.op_class == "move" or op.name in INTEGRAL
        return [*cases, Planned("all", op.call([label]), (whole,), "standard", flags, moves)]
    cases += [_by_value(op, form, *group) for group in _groups(op, form)]
    return [*cases, *_bulk(op, form)]


def _special_flags(op: Op) -> tuple[str, ...]:
    return ("special-values", "nan-payload" if op.op_class == "move" else "nan-canonical")


def _by_value(
    op: Op, form: Format, name: str, found: list[int], level: str, flags: tuple[str, ...]
) -> Planned:
    return Planned(
        name, op.call([form.name]), (values(patterns.unique(found), form.name),), level, flags
    )


def _groups(op: Op, form: Format) -> Iterator[tuple[str, list[int], str, tuple[str, ...]]]:
    """Name, operands, level and flags of the groups of f32 and f64."""
    draw = patterns.randomness("unary", op.name, form.name)
    yield "subnormal", _subnormals(form), "standard", ("subnormal",)
    yield "exponents", patterns.structured(form, op.name), "standard", ("every-exponent",)
    few = [draw.getrandbits(form.bits) for _ in range(64)]
    yield "random", few, "smoke", ("every-exponent",)
    if op.op_class == "move":
        quiet = [form.infinity | draw.getrandbits(form.precision - 1) or 1 for _ in range(64)]
        yield "payloads", patterns.both_signs(quiet, form), "standard", ("nan-payload",)
    points = [patterns.nearest(x, form) for x in thresholds(op.name, form)]
    if points:
        yield "thresholds", patterns.around(points, form, reach=6), "standard", ("threshold",)
    hard = hard_inputs(op.name) if form.name == "f32" else []
    if hard:
        hard = patterns.both_signs(hard, form) if op.name in ODD else hard
        group = "hardest" if op.name == "sqrt" else "hard"  # of sqrt, `hard` are constructed ones
        yield group, hard, "standard", ("hard",)
    if op.name == "sqrt":
        yield "hard", roots.hard_roots(form), "standard", ("hard-to-round",)
    if op.name in ("sqrt", "rsqrt"):
        yield "exact", roots.exact_roots(form, op.name), "standard", ("exact",)
    if op.name in HALVING:
        yield "ties", _halving_ties(form), "standard", ("tie-broken-by-infinitesimal",)


def _subnormals(form: Format) -> list[int]:
    """Every power of two, its neighbours, and random subnormals, both signs."""
    draw = patterns.randomness("subnormals", form.name)
    width = form.precision - 1
    powers = patterns.around([1 << k for k in range(width + 1)], form)
    return patterns.both_signs(powers + [draw.getrandbits(width) for _ in range(64)], form)


def _halving_ties(form: Format) -> list[int]:
    """Odd subnormals, and odd significands of the first normal binade, whose half is inexact."""
    draw = patterns.randomness("halving", form.name)
    width = form.precision - 1
    odd = [2 * k + 1 for k in range(32)] + [(1 << width) - 1 - 2 * k for k in range(32)]
    odd += [draw.getrandbits(width) | 1 for _ in range(128)]
    first_binade = [1 << width | f for f in odd]
    # Of the next binade the half is exact, and only the second term is left to be rounded.
    next_binade = [2 << width | f for f in odd[:32]]
    return patterns.both_signs(odd + first_binade + next_binade, form)


def _bulk(op: Op, form: Format) -> Iterator[Planned]:
    """Generated operands: all bit patterns alike, and exponents where the op is not trivial."""
    call = op.call([form.name])
    count = 1 << 15 if form.name == "f64" else 1 << 16

    def case(name: str, transform: str, **parameters: int) -> Planned:
        case_id = f"{op.name}/{form.name}/{name}"
        source = generated(case_id, 0, form.name, (count,), transform, **parameters)
        return Planned(name, call, (source,), "full", ("bulk",), digest=True)

    yield case("bulk/bits", "bits")
    if op.op_class != "move":
        yield case("bulk/core", "spread", low=-13, high=6)
