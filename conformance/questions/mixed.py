"""Alternating calls of different ops: one call must not affect the next call.

The case of an op and format calls the op twice, and then repeatedly between calls of its partners.
The NumPy route answers many ops in their usual formats. Every pair of these ops occurs in one of
two cases, in both orders. Other formats have a few of these partners, drawn anew in each run.

Functions that only have a certificate share one loop in every known backend. Each of their formats
has a few other ops as partners, and is called on inputs of a block whose digest is right. A few of
these functions are partners of other ops, on all inputs of an 8-bit format.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from samebits.backends.hosting.ways import ANOTHER_SESSION
from samebits.conformance.questions.drawn_calls import draw_flavour
from samebits.conformance.questions.drawn_scene import (
    Wish,
    draw_scene,
    signatures,
    usual_label as usual_label,
)
from samebits.conformance.questions.question import IN_SETTINGS, Question
from samebits.conformance.questions.route import answerable, evaluate
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.questions.small_calls import LEAST, small_questions, with_threads
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.language.shapes import elementwise
from samebits.vectors.certificates import ExhaustiveCase

Proofs = Mapping[str, ExhaustiveCase]
"""For each function, a certificate case with few inputs."""

FUNCTIONS = 8
"""The number of functions with only a certificate among the partners of an op."""

PARTNERS = 8
"""The number of partners of an unusual format, or of a function, drawn anew in each run."""

AGAIN = 4
"""One of this many calls of the op is repeated."""

FILLS = (0x00, 0x41, 0xC1)
"""Bytes that fill the results before repeated calls: the float 0, one above 2, one below -2.

If a kernel adds to the old result, or takes the minimum or maximum with it, the bits are wrong.
"""

WAYS = ("", "prepared", ANOTHER_SESSION, IN_SETTINGS)
"""Ways of repeated calls.

They are a plain call, a prepared call, a call in a second session of the device, and a call in
changed process settings.
"""

_SIZE = 40
_FORMATS = 3


@cache
def circle() -> tuple[str, ...]:
    """Return the ops that have a route in their usual formats, in the order of a circle.

    They are sorted by a digest of their names, so that similar ops are not adjacent.
    """
    names = [name for name in all_ops() if answerable(name, usual_label(name))]
    return tuple(sorted(names, key=lambda name: (zlib.crc32(name.encode()), name)))


def partners(op_name: str, half: int) -> tuple[str, ...]:
    """Return the partners of an op in one of two halves.

    Half 0 has the ops that follow the op on the circle, up to half of the circle, and half 1 has
    the rest. So for any two ops, one is in half 0 of the other. For an op that is not on the
    circle, such as a function with a route only in f64, each half has every second op.
    """
    names = circle()
    if op_name not in names:
        return names[half::2]
    at, count = names.index(op_name), len(names)
    behind = [names[(at + step) % count] for step in range(1, count // 2 + 1)]
    if half == 0:
        return tuple(behind)
    return tuple(name for name in names if name not in behind and name != op_name)


def mixed_questions(
    name: str, seed: str, op_name: str, label: str, half: int, proofs: Proofs
) -> list[Question]:
    """Return the calls of one case in order: the op, the op, a partner, the op, and so on.

    `name` is the id of the case. The usual format has every partner of the half, and any other
    format has a few random partners.
    """
    draws = Draws(seed, name)
    names: Sequence[str] = partners(op_name, half)
    functions = draws.sample([op for op in proofs if op not in circle()], FUNCTIONS)
    if label != usual_label(op_name):
        names, functions = draws.sample(names, PARTNERS), functions[:1]
    others = [_partner(seed, other, draws) for other in names]
    others += [_whole(seed, proofs[x]) for x in functions]
    return between(small_questions(name, seed, op_name, label), others, draws)


def after_others(seed: str, name: str, own: Sequence[Question]) -> list[Question]:
    """Return calls of a function between calls of ops with a route; `name` is the case's id."""
    draws = Draws(seed, f"{name} after")
    others = [_partner(seed, op, draws) for op in draws.sample(circle(), PARTNERS)]
    return between(own, others, draws)


