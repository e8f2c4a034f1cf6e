"""Cases of connectionist temporal classification (G7.17 to G7.19), and of its gradient.

Labels repeat, are missing, or outnumber the steps. Rows of targets end early, with further
labels after the first blank. Steps are absent at the end, at the beginning, in between, or
everywhere. In some cases the blank is not class 0. Present and absent steps have infinities and
NaN.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from math import prod
from random import Random
from typing import Any

from samebits.spec.families import ctc
from samebits.spec.formats import Format, compute_format, get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import sized
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import patterns

FORMATS_SHARE_NODES = True

BY_VALUE = 48
"""Maximum number of results stored by value; the results of a larger case are stored by digest."""

_Rows = Sequence[Sequence[int]]

_DRAWN: Mapping[str, tuple[tuple[int, int, int, int], int]] = {
    "plain": ((5, 3, 4, 2), 0),
    "one-step": ((1, 4, 3, 1), 0),
    "blank/last": ((4, 2, 3, 2), 2),
    "blank/between": ((6, 3, 5, 3), 1),
    "blank/alone": ((3, 2, 1, 2), 0),
    "no-targets": ((3, 2, 3, 0), 0),
    "empty/samples": ((3, 0, 3, 2), 0),
    "long/row": ((7, 2, 5, 131), 0),
    "long/steps": ((61, 1, 6, 17), 0),
    "many/samples": ((5, 67, 4, 2), 0),
    "many/classes": ((4, 2, 300, 2), 7),
}
"""The sizes (T, N, C, S) and the class of the blank, by the name of the case."""

_SPELT: Mapping[str, tuple[_Rows, _Rows]] = {
    "repeated": (((1, 1, 1), (1, 1, 2), (1, 2, 1), (2, 2, 0)), ((1,) * 6,) * 4),
    "just-enough": (((1, 1, 2), (1, 2, 1), (1, 0, 1), (0, 2, 2)), ((1,) * 4, (1, 1, 0, 1)) * 2),
    "too-few": (((1, 1), (1, 2), (2, 0), (0, 1)), ((1, 1, 0), (0, 1, 0), (1, 0, 0), (0, 0, 0))),
    "absent": (
        ((1, 2), (1, 2), (2, 1), (2, 2), (0, 0), (1, 0)),
        (
            (1, 1, 1, 0, 0), (0, 0, 1, 1, 1), (2, 0, 128, 0, 255), (1, 0, 1, 0, 1), (0,) * 5,
            (0,) * 5,
        ),
    ),
    "one-step-absent": (((1,), (2,), (0,), (1,), (2,)), ((1,), (0,), (0,), (0,), (1,))),
    "behind": (((1, 0, 2, 1), (0, 1, 2, 2), (2, 1, 0, 1)), ((1,) * 4,) * 3),
}  # fmt: skip
"""Targets and presence of steps for each sample, with 3 classes; class 0 is the blank."""


def handles(op: Op) -> bool:
    """Return whether the op is the CTC loss or its gradient."""
    return op.shape_rule in ctc.SHAPE_RULES


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label.

    f32 has all cases. Other formats have few, because all formats share the nodes.
    """
    return list(_planned(op, label))


def _planned(op: Op, label: str) -> Iterator[Planned]:
    every = label.split("_")[0] == "f32"
    for number, (name, (sizes, blank)) in enumerate(_DRAWN.items()):
        if every or number in (0, 3, 9):
            yield _drawn(op, label, name, sizes, blank)
    for number, (name, (targets, present)) in enumerate(_SPELT.items()):
        for finite in (False, True) if every or number == 2 else ():
            if not finite or name in ("too-few", "absent"):
                text = f"{name}-finite" if finite else name
                given = {"blank": 0, "zero_infinity": finite}
                yield _spelt(op, label, text, targets, present, given)
    yield _special(op, label)


