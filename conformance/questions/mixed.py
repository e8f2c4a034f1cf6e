"""Calls of different ops between each other: what one call leaves behind must not reach the next.

The case of an op and format asks it twice, and then again and again, between calls of its
partners. Every pair of ops that the NumPy route answers in their usual formats is put in one of two
cases of these, both ways round; other formats meet a few of these partners, drawn anew in each run.
Functions with nothing but a certificate share one loop in every backend that we know: each of
their formats meets a few of the other ops, on inputs of a block whose digest is right, and a few
of them are partners of the others, on all inputs of an 8-bit format.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from samebits.backends.hosting.ways import ANOTHER_SESSION
from samebits.conformance.questions.drawn_calls import draw_flavour
from samebits.conformance.questions.drawn_scene import Wish, draw_scene, signatures
from samebits.conformance.questions.drawn_scene import usual_label as usual_label
from samebits.conformance.questions.question import IN_SETTINGS, Question
from samebits.conformance.questions.route import answerable, evaluate
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.questions.small_calls import LEAST, small_questions, with_threads
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.language.shapes import elementwise
from samebits.vectors.certificates import ExhaustiveCase

Proofs = Mapping[str, ExhaustiveCase]
"""For ops, the case of a certificate with few inputs."""

FUNCTIONS = 8
"""Functions with nothing but a certificate among the partners of an op."""

PARTNERS = 8
"""Partners of a format that is not the usual one, and of a function, drawn anew in each run."""

AGAIN = 4
"""Of so many calls of the op one is made again."""

FILLS = (0x00, 0x41, 0xC1)
"""Bytes that results are then full of: of floats zero, a number above 2 and one below -2.

So neither what is added to a result, nor the smaller or larger of it and an older one, is right.
"""

WAYS = ("", "prepared", ANOTHER_SESSION, IN_SETTINGS)
"""Ways to these calls: a plain one, a prepared one, one in a second session of the device, and one
in other settings of the process."""

_SIZE = 40
_FORMATS = 3


@cache
def circle() -> tuple[str, ...]:
    """The ops that are answerable in their usual formats, in an order by their names' digests, so
    that kin stand apart."""
    names = [name for name in all_ops() if answerable(name, usual_label(name))]
    return tuple(sorted(names, key=lambda name: (zlib.crc32(name.encode()), name)))


def partners(op_name: str, half: int) -> tuple[str, ...]:
    """The answerable ops mixed with one of them: half 0 those behind it on the circle, or half 1.

    So each of two ops is in half 0 of the other, or the other in its own. Of an op that is not on
    the circle, as a function that is answerable in f64 alone, every second one is in half 0.
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
    """The sequence of one case, `name` being its id: the op, the op, a partner, the op, ...

    The usual format meets every partner of the half, any other format as many as are drawn.
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
    """Calls of a function between those of ops with a route; `name` is the id of the case."""
    draws = Draws(seed, f"{name} after")
    others = [_partner(seed, op, draws) for op in draws.sample(circle(), PARTNERS)]
    return between(own, others, draws)


def between(own: Sequence[Question], others: Sequence[Question], draws: Draws) -> list[Question]:
    """The first call twice, then all of them in turn, with the others between them in any order.

    Each number of threads is told once. A call right behind one of the others has results with
    elements, where `own` has such: nothing that the other left behind could be seen in one without.
    Every fourth call is made again right away, into memory that holds something else than poison:
    what results held before must not reach the bits. Some of these are prepared calls, others run
    in a second session or in other settings of the process: so every format meets them.
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
            # The second call closes the second session: one plain call comes while it is open, and
            # the next one after it was closed.
            closing = [replace(more, way=""), more] if way == ANOTHER_SESSION else []
            found += [more, *closing]
    return found


def ways_to(question: Question) -> Sequence[str]:
    """The ways to a call: of an elementwise op two more, with repeated operands and in place."""
    call = question.call
    if get_op(call.op).shape_rule is not elementwise or not call.inputs:
        return WAYS
    return (*WAYS, "repeated", *(["in place"] if call.outputs[0] in call.inputs else []))


def _has_elements(question: Question) -> bool:
    return all(map(math.prod, question.output_shapes))


def _partner(seed: str, op_name: str, draws: Draws) -> Question:
    """A call of an op, in one of the few formats that are drawn for a run."""
    labels = Draws(seed, f"formats of {op_name}").sample(sorted(get_op(op_name).labels()), _FORMATS)
    return small_call(seed, op_name, draws.choice(labels))


@cache
def small_call(seed: str, op_name: str, label: str) -> Question:
    """One small call of an op, the same in every case of a run, with its answer."""
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
    """All inputs of a function in a short format, with the certified digest."""
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
