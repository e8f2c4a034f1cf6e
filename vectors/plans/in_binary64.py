"""Cases of functions in binary64: a few by value, and more by digest.

Each operand and result by value takes 16 bytes. No certificate covers a function of binary64 on all
inputs. So the operands by value are those for which a wrong result is likely. They are special
values, thresholds, borders between kinds of results, exact cases, ties, and multiples of periods,
where argument reductions change. They also include the published hardest operands, operands found
by `vectors/search/slopes.py`, and operands for which a first rounding to 64 bits gives a wrong
result. All of the hardest operands are used. From every other group a random selection is used,
which is fixed for each op.
"""

from __future__ import annotations

import itertools
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from samebits.spec.catalog import function_landmarks
from samebits.spec.formats import Format, get_format
from samebits.spec.language.declare import Op
from samebits.spec.math_table import FUNCTIONS
from samebits.vectors.planning import Planned, generated, values
from samebits.vectors.plans import exact, patterns, periods
from samebits.vectors.search.published import published
from samebits.vectors.search.slopes import found_by_slopes
from samebits.vectors.search.twice import rounded_twice

T = TypeVar("T")
Row = tuple[int, ...]
Flags = tuple[str, ...]

FORM = get_format("f64")

BULK = 1 << 12
"""Number of elements of a case by digest. Three libraries compute each, some of them slowly."""

PAIRS = 12
"""Maximum number of rows of a constructed group of operand pairs."""

_FEW = {
    "thresholds": 36,
    "borders": 48,
    "cuts": 12,
    "near-multiples": 16,
    "exact": 24,
    "ties": 24,
    "leaving": 20,
}
"""Maximum number of operands of each group."""

_VARIANT = 16
"""Number of operands for each non-default value of an attribute, in addition to its borders."""

_BORDERS = 16
"""Number of border operands, neighbours included, for each non-default value of an attribute."""

_BETWEEN = 6
"""Maximum number of borders between two grid operands. exp has two in the binade of 709."""

_TWICE: Flags = ("double-rounding",)
"""Flags of operands found by `vectors/search/twice.py`."""

_REACH = 8.0
"""Largest operand at which borders of a periodic function are searched."""


def is_meant(op: Op, form: Format) -> bool:
    """Return whether an op is a function of the profile math and the format is f64."""
    return form.name == "f64" and op.name in FUNCTIONS


def some(found: Sequence[T], count: int, *words: str) -> list[T]:
    """Return at most `count` of the items, in their order. `words` seed the random choice."""
    unique = list(dict.fromkeys(found))
    if len(unique) <= count:
        return unique
    places = patterns.randomness("in binary64", *words).sample(range(len(unique)), count)
    return [unique[place] for place in sorted(places)]


def unary(op: Op, attributes: Sequence[float]) -> list[Planned]:
    """Return the cases of a function of one operand.

    `attributes` are non-default values of a real attribute.
    """
    call, name = op.call([FORM.name]), op.name
    default = [a.default for a in op.attributes if isinstance(a.default, float)]
    cases = [
        Planned(group, call, (values(found, FORM.name),), level, flags)
        for group, found, level, flags in _groups(name, default)
        if found
    ]
    low, high = function_landmarks(name).everyday
    cases += [_bulk(op, "bulk/bits", "bits"), _bulk(op, "bulk/core", "spread", low=low, high=high)]
    for value in attributes if default else ():
        given = op.call([FORM.name], None, **{op.attributes[0].name: value})
        found = [
            *some(borders(name, [value]), 2 * _BORDERS, name, "borders", str(value)),
            *some(patterns.structured(FORM, f"{name} {value}"), _VARIANT, name, str(value)),
            *some(exact.halving_ties(FORM), 4, name, "ties", str(value)),
            *patterns.both_signs([0, patterns.one(FORM), FORM.infinity], FORM),
            FORM.canonical_nan | FORM.sign_mask,
        ]
        operands = (values(patterns.unique(found), FORM.name),)
        flags = ("attribute", "threshold", "special-values", "nan-canonical", "every-exponent")
        title = f"{op.attributes[0].name}={value}/mixed"
        cases.append(Planned(title, given, operands, "standard", flags))
    return cases


def _groups(name: str, attributes: Sequence[float]) -> Iterator[tuple[str, list[int], str, Flags]]:
    """Yield the groups by value that are not empty: name, operands, level and flags."""
    special = ("special-values", "nan-canonical")
    yield "specials", patterns.unique(patterns.specials(FORM)), "smoke", special
    draw = patterns.randomness("in binary64", name, "random")
    yield "random", [draw.getrandbits(64) for _ in range(24)], "smoke", ("every-exponent",)
    every = some(patterns.structured(FORM, name), 32, name, "exponents")
    yield "exponents", every, "standard", ("every-exponent",)
    width = FORM.precision - 1
    small = [draw.getrandbits(draw.randint(1, width)) for _ in range(6)]
    yield "subnormal", patterns.both_signs(small, FORM), "standard", ("subnormal",)
    landmarks = function_landmarks(name)
    points = landmarks.thresholds(FORM) if landmarks.thresholds else []
    near = patterns.around([patterns.nearest(x, FORM) for x in points], FORM)
    broken = ("tie-broken-by-infinitesimal",)
    found: list[tuple[str, list[int], Flags]] = [
        ("thresholds", near, ("threshold",)),
        ("borders", borders(name, attributes), ("threshold",)),
        ("cuts", periods.cuts(name, FORM), ("argument-reduction",)),
        ("exact", exact.exact(name, FORM), ("exact",)),
    ]
    if landmarks.repeats == "radians":
        angles = periods.near_multiples(FORM)
        found.append(("near-multiples", angles, ("argument-reduction", "cancellation")))
    if landmarks.halves:
        found.append(("ties", exact.halving_ties(FORM), broken))
    if landmarks.leaves:
        found.append(("leaving", exact.leaving(FORM), broken))
    for group, operands, flags in found:
        yield group, some(operands, _FEW[group], name, group), "standard", flags
    yield "hard", [row[0] for row in hard(name)], "standard", ("hard",)
    yield "twice", [row[0] for row in rounded_twice(name)], "standard", _TWICE


