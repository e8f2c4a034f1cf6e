"""Cases of elementwise graphs: special values, and sets of attributes from the op's own file.

Elements have every size. Some are equal to an attribute or to each other, or are neighbours of
equal numbers. Neighbours detect a wrong comparison or a wrongly rounded attribute.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from samebits.spec.catalog import elementwise_landmarks
from samebits.spec.formats import Format, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import Attributes, Shape
from samebits.vectors.planning import Planned, generated, values
from samebits.vectors.plans import patterns
from samebits.vectors.schema import Generated, Range

Rows = Sequence[tuple[int, ...]]
"""One tuple of operands for each element."""

_SPECIAL = ("special-values", "signed-zero", "nan-canonical", "graph")


FORMATS_SHARE_NODES = True


_BYTES = (0, 1, 0, 2, 0, 0x80, 0, 0xFF)
"""Bytes of a mask. False and true alternate, and true is one of several nonzero bytes."""


def handles(op: Op) -> bool:
    """Return whether the op is an elementwise graph with at least one operand that is no mask."""
    return elementwise_landmarks(op.name) is not None and bool(_numbers(op))


def _numbers(op: Op) -> int:
    """Return the number of operands that are not masks."""
    return sum(form != "bool" for form in op.signatures[0][0])


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and format."""
    form = get_format(op.labels()[label][0][0][0])
    return [*_plain(op, form), *_with_attributes(op, form), *_many(op, form)]


def _plain(op: Op, form: Format) -> Iterator[Planned]:
    landmarks = elementwise_landmarks(op.name)
    assert landmarks is not None  # see `handles`
    count, usual = _numbers(op), next(iter(landmarks.sets), {})
    draw = patterns.randomness("elementwise graphs", op.name, form.name)
    yield _case(op, form, "specials", _specials(form, count, draw), "smoke", _SPECIAL, {})
    subnormal = [_subnormal(form, count, draw) for _ in range(24)]
    flags = ("subnormal", "graph")
    yield _case(op, form, "subnormal", subnormal, "standard", flags, usual)
    if landmarks.equal:
        rows = _equal(form, count, draw)
        yield _case(op, form, "equal", rows, "smoke", ("special-values", "graph"), usual)
    if landmarks.ties and form.name == "f16":
        rows = [tuple(patterns.nearest(x, form) for x in row) for row in landmarks.ties]
        yield _case(op, form, "ties", rows, "standard", ("double-rounding", "graph"), usual)
    for name, shape in (("everyday", (4, 3, 12)), ("empty", (2, 0, 3))):
        call = _call(op, form, usual)
        drawn = _drawn(call, f"{op.name}/{form.name}/{name}", shape, -4, 3)
        yield Planned(name, call, drawn, "standard", ("graph",))


def _with_attributes(op: Op, form: Format) -> Iterator[Planned]:
    landmarks = elementwise_landmarks(op.name)
    assert landmarks is not None  # see `handles`
    count = _numbers(op)
    for number, attributes in enumerate(landmarks.sets, 1):
        draw = patterns.randomness("attributes", op.name, form.name, str(number))
        rows = [_any(form, count, draw) for _ in range(8)]
        rows += [_everyday(form, count, draw) for _ in range(16)]
        rows += _few(form, count, draw)
        met = [x for name in landmarks.meets for x in _near(form, attributes[name])]
        rows += [(*_everyday(form, count - 1, draw), x) for x in met]
        level = "smoke" if number == 1 else "standard"
        flags = ("attribute", "graph")
        yield _case(op, form, f"attributes/set-{number}", rows, level, flags, attributes)


def _many(op: Op, form: Format) -> Iterator[Planned]:
    """Yield many operands with expected bits by digest, for the first two sets of attributes.

    For one operand in f16 they are all positive numbers, because a first rounding to f32 may give a
    tie. Other formats have generated operands.
    """
    landmarks = elementwise_landmarks(op.name)
    assert landmarks is not None  # see `handles`
    count = _numbers(op)
    for number, attributes in enumerate(landmarks.sets[:2] or ({},), 1):
        call = _call(op, form, attributes)
        name = f"bulk/set-{number}"
        if form.name == "f16" and count == len(op.operands) == 1:
            half = Range(0, 1 << (form.bits - 1))
            yield Planned(name, call, (half,), "standard", ("every-operand", "graph"), True)
        elif form.name == "f16":
            drawn = _drawn(call, f"{op.name}/{form.name}/{name}", (1 << 15,), -12, 13)
            yield Planned(name, call, drawn, "full", ("bulk", "graph"), True)
    if form.name != "f16":
        yield _bulk(op, form)


