"""The random calls of an op and format: four calls, each with its own purpose.

The first is large, has gaps or reversed axes in memory, and uses many threads. The second has many
axes, the third has operands that are one array, and the fourth has no restriction. All other
properties are random. The second and the fourth call may have any size below the first call's size.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from samebits.conformance.questions.drawn_scene import Wish, draw_scene, signatures
from samebits.conformance.questions.memory_places import PLAIN, draw_place
from samebits.conformance.questions.question import Question
from samebits.conformance.questions.seeded import Draws
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import Shape, elementwise

CALLS = 4
"""The number of calls in one case."""

LARGE = (1 << 16) + 1
"""The least size of a large call: more than 2^16 elements in one operand or result."""

MOST_THREADS = 16

_MANY_AXES = (6, 7, 8)
_SMALL = (200, 1200)
_OCTAVES = (8, 15)
_BOTH_OCTAVE = 14
LEAST_OCTAVE = 11
"""The exponent from which on sizes between all powers of two are tested.

Laws and vectors have smaller sizes.
"""
_SLOW = 1200
_TREES = ("moderate", "moderate", "cancelling", "spread", "tiny", "ties", "wild", "nans", "sorted")
_LARGE_TREES = ("moderate", "moderate", "spread", "tiny")
_OTHERS = ("wild", "wild", "spread", "ties", "nans", "sorted", "cancelling", "equal")
_PERIOD = 1021

_FEW_VALUES = "ties"


def four_questions(name: str, seed: str, op_name: str, label: str) -> list[Question]:
    """Return the four questions of one case; `name` is its id."""
    return [_question(f"{name} call {number}", seed, op_name, label, number) for number in range(4)]


def _question(name: str, seed: str, op_name: str, label: str, purpose: int) -> Question:
    op = get_op(op_name)
    draws = Draws(seed, name)
    inputs, outputs = draws.choice(signatures(op_name, label))
    large, deep, alias = purpose == 0, purpose == 1, purpose == 2
    size = _size(draws, purpose)
    rank = draws.choice(_MANY_AXES) if deep else draws.between(1, 3 if large else 5)
    wish = Wish(op, len(inputs), size, rank, large=large, alike=alias)
    scene = draw_scene(draws, wish)
    ranks = [len(shape) for shape in scene.shapes]
    call = op.call(inputs, outputs, **scene.attributes)
    return Question(
        name=name,
        seed=seed,
        call=call,
        shapes=scene.shapes,
        flavour=draw_flavour(draws, op, large=size > _SLOW),
        limits=tuple(sorted(scene.limits.items())),
        period=_PERIOD if size > _SLOW and repeats(op, inputs) else 0,
        places=tuple(draw_place(draws, rank, large=large) for rank in ranks),
        result_place=PLAIN
        if draws.chance(3)
        else _result_place(draws, call, scene.shapes, large=large),
        alias=alias,
        threads=MOST_THREADS if large else draws.between(1, MOST_THREADS),
    )


def _size(draws: Draws, purpose: int) -> int:
    """Return a random size: above 2^16 for purpose 0, small for 2, of any magnitude for others."""
    if purpose == 0:
        return LARGE + draws.below(9_000)
    if purpose == 2:
        return draws.between(*_SMALL)
    return octave(draws, draws.between(*_OCTAVES))


def both_ways(draws: Draws, number: int) -> Sequence[bool]:
    """Return, for each array to test, whether it has gaps.

    For small sizes both choices are returned, for large sizes one random choice.
    """
    return (False, True) if number <= _BOTH_OCTAVE else (draws.chance(2),)


def octave(draws: Draws, number: int) -> int:
    """Return a size of at least 2^number and less than twice that."""
    return draws.between(1 << number, (2 << number) - 1)


def _result_place(draws: Draws, call: Call, shapes: Sequence[Shape], *, large: bool) -> str:
    ranks = [len(shape) for shape in get_op(call.op).output_shapes(call, shapes)]
    return draw_place(draws, *ranks, large=large)


def draw_flavour(draws: Draws, op: Op, *, large: bool = False) -> str:
    """Return a random flavour of operands that finds mistakes in this class of ops."""
    if op.op_class in ("round", "move"):
        return draws.choice(_OTHERS)
    if large and has_functions(op.name):
        return _FEW_VALUES
    return draws.choice(_LARGE_TREES if large else _TREES)


def adds_terms(op: Op) -> bool:
    """Return whether the op or one of its nodes may add products: whether it is a tree or graph."""
    return op.op_class in ("tree", "graph")


@cache
def has_functions(op_name: str) -> bool:
    """Return whether the route of this op computes functions such as exp to many digits."""
    op = get_op(op_name)
    if op.graph is None:
        return op_name == "logsumexp"
    inputs, outputs = op.signatures[0]
    graph = op.graph_of(op.call(inputs, outputs, **op.example(len(inputs))[0]))
    names = () if graph is None else graph.ops()
    return any(get_op(name).profile == "math" or has_functions(name) for name in names)


def repeats(op: Op, inputs: tuple[str, ...]) -> bool:
    """Return whether large operands are periodic, because the NumPy route is slow.

    It computes elementary functions to many digits, and fma in binary64 in several steps.
    """
    slow = op.profile == "math" or (op.name == "fma" and "f64" in inputs)
    return op.shape_rule is elementwise and slow
