"""Large scenes, by shape rule.

They run in every format, so each of them is cheap. Most of them have more than 2^19 results with
few terms each, or as many operand elements. The probability of missing an error in one of 2^16
results or operand elements is then at most 1/3000.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from samebits.backends.hosting.memory import PAGE
from samebits.conformance.questions.drawing.losses_drawn import LOSSES, has_classes, of_size
from samebits.conformance.questions.drawn_scene import Wish, draw_scene
from samebits.conformance.questions.operands import MIDPOINTS
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.scene import Scene
from samebits.spec.catalog import move_landmarks
from samebits.spec.families import (
    aligned,
    draws as drawing,
    exact_sums,
    indexing,
    ordering,
    products,
    reductions,
    replacing,
    scans,
)
from samebits.spec.families.einsum import einsum
from samebits.spec.language import shapes as rules
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import ShapeRule
from samebits.spec.language.trees import CONTRACTION_BLOCK

BEYOND_16_BITS = (1 << 16) + 5
BEYOND_2048 = 2053
BEYOND_2_20 = (1 << 20) + 7
MANY = (1 << 19) + 11
"""The number of results or operand elements that finds an error in one of 2^16.

The probability of finding it is 1 - (1 - 2^-16)^MANY = 0.9997.
"""

Fixed = Mapping[str, Any]
Topic = Callable[[Op, Draws, int], Iterator[tuple[Scene, Fixed]]]
"""A function from an op and a number of operands to scenes, with fixed members.

