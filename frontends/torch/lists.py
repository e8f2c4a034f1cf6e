"""One op on many sets of tensors, for example on all parameters of a network."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from torch import Tensor

from samebits.backends.protocol import ListingSession
from samebits.torch.calls import call_on, prepare_list
from samebits.torch.compute import Compute

Set: TypeAlias = tuple[Sequence[Tensor], Sequence[Tensor]]
"""The operands and the results of one call."""


_BYTES_AT_ONCE = 1 << 26
"""The size of results, in bytes, at which the gathered sets are computed, to limit memory."""


def call_each(c: Compute, op: str, sets: Iterable[Set], **attributes: Any) -> None:
    """Compute an op on each set of tensors, with the same effect as one `Compute.call` per set.

    Sets are taken from `sets` only when they are needed: one at a time, unless the session has
    faster calls on lists.
    """
    most = _BYTES_AT_ONCE if isinstance(c.session, ListingSession) else 0
    part: list[Set] = []
    dtypes: tuple[object, ...] = ()
    size = 0
    for one in sets:
        found = _dtypes(one)
        if part and found != dtypes:
            _call(c, op, dtypes, part, attributes)
            part, size = [], 0
        dtypes = found
        size += sum(y.nbytes for y in one[1])
        part.append(one)
        del one
        if size >= most:
            _call(c, op, dtypes, part, attributes)
            part, size = [], 0
    if part:
        _call(c, op, dtypes, part, attributes)


def _call(
    c: Compute,
    op: str,
    dtypes: tuple[object, ...],
    part: Sequence[Set],
    attributes: dict[str, Any],
) -> None:
    key = ("list", op, *dtypes, repr(attributes))
    run: Callable[..., None] | None = c.kept.get(key)
    if run is None:
        run = prepare_list(c.session, call_on(op, *part[0], attributes), c.device)
        c.remember(key, run)
    run([(*inputs, *outputs) for inputs, outputs in part])


def _dtypes(one: Set) -> tuple[object, ...]:
    inputs, outputs = one
    return (*(x.dtype for x in inputs), None, *(y.dtype for y in outputs))
