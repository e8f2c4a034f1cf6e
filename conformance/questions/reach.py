"""Fixed questions about how far a backend reaches, on drawn operands.

Each stride backwards in turn at every rank, more rows, columns, matrices and samples than 16 bits
count, sides of products beyond 2048, more than 2^20 elements, every pair of stride, dilation and
padding up to four, many groups, and every number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from types import MappingProxyType
from typing import Any

from samebits.conformance.laws.scene import Scene
from samebits.conformance.questions.calls import MOST_THREADS, draw_flavour, repeats
from samebits.conformance.questions.draws import Draws
from samebits.conformance.questions.places import PLAIN
from samebits.conformance.questions.question import Question
from samebits.conformance.questions.scene import Wish, choices, draw_scene, signatures
from samebits.conformance.questions.scenes.convolutions import window_scene
from samebits.spec import exact_sums, indexing, ordering, products, reductions, scans, windows
from samebits.spec import shapes as rules
from samebits.spec.catalog import get_op
from samebits.spec.declare import Op
from samebits.spec.shapes import ShapeRule
from samebits.spec.windows import kind_of

BEYOND_16_BITS = (1 << 16) + 5
BEYOND_2048 = 2053
BEYOND_2_20 = (1 << 20) + 7
MOST_RANK = 8

_PERIOD = 4099
_FEW = 60
_PLAIN = {"transpose_a": False, "transpose_b": False}
_REDUCTIONS = (*reductions.SHAPE_RULES, exact_sums.exact_sum)
_LINES = (rules.same_as_input, scans.scan, ordering.sort, ordering.topk)

Topic = Callable[[Op, Draws, int], Iterator[tuple[Scene, Mapping[str, Any]]]]
"""Yields scenes for an op with so many operands, and what else is fixed of each question."""


def _strides(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Mapping[str, Any]]]:
    """Every rank that the op takes, and in each rank one axis backwards after the other."""
    seen = set()
    for rank in range(1, MOST_RANK + 1):
        first = draw_scene(draws, Wish(op, operands, _FEW, rank))
        ranks = tuple(len(shape) for shape in first.shapes)
        if ranks in seen:
            continue
        seen.add(ranks)
        most = max(ranks)
        # Beyond five axes the last, and one other: they are many.
        axes = range(most) if most <= 5 else (most - 1, draws.below(most - 1))
        for axis in axes:
            scene = draw_scene(draws, Wish(op, operands, _FEW, rank))
            places = tuple(
                f"backwards:{axis}" if axis < len(shape) else PLAIN for shape in scene.shapes
            )
            yield scene, {"places": places}


def _elements(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Mapping[str, Any]]]:
    """More than 2^20 elements."""
    yield Scene(((BEYOND_2_20,),) * operands), {"period": _PERIOD}


def _rows(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Mapping[str, Any]]]:
    """More rows, more columns, and more terms than 16 bits count.

    The route of exact sums takes its time for each result; they have only the terms.
    """
    if op.shape_rule is not exact_sums.exact_sum:
        yield Scene(((BEYOND_16_BITS, 3),), {"axes": (1,)}), {}
        yield Scene(((3, BEYOND_16_BITS),), {"axes": (0,)}), {}
    yield Scene(((BEYOND_16_BITS, 2),), {"axes": (0,)}), {}
    yield Scene(((2, BEYOND_16_BITS),), {"axes": (-1,)}), {}


def _lines(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Mapping[str, Any]]]:
    """A line longer than 16 bits count, and as many lines."""
    more = {"k": 2} if op.shape_rule is ordering.topk else {}
    yield Scene(((BEYOND_16_BITS,),), {"axis": 0, **more}), {}
    yield Scene(((BEYOND_16_BITS, 2),), {"axis": 1, **more}), {}
    yield Scene(((BEYOND_16_BITS, 2),), {"axis": 0, **more}), {}


def _vectors(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Mapping[str, Any]]]:
    """More terms than 16 bits count, of two arrays and of one."""
    yield Scene(((BEYOND_16_BITS,),) * 2), {}
    yield Scene(((BEYOND_16_BITS,),) * 2), {"alias": True}


def _matrices(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Mapping[str, Any]]]:
    """Each side beyond 2048, the others small; and one matrix with itself."""
    far = BEYOND_2048
    sides = [(far, 3, 2), (3, far, 2), (2, 3, far), (far, 2, 1), (1, far, 5), (33, 33, 33)]
    for m, k, n in sides:
        alias = m == k == n
        if op.shape_rule is products.linear:
            yield Scene(((m, k), (n, k), (n,))), {"alias": alias}
        elif op.shape_rule is rules.matmul:
            yield Scene(((m, k), (k, n), (n,)), _PLAIN), {"alias": alias}
        else:
            yield Scene(((2, m, k), (2, k, n), (n,)), _PLAIN), {"alias": alias}
    if op.shape_rule is rules.bmm:
        batch = BEYOND_16_BITS
        yield Scene(((batch, 1, 2), (batch, 2, 1), (1,)), _PLAIN), {}


def _indices(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Mapping[str, Any]]]:
    """More rows, and more indices, than 16 bits count."""
    many = BEYOND_16_BITS
    rule, axis = op.shape_rule, {"axis": 0}
    if rule in (indexing.gather, indexing.index_select):
        yield Scene(((many,), (many,)), axis, {1: many}), {}
        yield Scene(((5,), (many,)), axis, {1: 5}), {}
    elif rule is indexing.embedding:
        yield Scene(((many, 1), (many,)), {}, {1: many}), {}
    elif rule is indexing.one_hot:
        yield Scene(((many,),), {"classes": 2}, {0: 2}), {}
    elif rule in (indexing.scatter_add, indexing.index_add):
        yield Scene(((many,), (many,), (many,)), axis, {1: many}), {}
        yield Scene(((3,), (many,), (many,)), axis, {1: 3}), {}
    elif rule is indexing.embedding_gradient:
        yield Scene(((many, 1), (many,)), {"rows": many, "padding_index": 7}, {1: many}), {}
    else:
        yield Scene(((many,), (many,)), {**axis, "shape": (many,)}, {1: many}), {}


def _windows(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Mapping[str, Any]]]:
    """Every pair of stride, dilation and padding up to four, groups above eight, many samples.

    A Latin square: stride and dilation take all their pairs, and padding goes with their sum, so
    that it meets each of both; padding 0 comes last.
    """
    kind, rank = kind_of(op.shape_rule), len(windows_of(op))
    assert kind is not None
    each: list[tuple[int, int, int]] = [
        (s, d, 1 + (s + d) % 4) for s, d in product(range(1, 5), repeat=2)
    ]
    each += [(n, 1 + n % 4, 0) for n in range(1, 5)]
    for stride, dilation, padding in each:
        yield _window(op, kind, rank, draws, (stride, dilation, padding), 1, 1), {}
    for groups in (6, 9, 13):
        yield _window(op, kind, rank, draws, (1, 1, 1), groups, 1), {}
    yield _window(op, kind, rank, draws, (1, 1, 0), 1, BEYOND_16_BITS), {}


def windows_of(op: Op) -> tuple[int, ...]:
    """The default stride of a convolution: one number for each spatial axis."""
    value = next(a.default for a in op.attributes if a.name == "stride")
    assert isinstance(value, tuple)
    return tuple(value)


def _window(
    op: Op, kind: str, rank: int, draws: Draws, steps: tuple[int, int, int], groups: int, n: int
) -> Scene:
    stride, dilation, padding = steps
    kernel = (1,) * rank if n > 1 else (3,) + (2,) * (rank - 1)
    reach = [dilation * (k - 1) + 1 for k in kernel]
    size = tuple(1 if n > 1 else r + stride + draws.below(3) for r in reach)
    attributes: dict[str, Any] = {
        "stride": (stride,) * rank,
        "dilation": (dilation,) * rank,
        "padding": (padding,) * rank,
        "groups": groups,
    }
    if kind == "transposed":
        attributes["output_padding"] = (max(stride, dilation) - 1,) * rank
    return window_scene(kind, n, 2 if n == 1 else 1, 2 if n == 1 else 1, size, kernel, attributes)


def _threads(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Mapping[str, Any]]]:
    """The same large call on each number of threads."""
    wish = Wish(op, operands, BEYOND_16_BITS, 2, large=True)
    scene = draw_scene(draws, wish)
    for threads in range(1, MOST_THREADS + 1):
        yield scene, {"threads": threads, "one name": True}


_BY_RULE: Mapping[ShapeRule, tuple[str, Topic]] = MappingProxyType(
    {
        rules.elementwise: ("elements", _elements),
        **dict.fromkeys(_REDUCTIONS, ("rows", _rows)),
        **dict.fromkeys(_LINES, ("lines", _lines)),
        **dict.fromkeys((rules.dot, exact_sums.exact_dot), ("terms", _vectors)),
        **dict.fromkeys((rules.matmul, rules.bmm, products.linear), ("sides", _matrices)),
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
            ),
            ("indices", _indices),
        ),
        **dict.fromkeys(
            (
                *windows.FORWARD,
                *windows.INPUT_GRADIENT,
                *windows.WEIGHT_GRADIENT,
                *windows.TRANSPOSED,
            ),
            ("windows", _windows),
        ),
    }
)


def topics(op: Op) -> Mapping[str, Topic]:
    """What is asked of an op about its reach, by name."""
    found: dict[str, Topic] = {"strides": _strides, "threads": _threads}
    if op.shape_rule in _BY_RULE:
        name, topic = _BY_RULE[op.shape_rule]
        found[name] = topic
    return found


def reach_questions(
    name: str, seed: str, op_name: str, label: str, topic: str
) -> Sequence[Question]:
    """The questions of one case, `name` being its id."""
    op, draws = get_op(op_name), Draws(seed, name)
    inputs, outputs = signatures(op_name, label)[0]
    flavour = draw_flavour(draws, op, large=True)
    found: list[Question] = []
    for number, (scene, fixed) in enumerate(topics(op)[topic](op, draws, len(inputs))):
        attributes = {**choices(draws, op), **scene.attributes} if not found else scene.attributes
        more = dict(fixed)
        own = not more.pop("one name", False)
        question = Question(
            name=f"{name} call {number if own else 0}",
            seed=seed,
            call=op.call(inputs, outputs, **attributes),
            shapes=scene.shapes[: len(inputs)],
            flavour=draw_flavour(draws, op) if topic == "strides" else flavour,
            limits=tuple(sorted(scene.limits.items())),
            **more,
        )
        slow = topic == "threads" and repeats(op, inputs)
        found.append(replace(question, period=_PERIOD) if slow else question)
    return found