def _call(op: Op, form: Format, attributes: Attributes) -> Call:
    """Return the call with all operands in a format, except masks, which are bool."""
    masks = len(op.operands) - _numbers(op)
    return op.call([form.name] * _numbers(op) + ["bool"] * masks, **dict[str, Any](attributes))


def _drawn(call: Call, case_id: str, shape: Shape, low: int, high: int) -> tuple[Generated, ...]:
    """Return numbers with exponents from `low` to `high`, and masks with both values."""
    return tuple(
        generated(case_id, i, name, shape, "choice", values=("00", "01"))
        if name == "bool"
        else generated(case_id, i, name, shape, "spread", low=low, high=high)
        for i, name in enumerate(call.inputs)
    )


def _bulk(op: Op, form: Format) -> Planned:
    """Return a case with generated operands whose results are in no file.

    It is at level standard in f32.
    """
    landmarks = elementwise_landmarks(op.name)
    assert landmarks is not None  # see `handles`
    call = _call(op, form, next(iter(landmarks.sets), {}))
    drawn = _drawn(call, f"{op.name}/{form.name}/bulk", (4099,), -12, 13)
    level = "standard" if form.name == "f32" else "full"
    return Planned("bulk", call, drawn, level, ("bulk", "graph"), True)


def _case(
    op: Op, form: Format, name: str, rows: Rows, level: str, flags: tuple[str, ...],
    attributes: Attributes,
) -> Planned:  # fmt: skip
    call, columns = _call(op, form, attributes), list(zip(*dict.fromkeys(rows), strict=True))
    if masks := len(call.inputs) - len(columns):  # each row occurs with false and with true
        columns = [tuple(x for x in column for _ in (0, 1)) for column in columns]
        mask = (_BYTES * len(columns[0]))[: len(columns[0])]
    operands = tuple(values(list(column), form.name) for column in columns)
    operands += tuple(values(list(mask), "bool") for _ in range(masks))
    return Planned(name, call, operands, level, flags)


def _specials(form: Format, count: int, draw: Random) -> Rows:
    """Return all combinations of special operands, or some of them for many operands."""
    some = patterns.specials(form) if count == 1 else patterns.few_specials(form)
    return _some(patterns.unique(some), count, draw, 160)


def _few(form: Format, count: int, draw: Random) -> Rows:
    """Return some combinations of zeros, ones, the largest numbers, infinities and NaN."""
    few = [0, patterns.one(form), form.max_finite, form.infinity]
    return _some([*patterns.both_signs(few, form), form.canonical_nan | 1], count, draw, 24)


def _equal(form: Format, count: int, draw: Random) -> Rows:
    """Return rows of operands that are equal, adjacent, or zeros of both signs."""
    one = patterns.one(form)
    near = [0, form.sign_mask, one - 1, one, one + 1, one | form.sign_mask, form.canonical_nan]
    return _some([*near, patterns.power(form, -1)], count, draw, 200)


def _some(few: Sequence[int], count: int, draw: Random, most: int) -> Rows:
    rows = list(itertools.product(few, repeat=count))
    return rows if len(rows) <= most else draw.sample(rows, most)


def _near(form: Format, value: object) -> list[int]:
    """Return the number nearest to an attribute, and its neighbours, in both signs."""
    assert isinstance(value, float)
    limit = float(patterns.value_of(form.max_finite, form))
    met = patterns.last(form) if abs(value) > limit else patterns.nearest(abs(value), form)
    return patterns.both_signs(patterns.around([met], form), form)


def _any(form: Format, count: int, draw: Random) -> tuple[int, ...]:
    return tuple(draw.getrandbits(form.bits) for _ in range(count))


def _everyday(form: Format, count: int, draw: Random) -> tuple[int, ...]:
    width = form.precision - 1
    return tuple(
        patterns.with_exponent(
            form, draw.randint(-4, 3), draw.getrandbits(width), draw.getrandbits(1)
        )
        for _ in range(count)
    )


def _subnormal(form: Format, count: int, draw: Random) -> tuple[int, ...]:
    """Return a row with at least one subnormal operand. The others are subnormal or ordinary."""
    row = [
        draw.getrandbits(form.precision - 1) | form.sign_mask * draw.getrandbits(1)
        if draw.getrandbits(1)
        else _everyday(form, 1, draw)[0]
        for _ in range(count)
    ]
    row[draw.randrange(count)] = draw.getrandbits(form.precision - 1)
    return tuple(row)