def between(own: Sequence[Question], others: Sequence[Question], draws: Draws) -> list[Question]:
    """Return the first own call twice, then all own calls, with the other calls between them.

    Each number of threads is used once. A call right after another op's call has results with
    elements, if `own` has such a call: without elements, effects of the other call could not be
    seen. Every fourth call is immediately repeated, into memory that holds other bytes than poison,
    because the old content of results must not matter. Some repetitions are prepared calls, others
    run in a second session or in changed process settings, so that every format is tested in these
    ways.
    """
    telling = [q for q in own if _has_elements(q)] or own
    count = max(LEAST, len(own), len(others) + 1 + len(own) - len(telling))
    turns = with_threads([*own, *(telling[i % len(telling)] for i in range(count - len(own)))])
    behind = [i for i in range(1, count) if telling is own or _has_elements(turns[i])]
    order = draws.sample(others, len(others))
    ahead = {behind[i * len(behind) // len(order)]: other for i, other in enumerate(order)}
    found = [turns[0]]
    for number, question in enumerate(turns):
        found += [ahead[number], question] if number in ahead else [question]
        if number % AGAIN == AGAIN - 1:
            fill = FILLS[number // AGAIN % len(FILLS)]
            again = question if _has_elements(question) else telling[number % len(telling)]
            ways = ways_to(again)
            way = ways[number // AGAIN % len(ways)]
            more = replace(again, threads=0, fill=fill, way=way)
            # The second call of a second session closes that session. One plain call runs while the
            # session is open, and one after it was closed.
            closing = [replace(more, way=""), more] if way == ANOTHER_SESSION else []
            found += [more, *closing]
    return found


def ways_to(question: Question) -> Sequence[str]:
    """Return the ways to make a call; elementwise ops also allow `repeated` and `in place`."""
    call = question.call
    if get_op(call.op).shape_rule is not elementwise or not call.inputs:
        return WAYS
    return (*WAYS, "repeated", *(["in place"] if call.outputs[0] in call.inputs else []))


def _has_elements(question: Question) -> bool:
    return all(map(math.prod, question.output_shapes))


def _partner(seed: str, op_name: str, draws: Draws) -> Question:
    """Return a call of an op in one of a few formats.

    The choice of the few formats is the same in the whole run.
    """
    labels = Draws(seed, f"formats of {op_name}").sample(sorted(get_op(op_name).labels()), _FORMATS)
    return small_call(seed, op_name, draws.choice(labels))


@cache
def small_call(seed: str, op_name: str, label: str) -> Question:
    """Return a small call of an op with its answer.

    The call is the same in every case of a run.
    """
    op = get_op(op_name)
    name = f"drawn/mixed/{op_name}/{label}"
    draws = Draws(seed, name)
    inputs, outputs = signatures(op_name, label)[0]
    scene = draw_scene(draws, Wish(op, len(inputs), _SIZE, draws.between(1, 3)))
    question = Question(
        name=name,
        seed=seed,
        call=op.call(inputs, outputs, **scene.attributes),
        shapes=scene.shapes,
        flavour=draw_flavour(draws, op),
        limits=tuple(sorted(scene.limits.items())),
    )
    arrays = tuple(question.operands())
    bits = tuple(evaluate(question.call, arrays))
    return replace(question, arrays=arrays, wanted=bits)


@cache
def _whole(seed: str, proof: ExhaustiveCase) -> Question:
    """Return a question about all inputs of a function in a short format, with their digest."""
    certificate = proof.certificate()
    arrays = tuple(certificate.domain.operands(0, certificate.domain.inputs))
    return Question(
        name=f"drawn/mixed/{proof.call.op}/{proof.call.label}",
        seed=seed,
        call=proof.call,
        shapes=(arrays[0].shape,) * len(arrays),
        flavour="every input",
        arrays=arrays,
        leaf=certificate.leaves[0],
    )
