"""Attention (clause T8) by one launch: a block of threads takes several queries and 256 keys.

Gradients take three launches.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from samebits.backends.cuda.arrays.views import Shape, View, new
from samebits.backends.cuda.compiling.declared import constants, structure
from samebits.backends.cuda.compiling.units import Kernel, Unit, operations, unit
from samebits.backends.cuda.launching.reductions import BLOCKS_FOR_EACH
from samebits.backends.cuda.launching.walks import contiguous, copy
from samebits.backends.cuda.machines.protocol import Launch, Machine
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.families.attention import BLOCK
from samebits.spec.formats import bits_of
from samebits.spec.graph_walk import steps_of
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Signature
from samebits.spec.language.graph import Number
from samebits.spec.language.graph_steps import Array, walk

_SOURCE = "attention/forward.cuh"
_QUERIES, _KEYS, _THREADS = constants(_SOURCE, "SB_QUERIES", "SB_KEYS", "SB_ATTENTION_THREADS")
(_LEVELS,) = constants(_SOURCE, "SB_ATTENTION_LEVELS")
_Attention = structure(_SOURCE, "sb_attention")
_Gradient = structure("attention/backward.cuh", "sb_attention_gradient")


def units(op: str) -> Iterable[Unit]:
    """Return one unit for each signature without binary64."""
    return [_unit(op, s) for s in get_op(op).signatures if "f64" not in s[0]]


def run(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """Compute the op by one launch, or a gradient by three. Non-contiguous arrays are copied.

    Raises BackendError if a sum has too many terms.
    """
    if not any(view.count for view in outputs):
        return
    views = [contiguous(machine, view, view.item) for view in inputs]
    targets = [
        view if view.is_contiguous else new(machine, view.shape, view.format) for view in outputs
    ]
    if get_op(call.op).results[1:]:
        _gradients(machine, call, views, targets)
    else:
        made = _forward(call, views[:3], views[3:])
        made.result = targets[0].address
        _launch(machine, call, "", made.heads * made.tiles * made.chunks, made)
    for target, result in zip(targets, outputs, strict=True):
        if target is not result:
            copy(machine, target, result)


def _gradients(
    machine: Machine, call: Call, views: Sequence[View], targets: Sequence[View]
) -> None:
    """Compute statistics of queries, then gradients of queries and mask, keys, and values."""
    forward = _forward(call, views[:3], views[5:])
    for_queries = [new(machine, (forward.heads * forward.queries,), "f32") for _ in range(2)]
    names = ("query_gradient", "key_gradient", "value_gradient", "mask_gradient")
    made = _Gradient(
        forward=forward,
        outcome=views[3].address,
        gradient=views[4].address,
        weights=for_queries[0].address,
        inner=for_queries[1].address,
        **{name: view.address for name, view in zip(names, targets, strict=False)},
    )
    _launch(machine, call, "statistics_", forward.heads * forward.tiles, made)
    chunks = -(-forward.terms // _THREADS)
    made.tiles, made.term_chunks = forward.tiles, chunks
    made.chunks = max(chunks, 1) if len(targets) > 3 else chunks
    _launch(machine, call, "queries_", forward.heads * made.tiles * made.chunks, made)
    made.tiles, made.chunks = -(-forward.keys // _QUERIES), chunks + forward.chunks
    groups = forward.heads // forward.shared
    _launch(machine, call, "keys_", groups * made.tiles * made.chunks, made)


def _forward(call: Call, views: Sequence[View], mask: Sequence[View]) -> Any:
    """Return the argument of the kernel of the forward op."""
    n, heads, queries, terms = views[0].shape
    _, shared, keys, width = views[2].shape
    longest = max(keys, terms, width, heads // shared * queries)
    if longest > BLOCK << (_LEVELS - 1):
        raise BackendError(
            f"{call.op}: a sum has {longest} terms, but the limit is {BLOCK << (_LEVELS - 1)}; "
            "split the call into smaller calls"
        )
    return _Attention(
        query=views[0].address,
        key=views[1].address,
        value=views[2].address,
        mask=mask[0].address if mask else None,
        heads=n * heads,
        shared=heads // shared,
        queries=queries,
        keys=keys,
        terms=terms,
        width=width,
        tiles=-(-queries // _QUERIES),
        chunks=-(-width // _THREADS),
        offset=int(str(call.attributes["query_offset"])),
        scale=_scale(call, [view.shape for view in (*views, *mask)]),
        causal=call.attributes["is_causal"] is True,
    )


def _launch(machine: Machine, call: Call, stage: str, tasks: int, made: Any) -> None:
    if not tasks:
        return
    blocks = min(tasks, machine.multiprocessors * BLOCKS_FOR_EACH)
    entry = f"sb_{call.op}_{stage}{call.inputs[0]}"
    kernel = Kernel(_unit(call.op, (call.inputs, call.outputs)), entry)
    machine.launch(kernel, Launch((blocks, 1, 1), (_THREADS, 1, 1)), (made,))


def _unit(op: str, signature: Signature) -> Unit:
    inputs, outputs = signature
    defines = {"SB_A": inputs[0], "SB_R": outputs[0]}
    mask = inputs[5:] if len(inputs) > 4 else inputs[3:]
    if mask:
        defines |= {"SB_MASK": mask[0], "SB_FLAGS": str(int(mask[0] == "bool"))}
    return unit(operations()[op][1], **defines)


def _scale(call: Call, shapes: Sequence[Shape]) -> int:
    """Return the bit pattern of the graph's only scalar, the factor for scores (G3).

    The factor does not depend on the number of keys or queries, so both are 1 here.
    """
    one = [(*shape[:2], 1, shape[3]) for shape in shapes[:3]]
    outcome = (*one[0][:3], one[2][3])
    mask = [(*shape[:2], 1, 1) for shape in shapes[3:]]
    few = [*one, *[outcome] * (len(call.inputs) - len(shapes)), *mask]
    graph = get_op(call.op).graph_of(call, few)
    assert graph is not None
    found = steps_of(graph, call, few)
    place = found.names["factor"]
    steps = [step for step in found.steps if isinstance(step.item, Number) and step.name == place]
    try:
        return int(bits_of(walk(call.op, steps, {}, _no_node)[place]))
    except SpecError as error:
        raise BackendError(str(error)) from error


def _no_node(call: Call, operands: Sequence[Array]) -> Array:
    raise AssertionError(f"{call} is a node, but only numbers are expected here")