def _drawn(op: Op, label: str, name: str, sizes: tuple[int, int, int, int], blank: int) -> Planned:
    steps, samples, classes, length = sizes
    draw = patterns.randomness("ctc", f"{op.name}/{label}/{name}")
    targets, present = [], []
    for number in range(samples):
        others = [c for c in range(classes) if c != blank] or [blank]
        end = min(length, steps // 2 + 1) if number % 3 else min(length, draw.randint(0, 2))
        row = [draw.choice(others) for _ in range(end)] + [blank] * (length > end)
        targets.append((row + [draw.randrange(classes) for _ in range(length)])[:length])
        few = 0 if number % 2 == 0 or steps < 2 else draw.randrange(steps)
        present.append([1] * (steps - few) + [0] * few)
    given = {"blank": blank, "zero_infinity": False}
    return _case(op, label, name, targets, present, (samples, length, steps, classes), given)


def _spelt(op: Op, label: str, name: str, targets: _Rows, present: _Rows, given: Any) -> Planned:
    """Return a case with given targets and presence of steps.

    Half of the samples have saved logarithms that are all -inf: they have no path.
    """
    samples, steps, states = len(targets), len(present[0]), 2 * len(targets[0]) + 1
    draw = patterns.randomness("ctc", f"{op.name}/{label}/{name}")
    form = _saved(op, label)
    nothing = form.infinity | form.sign_mask
    saved = [
        nothing if n % 2 or not draw.randrange(4) else draw.choice(_everyday(form, draw))
        for _ in range(steps)
        for n in range(samples)
        for _ in range(states)
    ]
    log_alpha = values(saved, form.name, (steps, samples, states))
    sizes = (samples, len(targets[0]), steps, 3)
    return _case(
        op, label, name, targets, present, sizes, given, "condition-byte", log_alpha=log_alpha
    )


def _saved(op: Op, label: str) -> Format:
    """Return the format of the saved logarithms, an operand of the gradient."""
    return get_format(compute_format(op.labels()[label][0][0]))


def _special(op: Op, label: str) -> Planned:
    """Return a case with each special value for each class, for each row of labels.

    One step, absent or present, has the special value, and also one state of the saved logarithms.
    Some rows of labels end early.
    """
    form = get_format(op.labels()[label][0][0][op.operands.index("log_probs")])
    saved = _saved(op, label)
    draw = patterns.randomness("ctc", f"{op.name}/{label}/special")
    rows = ((1, 0, 2), (2, 1, 0), (2, 2, 1))
    every = list(itertools.product(range(len(_special_values(form))), rows, range(3)))
    x = [[draw.choice(_everyday(form, draw)) for _ in range(9)] for _ in every]
    log_alpha = [[draw.choice(_everyday(saved, draw)) for _ in range(21)] for _ in every]
    for number, (value, _, place) in enumerate(every):
        x[number][3 * draw.randrange(3) + place] = _special_values(form)[value]
        log_alpha[number][(5 * number) % 21] = _special_values(saved)[value]
    given = {"blank": 0, "zero_infinity": False}
    targets = [row for _, row, _ in every]
    present = [[1, draw.randrange(3), 1] for _ in every]
    sizes, flags = (len(every), 3, 3, 3), ("special-values", "signed-zero", "nan-canonical")
    known = {
        "log_probs": values(_by_step(x, 3), form.name, (3, len(every), 3)),
        "log_alpha": values(_by_step(log_alpha, 7), saved.name, (3, len(every), 7)),
    }
    return _case(op, label, "special", targets, present, sizes, given, *flags, **known)


def _special_values(form: Format) -> list[int]:
    return [form.sign_mask | form.infinity, *patterns.few_specials(form)]


def _by_step(samples: _Rows, width: int) -> list[int]:
    """Return the given rows, cut into three steps each, with the step as the first axis."""
    return [cell for t in range(3) for row in samples for cell in row[width * t : width * (t + 1)]]


def _everyday(form: Format, draw: Random) -> list[int]:
    return [patterns.nearest(-draw.randrange(1, 64) / 8, form) for _ in range(4)]


def _case(
    op: Op,
    label: str,
    name: str,
    targets: _Rows,
    present: _Rows,
    sizes: tuple[int, int, int, int],
    given: dict[str, Any],
    *flags: str,
    **known: PlannedInput,
) -> Planned:
    """Return a case. Operands that are not given are drawn. `sizes` are N, S, T and C."""
    inputs, outputs = op.labels()[label][0]
    samples, length, steps, _ = sizes
    cells = [int(present[n][t]) for t in range(steps) for n in range(samples)]
    known = {
        "targets": values([c for row in targets for c in row], "i64", (samples, length)),
        "present": values(cells, "bool", (steps, samples)),
        **known,
    }
    names: dict[str, Any] = dict(zip("NSTC", sizes, strict=True))
    case_id, rule = f"{op.name}/{label}/{name}", op.shape_rule
    operands = []
    for place, (operand, form) in enumerate(zip(op.operands, inputs, strict=True)):
        shape = sized(rule.pattern(place), rule, given, names)
        made = known.get(operand) or generated(
            case_id, place, form, shape, "spread", low=-4, high=2
        )
        operands.append(values([], form, shape) if 0 in shape else made)
    call = op.call(inputs, outputs, **given)
    count = sum(map(prod, op.output_shapes(call, [x.shape for x in operands])))
    level = "smoke" if name == "plain" and inputs[0] == "f32" else "standard"
    every = ("length", "graph", *flags)
    return Planned(name, call, tuple(operands), level, every, digest=count > BY_VALUE)
