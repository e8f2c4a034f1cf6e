"""Calls of every op on arrays of about 2^31 elements or more, in several formats and shapes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isqrt, prod
from typing import Any

from samebits.backends.cuda.arrays.views import contiguous_strides
from samebits.backends.cuda.choice import served, supports
from samebits.conformance.questions.seeded import Draws
from samebits.spec.catalog import get_op, move_landmarks
from samebits.spec.errors import SpecError
from samebits.spec.families.draws import MOST_ELEMENTS, SOURCE_EXAMPLE
from samebits.spec.language.attributes import LARGEST_INTEGER
from samebits.spec.language.call import Call
from samebits.spec.language.geometry import sized, tokens

TOTALS = (2**31 - 1, 2**31, 2**31 + 5, 2**33 + 3)
MANY = 70_001  # more than the largest number of blocks along y

Shape = tuple[int, ...]
Case = tuple[Call, list[Shape]]
Attributes = dict[str, Any]


def cases(op: str) -> Iterator[Case]:
    """Yield calls of an op in several formats, with the shapes of their operands."""
    family = served()[op]
    for inputs, outputs in _signatures(op):
        for attributes, shapes in _FAMILIES[family](op, len(inputs)):
            yield get_op(op).call(inputs, outputs, **attributes), shapes


def _signatures(op: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return the first, the middle and the last supported signature of an op."""
    version = get_op(op).version
    found = [(i, o) for i, o in get_op(op).signatures if supports(Call(op, version, i, o, {}))]
    return list(dict.fromkeys((found[0], found[len(found) // 2], found[-1])))


def _shapes(total: int) -> list[Shape]:
    """Return shapes of about `total` elements: long axes, many rows or columns, three axes."""
    side = isqrt(total) + 1
    return [
        (total,),
        (1, total),
        (total, 1),
        (3, total // 3 + 1),
        (total // 3 + 1, 3),
        (total // 16 + 1, 16),
        (side, side),
        (MANY, total // MANY + 1),
        (total // MANY + 1, MANY),
        (MANY, 2, total // (2 * MANY) + 1),
    ]


def strides(shape: Shape, item: int, way: int) -> tuple[int, ...] | None:
    """Return strides by number: 1 reversed, 2 with gaps, 3 transposed, 4 repeated rows.

    For other numbers return None, which means a contiguous array.
    """
    dense = contiguous_strides(shape, item)
    if way == 1:
        return tuple(-s for s in dense)
    if way == 2:
        return tuple(2 * s for s in dense)
    if way == 3:
        return contiguous_strides(shape[::-1], item)[::-1]
    if way == 4:
        return (0, *dense[1:])[: len(shape)]
    return None


Built = Iterator[tuple[Attributes, list[Shape]]]


def _elementwise(op: str, operands: int) -> Built:
    for total in TOTALS:
        for shape in _shapes(total):
            yield {}, [shape] * operands


def _graphs(op: str, operands: int) -> Built:
    """Yield operands of one shape. Operands with a different pattern have a single element."""
    rule = get_op(op).shape_rule
    patterns = [rule.pattern(i) for i in range(operands)]
    for total in TOTALS:
        for shape in _shapes(total):
            own = {"[*S]": shape, "[N, *S]": shape}
            yield dict(rule.attributes), [own.get(pattern, ()) for pattern in patterns]


def _rows(op: str, operands: int) -> Built:
    """Yield rows along one axis, over the last axes, or over the positions of a channel."""
    rule, attributes = get_op(op).shape_rule, {a.name for a in get_op(op).attributes}
    patterns = [rule.pattern(i) for i in range(operands)]
    for total in TOTALS:
        for shape in _shapes(total):
            if "axis" not in attributes and len(shape) < 2:
                continue
            for axis in {0, len(shape) - 1}:
                own = {"[*S]": shape[:axis], "[*D]": shape[axis:], "[C]": shape[1:2]}
                given = {"axis": axis} if "axis" in attributes else {}
                yield given, [own.get(pattern, shape) for pattern in patterns]


def _cuts(op: str, operands: int) -> Built:
    """Yield shapes of samples, channels or classes, and spatial sizes. A loss returns its mean."""
    rule, names = get_op(op).shape_rule, {a.name for a in get_op(op).attributes}
    for total in TOTALS:
        for n, c, s in (
            (total // 6 + 1, 3, (2,)),
            (3, total // 6 + 1, (2,)),
            (2, 3, (total // 6 + 1,)),
            (MANY, 2, (total // (2 * MANY) + 1, 1)),
            (1, MANY, (2, total // (2 * MANY) + 1)),
        ):
            own = {"N": (n,), "C": (c,), "classes": (c,), "*S": s, "*R": ()}
            given = {"classes": c} if "classes" in names else {}
            yield (
                given,
                [
                    tuple(size for word in tokens(rule.pattern(i)) for size in own[word])
                    for i in range(operands)
                ],
            )


def _windows(op: str, operands: int) -> Built:
    """Yield windows of three taps with padding 1, over long axes or many samples."""
    declared = get_op(op)
    rank = len(declared.shape_rule.example[0]) - 2
    window = {"kernel_size": (3,) * rank, "stride": (1,) * rank, "padding": (1,) * rank}
    known = {a.name for a in declared.attributes}
    given = {name: value for name, value in window.items() if name in known}
    for total in TOTALS:
        for n, c, first in ((1, 3, total // 12 + 1), (MANY, 2, total // (8 * MANY) + 1)):
            sizes = (first, *(4,) * (rank - 1))
            more = {name: sizes for name in ("output_size", "input_size") if name in known}
            yield {**given, **more}, [(n, c, *sizes)] * operands


def _attention(op: str, operands: int) -> Built:
    """Yield shapes with many samples, many queries, or many keys."""
    for total in TOTALS:
        for n, heads, shared, queries, keys, terms in (
            (MANY, 4, 2, total // (MANY * 32) + 1, 3, 8),
            (1, 2, 1, total // 16 + 1, 5, 8),
            (1, 2, 1, 3, total // 16 + 1, 8),
        ):
            key = (n, shared, keys, terms)
            query, mask = (n, heads, queries, terms), (n, heads, queries, keys)
            results = [query] * (len(get_op(op).operands) - 4)  # these gradients have two of them
            yield {}, [query, key, key, *results, mask][:operands]


def _nodes(op: str, operands: int) -> Built:
    """Yield the shape rule's example with one axis made long, so that an operand is large."""
    declared = get_op(op)
    rule, known = declared.shape_rule, {a.name for a in declared.attributes}
    given = {name: value for name, value in dict(rule.attributes).items() if name in known}
    if given.get("whole"):
        given |= {"whole": None, "at": None}
    shapes = rule.shapes(operands, given)
    for total in TOTALS:
        if not shapes:  # a random op whose only size is an attribute
            yield from ((given | {name: total}, []) for name in given if given[name] == 5)
            continue
        call = declared.call(*declared.signatures[0], **given)
        names = rule.sizes_of(call.attributes, shapes)
        length = total // max(prod(shape) for shape in shapes) + 1
        for name, size in sorted(names.items()):
            if not size:
                continue
            longer = names | {name: length if isinstance(size, int) else (length, *size[1:])}
            made = [sized(rule.pattern(i), rule, call.attributes, longer) for i in range(operands)]
            try:
                rule.apply(op, call.attributes, made)
            except SpecError:
                continue
            if max(prod(shape) for shape in made) < 64 * total:
                yield given, made


def _reduce(op: str, operands: int) -> Built:
    for total in TOTALS:
        for shape in _shapes(total):
            for axes in {None, (0,), (len(shape) - 1,)}:
                yield {"axes": axes}, [shape]


def _along(op: str, operands: int) -> Built:
    for total in TOTALS:
        for shape in _shapes(total):
            for axis in {0, len(shape) - 1}:
                more = {"k": min(shape[axis], 70_000)} if op == "topk" else {}
                yield {"axis": axis, **more}, [shape]


def _exact(op: str, operands: int) -> Built:
    if op == "sum_exact":
        yield from _reduce(op, operands)
    else:
        for total in TOTALS:
            yield {}, [(total,), (total,)]


def _moves(op: str, operands: int) -> Built:
    for total in TOTALS:
        side = isqrt(total) + 1
        if op == "one_hot":
            yield {"classes": 3}, [(total // 3 + 1,)]
            yield {"classes": total}, [(2,)]
        elif op == "unfold":
            yield {"kernel_size": (3, 3)}, [(1, 1, side, side)]
            yield {"kernel_size": (1, 1)}, [(MANY, 3, 1, total // MANY)]
            yield {"kernel_size": (2, 2), "padding": (1, 1)}, [(total // 9, 1, 3, 3)]
        elif op == "pad":
            for mode in ("constant", "reflect"):
                yield {"widths": (3, 4), "mode": mode}, [(total,)]
                yield {"widths": (1, 2, 3, 4), "mode": mode}, [(side, side)]
        elif op == "embedding":
            yield {}, [(total // 3, 3), (70_000,)]
            yield {}, [(5, total // MANY + 1), (MANY,)]
        elif op == "index_select":
            yield {"axis": 0}, [(total,), (total,)]
            yield {"axis": 1}, [(MANY, 7), (total // MANY + 1,)]
        elif (landmarks := move_landmarks(op)) is not None:
            for number, shape in enumerate(_shapes(total)):
                draws = Draws("huge", f"{op} {total} {number}")
                situation = landmarks.drawn(draws, lambda rank, shape=shape: shape)
                yield dict(situation.attributes), [situation.shape]
        else:
            yield {"axis": 0}, [(total,), (total,)]
            yield {"axis": 1}, [(MANY, total // MANY + 1)] * 2


def _draws(op: str, operands: int) -> Built:
    """Yield draws of a whole array, and of the last rows of the largest possible array."""
    own = {a.name: _OF_DRAWS[a.name] for a in get_op(op).attributes if a.name in _OF_DRAWS}
    for total in TOTALS:
        for shape in _shapes(total):
            usual = {**own, **SOURCE_EXAMPLE, "shape": shape}
            yield usual, []
            rows = min(MOST_ELEMENTS // prod(shape[1:]), LARGEST_INTEGER)
            whole, at = (rows, *shape[1:]), (rows - shape[0], *(0 for _ in shape[1:]))
            yield {**usual, "whole": whole, "at": at}, []


_OF_DRAWS = {"p": 0.3, "low": -5, "high": 1000}
"""Values for attributes of some random ops."""


def _scatter(op: str, operands: int) -> Built:
    for total in TOTALS:
        wide = total // MANY + 1
        if op == "embedding_gradient":
            yield {"rows": 10}, [(total, 1), (total,)]
            yield {"rows": wide}, [(3, MANY), (3,)]
            yield {"rows": 70_000}, [(wide, MANY), (wide,)]
        elif op == "gather_gradient":
            yield {"axis": 0, "shape": (10,)}, [(total,)] * 2
            yield {"axis": 1, "shape": (3, total)}, [(3, 5)] * 2
            yield {"axis": 1, "shape": (MANY, 3)}, [(MANY, wide)] * 2
        elif op == "index_add":
            yield {"axis": 0}, [(10,), (total,), (total,)]
            yield {"axis": 1}, [(MANY, 3), (wide,), (MANY, wide)]
            yield {"axis": 0}, [(total,), (4,), (4,)]
            yield {"axis": 0}, [(10, total // 10), (3,), (3, total // 10)]
        else:
            yield {"axis": 0}, [(10,), (total,), (total,)]
            yield {"axis": 0}, [(total,), (4,), (4,)]
            yield {"axis": 1}, [(MANY, 3), (MANY, wide), (MANY, wide)]


def _contract(op: str, operands: int) -> Built:
    for total in TOTALS:
        side, wide = isqrt(total) + 1, total // MANY + 1
        bias = [(wide,)] * (operands - 2)
        if op in ("dot", "outer"):
            for pair in (
                ((total, total), (side, side)) if op == "dot" else ((total, 1), (MANY, wide))
            ):
                yield {}, [(n,) for n in pair]
        elif get_op(op).operands[0] == "x":  # a weight is stored as [N, K]
            for x in ((MANY, 2), (MANY, 3, 2), (2,)):
                yield {}, [x, (wide, 2), *bias]
            yield {}, [(3, total), (2, total), *([(2,)] * (operands - 2))]
        elif op.startswith("bmm"):
            yield {}, [(MANY, 1, 3), (MANY, 3, wide), *bias]
            yield {}, [(MANY, 30, 3), (MANY, 3, wide), *bias]
            yield {}, [(total, 2, 2), (total, 2, 3), *([(3,)] * (operands - 2))]
        else:
            yield {}, [(MANY, 2), (2, wide), *bias]
            yield {}, [(MANY, 300), (300, wide), *bias]
            for m, k, n in ((1, total, 2), (5, total, 3), (total // 9, 1, 10)):
                yield {}, [(m, k), (k, n), *([(n,)] * (operands - 2))]


def _conv(op: str, operands: int) -> Built:
    rank = int(op.replace("_transpose", "")[4])
    for total in TOTALS:
        for n, c, rows, sizes in (
            (1, 1, 1, (total,)),
            (1, 3, 20, (3, total // 9 + 1)),
            (MANY, 2, 4, (total // (2 * MANY) + 1,)),
            (2, total // 40 + 1, 2, (20,)),
        ):
            if len(sizes) <= rank:
                yield _convolution(op, operands, n, c, rows, (4,) * (rank - len(sizes)) + sizes)


def _convolution(
    op: str, operands: int, n: int, c: int, rows: int, sizes: Shape
) -> tuple[Attributes, list[Shape]]:
    """Return a convolution with three taps and padding 1: the result has the image's size."""
    rank = len(sizes)
    attributes: Attributes = {"padding": (1,) * rank}
    image, outcome, weight = (n, c, *sizes), (n, rows, *sizes), (rows, c, *(3,) * rank)
    bias = [(c,) if "transpose" in op else (rows,)] * (operands - 2)
    if op.endswith("_input_gradient"):
        return attributes | {"input_size": sizes}, [outcome, weight]
    if op.endswith("_weight_gradient"):
        return attributes | {"kernel_size": (3,) * rank}, [image, outcome]
    if "transpose" in op:
        return attributes, [outcome, weight, *bias]
    return attributes, [image, weight, *bias]


_FAMILIES: dict[str, Callable[[str, int], Built]] = {
    "elementwise": _elementwise,
    "graphs": _graphs,
    "rows": _rows,
    "attention": _attention,
    "cuts": _cuts,
    "nodes": _nodes,
    "windows": _windows,
    "reduce": _reduce,
    "scan": _along,
    "fused": _along,
    "order": _along,
    "exact": _exact,
    "moves": _moves,
    "draws": _draws,
    "scatter": _scatter,
    "contract": _contract,
    "aligned": _contract,
    "conv": _conv,
}
