"""Other ways to make a call than `run`, as front ends use them.

The ways are: prepared, repeated (broadcast), seeded, on lists of operands, and in place. A host has
one more way, `ANOTHER_SESSION`, for which it opens the device a second time. Each way is prepared
once and first computes on different operands, so that the tested call meets any state that a
session keeps between calls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from samebits.backends.prepared import prepare, prepare_list, prepare_seeded, with_seed
from samebits.backends.protocol import (
    Array,
    BackendError,
    ListingSession,
    PreparingSession,
    SeedingSession,
    Session,
)
from samebits.spec.language.call import Call

ANOTHER_SESSION = "another session"
"""The way that makes the call in a second session while the first session stays open."""

Way = Callable[[Session, Call, Sequence[Array], Sequence[Array]], None]

SETS, PLACE = 40, 35
"""The number of operand sets in a list, too many for one launch, and the tested set's index."""


def _others(arrays: Sequence[Array]) -> list[Array]:
    """Return operands of the same shapes, with the elements reversed along every axis."""
    return [np.array(np.flip(x)) for x in arrays]


def _scratch(outputs: Sequence[Array]) -> list[Array]:
    return [np.empty(x.shape, x.dtype) for x in outputs]


def _prepared(
    session: Session, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]
) -> None:
    run = prepare(session, call)
    run(*_others(inputs), *_scratch(outputs))
    run(*inputs, *outputs)


def _repeated(
    session: Session, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]
) -> None:
    run = prepare(session, call, broadcast=True)
    run(*_others(inputs), *_scratch(outputs))
    run(*inputs, *outputs)


def _in_place(
    session: Session, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]
) -> None:
    run = prepare(session, call)
    operands = list(inputs)
    place = _place(inputs, outputs[0])
    if place is None:
        raise BackendError(f"{call}: no operand has the form of the first result")
    outputs[0][...] = inputs[place]
    operands[place] = outputs[0]
    run(*operands, *outputs)


def _place(inputs: Sequence[Array], output: Array) -> int | None:
    """Return the index of the first operand with the shape and dtype of a result, or None."""
    form = output.shape, output.dtype
    return next((i for i, x in enumerate(inputs) if (x.shape, x.dtype) == form), None)


def has_place(inputs: Sequence[Array], output: Array) -> bool:
    """Return whether a result can be written in place of an operand."""
    return _place(inputs, output) is not None


def _seeded(
    session: Session, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]
) -> None:
    seed = call.attributes["seed"]
    if not isinstance(seed, tuple) or len(seed) != 2:
        raise BackendError(f"{call}: the seed is not a pair of words")
    run = prepare_seeded(session, with_seed(call, (seed[1] ^ 1, seed[0])))
    run((seed[0] ^ 1, seed[1]), *inputs, *_scratch(outputs))
    run((seed[0], seed[1]), *inputs, *outputs)


def _listed(
    session: Session, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]
) -> None:
    run = prepare_list(session, call)
    sets: list[Sequence[Array]] = [(*_others(inputs), *_scratch(outputs)) for _ in range(SETS - 1)]
    sets.insert(PLACE, (*inputs, *outputs))
    run(sets)


WAYS: Mapping[str, Way] = MappingProxyType(
    {
        "prepared": _prepared,
        "repeated": _repeated,
        "in place": _in_place,
        "seeded": _seeded,
        "listed": _listed,
    }
)
"""The ways by their names in a request."""


def ways_of(session: Session) -> list[str]:
    """Return the ways that the session implements itself."""
    found = ["prepared", "repeated", "in place"] if isinstance(session, PreparingSession) else []
    found += ["seeded"] if isinstance(session, SeedingSession) else []
    found += ["listed"] if isinstance(session, ListingSession) else []
    return found


def run_way(
    way: str, session: Session, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]
) -> None:
    """Compute a call in the way with this name. Raises BackendError for an unknown way."""
    if way not in WAYS:
        raise BackendError(f"the way {way!r} is unknown; known: {', '.join(WAYS)}")
    WAYS[way](session, call, inputs, outputs)
