"""Cases of sort, argsort and topk (S3): ties, zeros of both signs, NaNs with many payloads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from samebits.spec.families import ordering
from samebits.spec.formats import Format, get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import Shape
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import patterns
from samebits.vectors.plans.moves import WHOLE

LENGTHS = (1, 2, 3, 7, 31, 33, 65, 257)
"""Lengths around the thresholds at which fast sorts switch to another algorithm."""

LONG = 3001


def handles(op: Op) -> bool:
    """Return whether the op is a sort or topk, by its shape rule."""
    return op.shape_rule in (ordering.sort, ordering.topk)


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and format."""
    form = get_format(op.labels()[label][0][0][0])
    return [*_rows(op, label, form), *_lengths(op, label, form), *_axes(op, label, form)]


def _call(op: Op, form: Format, down: bool, axis: int = -1, k: int = 0) -> Any:
    if op.shape_rule is ordering.topk:
        return op.call([form.name], axis=axis, largest=down, k=k)
    return op.call([form.name], axis=axis, descending=down)


def _few(form: Format) -> list[int]:
    """Return a few bit patterns. In most formats, some of them are different but compare equal."""
    if form.kind == "bool":
        return [0, 1, 2, 0x80, 0xFF]
    top = form.sign_mask
    if not form.is_float:
        return [0, 1, top - 1, top, 2 * top - 1]
    one = patterns.one(form)
    return [0, top, one, one | top, form.canonical_nan, *patterns.nans(form)[1:5]]


def _rows(op: Op, label: str, form: Format) -> Iterator[Planned]:
    draw = patterns.randomness("sorted ties", form.name)
    few = _few(form)
    ties = [draw.choice(few) for _ in range(5 * 41)]
    all_specials = patterns.specials(form) if form.is_float else few
    draw.shuffle(all_specials)
    n = len(all_specials)
    sources = (("ties", ties, (5, 41)), ("specials", all_specials, (1, n)))
    for name, bits, shape in sources:
        for down in (False, True):
            text = f"{name}/{'descending' if down else 'ascending'}"
            some = (1, 9, shape[1]) if form.name in WHOLE else (9,)
            for k in some if op.shape_rule is ordering.topk else (0,):
                full = f"{text}-{k}" if k else text
                smoke = name == "ties" and k in (0, 9) and form.name == "f32"
                level = "smoke" if smoke else "standard"
                operand = values(bits, form.name, shape)
                flags = ("special-values", "stability")
                yield Planned(full, _call(op, form, down, k=min(k, n)), (operand,), level, flags)


def _lengths(op: Op, label: str, form: Format) -> Iterator[Planned]:
    for n in LENGTHS if form.name in WHOLE else LENGTHS[3:6:2]:
        name = f"length/{n}"
        x: PlannedInput = generated(f"{op.name}/{label}/{name}", 0, form.name, (2, n), "bits")
        call = _call(op, form, n % 2 == 1, k=min(n, 5))
        yield Planned(name, call, (x,), "standard", ("stability", "length"))
    for down in (False, True) if form.name in WHOLE else (True,):
        name = f"long/{'descending' if down else 'ascending'}"
        x = generated(f"{op.name}/{label}/{name}", 0, form.name, (LONG,), "bits")
        call = _call(op, form, down, k=37)
        yield Planned(name, call, (x,), "standard", ("stability", "length"), digest=True)


def _axes(op: Op, label: str, form: Format) -> Iterator[Planned]:
    shape = (5, 6, 4)
    few = tuple(form.hex(p) for p in _few(form))
    for axis in (0, 1, 2, -2) if form.name in WHOLE else (1,):
        name = f"axis/{'negative' if axis < 0 else axis}"
        case_id = f"{op.name}/{label}/{name}"
        x = generated(case_id, 0, form.name, shape, "choice", values=few)
        call = _call(op, form, axis == 1, axis, k=3)
        yield Planned(name, call, (x,), "standard", ("axes", "stability"))
    empties: tuple[tuple[str, Shape], ...] = (("empty", (3, 0)), ("no-rows", (0, 4)))
    for name, empty in empties if form.name in WHOLE else ():
        x = generated(f"{op.name}/{label}/shape/{name}", 0, form.name, empty, "bits")
        yield Planned(f"shape/{name}", _call(op, form, False), (x,), "standard", ("shape",))
