"""Operands in several layouts, and comparisons with the NumPy route, for ops that move elements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.oracles import numpy_route
from samebits.spec.formats import FORMATS, bits_of, from_bits
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]

MULTIPROCESSORS = (1, 5)
"""The numbers of multiprocessors of the tested devices. No bit may depend on them."""


def sessions() -> list[CudaSession]:
    """Open emulated devices of two sizes, with two orders in which threads run."""
    schedules = ("forward", "random")
    machines = [
        EmulatedMachine(schedule, multiprocessors=count)
        for schedule, count in zip(schedules, MULTIPROCESSORS, strict=True)
    ]
    return [CudaSession("emulated", machine) for machine in machines]


def patterns(form: str, *shape: int, seed: int = 1) -> Array:
    """Return random bit patterns of a format, chosen from 40 patterns.

    The 40 patterns include both zeros, all bits set, and 1.
    """
    rng = np.random.default_rng(seed)
    form_bits = FORMATS[form].bits
    some = rng.integers(0, 2**form_bits - 1, 40, dtype=np.uint64, endpoint=True)
    some[:4] = (0, 1 << (form_bits - 1), 2**form_bits - 1, 1)
    chosen = rng.choice(some, shape).astype(f"u{form_bits // 8}")
    return from_bits(chosen, form)


def layouts(x: Array) -> Iterator[Array]:
    """Yield the array contiguous, reversed, with gaps, transposed, and at an odd address."""
    yield x
    yield np.ascontiguousarray(x[::-1])[::-1]
    wide = np.zeros((*x.shape[:-1], 2 * x.shape[-1]), x.dtype)
    wide[..., ::2] = x
    yield wide[..., ::2]
    yield np.ascontiguousarray(x.T).T
    room = np.zeros(x.nbytes + 1, np.uint8)
    odd = room[1:].view(x.dtype).reshape(x.shape)
    odd[...] = x
    yield odd


def assert_as_numpy_route(
    opened: Sequence[CudaSession], call: Call, *inputs: Array, odd: bool = False
) -> None:
    """Assert that every session returns the same bits as the NumPy route.

    If `odd` is true, results are at odd addresses and have a negative stride.
    """
    wanted = numpy_route.evaluate(call, [x.copy() for x in inputs])
    for session in opened:
        got = [_room(w, odd) for w in wanted]
        session.run(call, inputs, got)
        for g, w in zip(got, wanted, strict=True):
            assert np.array_equal(bits_of(np.ascontiguousarray(g)), bits_of(w)), str(call)


def _room(like: Array, odd: bool) -> Array:
    if not odd:
        return np.zeros(like.shape, like.dtype)
    room = np.zeros(like.nbytes + 1, np.uint8)
    return room[1:].view(like.dtype).reshape(like.shape)[::-1]
