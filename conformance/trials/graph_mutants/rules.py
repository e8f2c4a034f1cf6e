"""Prove by program that a mutant changes no result, by rules that hold for every call of any op.

Mutants that no rule covers are proven by hand in `equivalent/NAME.toml`. If a rule is wrong, a
golden case can detect a mutant that the rule calls proven, and then `fates` raises.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType

import numpy as np

from samebits.oracles import numpy_route
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import FORMATS, from_bits, get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.graph import Branch, Graph, Item, Loop, Node, Number
from samebits.spec.language.shapes import elementwise
from samebits.spec.tests.graphs.mutants import Mutant, mutants_of

MOVED = (
    "The next nodes are moves (S2): each element of their results is an element of the operands, "
    "its magnitude or its negative, whichever values they have. Rounding to nearest even is "
    "symmetric, so it may be done behind them; overflow, subnormals, zeros and NaN are the same."
)
EXACT = (
    "The op never rounds: every number of f16 and of bf16 has the same result in binary64 as in "
    "its own format, which the program tries for all of them, and other formats are defined alike."
)
SAME_FORMAT = (
    "The cast gives an operand the format of integers that it has in every signature, which "
    "changes no bit."
)


@cache
def proven(op_name: str) -> Mapping[str, str]:
    """Return the mutants of an op that a rule proves to change nothing, each with the proof."""
    found: dict[str, str] = {}
    op = get_op(op_name)
    graph = op.graph
    assert isinstance(graph, Graph)
    for mutant in mutants_of(op_name):
        for proof, holds in RULES.items():
            if holds(op, graph, mutant):
                found[mutant.name] = proof
                break
    return MappingProxyType(found)


def _is_moved(op: Op, graph: Graph, mutant: Mutant) -> bool:
    """Return whether only moves read the unrounded values of a node, and round them immediately.

    The node must round only once. A tree is not accepted, because every addition in it rounds.
    """
    nodes = _nodes(graph, mutant.unrounded) if mutant.unrounded else ()
    if not nodes or any(get_op(item.op).op_class != "round" for item in nodes):
        return False
    reached = {name for item in nodes for name in item.names if name}
    size = 0
    while size < len(reached):
        size = len(reached)
        for item in graph.items():
            reached |= _other_names(item, reached)
    return not reached & {*graph.results} and all(_rounds(item, reached) for item in graph.items())


def _other_names(item: Item, reached: set[str]) -> set[str]:
    """Return the names under which an item passes values on: joins, and rearrangements."""
    if isinstance(item, Branch):
        return {join.name for join in item.joins if {join.then, join.otherwise} & reached}
    if isinstance(item, Node | Number | Loop) or not reached & {*item.inputs}:
        return set()
    return {item.name}


def _rounds(item: Item, reached: set[str]) -> bool:
    """Return whether an item reads none of the values, or is a move whose results are rounded."""
    if isinstance(item, Loop):
        read = {c.first for c in item.carried} | {c.after for c in item.carried}
        return not reached & (read | {value for _, value in item.kept})
    if not isinstance(item, Node) or not reached & {*item.inputs}:
        return True
    inner = get_op(item.op)
    return inner.op_class == "move" and "S3" not in inner.clauses and set(item.to) == {"compute"}


def _is_exact(op: Op, graph: Graph, mutant: Mutant) -> bool:
    """Return whether the node's op never has a result that needs to be rounded."""
    nodes = _nodes(graph, mutant.unrounded) if mutant.unrounded else ()
    return all(_never_rounds(item.op) for item in nodes) and bool(nodes)


@cache
def _never_rounds(op_name: str) -> bool:
    """Return whether an op never rounds, found by trying all patterns of the 16-bit formats.

    Only elementwise ops with one operand and no attributes are tried.
    """
    op = get_op(op_name)
    if op.shape_rule is not elementwise or len(op.operands) != 1 or op.attributes:
        return False
    return all(_alike(op, name, step) for step in (4099, 1) for name in ("f16", "bf16"))


def _alike(op: Op, name: str, step: int) -> bool:
    """Return whether computing in a 16-bit format gives the same values as computing in binary64.

    Every `step`-th pattern of the format is tried.
    """
    form = get_format(name)
    try:
        calls = [op.call([wide], [wide]) for wide in (name, "f64")]
    except SpecError:
        return False
    if not all(map(numpy_route.supports, calls)):
        return False
    x = from_bits(np.arange(0, 1 << form.bits, step, dtype=np.uint64).astype(form.bits_dtype), name)
    with np.errstate(all="ignore"):
        found = [
            numpy_route.evaluate(call, [x.astype(get_format(call.inputs[0]).dtype)])[0]
            for call in calls
        ]
        short, wide = (y.astype(np.float64) for y in found)
    same = (short == wide) & (np.signbit(short) == np.signbit(wide))
    return bool(np.all(same | (np.isnan(short) & np.isnan(wide))))


def _is_same_format(op: Op, graph: Graph, mutant: Mutant) -> bool:
    """Return whether the mutant omits a cast of an integer operand to the format it already has."""
    for item in graph.op_nodes():
        if item.op != "cast" or item.inputs[0] not in graph.operands or item.to[0] not in FORMATS:
            continue
        (operand,) = item.inputs
        if mutant.name != f"{item.name} removed, {operand} in its place":
            continue
        place = graph.operands.index(operand)
        given = {inputs[place] for inputs, _ in op.signatures if len(inputs) > place}
        return given == {item.to[0]} and get_format(item.to[0]).kind == "int"
    return False


def _nodes(graph: Graph, name: str) -> tuple[Node, ...]:
    return tuple(item for item in graph.op_nodes() if item.name == name)


RULES: Mapping[str, Callable[[Op, Graph, Mutant], bool]] = MappingProxyType(
    {MOVED: _is_moved, EXACT: _is_exact, SAME_FORMAT: _is_same_format}
)
"""A mapping from each proof to a function that returns whether the proof holds for a mutant."""
