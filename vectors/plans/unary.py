"""Cases of functions of one operand in one format: sqrt, elementary functions, neg and abs.

Functions of the profile math in f64 have their own plan (in_binary64.py). Formats of 16 and 8 bits
have every operand. f32 and f64 have operands for which wrong results are likely: special values,
borders, thresholds, the hardest-to-round operands, ties, periods where argument reductions change,
and every exponent. The results of all 65536 operands of a 16-bit format are stored as a digest. The
groups that fail most often are also stored by value, so that a failure shows its operand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from samebits.spec.catalog import function_landmarks
from samebits.spec.formats import Format, get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import elementwise
from samebits.vectors.planning import Planned, generated, values
from samebits.vectors.plans import exact, in_binary64, patterns, periods, roots
from samebits.vectors.plans.borders import borders
from samebits.vectors.schema import Range
from samebits.vectors.search.hard import hard_inputs

Group = tuple[str, list[int], str, tuple[str, ...]]
"""Name, operands, level and flags."""

ATTRIBUTES = (2.0, 0.5, -1.0, 0.3)
"""Non-default values of a real attribute."""


def handles(op: Op) -> bool:
    """Return whether the op is elementwise with one operand in the result's format.

    Graphs are excluded.
    """
    return (
        op.shape_rule is elementwise
        and op.op_class != "graph"
        and len(op.operands) == 1
        and all(inputs == outputs for inputs, outputs in op.signatures)
    )


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and format."""
    form = get_format(label)
    if in_binary64.is_meant(op, form):
        return in_binary64.unary(op, ATTRIBUTES)
    flags = ("special-values", "nan-payload" if op.op_class == "move" else "nan-canonical")
    cases = [_by_value(op, form, "specials", patterns.specials(form), "smoke", flags)]
    if form.bits > 16:
        cases += [_by_value(op, form, *group) for group in (*_wide(op, form), *_groups(op, form))]
        cases += _bulk(op, form)
    else:
        plain = op.op_class == "move" or function_landmarks(op.name).integral
        if form.bits == 16 and not plain:
            cases += [_by_value(op, form, *group) for group in _groups(op, form)]
        cases.append(_all(op, form, digest=plain or form.bits == 16))
    return cases + [case for a in op.attributes for case in _variants(op, form, a.name)]


def _all(op: Op, form: Format, *, digest: bool) -> Planned:
    whole = Range(0, 1 << form.bits)
    return Planned("all", op.call([form.name]), (whole,), "standard", ("every-operand",), digest)


def _by_value(
    op: Op, form: Format, name: str, found: list[int], level: str, flags: tuple[str, ...]
) -> Planned:
    return Planned(
        name, op.call([form.name]), (values(patterns.unique(found), form.name),), level, flags
    )


def _wide(op: Op, form: Format) -> Iterator[Group]:
    """Yield the groups for f32 and f64 only.

    For a short format, the digest of all results covers these operands.
    """
    draw = patterns.randomness("unary", op.name, form.name)
    yield "subnormal", _subnormals(form), "standard", ("subnormal",)
    yield "exponents", patterns.structured(form, op.name), "standard", ("every-exponent",)
    few = [draw.getrandbits(form.bits) for _ in range(64)]
    yield "random", few, "smoke", ("every-exponent",)
    if op.op_class == "move":
        quiet = [form.infinity | draw.getrandbits(form.precision - 1) or 1 for _ in range(64)]
        yield "payloads", patterns.both_signs(quiet, form), "standard", ("nan-payload",)
    hard = hard_inputs(op.name) if form.name == "f32" else []
    constructed = op.op_class == "round" and function_landmarks(op.name).exact == "roots of squares"
    if hard:
        yield "hardest" if constructed else "hard", hard, "standard", ("hard",)
    if constructed:
        yield "hard", roots.hard_roots(form), "standard", ("hard-to-round",)


