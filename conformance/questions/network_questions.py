"""Calls as networks make them: layers with the sizes in architectures.py, and their contents.

The shape rule of an op selects the layers: each layer of the table once (`network_layers.py`), then
each content of contents.py on a small layer. A rule without its own layers uses a random scene of
usual size, so a new op is covered as soon as it has scenes. All operands of a call have the
content, so a fault that depends on one operand is found.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from samebits.conformance.questions import architectures as table
from samebits.conformance.questions.by_binary64 import has_wide_route, settled
from samebits.conformance.questions.contents import CONTENTS, PREFIX, REPEATED, STATE
from samebits.conformance.questions.drawing.attention_drawn import HEADS
from samebits.conformance.questions.drawn_calls import MOST_THREADS, repeats
from samebits.conformance.questions.drawn_scene import Wish, choices, draw_scene, signatures
from samebits.conformance.questions.memory_places import FAR, SHARED
from samebits.conformance.questions.network_layers import BY_RULE, Layers
from samebits.conformance.questions.question import Question
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.scene import Scene
from samebits.spec.catalog import get_op, landmarks_of
from samebits.spec.formats import get_format
from samebits.spec.language.declare import Op, Signature
from samebits.spec.language.landmarks import StepLandmarks

_USUAL = ("normal", "normal", "relu", "probabilities")
"""The contents from which one is drawn for each layer of the table."""

LONG = 8
"""The least row length, in at least one operand, for which the contents of rows matter."""

_ROWS = (6, 16)
"""The shape of operands for which special memory layouts are tested."""

_TRIED = 20
"""The largest number of scenes that are drawn to find a scene with rows of length LONG."""

_PERIOD = 2 * table.MATRIX[-1]
"""The period of operands of functions: two rows, because the NumPy route is slow."""


@cache
def is_asked(op_name: str, label: str) -> bool:
    """Return whether networks use an op with a label: all its float operands have one format.

    If several labels have the same float format, only the plain label is used, if it exists.
    """
    labels = get_op(op_name).labels()
    inputs, _ = labels[label][0]
    floats = {name for name in inputs if get_format(name).is_float}
    return len(floats) == 1 and (label in floats or not floats & labels.keys())


def network_questions(name: str, seed: str, op_name: str, label: str) -> Sequence[Question]:
    """Return the questions of one case; `name` is its id."""
    op, draws = get_op(op_name), Draws(seed, name)
    known, found = signatures(op_name, label), list[Question]()
    given = {} if op.shape_rule not in BY_RULE else choices(draws, op)
    start, is_wide = draws.below(len(known)), has_wide_route(op_name, label)
    for number, (scene, content) in enumerate(_layers(op, draws)):
        for inputs, outputs in _signatures(op, known, start + number, scene, content):
            layer = scene or _drawn(op, draws, len(inputs))
            attributes = {**given, **layer.attributes}
            if content == STATE and "step" in attributes:
                attributes["step"] = 1
            question = Question(
                name=f"{name} call {len(found)}",
                seed=seed,
                call=op.call(inputs, outputs, **attributes),
                shapes=layer.shapes[: len(inputs)],
                flavour=f"{PREFIX}{content}",
                limits=tuple(sorted(layer.limits.items())),
                threads=draws.between(1, MOST_THREADS),
            )
            if repeats(op, inputs):
                question = replace(question, period=_PERIOD)
            found.append(_answered(question) if is_wide else question)
    if is_wide:
        found += _in_places(name, seed, op, known[start][0], known[start][1])
    return found


def _in_places(
    name: str, seed: str, op: Op, inputs: Sequence[str], outputs: Sequence[str]
) -> Iterator[Question]:
    """Yield calls on equal rows that share their memory, and on rows with 4 MiB between them.

    A bias that is added to each row is an operand of the first kind. Functions in short formats
    have no small calls with known answers (small_calls.py), so these layouts are tested here.
    """
    for place in (SHARED, FAR):
        yield _answered(
            Question(
                name=f"{name} rows {place}",
                seed=seed,
                call=op.call(inputs, outputs),
                shapes=(_ROWS,) * len(inputs),
                flavour=f"{PREFIX}{REPEATED}",
                places=(place,) * len(inputs),
            )
        )


def _answered(question: Question) -> Question:
    """Return a question about a function, with its answer from binary64."""
    few = question.operands(question.period)
    arrays, bits = settled(question.call, few)
    return replace(question, period=0, arrays=tuple(arrays), wanted=(bits,))


def _layers(op: Op, draws: Draws) -> Iterator[tuple[Scene | None, str]]:
    """Yield layers with their contents.

    None in place of a layer means a scene that is drawn for each call.
    """
    make = BY_RULE.get(op.shape_rule)
    layers = make(op, draws) if make is not None else Layers(None)
    yield from ((scene, draws.choice(_USUAL)) for scene in layers.table)
    yield from ((layers.small, content) for content in CONTENTS)
    if isinstance(landmarks_of(op.name), StepLandmarks):
        yield layers.small, STATE


def _drawn(op: Op, draws: Draws, operands: int) -> Scene:
    """Return a random scene of about the size of `MATRIX`, with many long rows if possible."""
    rows, columns = table.MATRIX
    for _ in range(_TRIED):
        scene = draw_scene(draws, Wish(op, operands, rows * columns, 2))
        if any(len(s) > 1 and s[-1] >= LONG and math.prod(s) >= LONG * s[-1] for s in scene.shapes):
            break
    return scene


def _signatures(
    op: Op, known: Sequence[Signature], number: int, scene: Scene | None, content: str
) -> Sequence[Signature]:
    """Return the signatures for a layer: one, chosen by `number`, or all of them for attention.

    Heads of each size are then tested with every kind of mask.
    """
    fitting = known
    if scene is not None and scene.whole:
        fitting = [s for s in known if len(s[0]) == len(scene.shapes)] or known
    is_sized = scene is not None and op.shape_rule in HEADS and content in _USUAL
    return fitting if is_sized else [fitting[number % len(fitting)]]
