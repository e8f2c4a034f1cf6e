"""Cases of functions of two operands: pow, atan2, hypot, logaddexp.

f64 has fewer cases (see in_binary64.py). 8-bit formats have every pair. Longer formats have all
pairs of special values, exact results and ties, borders of overflow and underflow, cancellation,
and random pairs.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from random import Random

from samebits.spec.catalog import landmarks_of
from samebits.spec.formats import Format, get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.landmarks import PairLandmarks
from samebits.vectors.planning import Planned, generated, values
from samebits.vectors.plans import angles, in_binary64, logsums, patterns, powers
from samebits.vectors.search.pairs import hard_pairs

Row = tuple[int, int]
Group = tuple[str, list[Row], str, tuple[str, ...]]

_MAKERS: Mapping[str, Callable[[Format, Random], Iterator[Group]]] = {
    "angles": angles.atan2_groups,
    "lengths": angles.hypot_groups,
    "logarithms of sums": logsums.groups,
    "powers": powers.groups,
}


def handles(op: Op) -> bool:
    """Return whether the op is an elementwise function of the profile math with two operands."""
    return isinstance(landmarks_of(op.name), PairLandmarks)


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and format."""
    form = get_format(label)
    if in_binary64.is_meant(op, form):
        return in_binary64.pairs(op, _constructed(op, form))
    draw = patterns.randomness("two operands", op.name, label)
    some = patterns.unique(patterns.specials(form))
    rows = list(itertools.product(some, some))
    flags = ("special-values", "signed-zero", "nan-canonical")
    cases = [_case(op, form, "specials", rows, "smoke", flags)]
    if form.bits == 8:
        return [*cases, _every_pair(op, form)]
    cases += [_case(op, form, *group) for group in _common(form, draw)]
    hard = hard_pairs(op.name, form)
    if hard:
        cases.append(_case(op, form, "hard", hard, "standard", ("hard-to-round",)))
    landmarks = landmarks_of(op.name)
    assert isinstance(landmarks, PairLandmarks)  # see `handles`
    if landmarks.groups is not None:
        made = _MAKERS[landmarks.groups](form, draw)
        cases += [_case(op, form, *group) for group in made if group[1]]
    if landmarks.alike:
        cases.append(_case(op, form, *_alike(form, draw)))
    return [*cases, *_bulk(op, form)]


def _constructed(op: Op, form: Format) -> Iterator[Group]:
    """Yield the groups that every function has, and the groups for this function."""
    draw = patterns.randomness("two operands", op.name, form.name)
    yield from _common(form, draw)
    landmarks = landmarks_of(op.name)
    assert isinstance(landmarks, PairLandmarks)  # see `handles`
    if landmarks.groups is not None:
        yield from _MAKERS[landmarks.groups](form, draw)
    if landmarks.alike:
        yield _alike(form, draw)


def _case(
    op: Op, form: Format, name: str, rows: list[Row], level: str, flags: tuple[str, ...]
) -> Planned:
    columns = zip(*dict.fromkeys(rows), strict=True)
    operands = tuple(values(list(column), form.name) for column in columns)
    return Planned(name, op.call((form.name,) * 2), operands, level, flags)


def _common(form: Format, draw: Random) -> Iterator[Group]:
    """Yield the groups of every function: random, every exponent, and ordinary operands."""
    rows = [(draw.getrandbits(form.bits), draw.getrandbits(form.bits)) for _ in range(64)]
    yield "random", rows, "smoke", ("every-exponent",)
    pairs = patterns.structured(form, "two operands", per_exponent=0)
    chosen = draw.sample(pairs, 2 * (len(pairs) // (6 if form.bits > 16 else 12)))
    half = len(chosen) // 2
    yield (
        "exponents",
        list(zip(chosen[:half], chosen[half:], strict=True)),
        "standard",
        ("every-exponent",),
    )
    width = form.precision - 1
    everyday = [
        tuple(
            patterns.with_exponent(
                form, draw.randint(-4, 3), draw.getrandbits(width), draw.getrandbits(1)
            )
            for _ in range(2)
        )
        for _ in range(256)
    ]
    yield "everyday", [(a, b) for a, b in everyday], "standard", ("every-exponent",)
    small = [
        (draw.getrandbits(width) | form.sign_mask * draw.getrandbits(1), draw.getrandbits(width))
        for _ in range(64)
    ]
    yield "subnormal", small, "standard", ("subnormal",)


def _alike(form: Format, draw: Random) -> Group:
    """Return normal operands of similar size, from the whole range of the format.

    No operand is special, and no result of atan2, hypot or logaddexp is subnormal. So a fast path
    for ordinary blocks computes all of them.
    """
    rows, width, most = [], form.precision - 1, form.emax - 7
    for _ in range(256):
        first = draw.randint(-most, most)
        second = min(max(first + draw.randint(-7, 7), -most), most)
        row = [
            patterns.with_exponent(form, e, draw.getrandbits(width), draw.getrandbits(1))
            for e in (first, second)
        ]
        rows.append((row[0], row[1]))
    return "alike", rows, "standard", ("every-exponent", "ordinary-block")


def _every_pair(op: Op, form: Format) -> Planned:
    case_id, shape = f"{op.name}/{form.name}/all", (1 << 16,)
    operands = tuple(generated(case_id, i, form.name, shape, "digit", place=i) for i in range(2))
    call = op.call((form.name,) * 2)
    return Planned("all", call, operands, "standard", ("every-operand",), digest=True)


def _bulk(op: Op, form: Format) -> Iterator[Planned]:
    """Yield cases of generated operands, with expected bits by digest.

    They are small, because three libraries compute each result.
    """
    parameters: dict[str, tuple[str, dict[str, int]]] = {
        "bits": ("bits", {}),
        "near": ("spread", {"low": -4, "high": 4}),
    }
    for kind, (transform, more) in parameters.items():
        case_id, shape = f"{op.name}/{form.name}/bulk/{kind}", (1 << 14,)
        operands = tuple(
            generated(case_id, i, form.name, shape, transform, **more) for i in range(2)
        )
        call = op.call((form.name,) * 2)
        yield Planned(f"bulk/{kind}", call, operands, "full", ("bulk",), digest=True)