def _groups(op: Op, form: Format) -> Iterator[Group]:
    """Yield the groups for formats of 16 bits or more. Moves have none."""
    if op.op_class == "move":
        return
    draw = patterns.randomness("unary", op.name, form.name)
    few = [draw.getrandbits(form.bits) for _ in range(64)]
    reach = 2 if form.bits == 16 else 6
    landmarks = function_landmarks(op.name)
    thresholds = landmarks.thresholds(form) if landmarks.thresholds else []
    points = [patterns.nearest(x, form) for x in thresholds]
    kinds = [patterns.nearest(x, form) for x in borders(op.name, form, _defaults(op))]
    found: list[Group] = [
        ("thresholds", patterns.around(points, form, reach), "standard", ("threshold",)),
        ("borders", patterns.around(kinds, form, reach=2), "standard", ("threshold",)),
        ("cuts", periods.cuts(op.name, form), "standard", ("argument-reduction",)),
        ("exact", exact.exact(op.name, form), "standard", ("exact",)),
    ]
    if form.bits == 16:
        found.append(("random", few, "standard", ("every-exponent",)))
    if landmarks.repeats == "radians":
        near = periods.near_multiples(form)
        found.append(("near-multiples", near, "standard", ("argument-reduction", "cancellation")))
    broken = ("tie-broken-by-infinitesimal",)
    if landmarks.halves:
        found.append(("ties", exact.halving_ties(form), "standard", broken))
    if landmarks.leaves:
        found.append(("leaving", exact.leaving(form), "standard", broken))
    yield from (group for group in found if group[1])


def _defaults(op: Op) -> tuple[float, ...]:
    """Return the default values of an op's real attributes."""
    return tuple(a.default for a in op.attributes if isinstance(a.default, float))


def _variants(op: Op, form: Format, attribute: str) -> Iterator[Planned]:
    """Yield cases with non-default values of an attribute.

    They have special values, borders, ties and every exponent.
    """
    for value in ATTRIBUTES:
        call, name = op.call([form.name], None, **{attribute: value}), f"{attribute}={value}"
        flags: tuple[str, ...] = ("attribute",)
        if form.bits <= 16:
            whole = _all(op, form, digest=form.bits == 16)
            yield replace(whole, name=f"{name}/all", call=call, flags=(*flags, *whole.flags))
        if form.bits == 8:
            continue
        kinds = [patterns.nearest(x, form) for x in borders(op.name, form, (value,))]
        ties = exact.halving_ties(form)
        mixed = patterns.structured(form, f"{op.name} {value}", per_exponent=1)
        groups: list[Group] = [
            ("specials", patterns.specials(form), "standard", ("special-values", "nan-canonical")),
            ("borders", patterns.around(kinds, form), "standard", ("threshold",)),
            ("ties", ties[:: 2 if form.bits > 16 else 6], "standard", ("tie", "subnormal")),
            ("exponents", mixed[:: 3 if form.bits > 16 else 11], "standard", ("every-exponent",)),
        ]
        for group, found, level, more in groups:
            operands = (values(patterns.unique(found), form.name),)
            yield Planned(f"{name}/{group}", call, operands, level, (*flags, *more))


def _subnormals(form: Format) -> list[int]:
    """Return powers of two, their neighbours, and random subnormal numbers, in both signs."""
    draw = patterns.randomness("subnormals", form.name)
    width = form.precision - 1
    powers = patterns.around([1 << k for k in range(width + 1)], form)
    return patterns.both_signs(powers + [draw.getrandbits(width) for _ in range(64)], form)


def _bulk(op: Op, form: Format) -> Iterator[Planned]:
    """Yield cases of generated operands: random patterns, and exponents with nontrivial results."""
    call = op.call([form.name])
    count = 1 << 15 if form.name == "f64" else 1 << 16

    def case(name: str, transform: str, **parameters: int) -> Planned:
        case_id = f"{op.name}/{form.name}/{name}"
        source = generated(case_id, 0, form.name, (count,), transform, **parameters)
        return Planned(name, call, (source,), "full", ("bulk",), digest=True)

    yield case("bulk/bits", "bits")
    if op.op_class != "move":
        low, high = function_landmarks(op.name).everyday
        yield case("bulk/core", "spread", low=low, high=high)
