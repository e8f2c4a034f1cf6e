"""Prepared calls of random ops. Everything is cached except the seed, which each call passes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from torch import Tensor

from samebits.backends.protocol import SeededCall
from samebits.common.errors import SamebitsError
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call
from samebits.torch.calls import prepare_seeded
from samebits.torch.compute import Compute
from samebits.torch.dtypes import format_of
from samebits.torch.errors import Refused

_CALLS = 4096
"""The largest number of prepared calls that are cached for each engine."""


_ENGINES: dict[str, Compute] = {}
"""The engines of the innermost block, by the type of their device."""


def compute_with(engines: Mapping[str, Compute]) -> None:
    """Set the engines that `engine_of` returns; an empty mapping means that no block is open."""
    _ENGINES.clear()
    _ENGINES.update(engines)


def engine_of(x: Tensor) -> Compute:
    """Return the engine of the innermost block for the device of `x`. Composite functions use it.

    Raises SamebitsError if no open block computes on this device.
    """
    try:
        return _ENGINES[x.device.type]
    except KeyError:
        raise SamebitsError(
            f"no block of samebits.torch.reproducible that computes on tensors of {x.device} is "
            "open, and this gradient draws the numbers of a forward pass in one again; call "
            "backward() inside the block"
        ) from None


def draw(
    c: Compute,
    op: str,
    inputs: Sequence[Tensor],
    outputs: Sequence[Tensor],
    seed: tuple[int, int],
    **attributes: Any,
) -> None:
    """Compute a random op with this seed. Raises Refused if the op does not accept the formats."""
    key = (op, *[x.dtype for x in (*inputs, *outputs)], len(inputs), *attributes.items())
    if 0.0 in attributes.values():  # -0 and +0 are different attributes (A1.6) but equal keys
        key = (*key, repr(attributes))
    run = c.draws.get(key)
    if run is None:
        if len(c.draws) >= _CALLS:
            c.draws.clear()
        run = c.draws[key] = _prepared(c, op, inputs, outputs, seed=seed, **attributes)
    run(seed, *inputs, *outputs)


def _prepared(
    c: Compute, op: str, inputs: Sequence[Tensor], outputs: Sequence[Tensor], **attributes: Any
) -> SeededCall:
    formats = [format_of(x.dtype) for x in (*inputs, *outputs)]
    count, declared = len(inputs), get_op(op)
    if (tuple(formats[:count]), tuple(formats[count:])) not in declared.signatures:
        has = ", ".join(dict.fromkeys(declared.labels()))
        raise Refused(f"{op} is not defined for {', '.join(formats)}; it is for {has}")
    call: Call = declared.call(formats[:count], formats[count:], **attributes)
    return prepare_seeded(c.session, call, c.device)
