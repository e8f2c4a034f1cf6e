"""Cases of casts (R5): ties of every pair of formats, second roundings, borders, saturation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from samebits.spec.formats import Format, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op
from samebits.vectors.planning import Planned, generated, values
from samebits.vectors.plans import patterns
from samebits.vectors.schema import Range

Group = tuple[str, list[int], str, tuple[str, ...]]


def handles(op: Op) -> bool:
    """Return whether the op is `cast`.

    It is the only elementwise op whose result has a different format.
    """
    return op.name == "cast"


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one pair of formats. Casts to f8e4m3fn also run without saturation."""
    inputs, outputs = op.labels()[label][0]
    cases = _cases(label, op.call(inputs, outputs))
    if outputs == ("f8e4m3fn",) and inputs != outputs:
        call = op.call(inputs, outputs, saturate=False)
        cases += [replace(case, name=f"strict/{case.name}", call=call) for case in cases]
    return cases


def _cases(label: str, call: Call) -> list[Planned]:
    """Return the cases of a cast: every operand of a short format, or else the difficult ones."""
    source, target = get_format(call.inputs[0]), get_format(call.outputs[0])
    groups = [*(_from_float if source.is_float else _from_integer)(source, target)]
    if source.bits <= 16:
        groups = groups[:1]
    cases = [
        Planned(name, call, (values(patterns.unique(found), source.name),), level, flags)
        for name, found, level, flags in groups
        if found
    ]
    if source.bits > 16:
        return [*cases, _bulk(label, call)]
    whole = Range(0, 1 << source.bits)
    digest = source.bits > 8
    return [*cases, Planned("all", call, (whole,), "standard", ("every-operand",), digest=digest)]


def _bulk(label: str, call: Call) -> Planned:
    source = generated(f"cast/{label}/bulk/bits", 0, call.inputs[0], (1 << 15,), "bits")
    return Planned("bulk/bits", call, (source,), "full", ("bulk",), digest=True)


def _first_level(source: Format, target: Format) -> str:
    """Return the lowest level of a pair's cases: smoke if the pair contains f32, else standard."""
    return "smoke" if "f32" in (source.name, target.name) else "standard"


def _from_float(source: Format, target: Format) -> Iterator[Group]:
    moved = source == target
    flags = ("special-values", "nan-payload" if moved else "nan-canonical")
    yield "specials", patterns.specials(source), _first_level(source, target), flags
    if source.bits <= 16:
        return
    if target.kind in ("int", "uint"):
        yield "truncation", _near_integers(source, target), "standard", ("truncation", "saturation")
    elif not target.is_float:
        tiny = patterns.both_signs([0, 1, 2, patterns.min_normal(source)], source)
        yield "zeros", tiny, "standard", ("signed-zero", "subnormal")
    elif target.precision < source.precision:
        yield "ties", _ties(source, target), "standard", ("tie", "near-tie")
        yield "borders", _borders(source, target), "standard", ("overflow-border", "subnormal")
        traps = _second_roundings(source, target)
        yield "double-rounding", traps, "standard", ("double-rounding",)
    found = patterns.structured(source, f"cast {source.name} {target.name}", per_exponent=1)
    # For short and integer targets, most of these operands are out of range and give the same
    # result.
    wide = target.is_float and target.bits > 8
    yield "exponents", found if wide else found[::8], "standard", ("every-exponent",)


def _pattern(value: Fraction, form: Format) -> int:
    """Return the bit pattern of a representable value that is not negative."""
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
    """Return midpoints of adjacent target values in every binade, normal and subnormal.

    The lower neighbours have even and odd significands.
    """
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
    """Return exact ties, and the source numbers next to them, of both signs."""
    words = f"{source.name} {target.name}"
    exact = [_pattern(m, source) for m in _midpoints(target, words) if _fits(m, source)]
    return patterns.both_signs(patterns.around(exact, source), source)


def _borders(source: Format, target: Format) -> list[int]:
    """Return the borders of the target's range, with neighbours.

    They are the largest finite value, half an ulp above it, and the smallest normal and subnormal
    numbers.
    """
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
    """Return values so near a tie of the target that a first rounding to f32 gives the tie."""
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
    """Return integers, halves and their neighbours, and both ends of the target's range."""
    draw = patterns.randomness("truncation", source.name)
    limit = 1 << (target.bits if target.kind == "uint" else target.bits - 1)
    points = [Fraction(n, 2) for n in range(1, 12)]
    points += [Fraction(1 << k) for k in range(source.precision + 2)]
    points += [Fraction(limit + d) for d in (-129, -128, -65, -64, -1, 0, 1, 128, 256)]
    points += [Fraction(limit) + Fraction(d, 2) for d in (-3, -1, 1)]
    points += [Fraction(draw.getrandbits(target.bits), 1 << draw.randint(0, 8)) for _ in range(200)]
    top = patterns.value_of(source.max_finite, source)
    found = [patterns.nearest(float(x), source) for x in points if x <= top]
    return patterns.both_signs(patterns.around(found, source), source)


def _from_integer(source: Format, target: Format) -> Iterator[Group]:
    """Yield the groups of operands for a cast from an integer or bool."""
    if source.kind == "bool":
        yield "specials", [0, 1, 2, 0x7F, 0x80, 0xFF], "standard", ("condition-byte",)
        return
    draw = patterns.randomness("integers", source.name, target.name)
    top = (1 << source.bits) - 1 if source.kind == "uint" else (1 << (source.bits - 1)) - 1
    small = [0, 1, 2, 3, 7, 8, 9, 10, 127, 128, 129, 255, 256, 257, top - 1, top]
    level = _first_level(source, target)
    yield "specials", _signed([*small, top + 1], source), level, ("special-values",)
    powers = [(1 << k) + d for k in range(source.bits) for d in (-1, 0, 1)]
    randoms = [draw.getrandbits(source.bits) for _ in range(256)]
    if not target.is_float:
        borders = [k << target.bits - 1 for k in range(1, 8)] if target.bits < source.bits else []
        ends = [n + d for n in borders for d in (-1, 0, 1)]
        yield "wrapping", _signed(powers + ends, source) + randoms, "standard", ("wrapping",)
        return
    largest = patterns.value_of(target.max_finite, target)
    if largest < top:
        beyond = [int(largest) + d for d in range(-20, 40)]
        yield "overflow", _signed(beyond, source), "standard", ("overflow-border",)
    rows = _signed(_integer_ties(source, target), source)
    yield "ties", rows, "standard", ("tie", "near-tie", "double-rounding")
    yield "integers", _signed(powers, source) + randoms, "standard", ("every-exponent",)


def _integer_ties(source: Format, target: Format) -> list[int]:
    """Return midpoints of adjacent target values, and the integers next to them.

    They have every magnitude.
    """
    draw = patterns.randomness("integer ties", source.name, target.name)
    ties = []
    for length in range(target.precision + 1, source.bits + 1):
        step = 1 << (length - target.precision)
        for _ in range(6):
            n = draw.getrandbits(length) | 1 << (length - 1)
            middle = n - n % step + step // 2
            ties += [middle, middle - 1, middle + 1]
    return ties


def _signed(magnitudes: list[int], source: Format) -> list[int]:
    """Return the bit patterns of the magnitudes and their negations.

    Numbers that the source cannot represent are left out.
    """
    low, high = 0, (1 << source.bits) - 1
    if source.kind == "int":
        low, high = -(1 << (source.bits - 1)), (1 << (source.bits - 1)) - 1
    mask = (1 << source.bits) - 1
    return [n & mask for x in magnitudes for n in (x, -x) if low <= n <= high]
