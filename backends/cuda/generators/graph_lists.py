"""Kernels for lists of sets of arrays: the choice of graph ops that have one, and its arguments.

A network calls a graph with state, such as the step of an optimizer, on many arrays with the same
attributes. If the graph is one elementwise kernel (formulas.py), the formula is compiled a second
time, within a loop over the sets of a list.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from samebits.backends.cuda.compiling.declared import constants, structure
from samebits.backends.cuda.generators.formulas import Formula, Frame, Writer, formula, written
from samebits.backends.cuda.generators.given import given
from samebits.backends.cuda.machines.protocol import Launch
from samebits.backends.protocol import CallError
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import FORMATS
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Signature
from samebits.spec.language.geometry import Shape
from samebits.spec.language.graph import Below, Branch, Graph, Item, Loop, Number
from samebits.spec.language.scalars import Scalar

LISTED = Frame("support/graph_list.cu", "fused/graph_list.cuh", "sb_graph_set", "_list")

SETS, ARRAYS = constants(LISTED.source, "SB_GRAPH_SETS", "SB_GRAPH_ARRAYS")
"""The largest number of sets in a launch, and of arrays in a set."""

_BLOCK, _TURNS = constants(LISTED.source, "SB_ELEMENTWISE_BLOCK", "SB_GRAPH_TURNS")
_PACK = 16  # bytes
_MOST_BLOCKS = 2**31 - 1
_WORD = 8

_List = structure(LISTED.source, "sb_graph_list")

SIZE = ctypes.sizeof(_List)
"""The size of a launch's argument in bytes."""

FIRST_POINTER = _List.data.offset // _WORD
"""The index of the word in the argument that holds the address of the first array of set 0."""


@cache
def listed(op: str, signature: Signature) -> Formula | str:
    """Return the kernel of a graph op for lists of arrays in these formats, or why it has none.

    It has one only if all arrays of a set have the same shape, and no host scalar depends on the
    shape.
    """
    declared = get_op(op)
    patterns = {declared.shape_rule.pattern(i) for i in range(len(declared.operands))}
    if not declared.state or {*patterns, *declared.shape_rule.results} != {"[*S]"}:
        return "keeps no state of one shape with its operands"
    alone = formula(op, signature)
    if isinstance(alone, str):
        return alone
    if alone.reductions:
        return "reduces what it computes"
    assert isinstance(declared.graph, Graph)
    if any(_counts(each) for each in _scalars(declared.graph.nodes)):
        return "has a scalar that depends on shapes"
    return written(op, lambda graph: Writer(op, graph, *signature, frame=LISTED).formula())


def _scalars(items: Iterable[Item]) -> Iterator[Scalar]:
    for item in items:
        if isinstance(item, Number):
            yield item.value
        elif isinstance(item, Branch):
            if isinstance(item.when, Below):
                yield from (item.when.left, item.when.right)
            yield from _scalars((*item.items, *item.others))
        elif isinstance(item, Loop):
            yield from _scalars(item.body)


def _counts(scalar: Scalar) -> bool:
    return scalar.form == "count" or any(map(_counts, scalar.operands))


def blank(formats: Sequence[str], counts: Sequence[int]) -> tuple[array[int], Launch] | None:
    """Return the argument and the size of a launch, without scalars and addresses.

    `counts` has the number of elements, at least 1, of each set's arrays. `formats` are the formats
    of the arrays of a set. Return None if the launch needs more blocks than a GPU allows.
    """
    made, blocks = _List(), 0
    widest = max(FORMATS[name].bits // 8 for name in formats)
    made.first = (_MOST_BLOCKS,) * SETS
    for i, count in enumerate(counts):
        made.first[i], made.count[i] = blocks, count
        packs = -(-count * widest // _PACK)
        blocks += -(-packs // (_BLOCK * _TURNS))
        if blocks > _MOST_BLOCKS:
            return None
    return array("Q", bytes(made)), Launch((blocks, 1, 1), (_BLOCK, 1, 1))


def numbers_of(call: Call, found: Formula) -> array[int]:
    """Return the first words of the argument: the scalars and branches of the call.

    Raises CallError for invalid attributes.
    """
    shapes: list[Shape] = [()] * len(call.inputs)
    try:
        get_op(call.op).output_shapes(call, shapes)
    except SpecError as error:
        raise CallError(f"{call}: {error}") from error
    needs = given(call, shapes)
    made = _List()
    for name, pattern in needs.numbers.items():
        made.numbers[found.numbers[name]] = pattern
    made.taken = needs.bits(found.branches)
    return array("Q", bytes(made)[: _List.first.offset])
