"""Elementwise ops with several operands of one format: add, fma, fmod, minimum, where ...

In 8-bit formats, ops of two operands have every pair; ops of three operands have special and
generated ones. In other formats, every op has the groups that need no knowledge of the op
(specials, exponent differences, bulk). `traps` makes ties, near-ties and double-rounding traps for
each op.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from random import Random

from samebits.spec.formats import Format, get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import elementwise
from samebits.vectors.planning import Planned, generated, values
from samebits.vectors.plans import patterns, traps

Rows = Sequence[tuple[int, ...]]
"""One tuple of operands for each element."""

Group = tuple[str, Rows, str, tuple[str, ...]]


def handles(op: Op) -> bool:
    """Return whether the op is elementwise with several operands, but no function and no graph."""
    inputs, outputs = op.signatures[0]
    several = op.shape_rule is elementwise and len(inputs) > 1 and inputs[-1:] == outputs
    return several and op.profile != "math" and op.op_class != "graph"


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and format."""
    form = get_format(label)
    count = len(op.operands) - conditions(op)
    groups = [_specials(op, form, count)]
    if form.bits > 8 and form.is_float:
        groups += _common(op, form, count)
        groups += traps.groups(op.name, form) if op.op_class == "round" else []
    cases = [_case(op, form, *group) for group in groups]
    if conditions(op):
        cases.append(_condition_bytes(op, form))
    if form.bits == 8 and count == 2:
        return [*cases, _every_pair(op, form)]
    return [*cases, *_bulk(op, form)]


def conditions(op: Op) -> int:
    """Return the number of bool operands that choose between the other operands."""
    inputs, outputs = op.signatures[0]
    return sum(form == "bool" != outputs[0] for form in inputs)


def _every_pair(op: Op, form: Format) -> Planned:
    """Return a case with all 65536 pairs. Conditions are generated."""
    call = op.call(op.labels()[form.name][0][0])
    case_id, shape = f"{op.name}/{form.name}/all", (1 << 16,)
    first = len(call.inputs) - 2
    operands = tuple(
        generated(case_id, i, f, shape, "choice", values=("00", "01"))
        if i < first
        else generated(case_id, i, f, shape, "digit", place=i - first)
        for i, f in enumerate(call.inputs)
    )
    return Planned("all", call, operands, "standard", ("every-operand",), digest=True)


def _case(
    op: Op, form: Format, name: str, rows: Rows, level: str, flags: tuple[str, ...]
) -> Planned:
    """Return a case by value.

    If the op has a condition, each row is repeated with both values of it.
    """
    call = op.call(op.labels()[form.name][0][0])
    columns = [list(column) for column in zip(*rows, strict=True)]
    operands = [values(column, form.name) for column in columns]
    if conditions(op):
        twice = [values(column * 2, form.name) for column in columns]
        condition = values([0] * len(rows) + [1] * len(rows), "bool")
        return Planned(name, call, (condition, *twice), level, flags)
    return Planned(name, call, tuple(operands), level, flags)


def _specials(op: Op, form: Format, count: int) -> Group:
    """Return the group with every combination of special operands."""
    if not form.is_float:
        rows = list(itertools.product(patterns.whole_specials(form), repeat=count))
        alone = form.name == "i32" and "f32" not in op.labels()
        return "specials", rows, "smoke" if alone else "standard", ("special-values",)
    some = patterns.specials(form) if count == 2 else patterns.few_specials(form)
    payload = "nan-payload" if op.op_class == "move" else "nan-canonical"
    rows = list(itertools.product(patterns.unique(some), repeat=count))
    return "specials", rows, "smoke", ("special-values", "signed-zero", payload)


def _common(op: Op, form: Format, count: int) -> Iterator[Group]:
    """Yield groups for any op with `count` float operands of 16 bits or more."""
    draw = patterns.randomness("arithmetic", op.name, form.name)
    rows = [tuple(draw.getrandbits(form.bits) for _ in range(count)) for _ in range(64)]
    yield "random", rows, "smoke", ("every-exponent",)
    if op.op_class == "move" and not conditions(op):
        return  # moves edit the bits of all numbers in the same way
    width = form.precision - 1
    small = [
        tuple(
            draw.getrandbits(1) << (form.bits - 1) | draw.getrandbits(width) for _ in range(count)
        )
        for _ in range(256)
    ]
    yield "subnormal", small, "standard", ("subnormal",)
    yield "differences", _differences(form, count, draw), "standard", ("exponent-difference",)
    if form.bits > 16 and op.op_class == "round":
        fields = patterns.structured(form, f"{op.name} operands", per_exponent=1)
        shuffled = [draw.sample(fields, len(fields)) for _ in range(count)]
        yield "exponents", list(zip(*shuffled, strict=True)), "standard", ("every-exponent",)


def _differences(form: Format, count: int, draw: Random) -> Rows:
    """Return random significands of all signs with every exponent difference.

    The differences go from -(p + 3) to p + 3.
    """
    width, reach = form.precision - 1, form.precision + 3
    rows = []
    for gap in range(-reach, reach + 1):
        for _ in range(8):
            lead = draw.randint(max(form.emin // 2, form.emin + reach), form.emax // 2)
            lead = min(max(lead, form.emin + abs(gap)), form.emax - abs(gap))
            rows.append(
                tuple(
                    patterns.with_exponent(
                        form, exponent, draw.getrandbits(width), draw.getrandbits(1)
                    )
                    for exponent in _exponents(form, lead, gap, count, draw)
                )
            )
    return rows


def _exponents(form: Format, lead: int, gap: int, count: int, draw: Random) -> list[int]:
    """Return exponents such that the last operand is `gap` below the (product of the) others."""
    if count == 2:
        return [lead, lead - gap]
    half = draw.randint(-4, 4)
    other = min(max(lead - half, form.emin), form.emax)
    return [half, other, min(max(half + other - gap, form.emin), form.emax)]


def _condition_bytes(op: Op, form: Format) -> Planned:
    """Return a case in which conditions have various non-zero bytes, which all mean true (F1)."""
    call = op.call(op.labels()[form.name][0][0])
    condition = values([0, 1, 2, 3, 0x7F, 0x80, 0xFE, 0xFF], "bool")
    ones, twos = [1] * 8, [2] * 8
    if form.is_float:
        ones, twos = [patterns.one(form)] * 8, [patterns.power(form, 1)] * 8
    operands = (condition, values(ones, form.name), values(twos, form.name))
    return Planned("condition", call, operands, "standard", ("condition-byte",))


def _bulk(op: Op, form: Format) -> Iterator[Planned]:
    """Yield generated operands with expected bits by digest: random patterns, and near exponents.

    No op of three operands has a case with every tuple, so these have the f32 case at level
    standard.
    """
    call = op.call(op.labels()[form.name][0][0])
    count = 1 << 15 if form.name == "f64" else 1 << 16
    kinds: list[tuple[str, str, dict[str, int]]] = [("bits", "bits", {})]
    if op.op_class == "round" and form.is_float:
        kinds.append(("near", "spread", {"low": -4, "high": 4}))
    for kind, transform, parameters in kinds:
        name = f"bulk/{kind}"
        case_id = f"{op.name}/{form.name}/{name}"
        operands = tuple(
            generated(case_id, i, f, (count,), "choice", values=("00", "01"))
            if i < conditions(op)
            else generated(case_id, i, f, (count,), transform, **parameters)
            for i, f in enumerate(call.inputs)
        )
        level = "standard" if form.name == "f32" and len(operands) == 3 else "full"
        yield Planned(name, call, operands, level, ("bulk",), digest=True)
