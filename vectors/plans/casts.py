"""Casts (clause R5): ties of every pair of formats, second roundings, borders, saturation."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from samebits.spec.call import Call
from samebits.spec.declare import Op
from samebits.spec.formats import Format, get_format
from samebits.vectors.planning import Planned, generated, values
from samebits.vectors.plans import patterns
from samebits.vectors.schema import Range

Group = tuple[str, list[int], str, tuple[str, ...]]


def handles(op: Op) -> bool:
    """The op `cast` alone: the only elementwise op with a result in another format."""
    return op.name == "cast"


def plan(op: Op, label: str) -> list[Planned]:
    """The cases of one pair of formats."""
    inputs, outputs = op.labels()[label][0]
    call = op.call(inputs, outputs)
    source, target = get_format(inputs[0]), get_format(outputs[0])
    if source.is_float:
        groups = [*_from_float(source, target)]
    else:
        groups = [*_from_integer(source, target)]
    cases = [
        Planned(name, call, (values(patterns.unique(found), source.name),), level, flags)
        for name, found, level, flags in groups
        if found
    ]
    if source.bits == 16:
        digest = target.bits > 16 or target == source
        whole = Range(0, 1 << 16)
        cases.append(Planned("all", call, (whole,), "standard", ("every-operand",), digest=digest))
    else:
        cases.append(_bulk(label, call))
    return cases


def _bulk(label: str, call: Call) -> Planned:
    source = generated(f"cast/{label}/bulk/bits", 0, call.inputs[0], (1 << 15,), "bits")
    return Planned("bulk/bits", call, (source,), "full", ("bulk",), digest=True)


def _from_float(source: Format, target: Format) -> Iterator[Group]:
    moved = source == target
    flags = ("special-values", "nan-payload" if moved else "nan-canonical")
    yield "specials", patterns.specials(source), "smoke", flags
    if target.kind == "int":
        yield "truncation", _near_integers(source, target), "standard", ("truncation", "saturation")
    elif target.precision < source.precision:
        yield "ties", _ties(source, target), "standard", ("tie", "near-tie")
        yield "borders", _borders(source, target), "standard", ("overflow-border", "subnormal")
        traps = _second_roundings(source, target)
        yield "double-rounding", traps, "standard", ("double-rounding",)
    if source.bits > 16:
        words = f"cast {source.name} {target.name}"
        found = patterns.structured(source, words, per_exponent=1)
        yield "exponents", found, "standard", ("every-exponent",)


def _pattern(value: Fraction, form: Format) -> int:
    """The pattern of an exactly representable positive value."""
    if value == 0:
        return 0
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    if Fraction(2) ** exponent > value:
        exponent -= 1
    quantum = max(exponent, form.emin) - (form.precision - 1)
    significand = value / Fraction(2) ** quantum
    field = max(exponent, form.emin) - form.emin
    return (field << (form.precision - 1)) + int(significand)


def _fits(value: Fraction, form: Format) -> bool:
    quantum = Fraction(2) ** form.least_exponent
    return value % quantum == 0 and value <= patterns.value_of(form.max_finite, form)


def _midpoints(target: Format, words: str) -> list[Fraction]:
    """Midpoints of adjacent target values: every binade and the subnormals, both parities."""
    draw = patterns.randomness("midpoints", words)
    width = target.precision - 1
    fields = list(patterns.exponents(target))
    chosen = fields if len(fields) <= 300 else draw.sample(fields, 300)
    found = []
    for field in sorted(chosen):
        for fraction in (0, 1, (1 << width) - 1, draw.getrandbits(width)):
            low = field << width | fraction
            if low < target.max_finite:
                found.append(
                    (patterns.value_of(low, target) + patterns.value_of(low + 1, target)) / 2
                )
    return found


def _ties(source: Format, target: Format) -> list[int]:
    """Exact ties, and the source numbers next to them."""
    words = f"{source.name} {target.name}"
    exact = [_pattern(m, source) for m in _midpoints(target, words) if _fits(m, source)]
    return patterns.both_signs(patterns.around(exact, source), source)


def _borders(source: Format, target: Format) -> list[int]:
    """The largest finite value and half an ulp more, the smallest normal and subnormal."""
    top = patterns.value_of(target.max_finite, target)
    half_ulp = Fraction(2) ** (target.emax - target.precision)
    least = Fraction(2) ** target.least_exponent
    points = [
        top, top + half_ulp, top + 2 * half_ulp, Fraction(2) ** target.emin,
        Fraction(2) ** target.emin - least / 2, least, least / 2, least / 4, 3 * least / 2,
    ]  # fmt: skip
    exact = [_pattern(x, source) for x in points if _fits(x, source)]
    return patterns.both_signs(patterns.around(exact, source, reach=2), source)


def _second_roundings(source: Format, target: Format) -> list[int]:
    """Values just beside a tie, so near that a rounding to f32 on the way lands on the tie."""
    if source.name != "f64" or target.name == "f32":
        return []
    found = []
    for midpoint in _midpoints(target, f"double {target.name}"):
        for offset in (-30, -40):
            for sign in (1, -1):
                beside = midpoint * (1 + sign * Fraction(2) ** offset)
                if _fits(beside, source):
                    found.append(_pattern(beside, source))
    return patterns.both_signs(found, source)


def _near_integers(source: Format, target: Format) -> list[int]:
    """Integers, halves and their neighbours, and both ends of the target's range."""
    draw = patterns.randomness("truncation", source.name)
    limit = 1 << (target.bits - 1)
    points = [Fraction(n, 2) for n in range(1, 12)]
    points += [Fraction(1 << k) for k in range(source.precision + 2)]
    points += [Fraction(limit + d) for d in (-129, -128, -65, -64, -1, 0, 1, 128, 256)]
    points += [Fraction(limit) + Fraction(d, 2) for d in (-3, -1, 1)]
    points += [Fraction(draw.getrandbits(target.bits), 1 << draw.randint(0, 8)) for _ in range(200)]
    top = patterns.value_of(source.max_finite, source)
    found = [patterns.nearest(float(x), source) for x in points if x <= top]
    return patterns.both_signs(patterns.around(found, source), source)


