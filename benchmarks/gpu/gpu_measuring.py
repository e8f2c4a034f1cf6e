"""The measurement of one row: make all sides, compare their results, and time them in turn.

Arrays that would fit into a cache exist in several sets, which are used in turn. A peer that is
missing, raises an error, or computes a different result is left out with the reason. Only our own
failure is a failure of the row.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from samebits.backends.cuda.compiling.presence import one_line
from samebits.benchmarks.declared import cupy_maker, torch_maker
from samebits.benchmarks.gpu import with_cupy, with_torch
from samebits.benchmarks.gpu.agreement import difference, tolerance
from samebits.benchmarks.gpu.operands import make
from samebits.benchmarks.gpu.places import Place, host_seconds
from samebits.benchmarks.gpu.rows import Row
from samebits.benchmarks.measure import rotate
from samebits.common.errors import SamebitsError
from samebits.spec.catalog import get_op

OURS, TORCH, CUPY = "samebits", "PyTorch", "CuPy"
SLICE = 0.02
"""The length of one turn in seconds."""

MOST_SETS = 64
WAITS = 1e-4
"""Minimal time of a run in seconds for which a call can count as waiting for the device.

The call then takes nearly as long as the run.
"""

Run = Callable[[], Any]


def measured(place: Place, row: Row, seconds: float) -> dict[str, Any]:
    """Return the record of a row: its description, and figures or a reason for every side.

    `seconds` is the time for all sides together. An error in a row is not raised: the record
    contains it under `error`, and `synchronize` of the place shows whether the run can continue.
    """
    try:
        return {**_described(row), **_figures(place, row, seconds)}
    except Exception as error:  # after any error in a row, the next row can still be measured
        return {**_described(row), "error": _reason(error)}


def _described(row: Row) -> dict[str, Any]:
    return {
        "kind": "row",
        "name": row.name,
        "section": row.section,
        "op": row.op,
        "format": row.format,
        "attributes": dict(row.attributes),
        "shapes": [x.shape for x in row.operands],
        "shape": row.shape,
        "layout": row.layout,
        "operands": row.kinds,
        "bytes": row.bytes,
        "flops": row.flops,
        "least": row.least,
        "remark": row.remark,
        "small": row.is_small,
    }


def _figures(place: Place, row: Row, seconds: float) -> dict[str, Any]:
    place.torch.manual_seed(0)
    count = 1 if row.is_small else min(MOST_SETS, max(1, -(-place.cache // row.bytes)))
    sets = [[make(place.torch, x, place.device) for x in row.operands] for _ in range(count)]
    sides = {OURS: [_ours(place, row, tensors) for tensors in sets]}
    first = sides[OURS][0]()
    place.synchronize()
    missing: dict[str, str] = {}
    others: dict[str, str] = {}
    apart: dict[str, float] = {}
    for name, maker in _peers(place, row).items():
        try:
            runs = [maker(tensors) for tensors in sets]
            result = place.torch.as_tensor(runs[0](), device=place.device)
            place.synchronize()
        except Exception as error:  # a peer may raise any error
            missing[name] = _reason(error)
            continue
        ours = place.fetched(first, row.results[0][1])
        is_sum = get_op(row.op).op_class != "round"
        by = difference(place.torch, ours, result, is_sum=is_sum)
        if by <= tolerance(row.format, row.attributes):
            sides[name], apart[name] = runs, by
        else:
            others[name] = missing[name] = f"another result than ours, by {by:.2g} of its size"
        del result, ours  # on large rows each takes a gigabyte
    if others and not apart:
        reasons = "; ".join(f"{name}: {reason}" for name, reason in others.items())
        return {"error": f"no peer agrees with us: {reasons}", "missing": missing}
    return {**_timed(place, row, sides, seconds), "missing": missing, "difference": apart}


def _peers(place: Place, row: Row) -> dict[str, Callable[[Sequence[Any]], Run]]:
    def cupy(tensors: Sequence[Any]) -> Run:
        if place.cupy is None:
            raise with_torch.NoFunctionError(place.no_cupy)
        return with_cupy.side(place.cupy, row, tensors)

    return {TORCH: lambda tensors: with_torch.side(place.torch, row, tensors), CUPY: cupy}


def _ours(place: Place, row: Row, tensors: Sequence[Any]) -> Run:
    inputs = [place.ours(x, o.format) for x, o in zip(tensors, row.operands, strict=True)]
    outputs = [place.fresh(shape, label) for shape, label in row.results]
    call, session = row.call, place.session

    def run() -> Any:
        session.run(call, inputs, outputs)
        return outputs[0]

    return run


def _timed(place: Place, row: Row, sides: dict[str, list[Run]], seconds: float) -> dict[str, Any]:
    turns = {name: _in_turn(runs) for name, runs in sides.items()}
    found = rotate(turns, seconds, SLICE, place.timed)
    figures = {}
    for name, side in found.sides.items():
        host = host_seconds(place, turns[name], side.seconds)
        figures[name] = {
            "seconds": side.seconds,
            "ratio": side.ratio,
            "low": side.low,
            "high": side.high,
            "host_seconds": host,
            "waits": side.seconds > WAITS and host > 0.8 * side.seconds,
            "library": _library(name, row.op) if place.is_gpu else "",
        }
    return {"sides": figures, "rounds": found.rounds, "sets": len(sides[OURS])}


def _library(side: str, op: str) -> str:
    maker = {TORCH: torch_maker, CUPY: cupy_maker}[side](op) if side != OURS else None
    return maker.library if maker is not None else ""


def _in_turn(runs: Sequence[Run]) -> Run:
    """Return a function that uses several sets of arrays in turn, so that no set is in a cache."""
    if len(runs) == 1:
        return runs[0]
    endless = itertools.cycle(runs)
    return lambda: next(endless)()


def _reason(error: BaseException) -> str:
    """Return the error as one line, with the type's name if the message alone is not clear."""
    text = one_line(error)
    plain = isinstance(error, (SamebitsError, with_torch.NoFunctionError))
    return text if plain or text == type(error).__name__ else f"{type(error).__name__}: {text}"