def _bulk(op: Op, name: str, transform: str, **parameters: int) -> Planned:
    """Return a case of generated operands, with expected bits by digest."""
    case_id, shape = f"{op.name}/{FORM.name}/{name}", (BULK,)
    operands = tuple(
        generated(case_id, i, FORM.name, shape, transform, **parameters)
        for i in range(len(op.operands))
    )
    call = op.call((FORM.name,) * len(op.operands))
    return Planned(name, call, operands, "full", ("bulk",), digest=True)


def pairs(op: Op, made: Iterable[tuple[str, list[tuple[int, int]], str, Flags]]) -> list[Planned]:
    """Return the cases of a function of two operands.

    `made` yields constructed groups: name, rows, level and flags.
    """
    few = [0, patterns.one(FORM), FORM.max_finite, FORM.infinity, 1, patterns.nearest(2.5, FORM)]
    few = [*patterns.both_signs(few, FORM), FORM.canonical_nan, FORM.infinity + 1]
    special = ("special-values", "signed-zero", "nan-canonical")
    cases = [_pairs(op, "specials", list(itertools.product(few, few)), "smoke", special)]
    for group, rows, level, flags in made:
        if kept := some(rows, PAIRS, op.name, group):
            cases.append(_pairs(op, group, kept, level, flags))
    if found := hard(op.name):
        rows = [(row[0], row[1]) for row in found]
        cases.append(_pairs(op, "hard", rows, "standard", ("hard-to-round",)))
    if found := rounded_twice(op.name):
        rows = [(row[0], row[1]) for row in found]
        cases.append(_pairs(op, "twice", rows, "standard", _TWICE))
    return [
        *cases,
        _bulk(op, "bulk/bits", "bits"),
        _bulk(op, "bulk/near", "spread", low=-4, high=4),
    ]


def _pairs(op: Op, name: str, rows: Sequence[tuple[int, int]], level: str, flags: Flags) -> Planned:
    operands = tuple(values(list(column), FORM.name) for column in zip(*rows, strict=True))
    return Planned(name, op.call((FORM.name,) * 2), operands, level, flags)


def hard(op: str) -> list[Row]:
    """Return the hard-to-round operands that were published or found, with both signs."""
    from samebits.oracles.hard_in_binary64 import hard_operands

    found = [tuple(map(_pattern, row)) for row in hard_operands(op)]
    found += [*published(op), *found_by_slopes(op)]
    return list(dict.fromkeys([*found, *((row[0] ^ FORM.sign_mask, *row[1:]) for row in found)]))


def borders(op: str, attributes: Sequence[float] = ()) -> list[int]:
    """Return operands on both sides of each border between kinds of results, small ones first.

    They are found by bisection between two operands of each binade, and between multiples of 1/16
    below 12. The kind of a result is its sign, whether it is zero, subnormal, infinite or NaN, and
    whether it equals the operand or the function's value at 0, 1 or an infinity.
    """
    function, given = FUNCTIONS[op], tuple(map(_pattern, attributes))
    fixed = [
        function(x, *given)
        for x in (0, patterns.one(FORM), FORM.infinity, FORM.infinity | FORM.sign_mask)
    ]

    def kind(x: int) -> tuple[int, ...]:
        y = function(x, *given)
        size = y & (FORM.sign_mask - 1)
        special = size == 0 or size >= FORM.infinity
        normal = size >= patterns.min_normal(FORM)
        which = size if special else normal
        return (y >= FORM.sign_mask, which, special, x == y, *(y == z for z in fixed))

    found = []
    for sign in (0, FORM.sign_mask):
        row = [sign | x for x in _grid(op)]
        for (low, below), (high, above) in pairwise((x, kind(x)) for x in row):
            for _ in range(_BETWEEN):
                if below == above:
                    break
                found += _bisected(kind, low, high, below)
                low, below = found[-1], kind(found[-1])
    return sorted(found, key=lambda x: x & (FORM.sign_mask - 1))


def _grid(op: str) -> list[int]:
    """Return the grid of magnitudes for the search of borders, in ascending order."""
    landmarks, one = function_landmarks(op), 1 << (FORM.precision - 1)
    found = [0, 1, *(field * one + half for field in range(2046) for half in (one // 3, one))]
    sixteenths = [k / 16 for k in range(1, 16 * 12)]
    if landmarks.poles:
        sixteenths += [(2 * k + 1) / 64 for k in range(32 * 12)]
    found += [_pattern(x) for x in sixteenths]
    if landmarks.repeats:
        found = [x for x in found if x <= _pattern(_REACH)]
    return sorted({*found, FORM.max_finite})


def _bisected(
    kind: Callable[[int], tuple[int, ...]], low: int, high: int, below: tuple[int, ...]
) -> list[int]:
    """Return the last operand of the same kind as `low`, and the next operand."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if kind(middle) == below else (low, middle)
    return [low, high]


def _pattern(x: float) -> int:
    found: int = struct.unpack("<Q", struct.pack("<d", x))[0]
    return found