def _from_integer(source: Format, target: Format) -> Iterator[Group]:
    """Ends of the range, powers of two, ties at every magnitude, second roundings, overflow."""
    draw = patterns.randomness("integers", source.name, target.name)
    mask, limit = (1 << source.bits) - 1, 1 << (source.bits - 1)
    small = [0, 1, 2, 3, 7, 8, 9, 10, 255, 256, 257, limit - 1]
    yield (
        "specials",
        [n & mask for x in small for n in (x, -x)] + [limit],
        "smoke",
        ("special-values",),
    )
    p = target.precision
    ties = []
    for length in range(p + 1, source.bits):
        step = 1 << (length - p)
        for _ in range(6):
            n = draw.getrandbits(length) | 1 << (length - 1)
            middle = n - n % step + step // 2
            ties += [middle, middle - 1, middle + 1]
    powers = [(1 << k) + d for k in range(source.bits - 1) for d in (-1, 0, 1)]
    top = patterns.value_of(target.max_finite, target)
    if top < limit:
        beyond = [int(top) + d for d in range(-20, 40)]
        yield "overflow", _signed(beyond, limit, mask), "standard", ("overflow-border",)
    rows = _signed([t for t in ties if 0 <= t < limit], limit, mask)
    yield "ties", rows, "standard", ("tie", "near-tie", "double-rounding")
    randoms = [draw.getrandbits(source.bits) for _ in range(256)]
    yield "integers", _signed(powers, limit, mask) + randoms, "standard", ("every-exponent",)


def _signed(magnitudes: list[int], limit: int, mask: int) -> list[int]:
    return [n & mask for x in magnitudes if 0 <= x < limit for n in (x, -x)]