The members are members of the `Question`, such as `threads`.
"""

EVERY: Fixed = MappingProxyType({"flavour": "every"})
"""Fixed members: operands with all bit patterns, for results that depend on few elements."""

_SHORT_DOTS = 24

_PLAIN = {"transpose_a": False, "transpose_b": False}
_MATRICES = (rules.matmul, rules.bmm, products.linear, *aligned.SHAPE_RULES)


def _elements(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Fixed]]:
    """Yield a scene of more than 2^20 elements, at any address."""
    places = tuple(f"offset:{draws.between(1, PAGE - 1)}" for _ in range(operands))
    yield Scene(((BEYOND_2_20,),) * operands), {**EVERY, "places": places}


def _rows(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Fixed]]:
    """Yield scenes of more than 2^16 rows, columns and terms, and a row of a million terms."""
    yield Scene(((MANY, 2),), {"axes": (1,)}), EVERY
    yield Scene(((3, BEYOND_16_BITS),), {"axes": (0,)}), {}
    yield Scene(((1, BEYOND_2_20),), {"axes": (-1,)}), {}
    yield from _terms(op, draws, operands)


def _terms(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Fixed]]:
    """Yield scenes of more than 2^16 terms in rows, in columns, and along several axes."""
    yield Scene(((BEYOND_16_BITS, 2),), {"axes": (0,)}), {}
    yield Scene(((67, 3, 71),), {"axes": (0, 2)}), {}
    yield Scene(((1031, 2, 9, 67),), {"axes": (0, 2, 3)}), {}
    yield Scene(((2, BEYOND_16_BITS),), {"axes": (-1,)}), {}


def _lines(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Fixed]]:
    """Yield scenes with a row of more than 2^16 elements, with MANY results, and with many rows.

    Rows are along any axis here. A sort uses a block of threads for each row, even for short rows.
    Therefore only one random format in four gets more than 2^16 rows, and the other formats get
    fewer and longer rows.
    """
    few = op.shape_rule is not scans.scan and not draws.chance(4)
    sides = (4099, 128) if few else (BEYOND_16_BITS, 8)
    more, whole, most = ({"k": n} for n in (2, sides[1], BEYOND_16_BITS - draws.below(9)))
    if op.shape_rule is not ordering.topk:
        more = whole = most = {}
    # Equal elements are more than 2^16 positions apart, and topk selects only some of them.
    ties = {"flavour": "ties"} if op.shape_rule in (ordering.sort, ordering.topk) else {}
    longest = BEYOND_2_20 if op.shape_rule is scans.scan else BEYOND_16_BITS
    yield Scene(((longest,),), {"axis": 0, **most}), ties
    yield Scene((sides,), {"axis": 1, **whole}), EVERY
    yield Scene(((BEYOND_16_BITS, 2),), {"axis": 0, **more}), {}


def _exact_rows(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Fixed]]:
    """Yield scenes of all 16-bit patterns, two in each row, and of more than 2^16 terms.

    They have few results, because the NumPy route of exact sums is slow.
    """
    yield Scene(((BEYOND_16_BITS // 2, 2),), {"axes": (1,)}), EVERY
    yield from _terms(op, draws, operands)


def _vectors(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Fixed]]:
    """Yield scenes of more than 2^16 terms, of two arrays or of one array, and short dot products.

    In a short dot product, the result may depend on a term next to a midpoint.
    """
    yield Scene(((BEYOND_16_BITS,),) * 2), {}
    yield Scene(((MANY,),) * 2), {}
    yield Scene(((BEYOND_16_BITS,),) * 2), {"alias": True}
    for _ in range(_SHORT_DOTS):
        yield Scene(((33,),) * 2), {"flavour": MIDPOINTS}


def _matrices(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Fixed]]:
    """Yield scenes with each side above 2048, many results, a squared matrix, and long sums.

    The sums have lengths of every magnitude up to more than 2^16 terms.
    """
    far = BEYOND_2048
    for m, k, n in ((far, 3, 2), (3, far, 2), (2, 3, far), (1, far, 5)):
        yield _product(op, 2, m, k, n), {}
    yield _product(op, 2, 33, 33, 33), {"alias": True, "flavour": MIDPOINTS}
    yield _product(op, 1, MANY, 1, 1), EVERY
    for least in (1 << number for number in range(12, 17)):
        m, n = draws.sample((1, 2), 2)
        yield _product(op, 1, m, draws.between(least, 2 * least - 1), n), {}
    if op.shape_rule in (rules.bmm, aligned.bmm):
        batch = BEYOND_16_BITS
        yield Scene(((batch, 2, 1), (batch, 1, 4), (4,)), _PLAIN), EVERY


def _product(op: Op, batch: int, m: int, k: int, n: int) -> Scene:
    """Return a product of matrices with these sides, with a batch axis if the op has one."""
    if op.shape_rule in (products.linear, aligned.linear):
        return Scene(((m, k), (n, k), (n,)))
    if op.shape_rule in (rules.matmul, aligned.matmul):
        return Scene(((m, k), (k, n), (n,)), _PLAIN)
    return Scene(((batch, m, k), (batch, k, n), (n,)), _PLAIN)


def tiles(op: Op, draws: Draws) -> Iterator[Scene]:
    """Yield two products with all sides above 128, which a kernel divides into tiles.

    The second product has more terms than two blocks of T4.
    """
    if op.shape_rule in _MATRICES:
        for further in (0, 2 * CONTRACTION_BLOCK):
            m, k, n = (draws.between(129, 136) for _ in range(3))
            yield _product(op, 1, m, k + further, n)


def _outer(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Fixed]]:
    """Yield scenes of more than 2^16 rows, columns and results."""
    yield Scene(((MANY,), (1,))), EVERY
    yield Scene(((1,), (BEYOND_16_BITS,))), EVERY


def _equations(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Fixed]]:
    """Yield scenes of many results, and of a sum of more than 2^16 terms."""
    if operands == 2:
        yield Scene(((MANY, 1), (1, 1)), {"equation": "ij,jk->ik"}), EVERY
        yield Scene(((2, BEYOND_16_BITS), (BEYOND_16_BITS, 1)), {"equation": "ij,jk->ik"}), {}


def _indices(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Fixed]]:
    """Yield scenes of more than 2^16 rows, and of more than 2^16 indices."""
    many, rule, axis = MANY, op.shape_rule, {"axis": 0}
    if rule in (indexing.gather, indexing.index_select):
        yield Scene(((many,), (many,)), axis, {1: many}), EVERY
        yield Scene(((5,), (BEYOND_16_BITS,)), axis, {1: 5}), {}
    elif rule is indexing.embedding:
        yield Scene(((many, 1), (many,)), {}, {1: many}), EVERY
    elif rule in (replacing.scatter, replacing.scatter_gradient):
        yield Scene(((many,), (many,), (many,)), axis, {1: many}), EVERY
    elif rule in (replacing.index_put, replacing.index_put_gradient):
        yield Scene(((many, 1), (many,), (many, 1)), {}, {1: many}), EVERY
    elif rule is indexing.one_hot:
        yield Scene(((many,),), {"classes": 2}, {0: 2}), {}
    elif rule in (indexing.scatter_add, indexing.index_add):
        yield Scene(((many,), (many,), (many,)), axis, {1: many}), EVERY
        yield Scene(((3,), (BEYOND_16_BITS,), (BEYOND_16_BITS,)), axis, {1: 3}), {}
    elif rule is indexing.embedding_gradient:
        yield Scene(((many, 1), (many,)), {"rows": many, "padding_index": 7}, {1: many}), EVERY
    else:
        yield Scene(((many,), (many,)), {**axis, "shape": (many,)}, {1: many}), EVERY


def _along(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Fixed]]:
    """Yield scenes of more than 2^16 rows, and of rows along axis 0 of more than 2^16 elements."""
    yield Scene(((BEYOND_16_BITS, 8),) * 2, {"axis": 1}), EVERY
    yield Scene(((BEYOND_16_BITS, 2),) * 2, {"axis": 0}), {}


def _masked(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Fixed]]:
    """Yield scenes of more than 2^16 sums, and of more than 2^16 terms."""
    yield Scene(((MANY, 2),) * 2, {"axes": (1,)}), EVERY
    yield Scene(((BEYOND_16_BITS, 2),) * 2, {"axes": (0,)}), {}


def _values(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Fixed]]:
    """Yield scenes of more than 2^16 values of a loss, of terms of their sum, and of classes."""
    yield of_size(op, draws, MANY, "none"), EVERY
    if has_classes(op):
        yield of_size(op, draws, 2, "none", BEYOND_16_BITS), {}
    for reduction in ("sum", "mean"):
        yield of_size(op, draws, BEYOND_16_BITS, reduction), {}


def _drawn(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Fixed]]:
    """Yield a scene of more than 2^20 elements, at any index in its whole and at any address."""
    scene = draw_scene(draws, Wish(op, operands, BEYOND_2_20, 1))
    yield scene, {"result_place": f"offset:{draws.between(1, PAGE - 1)}"}


def _moved(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Fixed]]:
    """Yield a scene of a move of MANY elements."""
    landmarks = move_landmarks(op.name)
    assert landmarks is not None  # topic_of has checked this
    situation = landmarks.beyond(MANY)
    yield Scene((situation.shape,), situation.attributes), EVERY


BY_RULE: Mapping[ShapeRule, tuple[str, Topic]] = MappingProxyType(
    {
        rules.elementwise: ("elements", _elements),
        **dict.fromkeys(reductions.SHAPE_RULES, ("rows", _rows)),
        exact_sums.exact_sum: ("rows", _exact_rows),
        **dict.fromkeys(
            (rules.same_as_input, scans.scan, ordering.sort, ordering.topk), ("lines", _lines)
        ),
        **dict.fromkeys((rules.dot, exact_sums.exact_dot), ("terms", _vectors)),
        **dict.fromkeys(_MATRICES, ("sides", _matrices)),
        products.outer: ("sides", _outer),
        rules.gradient_along_axis: ("lines", _along),
        rules.masked_reduction: ("rows", _masked),
        **dict.fromkeys(LOSSES, ("values", _values)),
        **dict.fromkeys(drawing.SHAPE_RULES, ("elements", _drawn)),
        einsum: ("sides", _equations),
        **dict.fromkeys(
            (
                indexing.gather,
                indexing.index_select,
                indexing.embedding,
                indexing.one_hot,
                indexing.scatter_add,
                indexing.index_add,
                indexing.embedding_gradient,
                indexing.gather_gradient,
                replacing.scatter,
                replacing.scatter_gradient,
                replacing.index_put,
                replacing.index_put_gradient,
            ),
            ("indices", _indices),
        ),
    }
)
"""The topics of shape rules, with their names; reach.py has the topic of convolutions."""


def topic_of(op: Op) -> tuple[str, Topic] | None:
    """Return the name and the topic of an op, found by its shape rule or as a move."""
    if move_landmarks(op.name) is not None:
        return "elements", _moved
    return BY_RULE.get(op.shape_rule)
