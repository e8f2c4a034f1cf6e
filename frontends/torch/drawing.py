"""Calls of ops that draw: all that stays is kept, the seed comes with each call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from torch import Tensor

from samebits.backends.protocol import PreparingSession
from samebits.spec.call import Call
from samebits.spec.catalog import get_op
from samebits.torch.calls import prepare
from samebits.torch.compute import Compute, format_of
from samebits.torch.errors import Refused

_CALLS = 4096
"""Calls that are kept for each engine."""


class _Drawing:
    """The calls of one engine that were checked, with the seeds that they had."""

    def __init__(self, c: Compute) -> None:
        self.session = c.session
        self.preparing = c.session if isinstance(c.session, PreparingSession) else None
        self.checked: dict[tuple[object, ...], Call] = {}

    def ready(self, call: Call) -> Callable[..., None]:
        """A call like one that was checked, by the shortest way that the session has."""
        session = self.session

        def otherwise(*operands: object) -> None:
            prepare(session, call)(*operands)

        return otherwise if self.preparing is None else self.preparing.prepare(call, otherwise)


_ENGINES: WeakKeyDictionary[Compute, _Drawing] = WeakKeyDictionary()


def draw(
    c: Compute,
    op: str,
    inputs: Sequence[Tensor],
    outputs: Sequence[Tensor],
    seed: tuple[int, int],
    **attributes: Any,
) -> None:
    """Compute an op that draws, with this seed. Raises Refused for formats that it lacks."""
    engine = _ENGINES.get(c)
    if engine is None:
        engine = _ENGINES[c] = _Drawing(c)
    key = (op, *(x.dtype for x in (*inputs, *outputs)), len(inputs), *attributes.items())
    like = engine.checked.get(key)
    if like is None:
        if len(engine.checked) >= _CALLS:
            engine.checked.clear()
        like = engine.checked[key] = _checked(c, op, inputs, outputs, seed=seed, **attributes)
    words = {**like.attributes, "seed": seed}
    call = Call(like.op, like.version, like.inputs, like.outputs, words)
    engine.ready(call)(*inputs, *outputs)


def _checked(
    c: Compute, op: str, inputs: Sequence[Tensor], outputs: Sequence[Tensor], **attributes: Any
) -> Call:
    formats = [format_of(x.dtype) for x in (*inputs, *outputs)]
    count, declared = len(inputs), get_op(op)
    if (tuple(formats[:count]), tuple(formats[count:])) not in declared.signatures:
        has = ", ".join(dict.fromkeys(declared.labels()))
        raise Refused(f"{op} is not defined for {', '.join(formats)}; it is for {has}")
    call: Call = declared.call(formats[:count], formats[count:], **attributes)
    prepare(c.session, call)
    return call
